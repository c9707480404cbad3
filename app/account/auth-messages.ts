import { FAILURE } from '../data/words.ts'

/** What the auth client says went wrong. */
export interface AuthFailure {
  code?: string | undefined
  /** 0 when nothing came back. */
  status?: number | undefined
  reasons?: readonly string[]
}

/** Spec 1 §8: a failed sign-up in the visitor's words. */
export function signUpMessage({ code, status, reasons = [] }: AuthFailure): string {
  if (status === 0) return FAILURE.unreached
  if (code === 'user_already_exists') return 'An account with this email already exists.'
  if (code === 'email_address_invalid') return 'Please provide a valid email address.'
  if (code === 'weak_password') {
    return reasons.length > 0
      ? `Password is not secure enough: ${reasons.join(', ')}`
      : 'Password does not meet security requirements.'
  }
  if (status === 429) return 'Too many signup attempts. Please try again later.'
  return 'Registration failed. Please try again.'
}

/** Spec 1 §8: any sign-in error reads the same, but for too many attempts and a lost network. */
export function signInMessage({ status }: AuthFailure): string {
  if (status === 0) return FAILURE.unreached
  return status === 429
    ? 'Too many login attempts. Please try again later.'
    : 'Invalid email or password.'
}

/** What a form can no longer be sent without: who wrote it has to sign in again. */
export function isSessionGone({
  code = '',
  status,
  name,
}: AuthFailure & { name?: string }): boolean {
  return (
    status === 401 ||
    name === 'AuthSessionMissingError' ||
    /^(session_|refresh_token_|bad_jwt|no_authorization)/.test(code)
  )
}

/** What the server said of a change of address or password, where it said it to the person. */
export function accountMessage(failure: AuthFailure & { message: string; name?: string }): string {
  const { message, status } = failure
  if (status === 0) return FAILURE.unreached
  if (isSessionGone(failure)) return 'Your session has ended. Please sign in again.'
  return status && status >= 400 && status < 500 ? message : FAILURE.unexpected
}
