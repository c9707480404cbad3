import { createHash } from 'node:crypto'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { z } from 'zod'
import { isApiError } from '../../api-error.ts'
import type { Transaction } from '../../database/database.ts'
import { type AuthContext, type AuthRequest, clientOf } from '../context.ts'
import { rememberBrowser } from '../known-browser.ts'
import { redirectOf } from '../mail/send-mail.ts'
import {
  buildRedirect,
  type Challenge,
  challengeFields,
  issueCode,
  parseChallenge,
  withQuery,
} from '../pkce.ts'
import { authError, signupDisabled } from '../request/errors.ts'
import { digest, randomToken, refuseBannedUser, startSession } from '../sessions.ts'
import { isEmailTaken, requireSignUpRules } from '../users/sign-up.ts'
import { findOrCreateUser } from './identities.ts'
import { PROVIDERS, type Profile, type Provider } from './providers.ts'

/** The time for the sign-in at the provider. */
const STATE_LIFETIME_SECONDS = 600

const COOKIE = 'toolmark-oauth'

/** With https the prefix `__Host-` ensures that no other host or unencrypted connection set the cookie. */
const prefixOf = ({ siteUrl }: AuthContext) => (siteUrl.startsWith('https:') ? 'host' : undefined)
const COOKIE_PATH = '/'

const CALLBACK = '/auth/v1/callback'

const stateClaims = z.object({
  purpose: z.literal('oauth'),
  provider: z.enum(PROVIDERS),
  redirect_to: z.string(),
  browser: z.string(),
  // Of a client that starts a PKCE flow of its own.
  ...challengeFields,
})

/** Redirects to the provider. The response is accepted from this browser only, for ten minutes. */
export async function authorize(auth: AuthContext, c: AuthRequest): Promise<Response> {
  const provider = z.enum(PROVIDERS).safeParse(c.req.query('provider'))
  const client = provider.success ? auth.settings.external[provider.data] : undefined
  if (!provider.success || !client?.enabled) {
    throw authError(400, 'validation_failed', 'Unsupported provider: provider is not enabled')
  }
  const challenge = {
    code_challenge: c.req.query('code_challenge'),
    code_challenge_method: c.req.query('code_challenge_method'),
  }
  parseChallenge(challenge)
  const redirectTo = redirectOf(auth, c)
  const opened = await auth.providers[provider.data]().catch((error: unknown) => {
    auth.log?.(error)
    return undefined
  })
  if (!opened) {
    const error = {
      error: 'server_error',
      error_code: 'unexpected_failure',
      error_description: 'The sign-in provider cannot be reached',
    }
    const isPkce = challenge.code_challenge !== undefined
    return c.redirect(buildRedirect(redirectTo, error, isPkce), 303)
  }
  const verifier = randomToken() + randomToken()
  const state = await auth.keys.sign(
    {
      purpose: 'oauth',
      provider: provider.data,
      redirect_to: redirectTo,
      browser: digest(verifier),
      ...challenge,
    },
    STATE_LIFETIME_SECONDS,
  )
  const prefix = prefixOf(auth)
  setCookie(c, COOKIE, verifier, {
    ...(prefix ? { prefix } : {}),
    httpOnly: true,
    sameSite: 'Lax',
    path: COOKIE_PATH,
    maxAge: STATE_LIFETIME_SECONDS,
    secure: prefix === 'host',
  })
  const target = new URL(opened.authorize)
  const parameters = {
    client_id: client.client_id,
    redirect_uri: callbackUrlOf(auth),
    response_type: 'code',
    scope: opened.scope,
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...(opened.issuer ? { nonce: toNonce(verifier) } : {}),
  }
  for (const [name, value] of Object.entries(parameters)) target.searchParams.set(name, value)
  return c.redirect(target.href, 302)
}

/**
 * Handles the provider's response and redirects to the site, with a session or an error in the fragment.
 * In a PKCE flow it redirects with a code in the query.
 */
export async function callback(auth: AuthContext, c: AuthRequest): Promise<Response> {
  const prefix = prefixOf(auth)
  const verifier = getCookie(c, COOKIE, prefix) || ''
  deleteCookie(c, COOKIE, {
    path: COOKIE_PATH,
    secure: prefix === 'host',
    ...(prefix ? { prefix } : {}),
  })
  let target = auth.siteUrl
  let challenge: Challenge | undefined
  const redirect = (parameters: Record<string, string>) =>
    c.redirect(buildRedirect(target, parameters, challenge !== undefined), 303)
  try {
    await auth.limits.verificationsByNetwork.consume(c.env.clientAddress)
    const state = await requireState(auth, c, verifier)
    target = state.redirect_to
    challenge = parseChallenge(state)
    const profile = await loadProfile(auth, c, state.provider, verifier)
    const rules = {
      hasConfirmedAddresses: auth.settings.email.enable_confirmations,
      async requireSignUp(db: Transaction, email: string) {
        if (!auth.settings.enable_signup) throw signupDisabled()
        await requireSignUpRules(auth, db, email)
      },
    }
    const signIn = () =>
      auth.database.transactionAsOwner(async (db) => {
        const user = await findOrCreateUser(db, state.provider, profile, rules)
        refuseBannedUser(user)
        return challenge
          ? { code: await issueCode(db, user.id, 'oauth', challenge) }
          : {
              user,
              session: await startSession(db, user, 'oauth', clientOf(c), auth.sessionOptions),
            }
      })
    // Another request may insert the address at the same time: the second attempt finds its account.
    const granted = await signIn().catch((error: unknown) => {
      if (isEmailTaken(error)) return signIn()
      throw error
    })
    if (!granted.session) return c.redirect(withQuery(target, { code: granted.code }), 303)
    const { session, user } = granted
    rememberBrowser(auth, c, user)
    return redirect({
      access_token: session.access_token,
      expires_at: String(session.expires_at),
      expires_in: String(session.expires_in),
      refresh_token: session.refresh_token,
      token_type: 'bearer',
    })
  } catch (error) {
    if (!isApiError(error)) throw error
    return redirect({
      error: error.status >= 500 ? 'server_error' : 'access_denied',
      error_code: String(error.body.error_code),
      error_description: error.message,
    })
  }
}

/** Ties the ID token to this browser (OpenID Connect Core 1.0 §15.5.2); it does not reveal the verifier. */
const toNonce = (verifier: string) => digest(`nonce ${verifier}`)

const callbackUrlOf = ({ siteUrl }: AuthContext) => new URL(CALLBACK, siteUrl).href

/** @throws {ApiError} bad_oauth_state unless this server has redirected this browser recently */
async function requireState(auth: AuthContext, c: AuthRequest, verifier: string) {
  const claims = await auth.keys.open(c.req.query('state') ?? '').catch(() => undefined)
  const state = stateClaims.safeParse(claims)
  if (state.success && state.data.browser === digest(verifier)) return state.data
  throw authError(400, 'bad_oauth_state', 'OAuth state parameter is invalid or has expired')
}

async function loadProfile(
  auth: AuthContext,
  c: AuthRequest,
  provider: Provider,
  verifier: string,
): Promise<Profile> {
  const client = auth.settings.external[provider]
  const code = c.req.query('code')
  if (!client.enabled || !code) {
    throw authError(400, 'bad_oauth_callback', 'The provider did not sign you in')
  }
  try {
    const opened = await auth.providers[provider]()
    // RFC 9207: the response names the issuer that the request went to.
    const from = c.req.query('iss')
    if (from !== undefined && opened.issuer !== undefined && from !== opened.issuer) {
      throw new Error('the answer is from another issuer')
    }
    const exchange = {
      client_id: client.client_id,
      client_secret: client.secret,
      code,
      redirect_uri: callbackUrlOf(auth),
      code_verifier: verifier,
    }
    return await opened.fetchProfile(exchange, toNonce(verifier))
  } catch (error) {
    // The operator has set the issuer up, and needs to know which check fails.
    if (provider === 'keycloak') {
      auth.log?.(new Error(`sign-in with ${provider} failed`, { cause: error }))
    }
    throw authError(500, 'unexpected_failure', 'The provider did not return your account')
  }
}
