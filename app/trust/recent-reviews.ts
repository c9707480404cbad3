import type { Site } from '../data/site.ts'
import { REVIEW_COLUMNS, type Review } from '../reviews/review.ts'

/** Spec 2 §9. */
const RECENT_SHOWN = 6

export type RecentReview = Review & { tools: { name: string; slug: string } | null }

/** Newest first. */
export async function readRecentReviews(supabase: Site['supabase']): Promise<RecentReview[]> {
  const { data, error } = await supabase
    .from('reviews')
    .select(`${REVIEW_COLUMNS}, tools(name, slug)`)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(RECENT_SHOWN)
  if (error) throw new Error(error.message)
  return data as RecentReview[]
}
