import { toastError, toastSuccess } from '../ui/toast.ts'
import * as dataWords from './words.ts'

/** What a mailed link, or an account elsewhere, hands over in the fragment (the implicit flow). */
export interface LinkTokens {
  access_token: string
  refresh_token: string
  /** The link leads to the page for a new password. */
  isRecovery: boolean
  /** Of a sign-in with an external provider. */
  nonce: string | undefined
}

/** The parameter of an address that a sign-in with an external provider comes back to. */
export const NONCE_PARAMETER = 'sign_in'

/** @returns nothing where the fragment signs nobody in */
export function linkTokens({
  hash,
  search,
}: {
  hash: string
  search: string
}): LinkTokens | undefined {
  const fields = new URLSearchParams(hash.replace(/^#/, ''))
  const [access_token, refresh_token] = [fields.get('access_token'), fields.get('refresh_token')]
  if (!access_token || !refresh_token) return undefined
  return {
    access_token,
    refresh_token,
    isRecovery: fields.get('type') === 'recovery',
    nonce: new URLSearchParams(search).get(NONCE_PARAMETER) ?? undefined,
  }
}

/** The tokens of the address, which are taken out of it at once. */
export function takeLink(): LinkTokens | undefined {
  const link = linkTokens(location)
  if (link) dropFragment()
  return link
}

/** Whom an access token speaks of, by its own word: nothing is to be trusted on it. */
export function claimsOf(accessToken: string): { aal?: unknown } {
  try {
    const [, payload = ''] = accessToken.split('.')
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as object
  } catch {
    return {}
  }
}

/** Says what the fragment tells, if it tells something, and takes it out of the address. */
export function tellOutcome(): void {
  const { hash } = location
  if (!/[#&](error_code|message)=/.test(hash)) return
  dropFragment()
  // Where both addresses confirm a change, the first link that is opened leads here.
  if (/[#&]message=/.test(hash)) {
    void toastSuccess(dataWords.linkOneConfirmed, dataWords.linkOneConfirmedMore)
  } else tellFailure(/[#&]error_code=(\w*)/.exec(hash)?.[1])
}

function dropFragment(): void {
  const address = new URL(location.href)
  address.hash = ''
  // Only where it is there: to write the parameters spells the others in another way.
  if (address.searchParams.has(NONCE_PARAMETER)) address.searchParams.delete(NONCE_PARAMETER)
  history.replaceState(history.state, '', address)
}

/** The link's own words are not shown: anybody can write an address. */
function tellFailure(reason: string | undefined): void {
  // That page says so itself.
  if (location.pathname === '/update-password') return
  if (reason === 'otp_expired') {
    void toastError(dataWords.linkExpired, dataWords.linkExpiredMore)
    return
  }
  const words =
    reason === 'provider_email_needs_verification'
      ? dataWords.linkUnverified
      : dataWords.failureTryAgain
  void toastError(dataWords.failureLogin, words)
}
