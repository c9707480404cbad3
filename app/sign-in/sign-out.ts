import { sendCommand } from '../data/command.ts'
import { logFailure } from '../data/command-error.ts'
import { getSupabase } from '../session/session.ts'
import { toastError, toastSuccess } from '../ui/toast.ts'
import * as uiWords from '../ui/words.ts'
import { noteSession } from './audit.ts'
import * as sessionWords from './words/session.ts'

/** This device's session. @returns whether it ended; says so either way (spec 1 §8) */
export async function signOut(): Promise<boolean> {
  try {
    await endSession()
  } catch (error) {
    logFailure(error)
    await toastError(uiWords.error, sessionWords.signOutFailed)
    return false
  }
  await toastSuccess(sessionWords.signOutDone, sessionWords.signOutDoneMore)
  return true
}

/** A session that the server no longer knows, which the sign-in would take for one. */
export async function dropSession(): Promise<void> {
  const supabase = await getSupabase()
  const { error } = await supabase.auth.signOut({ scope: 'local' })
  if (error) logFailure(error)
}

async function endSession(): Promise<void> {
  const supabase = await getSupabase()
  await noteSession(supabase, 'sign_out')
  await sendCommand(supabase.auth.signOut({ scope: 'local' }))
}
