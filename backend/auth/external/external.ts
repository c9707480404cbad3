import { createHash } from 'node:crypto'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { z } from 'zod'
import { isApiError } from '../../api-error.ts'
import { type AuthContext, type AuthRequest, deviceOf, redirectOf } from '../context.ts'
import { authError } from '../errors.ts'
import { rememberBrowser } from '../known-browser.ts'
import {
  type Challenge,
  challengeFields,
  challengeOf,
  issueCode,
  withAnswer,
  withQuery,
} from '../pkce.ts'
import { digest, randomToken, refuseBanned, startSession } from '../sessions.ts'
import { isEmailTaken } from '../sign-up.ts'
import { userOf } from './identities.ts'
import { askProvider, endpointsOf, PROVIDERS, type Profile, type Provider } from './providers.ts'

/** How long somebody may take at the provider, in seconds. */
const PATIENCE = 600

const COOKIE = 'toolmark-oauth'

/** Over https the name itself says that no other host and no plain connection has set it. */
const prefixOf = ({ siteUrl }: AuthContext) => (siteUrl.startsWith('https:') ? 'host' : undefined)
const COOKIE_PATH = '/'

const CALLBACK = '/auth/v1/callback'

const stateClaims = z.object({
  purpose: z.literal('oauth'),
  provider: z.enum(PROVIDERS),
  redirect_to: z.string(),
  browser: z.string(),
  // Of a client that wants a code in place of the session.
  ...challengeFields,
})

/** Off to the provider. What comes back is believed only from this browser, and for ten minutes. */
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
  challengeOf(challenge)
  const endpoints = endpointsOf(provider.data, client.url)
  const verifier = randomToken() + randomToken()
  const state = await auth.keys.sign(
    {
      purpose: 'oauth',
      provider: provider.data,
      redirect_to: redirectOf(auth, c),
      browser: digest(verifier),
      ...challenge,
    },
    PATIENCE,
  )
  const prefix = prefixOf(auth)
  setCookie(c, COOKIE, verifier, {
    ...(prefix ? { prefix } : {}),
    httpOnly: true,
    sameSite: 'Lax',
    path: COOKIE_PATH,
    maxAge: PATIENCE,
    secure: prefix === 'host',
  })
  const target = new URL(endpoints.authorize)
  target.search = String(
    new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: callbackOf(auth),
      response_type: 'code',
      scope: endpoints.scope,
      state,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    }),
  )
  return c.redirect(target.href, 302)
}

/**
 * Back from the provider: on to the site with a session, or with why not, in the fragment; in a PKCE
 * flow with a code in the query.
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
  const back = (answer: Record<string, string>) =>
    c.redirect(withAnswer(target, answer, challenge !== undefined), 303)
  try {
    await auth.limits.verificationsFrom.consume(c.env.clientAddress)
    const state = await stateOf(auth, c, verifier)
    target = state.redirect_to
    challenge = challengeOf(state)
    const profile = await profileOf(auth, c, state.provider, verifier)
    const rules = {
      hasConfirmedAddresses: auth.settings.email.enable_confirmations,
      takesNewcomers: auth.settings.enable_signup,
    }
    const signIn = () =>
      auth.database.transactionAsOwner(async (db) => {
        const user = await userOf(db, state.provider, profile, rules)
        refuseBanned(user)
        return challenge
          ? { code: await issueCode(db, user.id, 'oauth', challenge) }
          : { user, session: await startSession(db, user, 'oauth', deviceOf(c), auth.session) }
      })
    // Somebody else may make an account of this address in the same moment: it is found then.
    const granted = await signIn().catch((error: unknown) => {
      if (isEmailTaken(error)) return signIn()
      throw error
    })
    if (!granted.session) return c.redirect(withQuery(target, { code: granted.code }), 303)
    const { session, user } = granted
    rememberBrowser(auth, c, user)
    return back({
      access_token: session.access_token,
      expires_at: String(session.expires_at),
      expires_in: String(session.expires_in),
      refresh_token: session.refresh_token,
      token_type: 'bearer',
    })
  } catch (error) {
    if (!isApiError(error)) throw error
    return back({
      error: error.status >= 500 ? 'server_error' : 'access_denied',
      error_code: String(error.body.error_code),
      error_description: error.message,
    })
  }
}

const callbackOf = ({ siteUrl }: AuthContext) => new URL(CALLBACK, siteUrl).href

/** @throws {ApiError} bad_oauth_state unless this browser was sent off by this server lately */
async function stateOf(auth: AuthContext, c: AuthRequest, verifier: string) {
  const claims = await auth.keys.open(c.req.query('state') ?? '').catch(() => undefined)
  const state = stateClaims.safeParse(claims)
  if (state.success && state.data.browser === digest(verifier)) return state.data
  throw authError(400, 'bad_oauth_state', 'OAuth state parameter is invalid or has expired')
}

async function profileOf(
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
  return askProvider(endpointsOf(provider, client.url), {
    client_id: client.client_id,
    client_secret: client.secret,
    code,
    redirect_uri: callbackOf(auth),
    code_verifier: verifier,
  }).catch(() => {
    throw authError(500, 'unexpected_failure', 'The provider could not be asked who you are')
  })
}
