import { sendCommand } from '../data/command.ts'
import { getSupabase } from '../data/session.ts'
import { countedAttempt } from './attempts.ts'
import { noteSession } from './audit.ts'

/** @throws {CommandError} */
export async function signInWithPassword(email: string, password: string): Promise<void> {
  const supabase = await getSupabase()
  const { user } = await countedAttempt('login', email, () =>
    sendCommand(supabase.auth.signInWithPassword({ email, password })),
  )
  const awaitsCode = user.factors?.some(({ status }) => status === 'verified')
  if (!awaitsCode) void noteSession(supabase, 'sign_in')
}
