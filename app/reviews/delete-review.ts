import { plainMessage } from '../data/plain-message.ts'
import { getSupabase } from '../data/session.ts'
import { FAILURE } from '../data/words.ts'
import { DELETED } from './words/own.ts'

/** @returns what to say when it failed; nothing when it is gone */
export async function deleteReview(id: string): Promise<string | undefined> {
  const supabase = await getSupabase()
  const { data } = await supabase.auth.getSession()
  const userId = data.session?.user.id
  if (!userId) return DELETED.signedOut
  const { error, status } = await supabase
    .from('reviews')
    .delete()
    .eq('id', id)
    .eq('user_id', userId)
  if (!error) return undefined
  if (status === 401) return DELETED.signedOut
  if (status === 0) return FAILURE.away
  return plainMessage(error) || DELETED.failed
}
