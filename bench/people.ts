import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '@toolmark/site/app/data/database.types.ts'
import { createServiceClient, loadKeys } from './site.ts'

/** Longer than any run. */
const TOKEN_LIFETIME_SECONDS = 3600
const REVIEW_SHARE = 0.5

/** The writes that the site has acknowledged. */
export interface AcknowledgedWrites {
  /** New reviews by tool. */
  reviews: Map<string, number>
  /** Upvotes given minus upvotes removed, by launch. */
  upvotes: Map<string, number>
  errors: string[]
  writes: number
}

export interface Person {
  /** Adds one review, or adds or removes one upvote. */
  writeOnce(done: AcknowledgedWrites): Promise<void>
}

/**
 * Creates members with confirmed accounts. Their tokens are signed here, because sign-in is rate
 * limited and not part of the measurement.
 * @param url the site's address
 * @param folder the site's data folder, which has the keys
 */
export async function createPeople(
  url: string,
  folder: string,
  count: number,
  tools: readonly string[],
  launches: readonly string[],
): Promise<Person[]> {
  const keys = await loadKeys(folder)
  const service = await createServiceClient(url, folder)
  const people: Person[] = []
  for (let number = 0; number < count; number += 1) {
    const { data, error } = await service.auth.admin.createUser({
      email: `writer-${number}@bench.example`,
      email_confirm: true,
    })
    if (error) throw error
    const { id } = data.user
    const claims = { sub: id, role: 'authenticated', aud: 'authenticated' }
    const token = await keys.sign(claims, TOKEN_LIFETIME_SECONDS)
    const supabase = createClient<Database>(url, keys.anonKey, { accessToken: async () => token })
    people.push(createPerson(id, supabase, tools, launches))
  }
  return people
}

function createPerson(
  user_id: string,
  supabase: SupabaseClient<Database>,
  tools: readonly string[],
  launches: readonly string[],
): Person {
  const unreviewed = shuffle(tools)
  const upvoted = new Set<string>()

  const addReview = async (tool_id: string, done: AcknowledgedWrites) => {
    const rating = 1 + Math.floor(Math.random() * 5)
    const content = 'We use it every week, and it does what it says.'
    const { error } = await supabase
      .from('reviews')
      .insert({ tool_id, user_id, rating, title: 'In use for a while', content })
    if (error) return void done.errors.push(error.message)
    done.reviews.set(tool_id, (done.reviews.get(tool_id) ?? 0) + 1)
  }

  const toggleUpvote = async (launch_id: string, done: AcknowledgedWrites) => {
    const hasUpvoted = upvoted.has(launch_id)
    const votes = supabase.from('launch_upvotes')
    const { error } = hasUpvoted
      ? await votes.delete().match({ launch_id, user_id })
      : await votes.insert({ launch_id, user_id })
    if (error) return void done.errors.push(error.message)
    if (hasUpvoted) upvoted.delete(launch_id)
    else upvoted.add(launch_id)
    done.upvotes.set(launch_id, (done.upvotes.get(launch_id) ?? 0) + (hasUpvoted ? -1 : 1))
  }

  return {
    async writeOnce(done) {
      const tool = Math.random() < REVIEW_SHARE ? unreviewed.pop() : undefined
      if (tool) await addReview(tool, done)
      else await toggleUpvote(launches[Math.floor(Math.random() * launches.length)] ?? '', done)
      done.writes += 1
    },
  }
}

function shuffle(ids: readonly string[]): string[] {
  return ids
    .map((id) => ({ id, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ id }) => id)
}
