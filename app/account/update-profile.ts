import { plainMessage } from '../data/plain-message.ts'
import type { Refusal } from '../data/refusal.ts'
import { getSupabase } from '../data/session.ts'
import * as dataWords from '../data/words.ts'
import * as uiWords from '../ui/words.ts'
import type { ProfileInput } from './profile-schema.ts'
import * as profileWords from './words/profile.ts'

/** @returns nothing when it is done */
export async function updateProfile(
  userId: string,
  { first_name, last_name, ...profile }: ProfileInput,
): Promise<Refusal | undefined> {
  const supabase = await getSupabase()
  const { error, status } = await supabase
    .from('profiles')
    .update({
      ...profile,
      first_name: first_name || null,
      last_name: last_name || null,
    })
    .eq('user_id', userId)
    .select('user_id')
    .single()
  return error ? refusalOf(error, status) : undefined
}

export function refusalOf(error: { code: string; message: string }, status: number): Refusal {
  if (error.code === '23505') {
    return {
      kind: 'taken',
      title: profileWords.savedTaken,
      text: profileWords.savedTakenMore,
    }
  }
  if (status === 401)
    return { kind: 'signed-out', title: uiWords.error, text: dataWords.pictureFailureNoUser }
  if (status === 0 || status >= 500) {
    return { kind: 'other', title: uiWords.error, text: dataWords.failureUnexpected }
  }
  const message = plainMessage(error)
  return message
    ? { kind: 'other', title: profileWords.savedRefused, text: message }
    : {
        kind: 'other',
        title: profileWords.savedFailed,
        text: profileWords.savedFailedMore,
      }
}
