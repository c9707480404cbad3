import type { Reader } from '../data/cache-tags.ts'
import { REVIEW_COLUMNS, type Review } from '../reviews/review.ts'

/** Spec 2 §9. */
const RECENT_SHOWN = 6

export type RecentReview = Review & { tools: { name: string; slug: string } | null }

/** Reads the newest reviews of all tools. */
export async function readRecentReviews({ supabase, tag }: Reader): Promise<RecentReview[]> {
  tag('reviews', 'profiles', 'tools')
  const { data } = await supabase
    .from('reviews')
    .select(`${REVIEW_COLUMNS}, tools(name, slug)`)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(RECENT_SHOWN)
    .throwOnError()
  return data as RecentReview[]
}
