import type { Reader } from '../data/cache-tags.ts'

/** What the database counts about the site's reviews and people. */
export interface Counted {
  tools: number
  reviews: number
  reviewers: number
  people: number
  people_with_job: number
  experts: number
  /** Reviews whose author's account stands. */
  signed_reviews: number
  average: number
  last_30_days: number
  days_30_to_60: number
  /** Averages of the last 90 days and of all before; null where there was no review. */
  average_lately: number | null
  average_before: number | null
  /** Number of reviews by stars, '1' to '5'. */
  distribution: Record<string, number>
}

export async function readCounted({ supabase, tag }: Reader): Promise<Counted> {
  tag('reviews', 'profiles', 'tools')
  const { data } = await supabase.rpc('trust_figures').throwOnError()
  return data as unknown as Counted
}

/** Whether the fixed figures of the specification may show (docs/decisions/0005). */
export async function readHasDemoContent({ supabase, tag }: Reader): Promise<boolean> {
  tag('demo-content')
  const { data } = await supabase.rpc('has_demo_content')
  return data === true
}
