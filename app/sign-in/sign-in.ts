import { sendCommand } from '../data/command.ts'
import { getSupabase } from '../session/session.ts'
import { limitAttempts } from './attempts.ts'
import { recordSession } from './record-session.ts'

/** @throws {CommandError} */
export async function signInWithPassword(email: string, password: string): Promise<void> {
  const supabase = await getSupabase()
  const { user } = await limitAttempts('login', email, () =>
    sendCommand(supabase.auth.signInWithPassword({ email, password })),
  )
  const awaitsCode = user.factors?.some(({ status }) => status === 'verified')
  if (!awaitsCode) void recordSession(supabase, 'sign_in')
}

/** Returns `next` if it is a path of this site, else `/`: a link must not redirect to another site. */
export function sanitizeNextPath(next: string | null): string {
  return next && /^\/(?![/\\])[^\\\s]*$/.test(next) ? next : '/'
}
