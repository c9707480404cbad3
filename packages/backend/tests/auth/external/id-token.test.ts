// signInWithIdToken: an app has the ID token of a provider, which is on loopback.
import { createHash } from 'node:crypto'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Settings } from '../../../src/settings/settings.ts'
import { openTestBackend, shareTestBackend } from '../../support/backends/backend.ts'
import { type IssuedClaims, startIssuer } from '../../support/services/issuer.ts'
import { CLIENT, createClaims } from '../../support/services/provider-sign-in.ts'

const issuer = await startIssuer()
afterAll(() => issuer.close())
const backend = await shareTestBackend((settings) => {
  settings.auth.external.keycloak = { ...CLIENT, url: issuer.url }
  const client_id = 'the client, the app,the tablet'
  settings.auth.external.google = { ...CLIENT, client_id, url: issuer.url }
})

/** Opens a backend of the same accounts, with other settings. */
const openWith = (change: (auth: Settings['auth']) => void) =>
  openTestBackend(({ auth }) => change(auth), { db: backend.db })

const sha256 = (text: string) => createHash('sha256').update(text)

interface Sent {
  provider?: string
  nonce?: string
  access_token?: string
}

type Signature = Parameters<typeof issuer.issueToken>[1]

async function signIn(claims: IssuedClaims, sent: Sent = {}, signature?: Signature) {
  const token = await issuer.issueToken(claims, signature)
  return backend.createClient().auth.signInWithIdToken({ provider: 'keycloak', token, ...sent })
}

test.each(['keycloak', 'google'])(
  'an ID token of %s creates an account, and finds it again by its id',
  async (provider) => {
    const account = createClaims()
    const { data, error } = await signIn(account, { provider })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      email: account.email,
      app_metadata: { provider, providers: [provider] },
      user_metadata: { name: 'Vi Kettle' },
    })
    const claims = await backend.createClient().auth.getClaims(data.session?.access_token)
    expect(claims.data?.claims.amr).toMatchObject([{ method: 'oauth' }])
    const changed = { ...createClaims(), sub: account.sub, email_verified: false }
    expect((await signIn(changed, { provider })).data.user?.id).toBe(data.user?.id)
  },
)

test('first sign-ins of a member at the same time find one account', async () => {
  const member = await backend.createMember()
  const account = createClaims(member.email)
  const results = await Promise.all([signIn(account), signIn(account), signIn(account)])
  expect(results.map(({ data, error }) => [data.user?.id, error])).toEqual(
    results.map(() => [member.id, null]),
  )
})

describe('an ID token is refused', () => {
  const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds
  const YEAR = 365 * 86_400
  test.each<[string, IssuedClaims, Signature?]>([
    ['for another client', { aud: 'another client' }],
    ['for several clients, without azp', { aud: ['x', 'the client'] }],
    ['for several clients, of which another asked', { aud: ['the client', 'x'], azp: 'x' }],
    ['for this client, which another asked for', { azp: 'x' }],
    ['with an azp that is no text', { azp: ['the client'] }],
    ['for an app that the setting does not name', { aud: 'the app' }],
    ['that such an app asked for', { azp: 'the app' }],
    ['with scopes', { scope: 'openid email', client_id: 'the client', jti: 'one' }],
    ['with scopes and the type JWT', { scope: '' }, { typ: 'JWT' }],
    ['with scopes of Entra ID and Okta', { scp: ['openid'], azp: 'the client' }],
    ['with rights in detail', { authorization_details: [{ type: 'kettle' }] }],
    ['without an account', { sub: null }],
    ['issued in 50 years', { iat: inSeconds(50 * YEAR), exp: inSeconds(51 * YEAR) }],
    ['issued in two minutes', { iat: inSeconds(120), exp: inSeconds(180) }],
    ['issued two days ago', { iat: inSeconds(-2 * 86_400) }],
    ['with the type of an access token', {}, { typ: 'at+jwt' }],
    ['with the full type of an access token', {}, { typ: 'application/at+jwt' }],
    ['with the type of a logout token', {}, { typ: 'logout+jwt' }],
    ['with the type of a bearer token', {}, { typ: 'Bearer' }],
    ['with the claim of an access token of Keycloak', { typ: 'Bearer' }],
    ['with the claim of a refresh token of Keycloak', { typ: 'Refresh' }],
    ['with the claim of a logout token of Keycloak', { typ: 'Logout' }, { typ: 'JWT' }],
    ['with a type claim that is no text', { typ: ['ID'] }],
    ['with the claim of an access token of Cognito', { token_use: 'access' }],
    [
      'with the event of a logout',
      { events: { 'http://schemas.openid.net/event/backchannel-logout': {} }, sid: 'one' },
    ],
    ['with another event', { events: { 'https://schemas.example/event/session-revoked': {} } }],
    ['with events that are none', { events: '' }],
    ['signed with an unpublished key', {}, { signature: 'foreign' }],
  ])('%s', async (_case, claims, signature) => {
    const account = createClaims()
    const { error } = await signIn({ ...account, ...claims }, {}, signature)
    expect(error).toMatchObject({ status: 400, code: 'validation_failed', message: 'Bad ID token' })
    expect((await signIn(account)).error).toBeNull()
  })
})

test.each<[string, IssuedClaims, Signature?]>([
  ['a list of this client alone', { aud: ['the client'] }],
  ['azp of this client among several', { aud: ['x', 'the client'], azp: 'the client' }],
  ['the type JWT', {}, { typ: 'JWT' }],
  ['the full type', {}, { typ: 'application/jwt' }],
  ['the claim of an ID token of Keycloak', { typ: 'ID' }, { typ: 'JWT' }],
  ['the claim of an ID token of Cognito', { token_use: 'id' }],
  ['the client that requested it, as of Zitadel', { client_id: 'the client', azp: 'the client' }],
  ['a clock that is twenty seconds ahead', { iat: Math.floor(Date.now() / 1000) + 20 }],
])('an ID token with %s is accepted', async (_case, claims, signature) => {
  expect((await signIn({ ...createClaims(), ...claims }, {}, signature)).error).toBeNull()
})

test('apps of the setting sign in with tokens for them and for the site', async () => {
  for (const claims of [
    { aud: 'the app' },
    { aud: 'the client', azp: 'the app' },
    { aud: 'the app', azp: 'the client' },
    { aud: ['x', 'the tablet'], azp: 'the app' },
  ])
    expect([
      claims,
      (await signIn({ ...createClaims(), ...claims }, { provider: 'google' })).error,
    ]).toEqual([claims, null])
  for (const claims of [{ aud: 'x' }, { aud: 'the app', azp: 'x' }, { aud: 'the client, the app' }])
    expect([
      claims,
      (await signIn({ ...createClaims(), ...claims }, { provider: 'google' })).error?.code,
    ]).toEqual([claims, 'validation_failed'])
})

test('the token has the hash of the nonce that the client sends', async () => {
  const account = createClaims()
  const withNonce = { ...account, nonce: sha256('the nonce').digest('hex') }
  const either = 'Passed nonce and nonce in id_token should either both exist or not.'
  expect((await signIn(withNonce, { nonce: 'another' })).error?.message).toBe('Nonces mismatch')
  expect((await signIn(withNonce)).error?.message).toBe(either)
  expect((await signIn(account, { nonce: 'the nonce' })).error?.message).toBe(either)
  expect((await signIn(withNonce, { nonce: 'the nonce' })).error).toBeNull()
})

test('the access token is the one that the ID token names', async () => {
  const at_hash = sha256('the token').digest().subarray(0, 16).toString('base64url')
  const claims = { ...createClaims(), at_hash }
  expect((await signIn(claims, { access_token: 'another' })).error?.message).toBe('Bad ID token')
  expect((await signIn(claims, { access_token: 'the token' })).error).toBeNull()
})

test.each([
  ['apple', 'provider_disabled'],
  ['github', 'validation_failed'],
  ['custom:kiln', 'validation_failed'],
])('%s returns 400 %s', async (provider, code) => {
  const { error } = await signIn(createClaims(), { provider })
  expect([error?.status, error?.code]).toEqual([400, code])
})

test('with enable_signup = false only members sign in', async () => {
  const closed = await openWith((auth) => {
    auth.external.keycloak = { ...CLIENT, url: issuer.url }
    auth.enable_signup = false
  })
  const { auth } = closed.createClient()
  const signInThere = async (account: IssuedClaims) =>
    auth.signInWithIdToken({ provider: 'keycloak', token: await issuer.issueToken(account) })
  expect((await signInThere(createClaims())).error?.code).toBe('signup_disabled')
  const member = await backend.createMember()
  expect((await signInThere(createClaims(member.email))).data.user?.id).toBe(member.id)
})

test('attempts have the limit of sign-ins for a network', async () => {
  const limited = await openWith((auth) => {
    auth.external.keycloak = { ...CLIENT, url: issuer.url }
    auth.rate_limit.sign_in_sign_ups = 2
  })
  const attempt = async (network: string) => {
    const { auth } = limited.createClient(network)
    const token = await issuer.issueToken(createClaims())
    return (await auth.signInWithIdToken({ provider: 'keycloak', token })).error?.status
  }
  expect([await attempt('203.0.113.1'), await attempt('203.0.113.1')]).toEqual([
    undefined,
    undefined,
  ])
  expect(await attempt('203.0.113.1')).toBe(429)
  expect(await attempt('203.0.113.2')).toBeUndefined()
})

test('an issuer that cannot be reached returns 500, and the log names it', async () => {
  const broken = await startIssuer()
  onTestFinished(() => broken.close())
  const setGoogle = (auth: Settings['auth']) => {
    auth.external.google = { ...CLIENT, url: broken.url }
  }
  const at = await openWith(setGoogle)
  const token = await broken.issueToken(createClaims())
  const signInThere = () => at.createClient().auth.signInWithIdToken({ provider: 'google', token })
  expect((await signInThere()).error).toBeNull()
  broken.describe({ jwks_uri: 'http://issuer.example/keys' })
  const later = await openWith(setGoogle)
  const { error } = await later.createClient().auth.signInWithIdToken({ provider: 'google', token })
  expect(error?.status).toBe(500)
  expect(later.loggedErrors).toMatchObject([
    { message: 'the issuer of auth.external.google cannot be used' },
  ])
})
