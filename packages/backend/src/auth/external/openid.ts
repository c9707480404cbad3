import * as jose from 'jose'
import { z } from 'zod'
import { isProtected } from '../../settings/settings.ts'
import type { Exchange, OpenProvider, Profile, Provider } from './providers.ts'
import { requestJson, TIMEOUT_MS } from './request-json.ts'

/** The provider's metadata are read again after this time, in milliseconds. */
const METADATA_LIFETIME_MS = 3_600_000

/** Asymmetric ones only: with a symmetric one, a holder of the client's secret could sign. */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
]

/** The clocks of both machines may differ by so much, in seconds. */
const CLOCK_TOLERANCE = 30

const endpoint = z.string().refine(isProtected, 'is not https')

/** jose compares `iat` with the clock only together with an age, so a token of the future needs one. */
const MAX_TOKEN_AGE = '1 day'

/** OpenID Connect Discovery 1.0 §3. */
const metadataSchema = z.object({
  issuer: z.string(),
  authorization_endpoint: endpoint,
  token_endpoint: endpoint,
  jwks_uri: endpoint,
  userinfo_endpoint: endpoint.optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
})

type Metadata = z.output<typeof metadataSchema>

const accountClaims = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().optional(),
  email_verified: z.union([z.boolean(), z.string()]).optional(),
  name: z.string().optional(),
  preferred_username: z.string().optional(),
})

const tokenClaims = { nonce: z.string().optional(), at_hash: z.string().optional() }

/**
 * Any OpenID Connect issuer, found by its address.
 * @param name in the settings
 * @param url of the issuer, without `/.well-known/openid-configuration`
 * @returns opens the provider; its promise rejects if the metadata cannot be read
 */
export function createIssuer(name: Provider, url: string): () => Promise<Issuer> {
  let reading: Promise<Issuer> | undefined
  let readAt = 0
  return async () => {
    if (reading && Date.now() - readAt < METADATA_LIFETIME_MS) return reading
    readAt = Date.now()
    reading = readMetadata(name, url).then(toIssuer, (cause: unknown) => {
      throw new Error(`the issuer of auth.external.${name} cannot be used`, { cause })
    })
    // A failure is not cached.
    reading.catch(() => {
      reading = undefined
    })
    return reading
  }
}

async function readMetadata(name: Provider, url: string): Promise<Metadata> {
  const address = url.replace(/\/+$/, '')
  const metadata = metadataSchema.parse(
    await requestJson(`${address}/.well-known/openid-configuration`),
  )
  // Otherwise another issuer could speak for this one (OpenID Connect Discovery 1.0 §4.3).
  if (metadata.issuer.replace(/\/+$/, '') !== address) {
    throw new Error(
      `${address} calls itself ${metadata.issuer}: auth.external.${name}.url must be that`,
    )
  }
  return metadata
}

type Issuer = OpenProvider & Required<Pick<OpenProvider, 'verifyIdToken'>>

function toIssuer(metadata: Metadata): Issuer {
  const keys = jose.createRemoteJWKSet(new URL(metadata.jwks_uri), { timeoutDuration: TIMEOUT_MS })
  const verify = async (
    token: string,
    clientIds: string[],
    alsoRequired: readonly string[] = [],
  ) => {
    const verified = await jose.jwtVerify(token, keys, {
      issuer: metadata.issuer,
      audience: clientIds,
      algorithms: ALGORITHMS,
      clockTolerance: CLOCK_TOLERANCE,
      maxTokenAge: MAX_TOKEN_AGE,
      requiredClaims: ['sub', 'exp', 'iat', ...alsoRequired],
    })
    requireIdToken(verified, clientIds)
    return verified
  }
  return {
    authorize: metadata.authorization_endpoint,
    scope: 'openid email profile',
    issuer: metadata.issuer,
    async fetchProfile(exchange, nonce) {
      const granted = z
        .object({ id_token: z.string(), access_token: z.string().optional() })
        .parse(await exchangeCode(metadata, exchange))
      const { payload } = await verify(granted.id_token, [exchange.client_id], ['nonce'])
      if (payload.nonce !== nonce) throw new Error('unexpected "nonce" claim value')
      const claims = accountClaims.parse(payload)
      const isComplete = claims.email !== undefined && claims.email_verified !== undefined
      if (isComplete || !metadata.userinfo_endpoint || !granted.access_token) {
        return toProfile(metadata, claims)
      }
      const info = await readUserInfo(metadata.userinfo_endpoint, granted.access_token)
      if (info && info.sub !== claims.sub) throw new Error('unexpected "sub" of the user info')
      // The address of the token alone is not known to be verified.
      return toProfile(metadata, { ...claims, ...info })
    },
    async verifyIdToken(token, clientIds) {
      const { payload, protectedHeader } = await verify(token, clientIds)
      refuseGrant(payload)
      const claims = accountClaims.extend(tokenClaims).parse(payload)
      return {
        profile: toProfile(metadata, claims),
        nonce: claims.nonce,
        accessTokenHash: claims.at_hash,
        algorithm: protectedHeader.alg,
      }
    },
  }
}

/**
 * What jose does not check: other tokens of an issuer say what they are, in the header (RFC 9068 §2.1, OpenID Connect
 * Back-Channel Logout 1.0 §2.4), in a claim (Keycloak's `typ`, Cognito's `token_use`) or by their events (RFC 8417 §2.2),
 * and a token for several clients names the one that requested it (OpenID Connect Core 1.0 §3.1.3.7). An ID token may have
 * no type.
 * @throws {jose.errors.JWTClaimValidationFailed}
 */
function requireIdToken(
  { payload, protectedHeader }: jose.JWTVerifyResult,
  clientIds: string[],
): void {
  const isShared = Array.isArray(payload.aud) && payload.aud.length > 1
  const refused = {
    typ: !isIdTokenType(protectedHeader.typ) || !isIdTokenType(payload.typ),
    token_use: !isIdTokenType(payload.token_use),
    events: payload.events !== undefined,
    azp: payload.azp === undefined ? isShared : !clientIds.some((id) => id === payload.azp),
  }
  const wrong = Object.entries(refused).find(([, isRefused]) => isRefused)?.[0]
  if (wrong) throw unexpectedClaim(payload, wrong)
}

/**
 * Claims that say what a token permits (RFC 8693 §4.2, RFC 9396 §9.1): it is an access token, also with the type JWT and for
 * this client, and any server that a client sent it to has it (RFC 8725 §3.12). `client_id` proves nothing: ID tokens of
 * Zitadel have it. A token that the issuer itself answers as the ID token needs no such check.
 * @throws {jose.errors.JWTClaimValidationFailed}
 */
function refuseGrant(payload: jose.JWTPayload): void {
  const grant = ['scope', 'scp', 'authorization_details'].find((claim) => claim in payload)
  if (grant) throw unexpectedClaim(payload, grant)
}

const unexpectedClaim = (payload: jose.JWTPayload, claim: string) => {
  const message = `unexpected "${claim}" value`
  return new jose.errors.JWTClaimValidationFailed(message, payload, claim, 'check_failed')
}

const isIdTokenType = (type: unknown) =>
  type === undefined ||
  (typeof type === 'string' && /^(application\/)?(jwt|id|id_token)$/i.test(type))

function toProfile({ issuer }: Metadata, claims: z.output<typeof accountClaims>): Profile {
  const isVerified = String(claims.email_verified) === 'true'
  return {
    id: claims.sub,
    issuer,
    email: isVerified ? claims.email : undefined,
    name: claims.name ?? claims.preferred_username,
  }
}

/**
 * OpenID Connect Core 1.0 §5.3: the caller checks that the answer is about the account of the ID token.
 * @returns nothing if the issuer does not answer: a member signs in without a verified address
 */
async function readUserInfo(address: string, accessToken: string) {
  const headers = { Authorization: `Bearer ${accessToken}`, Accept: 'application/json' }
  const answer = await requestJson(address, { headers }).catch(() => undefined)
  if (answer === undefined) return undefined
  const { sub, email, email_verified, ...names } = accountClaims.parse(answer)
  // Both or none: the user info does not vouch for an address that only the token has.
  return email === undefined ? { sub, ...names } : { sub, email, email_verified, ...names }
}

/** With the client's secret in the header or in the form, as the issuer wants it (RFC 6749 §2.3.1). */
async function exchangeCode(metadata: Metadata, exchange: Exchange): Promise<unknown> {
  const { client_id, client_secret, ...form } = { ...exchange, grant_type: 'authorization_code' }
  const inHeader = () => {
    const pair = [client_id, client_secret].map(encodeURIComponent).join(':')
    const Authorization = `Basic ${Buffer.from(pair).toString('base64')}`
    return post(metadata.token_endpoint, form, { Authorization })
  }
  const inForm = () => post(metadata.token_endpoint, { ...form, client_id, client_secret }, {})
  const methods = metadata.token_endpoint_auth_methods_supported
  // The header is the default (OpenID Connect Discovery 1.0 §3). Sends the code once only: issuers
  // take a second use for theft.
  return !methods || methods.includes('client_secret_basic') ? inHeader() : inForm()
}

const post = (address: string, form: Record<string, string>, headers: Record<string, string>) =>
  requestJson(address, {
    method: 'POST',
    headers: { Accept: 'application/json', ...headers },
    body: new URLSearchParams(form),
  })
