import { sendCommand } from '../../data/command.ts'
import { CommandError } from '../../data/command-error.ts'
import { getSupabase } from '../../session/session.ts'
import { limitAttempts } from '../attempts.ts'
import { rememberMail } from '../links/requested-mail.ts'
import { toSignUpMetadata } from './sign-up-rules.ts'
import type { SignUpInput } from './sign-up-schema.ts'
import { countMail } from './verification.ts'

/**
 * Creates an account; the mail that confirms the address is then on its way.
 * @throws {CommandError} `conflict` if the address has an account
 */
export async function signUp({ email, password, ...fields }: SignUpInput): Promise<void> {
  const { account_type, first_name, last_name, username } = fields
  const isBusiness = account_type === 'business'
  const { auth } = await getSupabase()
  const options = {
    data: toSignUpMetadata(isBusiness ? fields : { account_type, first_name, last_name, username }),
    emailRedirectTo: `${location.origin}/`,
  }
  const { user } = await limitAttempts('signup', email, () =>
    sendCommand(auth.signUp({ email, password, options })),
  )
  // For a taken address the server returns a user without identities, and mails nothing; spec 1 §8
  // has a message for it.
  if (user?.identities?.length === 0) throw new CommandError('conflict')
  await countMail(email, { isResend: false })
  await rememberMail(email)
}
