import type { Reader } from '../data/cache-tags.ts'
import { findNothing } from '../data/invalid-value.ts'
import { REVIEW_COLUMNS, REVIEWER_TAGS } from './review.ts'

/** @returns a review with its tool, or null if no review has the id */
export async function readReview({ supabase, tag }: Reader, id: string) {
  const { data: review } = await supabase
    .from('reviews')
    .select(`${REVIEW_COLUMNS}, revision, tools(id, name, slug)` as const)
    .eq('id', id)
    .maybeSingle()
    .throwOnError()
    .then(null, findNothing)
  if (!review) tag('reviews')
  else tag(`reviews:${review.tools.id}`, `tool:${review.tools.id}`, ...REVIEWER_TAGS)
  return review
}
