import type { Reader } from '../data/cache-tags.ts'
import { isAreaOn } from '../shared/areas.ts'
import * as peopleWords from './words.ts'

/** Fields that the viewer may not see are null (docs/decisions/0003). */
export interface Profile {
  user_id: string
  username: string
  first_name: string | null
  last_name: string | null
  bio: string | null
  avatar_url: string | null
  job_title: string | null
  company_name: string | null
  account_type: string
  profile_visibility: string
  created_at: string
}

export type Stats = NonNullable<Awaited<ReturnType<typeof readStats>>>

export interface Activity {
  id: string
  activity_type: string
  created_at: string
  metadata: { rating?: number; review_id?: string; tool_name?: string; tool_slug?: string }
}

/** Spec 1 §5: usernames in URLs. */
export const USERNAME = /^[A-Za-z0-9_-]{1,50}$/

/** The characters of first and last names, as in the SQL function `private.is_person_name`; also an empty name. */
export const PERSON_NAME = /^[\p{Alphabetic}\p{M} .'’·‐‑・-]*$/u

const COLUMNS =
  'user_id, username, first_name, last_name, bio, avatar_url, job_title, company_name, account_type, profile_visibility, created_at'

/** @param username from the URL, in any case */
export async function readProfileByName(
  { supabase, tag }: Reader,
  username: string,
): Promise<Profile | null> {
  tag('profiles')
  if (!USERNAME.test(username) || !isAreaOn('profiles')) return null
  const profiles = supabase.rpc('person_named', { wanted: username })
  const { data } = await profiles.select(COLUMNS).maybeSingle().throwOnError()
  return data
}

export async function readProfileById(
  { supabase, tag }: Reader,
  userId: string,
): Promise<Profile | null> {
  tag('profiles')
  // `profiles` is a view, and the types of all its columns allow null.
  const { data } = await supabase
    .from('profiles')
    .select(COLUMNS)
    .eq('user_id', userId)
    .maybeSingle()
    .throwOnError()
    .overrideTypes<Profile, { merge: false }>()
  return data
}

/** @returns null if the viewer may not see them */
export async function readStats({ supabase, tag }: Reader, userId: string) {
  tag(`user:${userId}`, 'profiles')
  const { data } = await supabase
    .from('user_stats')
    .select('helpful_votes, total_reviews, profile_views, followers_count, following_count')
    .eq('user_id', userId)
    .maybeSingle()
    .throwOnError()
  return data
}

/** Reads the newest activities; spec 1 §7: 10, on the public profile 5. */
export async function readActivities(
  { supabase, tag }: Reader,
  userId: string,
  limit = 10,
): Promise<Activity[]> {
  tag(`user:${userId}`, 'profiles')
  const { data } = await supabase
    .from('user_activities')
    .select('id, activity_type, created_at, metadata')
    .eq('user_id', userId)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(limit)
    .throwOnError()
  return data as Activity[]
}

/** Returns first and last name, else the username, else the fallback (spec 1 §3). */
export function toDisplayName(
  profile:
    | { first_name: string | null; last_name: string | null; username: string | null }
    | null
    | undefined,
  fallback: string = peopleWords.somebody,
): string {
  const full = [profile?.first_name, profile?.last_name].filter(Boolean).join(' ')
  return full || profile?.username || fallback
}

/** The name of who wrote something. */
export const toAuthorName = ({ profiles }: { profiles: Parameters<typeof toDisplayName>[0] }) =>
  toDisplayName(profiles, peopleWords.anonymous)
