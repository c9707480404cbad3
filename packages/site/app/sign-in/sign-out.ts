import type { SupabaseClient } from '@supabase/supabase-js'
import { localStore } from '../data/browser-storage.ts'
import { sendCommand } from '../data/command.ts'
import { CommandError, logFailure } from '../data/command-error.ts'
import type { Database } from '../data/database.types.ts'
import { STORAGE_KEY } from '../session/fetch-as-member.ts'
import { forgetVisitorDraft } from '../session/forms/draft.ts'
import { forgetPress } from '../session/pending-press.ts'
import { getSupabase } from '../session/session.ts'
import { toastError, toastSuccess } from '../ui/feedback/toast.ts'
import * as uiWords from '../ui/words.ts'
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
  try {
    const { session } = await sendCommand(supabase.auth.getSession())
    // `auth.signOut` would remove the session from the browser even if the server does not answer, so
    // that the member could not try again.
    if (session) await sendCommand(supabase.auth.admin.signOut(session.access_token, 'local'))
  } catch (error) {
    const hasEnded = error instanceof CommandError && error.reason === 'signed-out'
    if (!hasEnded) throw error
  }
  // Without a stored session `auth.signOut` sends no second request.
  localStore.removeItem(STORAGE_KEY)
  forgetPress()
  forgetVisitorDraft()
  await sendCommand(supabase.auth.signOut({ scope: 'local' }))
}

/**
 * Adds a sign-in or sign-out to the account's events (spec 1 §3, §7); the database adds all others.
 * A failure is ignored: it must not prevent the sign-in.
 */
export async function recordSession(
  supabase: SupabaseClient<Database>,
  action: 'sign_in' | 'sign_out',
): Promise<void> {
  await supabase.from('audit_logs').insert({
    action,
    resource_type: 'session',
    metadata: {
      user_agent: navigator.userAgent.slice(0, 500),
      timestamp: new Date().toISOString(),
    },
  })
}
