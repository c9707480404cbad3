import { plainMessage } from '../data/plain-message.ts'
import type { Refusal } from '../data/refusal.ts'
import { getSupabase } from '../data/session.ts'
import { FAILURE, PICTURE_FAILURE } from '../data/words.ts'
import { COMMON } from '../ui/words.ts'
import type { ProfileInput } from './profile-schema.ts'
import { SAVED } from './words/profile.ts'

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
      title: SAVED.taken,
      text: SAVED.takenMore,
    }
  }
  if (status === 401)
    return { kind: 'signed-out', title: COMMON.error, text: PICTURE_FAILURE.noUser }
  if (status === 0 || status >= 500) {
    return { kind: 'other', title: COMMON.error, text: FAILURE.unexpected }
  }
  const message = plainMessage(error)
  return message
    ? { kind: 'other', title: SAVED.refused, text: message }
    : {
        kind: 'other',
        title: SAVED.failed,
        text: SAVED.failedMore,
      }
}
