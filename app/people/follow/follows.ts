import type { Reader } from '../../data/cache-tags.ts'

export interface Person {
  user_id: string
  username: string
  first_name: string | null
  last_name: string | null
  avatar_url: string | null
}

export interface FollowedCompany {
  id: string
  name: string
  logo_url: string | null
}

/** The maximum length of a list; the profile shows the total. */
export const FOLLOWS_MAX = 100

const PERSON = 'user_id, username, first_name, last_name, avatar_url'

/** Reads the followers of a person, latest first. Only the two of them see a private follower. */
export async function readFollowers({ supabase, tag }: Reader, userId: string): Promise<Person[]> {
  tag(`user:${userId}`, 'profiles')
  const { data } = await supabase
    .from('user_follows')
    .select(`profiles!user_follows_follower_id_fkey(${PERSON})`)
    .eq('following_id', userId)
    .order('created_at', { ascending: false })
    .order('follower_id')
    .limit(FOLLOWS_MAX)
    .throwOnError()
  return data.flatMap(({ profiles }) => (profiles as Person | null) ?? [])
}

export async function readFollowing({ supabase, tag }: Reader, userId: string): Promise<Person[]> {
  tag(`user:${userId}`, 'profiles')
  const { data } = await supabase
    .from('user_follows')
    .select(`profiles!user_follows_following_id_fkey(${PERSON})`)
    .eq('follower_id', userId)
    .order('created_at', { ascending: false })
    .order('following_id')
    .limit(FOLLOWS_MAX)
    .throwOnError()
  return data.flatMap(({ profiles }) => (profiles as Person | null) ?? [])
}

export async function readFollowedCompanies(
  { supabase, tag }: Reader,
  userId: string,
): Promise<FollowedCompany[]> {
  tag(`user:${userId}`, 'profiles', 'companies')
  const { data } = await supabase
    .from('company_follows')
    .select('companies(id, name, logo_url)')
    .eq('user_id', userId)
    .order('created_at', { ascending: false })
    .order('company_id')
    .limit(FOLLOWS_MAX)
    .throwOnError()
  return data.flatMap(({ companies }) => companies ?? [])
}
