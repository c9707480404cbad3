import { plainMessage } from '../data/plain-message.ts'
import { getSupabase } from '../data/session.ts'

/** @returns what to say when it failed; nothing when it is gone */
export async function deleteReview(id: string): Promise<string | undefined> {
  const supabase = await getSupabase()
  const { data } = await supabase.auth.getSession()
  const userId = data.session?.user.id
  if (!userId) return MUST_BE_LOGGED_IN
  const { error, status } = await supabase
    .from('reviews')
    .delete()
    .eq('id', id)
    .eq('user_id', userId)
  if (!error) return undefined
  if (status === 401) return MUST_BE_LOGGED_IN
  if (status === 0) return 'The network is away. Please try again in a moment.'
  return plainMessage(error) || 'Failed to delete review.'
}

/** Spec 2 §5. */
const MUST_BE_LOGGED_IN = 'Must be logged in to delete review'
