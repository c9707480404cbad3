// Sign-in with any OpenID Connect issuer, which is on loopback, over HTTP.

import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  openTestBackend,
  shareTestBackend,
  type TestBackend,
} from '../../support/backends/backend.ts'
import { type FakeIssuer, type IssuedClaims, startIssuer } from '../../support/services/issuer.ts'
import {
  authorize,
  CLIENT,
  createClaims,
  readUser as readUserOf,
  requestCallback,
} from '../../support/services/provider-sign-in.ts'

const issuer = await startIssuer()
afterAll(() => issuer.close())
const backend = await shareTestBackend((settings) => {
  settings.auth.external.keycloak = { ...CLIENT, url: issuer.url }
  // After the comma is an app, which signs in with ID tokens.
  settings.auth.external.google = { ...CLIENT, client_id: 'the client, an app', url: issuer.url }
})

/** Opens a backend of another issuer, with the same accounts. */
const openBackendOf = (url: string) =>
  openTestBackend(
    (settings) => {
      settings.auth.external.keycloak = { ...CLIENT, url }
    },
    { db: backend.db },
  )

async function signIn(
  claims: IssuedClaims,
  { at = backend, from = issuer, provider = 'keycloak', iss, ...options }: SignInOptions = {},
) {
  const { target, cookie } = await authorize(at, provider)
  const code = from.grant(claims, target.searchParams, options)
  const state = target.searchParams.get('state') ?? ''
  const answer = { code, state, ...(iss ? { iss } : {}) }
  return (await requestCallback(at, answer, cookie)).fragment
}

interface SignInOptions extends NonNullable<Parameters<FakeIssuer['grant']>[2]> {
  at?: TestBackend
  from?: FakeIssuer
  provider?: 'keycloak' | 'google'
  iss?: string
}

const readUser = (fragment: URLSearchParams) => readUserOf(backend, { fragment })

test('/authorize redirects to the discovered address, with challenge and nonce', async () => {
  const { target } = await authorize(backend, 'keycloak')
  expect(target.href.split('?')[0]).toBe(`${issuer.url}/authorize`)
  expect(Object.fromEntries(target.searchParams)).toMatchObject({
    prompt: 'login',
    client_id: 'the client',
    redirect_uri: `${backend.url}/auth/v1/callback`,
    response_type: 'code',
    scope: 'openid email profile',
    code_challenge_method: 'S256',
    nonce: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  expect((await authorize(backend, 'keycloak')).target.searchParams.get('nonce')).not.toBe(
    target.searchParams.get('nonce'),
  )
  const settings = await (await fetch(`${backend.url}/auth/v1/settings`)).json()
  expect(settings).toMatchObject({ external: { keycloak: true, google: true, github: false } })
})

test.each(['keycloak', 'google'] as const)(
  'an account of %s is created, and found again by the issuer’s id',
  async (provider) => {
    const account = createClaims()
    const user = await readUser(await signIn(account, { iss: issuer.url, provider }))
    expect(user).toMatchObject({
      email: account.email,
      app_metadata: { provider, providers: [provider] },
      identities: [{ provider, id: account.sub }],
    })
    const changed = { ...createClaims(), sub: account.sub, email_verified: false }
    expect((await readUser(await signIn(changed, { provider })))?.id).toBe(user?.id)
  },
)

test('an existing account is found by a verified address alone', async () => {
  const person = await backend.createMember()
  const account = createClaims(person.email)
  for (const email_verified of [false, 'false', null]) {
    const fragment = await signIn({ ...account, email_verified })
    expect(fragment.get('error_code')).toBe('provider_email_needs_verification')
  }
  const linked = await readUser(await signIn({ ...account, email: person.email.toUpperCase() }))
  expect(linked?.id).toBe(person.id)
  expect(linked?.identities?.map(({ provider }) => provider)).toEqual(['email', 'keycloak'])
  const { error } = await backend.signIn(person.email)
  expect(error).toBeNull()
})

describe('an ID token is refused', () => {
  const soon = () => Math.floor(Date.now() / 1000)
  test.each<[string, IssuedClaims, SignInOptions?]>([
    ['with another nonce', { nonce: 'x' }],
    ['without a nonce', { nonce: null }],
    ['for another client', { aud: 'another client' }],
    ['with the type of an access token', {}, { typ: 'at+jwt' }],
    ['of another issuer', { iss: 'https://issuer.example' }],
    ['that has ended', { exp: soon() - 60 }],
    ['without an end', { exp: null }],
    ['that is not valid yet', { nbf: soon() + 600 }],
    ['without a signature', {}, { signature: 'none' }],
    ['signed with the secret', {}, { signature: 'HS256' }],
    ['in an answer that names another issuer', {}, { iss: 'https://issuer.example' }],
  ])('%s', async (_case, claims, options) => {
    const account = createClaims()
    const fragment = await signIn({ ...account, ...claims }, options)
    expect(fragment.get('error_code')).toBe('unexpected_failure')
    expect(fragment.get('access_token')).toBeNull()
    expect(backend.loggedErrors.splice(0)).toMatchObject([
      { message: 'sign-in with keycloak failed' },
    ])
    expect((await signIn(account)).get('access_token')).toBeTruthy()
  })
})

test('the user info completes an ID token without an address, if it is of the same account', async () => {
  const { sub, ...rest } = createClaims()
  const other = { ...rest, sub: crypto.randomUUID() }
  const refused = await signIn({ sub }, { userinfo: other })
  expect(refused.get('error_code')).toBe('unexpected_failure')
  expect(backend.loggedErrors.splice(0)).toHaveLength(1)
  const user = await readUser(await signIn({ sub }, { userinfo: { ...rest, sub } }))
  expect(user?.email).toBe(rest.email)
})

test.each([
  [['header', 'form'], undefined, ['header']],
  [['form'], ['client_secret_post'], ['form']],
  [['header'], ['client_secret_basic', 'client_secret_post'], ['header']],
] as const)(
  'an issuer that accepts the secret in %s and announces %s gets it in %s',
  async (accepted, announced, used) => {
    const other = await startIssuer(accepted)
    onTestFinished(() => other.close())
    if (announced) other.describe({ token_endpoint_auth_methods_supported: announced })
    const at = await openBackendOf(`${other.url}/`)
    const fragment = await signIn(createClaims(), { at, from: other })
    expect(fragment.get('access_token')).toBeTruthy()
    expect(other.readClientAuth()).toEqual(used)
  },
)

test('a refused code is not sent a second time', async () => {
  const other = await startIssuer(['form'])
  onTestFinished(() => other.close())
  const at = await openBackendOf(other.url)
  const fragment = await signIn(createClaims(), { at, from: other })
  expect(fragment.get('error_code')).toBe('unexpected_failure')
  expect(other.readClientAuth()).toEqual(['header'])
})

test('the user info says whether an address is verified, if the ID token does not', async () => {
  const { email_verified, ...account } = createClaims()
  const unverified = { ...account, email_verified: false }
  for (const userinfo of [unverified, { sub: account.sub, email_verified }]) {
    const refused = await signIn(account, { userinfo })
    expect(refused.get('error_code')).toBe('provider_email_needs_verification')
  }
  const user = await readUser(await signIn(account, { userinfo: { ...account, email_verified } }))
  expect(user?.email).toBe(account.email)
})

test('the same id at another issuer is another account', async () => {
  const other = await startIssuer()
  onTestFinished(() => other.close())
  const at = await openBackendOf(other.url)
  const signInAt = async (server: TestBackend, from: FakeIssuer, claims: IssuedClaims) => {
    const fragment = await signIn(claims, { at: server, from })
    return (await readUserOf(server, { fragment }))?.id
  }
  const account = createClaims()
  const first = await signInAt(backend, issuer, account)
  const second = await signInAt(at, other, { ...createClaims(), sub: account.sub })
  expect(second).toEqual(expect.any(String))
  expect(second).not.toBe(first)
  expect(await signInAt(backend, issuer, account)).toBe(first)
})

test('an issuer is compared with its path, and without a slash at the end', async () => {
  const other = await startIssuer()
  onTestFinished(() => other.close())
  const account = createClaims()
  const signInAgain = async (iss: string) => {
    const at = await openBackendOf(other.url)
    const claims = { ...createClaims(), sub: account.sub, iss }
    return readUserOf(at, { fragment: await signIn(claims, { at, from: other }) })
  }
  const owner = await signInAgain(other.url)
  expect(owner?.id).toEqual(expect.any(String))
  const slashed = `${other.url}/`
  other.describe({ issuer: slashed })
  expect((await signInAgain(slashed))?.id).toBe(owner?.id)
  await backend.db.asOwner('update auth.identities set issuer = $2 where provider_id = $1', [
    account.sub,
    new URL('/realms/other', other.url).href,
  ])
  const stranger = await signInAgain(slashed)
  expect(stranger?.id).toEqual(expect.any(String))
  expect(stranger?.id).not.toBe(owner?.id)
})

describe('/authorize returns to the site with an error', () => {
  test.each<[string, (broken: FakeIssuer) => void | Promise<void>]>([
    ['if the issuer cannot be reached', (broken) => broken.close()],
    ['if it calls itself otherwise', (broken) => broken.describe({ issuer: 'https://x.example' })],
    [
      'if it sends tokens unprotected',
      (broken) => broken.describe({ token_endpoint: 'http://issuer.example/token' }),
    ],
  ])('%s, and asks again at the next sign-in', async (_case, breakIt) => {
    const broken = await startIssuer()
    onTestFinished(() => broken.close().catch(() => {}))
    const at = await openBackendOf(broken.url)
    await breakIt(broken)
    const { target } = await authorize(at, 'keycloak')
    expect(target.pathname).toBe('/welcome')
    expect(Object.fromEntries(new URLSearchParams(target.hash.slice(1)))).toMatchObject({
      error: 'server_error',
      error_code: 'unexpected_failure',
      error_description: 'The sign-in provider cannot be reached',
    })
    expect(at.loggedErrors).toMatchObject([
      { message: 'the issuer of auth.external.keycloak cannot be used' },
    ])
    broken.describe({})
    await authorize(at, 'keycloak')
  })
})
