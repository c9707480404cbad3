import { z } from 'zod'

/** Those that pages are made of and that say what changes in them; what else is derived from these. */
const TABLES = [
  'categories',
  'companies',
  'company_follows',
  'company_members',
  'demo_content',
  'launch_upvotes',
  'launches',
  'profiles',
  'review_helpful_votes',
  'reviews',
  'tools',
  'user_follows',
  'user_stats',
] as const
export type Table = (typeof TABLES)[number]

/** What the API calls those of them that can be written by it, and the function that members call most. */
const TELLING: ReadonlySet<string> = new Set([
  ...TABLES.filter((table) => table !== 'demo_content' && table !== 'launches'),
  'product_launches',
  'count_profile_view',
])

/** Whether a write to a relation of the API is told by the database; of other functions nobody knows. */
export const tells = (relation: string): boolean => TELLING.has(relation)

const ids = z.array(z.string()).optional()
const counters = z.record(z.string(), z.number().nullable())

const change = z.object({
  table: z.enum(TABLES),
  /** Whose it is, where it says so. */
  tools: ids,
  users: ids,
  /** Rows of which nothing changed but what is counted. */
  counted: z.array(z.object({ id: z.string(), before: counters, after: counters })).optional(),
})

/** What one statement changed, as `private.tell_page_change` says it. */
export type Change = z.infer<typeof change>
export type Counters = z.infer<typeof counters>

/**
 * @param said a change a line
 * @returns nothing for what is not understood: then anything may have changed
 */
export function changesIn(said: string): Change[] | undefined {
  const changes: Change[] = []
  for (const line of said.split('\n')) {
    if (line === '') continue
    const { data } = change.safeParse(parsed(line))
    if (!data) return undefined
    changes.push(data)
  }
  return changes
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
