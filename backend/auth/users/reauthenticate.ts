import type { AuthContext, AuthRequest } from '../context.ts'
import { issueToken } from '../mail/one-time-tokens.ts'
import { findTokenByCode, redeemNonce } from '../mail/redeem-token.ts'
import { countMailQuota, sendNonce } from '../mail/send-mail.ts'
import { authError } from '../request/errors.ts'
import { requireSession, type UserSession } from '../request/require-session.ts'

/** Mails a code with which a member changes the password in an old session. */
export async function reauthenticate(auth: AuthContext, c: AuthRequest): Promise<Response> {
  const { user } = await requireSession(auth, c)
  const { email } = user
  if (!email) {
    const message = 'Reauthentication requires the user to have an email or a phone number'
    throw authError(400, 'validation_failed', message)
  }
  if (!user.email_confirmed_at) {
    throw authError(422, 'email_not_confirmed', 'Please verify your email first.')
  }
  await countMailQuota(auth, c, `reauthentication ${user.id}`)
  const { code } = await auth.database.transactionAsOwner((db) =>
    issueToken(db, user.id, 'reauthentication', email),
  )
  sendNonce(auth, email, code)
  return c.json({})
}

/**
 * Checks the code that a new password needs with `auth.email.secure_password_change`, unless the session
 * is younger than a day, as in GoTrue. A right code works once.
 * @throws {ApiError} reauthentication_needed, reauthentication_not_valid
 */
export async function requireNonce(
  { database, settings }: AuthContext,
  { user, isRecent }: UserSession,
  nonce: string | undefined,
): Promise<void> {
  if (!settings.email.secure_password_change || isRecent) return
  if (!nonce) {
    throw authError(400, 'reauthentication_needed', 'Password update requires reauthentication')
  }
  // The attempt counts whether or not the code is right: an error here would roll it back.
  const isRight = await database.transactionAsOwner(async (db) => {
    const found = await findTokenByCode(db, user.email ?? '', nonce, ['reauthentication'])
    return found !== undefined && (await redeemNonce(db, found, user.id, settings.email.otp_expiry))
  })
  if (!isRight) {
    throw authError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
  }
}
