import { getSupabase } from '../data/session.ts'
import { countAttempt, isLimited } from './attempts.ts'
import { signUpMessage } from './auth-messages.ts'
import { rememberMail } from './requested-mail.ts'
import { signUpMetadata } from './sign-up-rules.ts'
import type { SignUpInput } from './sign-up-schema.ts'
import { noteSent } from './verification.ts'

/** @returns what went wrong in the visitor's words; nothing when the mail is on its way */
export async function signUp({
  email,
  password,
  ...said
}: SignUpInput): Promise<string | undefined> {
  if (await isLimited('signup', email)) return signUpMessage({ status: 429 })
  const isBusiness = said.account_type === 'business'
  const { account_type, first_name, last_name, username } = said
  const supabase = await getSupabase()
  const { data, error } = await supabase.auth.signUp({
    email,
    password,
    options: {
      data: signUpMetadata(isBusiness ? said : { account_type, first_name, last_name, username }),
      emailRedirectTo: `${location.origin}/`,
    },
  })
  if (error?.status !== 0) await countAttempt('signup', email)
  if (error) {
    const reasons =
      'reasons' in error && Array.isArray(error.reasons) ? error.reasons.map(String) : []
    return signUpMessage({ code: error.code, status: error.status, reasons })
  }
  // A taken address is answered with a user who has no identity, so that strangers learn nothing
  // by mail; the specification wants its owner told here.
  if (data.user?.identities?.length === 0) return signUpMessage({ code: 'user_already_exists' })
  await noteSent(email, { isResend: false })
  await rememberMail(email)
  return undefined
}
