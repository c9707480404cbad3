import type { SupabaseClient } from '@supabase/supabase-js'
import { toCommandError } from '../data/command.ts'
import type { Database } from '../data/database.types.ts'
import type { LinkTokens } from '../data/mailed-link.ts'
import * as dataWords from '../data/words.ts'
import { toastError } from '../ui/toast.ts'
import { hasRequestedMail } from './requested-mail.ts'
import { takeSignIn } from './started-sign-in.ts'

/**
 * Whether a link's account may be signed in. Anyone can send a link with tokens of their own account,
 * and what is typed next would go to them: so the visitor decides, unless this browser requested the
 * mail or started the sign-in, or the account is signed in already.
 */
export async function mayEnter(
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
    const { askToContinue } = await import('./ask-about-link.tsx')
    if (!(await askToContinue(email))) return false
  }
  // Another tab may have signed in while the question was open.
  const now = before ?? (await current())
  if (!now || now.id === id) return true
  const { askToSwitch } = await import('./ask-about-link.tsx')
  return askToSwitch(now.email ?? '', email)
}
