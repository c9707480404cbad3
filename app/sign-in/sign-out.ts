import type { SupabaseClient } from '@supabase/supabase-js'
import { sendCommand } from '../data/command.ts'
import { logFailure } from '../data/command-error.ts'
import type { Database } from '../data/database.types.ts'
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
