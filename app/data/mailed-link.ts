import type { SupabaseClient } from '@supabase/supabase-js'
import { toastError, toastSuccess } from '../ui/toast.ts'
import type { Database } from './database.types.ts'
import * as dataWords from './words.ts'

/** What a mailed link, or an account elsewhere, hands over in the fragment (the implicit flow). */
export interface LinkTokens {
  access_token: string
  refresh_token: string
}

/** @returns nothing where the fragment signs nobody in */
export function linkTokens(hash: string): LinkTokens | undefined {
  const fields = new URLSearchParams(hash.replace(/^#/, ''))
  const [access_token, refresh_token] = [fields.get('access_token'), fields.get('refresh_token')]
  return access_token && refresh_token ? { access_token, refresh_token } : undefined
}

/** Whom an access token speaks of, by its own word: nothing is to be trusted on it. */
export function claimsOf(accessToken: string): { sub?: unknown; aal?: unknown } {
  try {
    const [, payload = ''] = accessToken.split('.')
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as object
  } catch {
    return {}
  }
}

/** @param stored the session as the browser keeps it; null while nobody is signed in */
export function isSomebodyElses(link: LinkTokens, stored: string | null): boolean {
  if (stored === null) return false
  try {
    const { user } = JSON.parse(stored) as { user?: { id?: unknown } }
    return user?.id !== claimsOf(link.access_token).sub
  } catch {
    return false
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

export function dropFragment(): void {
  history.replaceState(history.state, '', location.pathname + location.search)
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

/**
 * Whether a link's account may be signed in. It does not take the place of who is signed in before
 * that person agreed: anybody can send a link, and what is typed next would go to its sender.
 */
export async function mayTakeOver(
  { auth }: SupabaseClient<Database>,
  link: LinkTokens,
): Promise<boolean> {
  const { data: asked } = await auth.getUser(link.access_token)
  const { data: now } = await auth.getSession()
  if (!asked.user) {
    void toastError(dataWords.linkExpired, dataWords.linkExpiredMore)
    return false
  }
  // The kept session may have ended long ago; then nobody is in the way.
  if (!now.session) return true
  const { askToSwitch } = await import('../account/ask-to-switch.tsx')
  return askToSwitch(now.session.user.email ?? '', asked.user.email ?? '')
}
