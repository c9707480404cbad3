import { ApiError } from '../../api-error.ts'
import { DatabaseError } from '../../database/database.ts'
import type { Settings } from '../../settings/settings.ts'

/** An error in GoTrue's own shape, with its error_code. */
export function authError(
  status: number,
  error_code: string,
  msg: string,
  more: Record<string, unknown> = {},
): ApiError {
  return new ApiError(status, { code: status, error_code, msg, ...more })
}

export const invalidCredentials = () =>
  authError(400, 'invalid_credentials', 'Invalid login credentials')

export const invalidEmail = () =>
  authError(400, 'email_address_invalid', 'Unable to validate email address: invalid format')

export const invalidError = (message: string) => authError(400, 'validation_failed', message)

export const emailExists = () =>
  authError(422, 'email_exists', 'A user with this email address has already been registered')

export const sessionNotFound = () =>
  authError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')

export const userNotFound = () => authError(404, 'user_not_found', 'User not found')

export const signupDisabled = () =>
  authError(422, 'signup_disabled', 'Signups not allowed for this instance')

/**
 * For `catch`: a database that is away or takes no changes is no attempt to guess a secret.
 * @param clearAttempts forgets the counted attempts
 * @throws the error itself
 */
export const onDatabaseError =
  (clearAttempts: () => Promise<void>) =>
  async (error: unknown): Promise<never> => {
    if (error instanceof DatabaseError) await clearAttempts()
    throw error
  }

/**
 * Refuses sign-in by address while `auth.email.enable_signup` is false: in the CLI's file it stands for the provider
 * email as a whole.
 * @param status GoTrue's of the route
 * @throws {ApiError} email_provider_disabled
 */
export function requireEmailProvider(
  { settings }: { settings: Settings['auth'] },
  status: 400 | 422,
): void {
  if (settings.email.enable_signup) return
  throw authError(status, 'email_provider_disabled', 'Email logins are disabled')
}
