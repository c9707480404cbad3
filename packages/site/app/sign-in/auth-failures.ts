import { type CommandError, describeFailure } from '../data/command-error.ts'
import * as dataWords from '../data/words.ts'
import * as signInWords from './words.ts'

/** Spec 1 §8: why signing up failed. */
export function signUpFailure(failure: CommandError): string {
  const { reason, code, publicMessage } = failure
  if (reason === 'offline') return dataWords.failureUnreached
  if (reason === 'conflict') return signInWords.refusedExists
  if (reason === 'rate-limited') return signInWords.refusedTooManySignUps
  if (code === 'email_address_invalid') return dataWords.emailInvalid
  if (code === 'invitation_required') return dataWords.signUpByInvitation
  if (code === 'signup_disabled') return dataWords.signUpClosed
  if (code === 'weak_password') {
    return publicMessage
      ? signInWords.passwordUnfitBecause(publicMessage)
      : signInWords.passwordUnfit
  }
  return signInWords.refusedRegistration
}

/** Spec 1 §8: every cause reads the same, except a lost network and too many attempts. */
export function signInFailure({ reason }: CommandError): string {
  if (reason === 'offline') return dataWords.failureUnreached
  return reason === 'rate-limited' ? signInWords.refusedTooManyLogins : signInWords.refusedLogin
}

/** Spec 1 §8: why an address, a password or a second factor was not changed. */
export const accountFailure = (failure: CommandError): string =>
  failure.reason === 'signed-out' ? signInWords.refusedSessionEnded : describeFailure(failure)

/** Why a code of two-step sign-in or of a mail was refused. */
export function codeFailure(failure: CommandError): string {
  if (failure.reason === 'rate-limited') return signInWords.codeRefusedTooMany
  if (failure.code === 'mfa_verification_failed') return signInWords.codeRefusedWrong
  if (failure.code === 'otp_expired') return signInWords.mailedCodeWrong
  if (failure.code === NO_APP) return signInWords.codeRefusedNoApp
  return accountFailure(failure)
}

/** For an account without an authenticator app. */
export const NO_APP = 'no_authenticator_app'
