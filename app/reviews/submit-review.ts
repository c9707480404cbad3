import { plainMessage } from '../data/plain-message.ts'
import { getSupabase } from '../data/session.ts'
import type { ReviewInput } from './review-schema.ts'

export interface OwnReview extends ReviewInput {
  id: string
}

/** What became of an attempt to send a review. */
export type Outcome =
  | { kind: 'sent' }
  /** There is one already: one review a person and tool. */
  | { kind: 'exists' }
  /** The session ended meanwhile. */
  | { kind: 'signed-out' }
  | { kind: 'offline' }
  | { kind: 'failed'; message: string }

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

/** @param own the caller's earlier review of this tool, which is then changed */
export async function submitReview(
  toolId: string,
  review: ReviewInput,
  own: OwnReview | null,
): Promise<Outcome> {
  const supabase = await getSupabase()
  const { data, error: sessionError } = await supabase.auth.getSession()
  const userId = data.session?.user.id
  // A session that could not be renewed for want of a network has not ended.
  if (!userId && sessionError?.name === 'AuthRetryableFetchError') return { kind: 'offline' }
  if (!userId) return { kind: 'signed-out' }
  const { error, status } = own
    ? await supabase
        .from('reviews')
        .update(review)
        .eq('id', own.id)
        .eq('user_id', userId)
        .select('id')
        .single()
    : await supabase.from('reviews').insert({ ...review, tool_id: toolId, user_id: userId })
  if (!error) return { kind: 'sent' }
  if (error.code === '23505') return { kind: 'exists' }
  if (status === 401) return { kind: 'signed-out' }
  if (status === 0) return { kind: 'offline' }
  return { kind: 'failed', message: plainMessage(error) }
}
