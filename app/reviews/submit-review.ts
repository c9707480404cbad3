import { requireUserId, sendCommand } from '../data/command.ts'
import { getSupabase } from '../session/session.ts'
import type { ReviewInput } from './review-schema.ts'

export interface OwnReview extends ReviewInput {
  id: string
}

export async function readOwnReview(toolId: string, userId: string): Promise<OwnReview | null> {
  const supabase = await getSupabase()
  const { data, error } = await supabase
    .from('reviews')
    .select('id, rating, title, content, pros, cons')
    .eq('tool_id', toolId)
    .eq('user_id', userId)
    .maybeSingle()
  if (error) throw new Error(error.message)
  return data
}

/** The key of the queries for the member's own reviews; the tool's id follows. */
export const OWN_REVIEW_KEY = 'own-review'

/**
 * @param ownReview the member's earlier review of this tool, which is then updated
 * @returns the review's id
 * @throws {CommandError} `conflict` if the member has reviewed the tool already
 */
export async function submitReview(
  toolId: string,
  review: ReviewInput,
  ownReview: OwnReview | null,
): Promise<string> {
  const supabase = await getSupabase()
  const userId = await requireUserId(supabase)
  const reviews = supabase.from('reviews')
  const sent = ownReview
    ? reviews.update(review).eq('id', ownReview.id).eq('user_id', userId)
    : reviews.insert({ ...review, tool_id: toolId, user_id: userId })
  const { id } = await sendCommand(sent.select('id').single())
  return id
}
