import type { Reader } from '../data/cache-tags.ts'

/** Counts and averages of the site's reviews and people. */
export interface SiteCounts {
  tools: number
  reviews: number
  reviewers: number
  people: number
  people_with_job: number
  experts: number
  /** Reviews whose author still has an account. */
  signed_reviews: number
  average: number
  last_30_days: number
  days_30_to_60: number
  /** Average ratings of the last 90 days and of the time before; null without reviews. */
  average_lately: number | null
  average_before: number | null
  /** Number of reviews by stars, '1' to '5'. */
  distribution: Record<string, number>
  // Percentages are not rounded, and null where there is nothing to measure.
  /** Of the reviews, those whose author still has an account. */
  signed_percent: number | null
  /** Of the people, those with a job title. */
  job_percent: number | null
  /** Of the reviews, those with 4 or 5 stars. */
  positive_percent: number | null
  /** Of the reviews, by stars. */
  distribution_percent: Record<string, number | null>
  /** 0 to 100. */
  quality: number
  /** The last 30 days against the 30 before; 50 is a half more. */
  growth_percent: number | null
}

export async function readSiteCounts({ supabase, tag }: Reader): Promise<SiteCounts> {
  tag('throttled:reviews', 'profiles', 'tools')
  const { data } = await supabase.rpc('trust_figures').throwOnError()
  return data as unknown as SiteCounts
}
