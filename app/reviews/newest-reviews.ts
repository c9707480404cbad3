import type { Reader } from '../data/cache-tags.ts'
import { REVIEW_COLUMNS, REVIEWER_TAGS, type Review } from './review.ts'

/** A review with the tool that it is about. */
export type FreshReview = Review & { tools: { id: string; name: string; slug: string } | null }

/**
 * Reads the newest reviews of all tools. A new one is throttled; a change of one that is shown
 * announces the reviews of its tool.
 */
export async function readNewestReviews(
  { supabase, tag }: Reader,
  count: number,
): Promise<FreshReview[]> {
  tag('throttled:reviews', ...REVIEWER_TAGS, 'tools')
  const { data } = await supabase
    .from('reviews')
    .select(`${REVIEW_COLUMNS}, tools(id, name, slug)`)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(count)
    .throwOnError()
  const reviews = data as FreshReview[]
  for (const { tools } of reviews) if (tools) tag(`reviews:${tools.id}`)
  return reviews
}
