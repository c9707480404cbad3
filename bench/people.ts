import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../app/data/database.types.ts'
import { openKeys } from '../backend/keys/keys.ts'

/** Longer than any run, in seconds. */
const TOKEN_LIFETIME = 3600
const HALF = 0.5

/** What the site has acknowledged of everybody's work. */
export interface Acknowledged {
  /** New ones, by tool. */
  reviews: Map<string, number>
  /** Votes that stand, by launch. */
  upvotes: Map<string, number>
  faults: string[]
  writes: number
}

export interface Person {
  /** One review or one upvote, given or taken back. */
  act(done: Acknowledged): Promise<void>
}

/** Past row security. */
export async function serviceOf(url: string, folder: string) {
  const { serviceKey } = await openKeys(join(folder, 'keys.json'))
  return createClient<Database>(url, serviceKey, { auth: { persistSession: false } })
}

/**
 * Members with confirmed accounts, each with a token as a sign-in gives it: signing in has limits of
 * its own, and is not what is measured.
 * @param url the site's address
 * @param folder where it keeps its keys
 */
export async function signUp(
  url: string,
  folder: string,
  count: number,
  tools: readonly string[],
  launches: readonly string[],
): Promise<Person[]> {
  const keys = await openKeys(join(folder, 'keys.json'))
  const service = await serviceOf(url, folder)
  const people: Person[] = []
  for (let number = 0; number < count; number += 1) {
    const { data, error } = await service.auth.admin.createUser({
      email: `writer-${number}@bench.example`,
      email_confirm: true,
    })
    if (error) throw error
    const { id } = data.user
    const claims = { sub: id, role: 'authenticated', aud: 'authenticated' }
    const token = await keys.sign(claims, TOKEN_LIFETIME)
    const supabase = createClient<Database>(url, keys.anonKey, { accessToken: async () => token })
    people.push(personOf(id, supabase, tools, launches))
  }
  return people
}

function personOf(
  user_id: string,
  supabase: SupabaseClient<Database>,
  tools: readonly string[],
  launches: readonly string[],
): Person {
  const unreviewed = shuffled(tools)
  const mine = new Set<string>()

  const review = async (tool_id: string, done: Acknowledged) => {
    const rating = 1 + Math.floor(Math.random() * 5)
    const content = 'We use it every week, and it does what it says.'
    const { error } = await supabase
      .from('reviews')
      .insert({ tool_id, user_id, rating, title: 'In use for a while', content })
    if (error) return void done.faults.push(error.message)
    done.reviews.set(tool_id, (done.reviews.get(tool_id) ?? 0) + 1)
  }

  const vote = async (launch_id: string, done: Acknowledged) => {
    const has = mine.has(launch_id)
    const votes = supabase.from('launch_upvotes')
    const { error } = has
      ? await votes.delete().match({ launch_id, user_id })
      : await votes.insert({ launch_id, user_id })
    if (error) return void done.faults.push(error.message)
    if (has) mine.delete(launch_id)
    else mine.add(launch_id)
    done.upvotes.set(launch_id, (done.upvotes.get(launch_id) ?? 0) + (has ? -1 : 1))
  }

  return {
    async act(done) {
      const tool = Math.random() < HALF ? unreviewed.pop() : undefined
      if (tool) await review(tool, done)
      else await vote(launches[Math.floor(Math.random() * launches.length)] ?? '', done)
      done.writes += 1
    },
  }
}

function shuffled(ids: readonly string[]): string[] {
  return ids
    .map((id) => ({ id, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ id }) => id)
}
