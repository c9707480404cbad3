import { plainMessage } from '../data/plain-message.ts'
import { getSupabase } from '../data/session.ts'
import * as dataWords from '../data/words.ts'
import * as ownWords from './words/own.ts'

/** @returns what to say when it failed; nothing when it is gone */
export async function deleteReview(id: string): Promise<string | undefined> {
  const supabase = await getSupabase()
  const { data } = await supabase.auth.getSession()
  const userId = data.session?.user.id
  if (!userId) return ownWords.deletedSignedOut
  const { error, status } = await supabase
    .from('reviews')
    .delete()
    .eq('id', id)
    .eq('user_id', userId)
  if (!error) return undefined
  if (status === 401) return ownWords.deletedSignedOut
  if (status === 0) return dataWords.failureAway
  return plainMessage(error) || ownWords.deletedFailed
}
