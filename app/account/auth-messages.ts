import { EMAIL, FAILURE } from '../data/words.ts'
import { REFUSED } from './words/entering.ts'
import { PASSWORD } from './words/passwords.ts'

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
  if (code === 'user_already_exists') return REFUSED.exists
  if (code === 'email_address_invalid') return EMAIL.invalid
  if (code === 'weak_password') {
    return reasons.length > 0 ? PASSWORD.unfitBecause(reasons) : PASSWORD.unfit
  }
  if (status === 429) return REFUSED.tooManySignUps
  return REFUSED.registration
}

/** Spec 1 §8: any sign-in error reads the same, but for too many attempts and a lost network. */
export function signInMessage({ status }: AuthFailure): string {
  if (status === 0) return FAILURE.unreached
  return status === 429 ? REFUSED.tooManyLogins : REFUSED.login
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
  if (isSessionGone(failure)) return REFUSED.sessionEnded
  return status && status >= 400 && status < 500 ? message : FAILURE.unexpected
}
