import { sendCommand } from '../data/command.ts'
import { logFailure } from '../data/command-error.ts'
import { getSupabase } from '../session/session.ts'
import { toastError, toastSuccess } from '../ui/feedback/toast.ts'
import * as uiWords from '../ui/words.ts'
import { recordSession } from './record-session.ts'
import * as signInWords from './words.ts'

/** Ends this device's session, with a message (spec 1 §8). @returns whether it ended */
export async function signOut(): Promise<boolean> {
  try {
    await endSession()
  } catch (error) {
    logFailure(error)
    await toastError(uiWords.error, signInWords.signOutFailed)
    return false
  }
  await toastSuccess(signInWords.signOutDone, signInWords.signOutDoneMore)
  return true
}

async function endSession(): Promise<void> {
  const supabase = await getSupabase()
  await recordSession(supabase, 'sign_out')
  await sendCommand(supabase.auth.signOut({ scope: 'local' }))
}
