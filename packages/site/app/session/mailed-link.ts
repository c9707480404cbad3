/** The tokens in the fragment of a mailed link or an external provider's redirect (implicit flow). */
export interface LinkTokens {
  access_token: string
  refresh_token: string
  /** The link opens the page for a new password. */
  isRecovery: boolean
  /** The link has changed the account's address. */
  isNewAddress: boolean
  /** From a sign-in with an external provider; this browser has stored it. */
  nonce: string | undefined
}

/** The parameter that an external provider's redirect carries the nonce in. */
export const NONCE_PARAMETER = 'sign_in'

/** @returns undefined if the fragment has no tokens */
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
    isNewAddress: /^email_change/.test(fields.get('type') ?? ''),
    nonce: new URLSearchParams(search).get(NONCE_PARAMETER) ?? undefined,
  }
}

/** Reads the tokens from the URL and removes them from it. */
export function takeLink(): LinkTokens | undefined {
  const link = linkTokens(location)
  if (link) removeFragment()
  return link
}

/** The claims of an access token. Its signature is not checked: use them for display only. */
export function parseClaims(accessToken: string): { aal?: unknown } {
  try {
    const [, payload = ''] = accessToken.split('.')
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as object
  } catch {
    return {}
  }
}

/** Shows the error or message in the fragment, if there is one, and removes it. */
export function reportOutcome(): void {
  const { hash } = location
  if (!/[#&](error_code|message)=/.test(hash)) return
  removeFragment()
  void import('./link-outcome.ts').then(({ showOutcome }) => showOutcome(hash))
}

function removeFragment(): void {
  const url = new URL(location.href)
  url.hash = ''
  // Deleting re-encodes all parameters, so only if it is there.
  if (url.searchParams.has(NONCE_PARAMETER)) url.searchParams.delete(NONCE_PARAMETER)
  history.replaceState(history.state, '', url)
}
