import { createHash } from 'node:crypto'
import * as jose from 'jose'
import { z } from 'zod'
import type { AuthContext, AuthRequest } from '../context.ts'
import { rememberBrowser } from '../known-browser.ts'
import { authError } from '../request/errors.ts'
import { parseBody } from '../request/parse-body.ts'
import { digest, startSession } from '../sessions.ts'
import { type IdToken, listClientIds, type Provider } from './providers.ts'
import { signInAs } from './sign-in-as.ts'

const request = z.object({
  provider: z.string().max(200).default(''),
  id_token: z.string().max(20_000).default(''),
  access_token: z.string().max(20_000).nullish(),
  nonce: z.string().max(1000).nullish(),
})
type IdTokenRequest = z.output<typeof request>

/** Providers of GoTrue that cannot be enabled here. */
const OTHER_PROVIDERS = ['apple', 'azure', 'facebook', 'kakao']

/** Issues a session for an ID token, which a native app has from the provider itself. */
export async function signInWithIdToken(auth: AuthContext, c: AuthRequest): Promise<Response> {
  const body = await parseBody(c, request)
  await auth.limits.signInsByNetwork.consume(c.env.clientAddress)
  if (!body.id_token) throw invalidRequest('id_token required')
  if (!body.provider) throw invalidRequest('provider or client_id and issuer required')
  const provider = requireProvider(auth, body.provider)
  const idToken = await verify(auth, provider, body.id_token)
  requireAccessToken(idToken, body.access_token)
  requireNonce(idToken, body.nonce)
  const { session, user } = await signInAs(auth, provider, idToken.profile, (db, user) =>
    startSession(auth, c, db, user, 'oauth'),
  )
  rememberBrowser(auth, c, user)
  return c.json(session)
}

/** @throws {ApiError} provider_disabled; validation_failed for a provider without ID tokens */
function requireProvider({ settings }: AuthContext, name: string): Provider {
  const provider = z.enum(['google', 'keycloak']).safeParse(name)
  if (provider.success && settings.external[provider.data].enabled) return provider.data
  if (provider.success || OTHER_PROVIDERS.includes(name)) {
    throw authError(400, 'provider_disabled', `Provider "${name}" is not enabled`)
  }
  const message = `Custom OIDC provider ${JSON.stringify(name)} not allowed`
  throw authError(400, 'validation_failed', message)
}

/** Codes of jose that do not say anything about the token: the published keys cannot be read. */
const KEY_ERRORS = ['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID']

async function verify(auth: AuthContext, provider: Provider, token: string): Promise<IdToken> {
  try {
    const opened = await auth.providers[provider]()
    if (!opened.verifyIdToken) throw new Error(`${provider} has no ID tokens`)
    return await opened.verifyIdToken(
      token,
      listClientIds(auth.settings.external[provider].client_id),
    )
  } catch (error) {
    const isJose = error instanceof jose.errors.JOSEError && !KEY_ERRORS.includes(error.code)
    const isClaims = error instanceof z.ZodError
    if (isClaims || isJose) throw invalidRequest('Bad ID token')
    auth.log(error)
    throw authError(500, 'unexpected_failure', 'The sign-in provider cannot be reached')
  }
}

/** OpenID Connect Core 1.0 §3.1.3.8; like GoTrue only if the client has sent the access token. */
function requireAccessToken(
  { accessTokenHash, algorithm }: IdToken,
  accessToken: IdTokenRequest['access_token'],
): void {
  if (!accessToken || !accessTokenHash) return
  const bits = /256|384|512/.exec(algorithm)?.[0] ?? '512'
  const hash = createHash(`sha${bits}`).update(accessToken).digest()
  const half = hash.subarray(0, hash.length / 2).toString('base64url')
  if (half !== accessTokenHash) throw invalidRequest('Bad ID token')
}

/** The token has the SHA-256 of the nonce, so that a stolen token alone is not enough. */
function requireNonce({ nonce: hashed }: IdToken, nonce: IdTokenRequest['nonce']): void {
  if (Boolean(hashed) !== Boolean(nonce)) {
    const message = 'Passed nonce and nonce in id_token should either both exist or not.'
    throw invalidRequest(message)
  }
  if (nonce && digest(nonce) !== hashed) throw invalidRequest('Nonces mismatch', 'invalid nonce')
}

/** GoTrue's answer has the form of OAuth's errors and no code. */
const invalidRequest = (message: string, error = 'invalid request') =>
  authError(400, 'validation_failed', message, { error, error_description: message })
