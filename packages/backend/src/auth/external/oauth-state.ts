import { getCookie } from 'hono/cookie'
import { z } from 'zod'
import type { AuthContext, AuthRequest } from '../context.ts'
import { getCookiePrefix, setSiteCookie } from '../known-browser.ts'
import { challengeFields } from '../pkce.ts'
import { authError } from '../request/errors.ts'
import { digest } from '../sessions.ts'
import { PROVIDERS } from './providers.ts'

/** The time for the sign-in at the provider. */
const STATE_LIFETIME_SECONDS = 600

const COOKIE = 'toolmark-oauth'

const stateClaims = z.object({
  purpose: z.literal('oauth'),
  provider: z.enum(PROVIDERS),
  redirect_to: z.string(),
  browser: z.string(),
  // Of a client that starts a PKCE flow of its own.
  ...challengeFields,
})

type State = z.input<typeof stateClaims>

/**
 * Ties a sign-in at a provider to this browser, by a cookie.
 * @param verifier the secret of the cookie
 * @returns the state that the provider repeats
 */
export async function issueState(
  auth: AuthContext,
  c: AuthRequest,
  verifier: string,
  claims: Omit<State, 'purpose' | 'browser'>,
): Promise<string> {
  const state: State = { purpose: 'oauth', browser: digest(verifier), ...claims }
  setSiteCookie(auth, c, COOKIE, verifier, STATE_LIFETIME_SECONDS)
  return auth.keys.sign({ ...state }, STATE_LIFETIME_SECONDS)
}

/** Reads the cookie of `issueState` and deletes it. */
export function takeVerifier(auth: AuthContext, c: AuthRequest): string {
  const verifier = getCookie(c, COOKIE, getCookiePrefix(auth)) || ''
  setSiteCookie(auth, c, COOKIE, '', 0)
  return verifier
}

/** @throws {ApiError} bad_oauth_state unless this server has redirected this browser recently */
export async function requireState(auth: AuthContext, c: AuthRequest, verifier: string) {
  const claims = await auth.keys.open(c.req.query('state') ?? '').catch(() => undefined)
  const state = stateClaims.safeParse(claims)
  if (state.success && state.data.browser === digest(verifier)) return state.data
  throw authError(400, 'bad_oauth_state', 'OAuth state parameter is invalid or has expired')
}

/** Ties the ID token to this browser (OpenID Connect Core 1.0 §15.5.2); it does not reveal the verifier. */
export const toNonce = (verifier: string) => digest(`nonce ${verifier}`)

export const getCallbackUrl = ({ siteUrl }: AuthContext) =>
  new URL('/auth/v1/callback', siteUrl).href
