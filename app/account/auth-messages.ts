import * as dataWords from '../data/words.ts'
import * as enteringWords from './words/entering.ts'
import * as passwordsWords from './words/passwords.ts'

/** What the auth client says went wrong. */
export interface AuthFailure {
  code?: string | undefined
  /** 0 when nothing came back. */
  status?: number | undefined
  reasons?: readonly string[]
}

/** Spec 1 §8: a failed sign-up in the visitor's words. */
export function signUpMessage({ code, status, reasons = [] }: AuthFailure): string {
  if (status === 0) return dataWords.failureUnreached
  if (code === 'user_already_exists') return enteringWords.refusedExists
  if (code === 'email_address_invalid') return dataWords.emailInvalid
  if (code === 'weak_password') {
    return reasons.length > 0
      ? passwordsWords.passwordUnfitBecause(reasons)
      : passwordsWords.passwordUnfit
  }
  if (status === 429) return enteringWords.refusedTooManySignUps
  return enteringWords.refusedRegistration
}

/** Spec 1 §8: any sign-in error reads the same, but for too many attempts and a lost network. */
export function signInMessage({ status }: AuthFailure): string {
  if (status === 0) return dataWords.failureUnreached
  return status === 429 ? enteringWords.refusedTooManyLogins : enteringWords.refusedLogin
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
  if (status === 0) return dataWords.failureUnreached
  if (isSessionGone(failure)) return enteringWords.refusedSessionEnded
  return status && status >= 400 && status < 500 ? message : dataWords.failureUnexpected
}
