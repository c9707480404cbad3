import type { SupabaseClient } from '@supabase/supabase-js'
import { toCommandError } from '../../data/command.ts'
import type { Database } from '../../data/database.types.ts'
import * as dataWords from '../../data/words.ts'
import type { LinkTokens } from '../../session/mailed-link.ts'
import { toastError } from '../../ui/feedback/toast.ts'
import { hasRequestedMail, takeSignIn } from '../requested-links.ts'

/**
 * Whether a link's account may be signed in. Anyone can send a link with tokens of their own account,
 * and would then receive what the visitor types. So the visitor decides, unless this browser
 * requested the mail or started the sign-in, or is signed in to that account already.
 * @throws {CommandError} if the server did not answer
 */
export async function approveLink(
  { auth }: SupabaseClient<Database>,
  link: LinkTokens,
): Promise<boolean> {
  const { data, error } = await auth.getUser(link.access_token)
  const failure = error && toCommandError(error)
  if (failure?.reason === 'offline' || failure?.reason === 'unexpected') throw failure
  if (!data.user) {
    void toastError(dataWords.linkExpired, dataWords.linkExpiredMore)
    return false
  }
  const { id, email = '' } = data.user
  const current = async () => (await auth.getSession()).data.session?.user
  const before = await current()
  if (!before) {
    if (takeSignIn(link.nonce) || (await hasRequestedMail(email))) return true
    const { askToContinue } = await import('./link-question.tsx')
    if (!(await askToContinue(email))) return false
  }
  // Another tab may have signed in while the question was open.
  const now = before ?? (await current())
  if (!now || now.id === id) return true
  const { askToSwitch } = await import('./link-question.tsx')
  return askToSwitch(now.email ?? '', email)
}
