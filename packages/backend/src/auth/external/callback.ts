import { ApiError } from '../../api-error.ts'
import type { AuthContext, AuthRequest } from '../context.ts'
import { rememberBrowser } from '../known-browser.ts'
import {
  addQuery,
  buildRedirect,
  type Challenge,
  issueCode,
  parseChallenge,
  toParameters,
} from '../pkce.ts'
import { authError } from '../request/errors.ts'
import { startSession } from '../sessions.ts'
import { getCallbackUrl, requireState, takeVerifier, toNonce } from './oauth-state.ts'
import { listClientIds, type Profile, type Provider } from './providers.ts'
import { signInAs } from './sign-in-as.ts'

/**
 * Handles the provider's response and redirects to the site, with a session or an error in the fragment.
 * In a PKCE flow it redirects with a code in the query.
 */
export async function callback(auth: AuthContext, c: AuthRequest): Promise<Response> {
  const verifier = takeVerifier(auth, c)
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
    const granted = await signInAs(auth, state.provider, profile, async (db, user) =>
      challenge
        ? { code: await issueCode(db, user.id, 'oauth', challenge) }
        : startSession(auth, c, db, user, 'oauth'),
    )
    if ('code' in granted) return c.redirect(addQuery(target, { code: granted.code }), 303)
    const { session, user } = granted
    rememberBrowser(auth, c, user)
    return redirect(toParameters(session))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return redirect({
      error: error.status >= 500 ? 'server_error' : 'access_denied',
      error_code: String(error.body.error_code),
      error_description: error.message,
    })
  }
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
      client_id: listClientIds(client.client_id)[0],
      client_secret: client.secret,
      code,
      redirect_uri: getCallbackUrl(auth),
      code_verifier: verifier,
    }
    return await opened.fetchProfile(exchange, toNonce(verifier))
  } catch (error) {
    // The operator has set the issuer up, and needs to know which check fails.
    if (provider === 'keycloak') {
      auth.log(new Error(`sign-in with ${provider} failed`, { cause: error }))
    }
    throw authError(500, 'unexpected_failure', 'The provider did not return your account')
  }
}
