import * as dataWords from '../data/words.ts'
import { toastError, toastSuccess } from '../ui/feedback/toast.ts'

/** Why a sign-in failed, by GoTrue's codes. */
const FAILURES = new Map([
  ['provider_email_needs_verification', dataWords.linkUnverified],
  ['invitation_required', dataWords.signUpByInvitation],
  ['signup_disabled', dataWords.signUpClosed],
  ['email_address_invalid', dataWords.emailInvalid],
])

/**
 * Shows what came of a mailed link or of a sign-in at a provider. The message in the address is not
 * shown, because anyone can write one.
 * @param hash the fragment, with an error_code or a message
 */
export function showOutcome(hash: string): void {
  // A change of the email address needs both addresses; this is the first confirmation.
  if (/[#&]message=/.test(hash)) {
    void toastSuccess(dataWords.linkOneConfirmed, dataWords.linkOneConfirmedMore)
    return
  }
  // That page shows the failure itself.
  if (location.pathname === '/update-password') return
  const [, reason = ''] = /[#&]error_code=(\w*)/.exec(hash) ?? []
  if (reason === 'otp_expired') {
    void toastError(dataWords.linkExpired, dataWords.linkExpiredMore)
    return
  }
  void toastError(dataWords.failureLogin, FAILURES.get(reason) ?? dataWords.failureTryAgain)
}
