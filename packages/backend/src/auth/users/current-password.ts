import type { AuthContext, AuthRequest } from '../context.ts'
import { findBrowserMark } from '../known-browser.ts'
import { authError } from '../request/errors.ts'
import type { UserSession } from '../request/require-session.ts'
import { verifyPassword } from './passwords.ts'
import type { UserRow } from './users.ts'

/**
 * The key that counts attempts with a password.
 * @param user nothing for an address without an account
 */
export const getAttemptKey = (
  auth: AuthContext,
  c: AuthRequest,
  user: UserRow | undefined,
  email: string,
): string => (user && findBrowserMark(auth, c, user)) ?? email

/**
 * Whether the session may change what its account signs in with. A session that was taken over, as on a
 * shared computer, must not lock the owner out: an older one proves the password, or a code, again. A
 * recovery link exists for members who do not know the password, and accounts of providers have none.
 */
export const hasRecentProof = ({ isRecent, isRecovery, user }: UserSession): boolean =>
  isRecent || isRecovery || user.encrypted_password === null

/** @throws {ApiError} reauthentication_needed */
export function requireRecentProof(session: UserSession): void {
  if (hasRecentProof(session)) return
  const message = 'This needs your current password, or a code of your authenticator app.'
  throw authError(400, 'reauthentication_needed', message)
}

/**
 * Checks the current password, if it is given. Attempts count as sign-ins; those of the account count
 * together as well, because a stolen session gets further browser marks.
 * @returns whether the password was given and is right
 * @throws {ApiError} current_password_invalid
 */
export async function checkCurrentPassword(
  auth: AuthContext,
  c: AuthRequest,
  user: UserRow,
  password: string | undefined,
): Promise<boolean> {
  if (!password || user.encrypted_password === null) return false
  const { limits } = auth
  const attemptKey = getAttemptKey(auth, c, user, user.email)
  await limits.signInsByNetwork.consume(c.env.clientAddress)
  await limits.passwordsByUser.consume(user.id)
  await limits.signInsByEmail.consume(attemptKey)
  if (!(await verifyPassword(user.encrypted_password, password))) {
    throw authError(400, 'current_password_invalid', 'The current password is wrong.')
  }
  await limits.passwordsByUser.clear(user.id)
  await limits.signInsByEmail.clear(attemptKey)
  return true
}
