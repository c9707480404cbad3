// The shape of errors, routes without a bearer token, and responses of disabled features.
import type { UserIdentity } from '@supabase/supabase-js'
import { describe, expect, test } from 'vitest'
import { DatabaseError } from '../../src/database/database.ts'
import { createEmail, PASSWORD, shareTestBackend } from '../support/backends/backend.ts'

const backend = await shareTestBackend()
const member = await backend.createMember()
const { admin } = backend.service.auth
const asOperator = { Authorization: `Bearer ${backend.serviceKey}` }

const send = async (
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: object,
) => {
  const response = await backend.send(method, `auth/v1/${path}`, body, headers)
  const version = response.headers.get('x-supabase-api-version')
  return { status: response.status, version, body: (await response.json()) as object }
}

describe('the version of errors', () => {
  // Five attempts are allowed for one address.
  const signIn = (headers: Record<string, string>) =>
    send('POST', 'token?grant_type=password', headers, { email: createEmail(), password: PASSWORD })
  const message = 'Invalid login credentials'

  test.each(['2024-01-01', '2026-05-05'])('%s has the code as a text', async (version) => {
    expect(await signIn({ 'x-supabase-api-version': version })).toEqual({
      status: 400,
      version: '2024-01-01',
      body: { code: 'invalid_credentials', message },
    })
  })

  test.each<Record<string, string>>([
    {},
    { 'x-supabase-api-version': '2020-01-01' },
    { 'x-supabase-api-version': 'new' },
    { 'x-supabase-api-version': '2024-13-45' },
  ])('the headers %j give the first version', async (headers) => {
    expect(await signIn(headers)).toEqual({
      status: 400,
      version: null,
      body: { code: 400, error_code: 'invalid_credentials', msg: message },
    })
  })

  test('a weak password has its reasons in both versions, and scripts can read the version', async () => {
    const signUp = (headers: Record<string, string>) =>
      backend.send('POST', 'auth/v1/signup', { email: createEmail(), password: 'short' }, headers)
    const second = await signUp({ 'x-supabase-api-version': '2024-01-01' })
    const weak_password = { reasons: ['length'] }
    expect(await second.json()).toMatchObject({ code: 'weak_password', weak_password })
    expect(second.headers.get('access-control-expose-headers')).toMatch(/x-supabase-api-version/i)
    const first = await signUp({})
    expect(await first.json()).toMatchObject({ error_code: 'weak_password', weak_password })
  })
})

describe('the bearer token', () => {
  test.each([
    ['GET', 'user'],
    ['PUT', 'user'],
    ['POST', 'logout'],
    ['POST', 'factors'],
    ['GET', 'reauthenticate'],
    ['GET', 'admin/users'],
  ])('%s %s with an API key alone returns 401 no_authorization', async (method, path) => {
    const { status, body } = await send(method, path)
    const msg = 'This endpoint requires a valid Bearer token'
    expect([status, body]).toEqual([401, { code: 401, error_code: 'no_authorization', msg }])
  })

  test('the service key as API key alone does not authorize admin calls; as bearer token it does', async () => {
    const asKey = await send('GET', 'admin/users', { apikey: backend.serviceKey })
    expect(asKey.status).toBe(401)
    expect((await send('GET', 'admin/users', asOperator)).status).toBe(200)
  })

  test.each(['user', 'admin/users'])(
    '%s with an invalid token returns 403 bad_jwt',
    async (path) => {
      const { status, body } = await send('GET', path, { Authorization: 'Bearer x.y.z' })
      expect([status, body]).toMatchObject([403, { error_code: 'bad_jwt' }])
    },
  )
})

interface Result {
  error: { status?: number | undefined; code?: string | undefined; message: string } | null
}

describe('disabled features', () => {
  const visitor = () => backend.createClient().auth
  const web3Message = { chain: 'ethereum', message: 'x', signature: '0x1' } as const

  test.each<[string, () => Promise<Result>, number, string, string]>([
    [
      'signInWithIdToken',
      () => visitor().signInWithIdToken({ provider: 'google', token: 'x' }),
      ...([400, 'provider_disabled', 'Provider "google" is not enabled'] as const),
    ],
    [
      'signInWithWeb3',
      () => visitor().signInWithWeb3(web3Message),
      ...([422, 'web3_provider_disabled', 'Web3 provider is disabled'] as const),
    ],
    [
      'signInWithSSO',
      () => visitor().signInWithSSO({ domain: 'x.example' }),
      ...([404, 'saml_provider_disabled', 'SAML 2.0 is disabled'] as const),
    ],
    [
      'signInAnonymously',
      () => visitor().signInAnonymously(),
      ...([422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'] as const),
    ],
    [
      'reauthenticate',
      () => member.client.auth.reauthenticate(),
      ...([404, 'feature_disabled', 'Reauthentication is disabled'] as const),
    ],
    [
      'signInWithOtp by phone',
      () => visitor().signInWithOtp({ phone: '+15550100' }),
      ...([400, 'phone_provider_disabled', 'Unsupported phone provider'] as const),
    ],
    [
      'resend by phone',
      () => visitor().resend({ type: 'sms', phone: '+15550100' }),
      ...([400, 'phone_provider_disabled', 'Phone logins are disabled'] as const),
    ],
    [
      'linkIdentity',
      () => member.client.auth.linkIdentity({ provider: 'github' }),
      ...([404, 'manual_linking_disabled', 'Manual linking is disabled'] as const),
    ],
    [
      'enroll with a phone',
      () => member.client.auth.mfa.enroll({ factorType: 'phone', phone: '+15550100' }),
      ...([422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone'] as const),
    ],
    [
      'enroll with WebAuthn',
      () => member.client.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'x' }),
      ...([422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn'] as const),
    ],
    [
      'unlinkIdentity',
      () => member.client.auth.unlinkIdentity({ identity_id: crypto.randomUUID() } as UserIdentity),
      ...([404, 'manual_linking_disabled', 'Manual linking is disabled'] as const),
    ],
    [
      'verifyOtp of a phone',
      () => visitor().verifyOtp({ phone: '+15550100', token: '123456', type: 'sms' }),
      ...([403, 'otp_expired', 'Token has expired or is invalid'] as const),
    ],
    [
      'admin.oauth',
      () => admin.oauth.listClients(),
      ...([404, 'feature_disabled', 'OAuth server is disabled'] as const),
    ],
  ])('%s is refused with a code', async (_label, call, status, code, message) => {
    const { error } = await call()
    expect([error?.status, error?.code, error?.message]).toEqual([status, code, message])
  })

  test('a route that is not there returns 404', async () => {
    expect((await send('GET', 'nothing')).status).toBe(404)
    expect((await send('GET', 'admin/nothing', asOperator)).status).toBe(404)
  })

  const ids = { userId: crypto.randomUUID(), passkeyId: crypto.randomUUID() }

  test.each<[string, string, string]>([
    ['GET', 'admin/custom-providers', 'feature_disabled'],
    ['POST', 'admin/custom-providers', 'feature_disabled'],
    ['GET', 'admin/custom-providers/custom:kiln', 'feature_disabled'],
    ['PUT', 'admin/custom-providers/custom:kiln', 'feature_disabled'],
    ['DELETE', 'admin/custom-providers/custom:kiln', 'feature_disabled'],
    ['GET', `admin/users/${ids.userId}/passkeys`, 'passkey_disabled'],
    ['DELETE', `admin/users/${ids.userId}/passkeys/${ids.passkeyId}`, 'passkey_disabled'],
  ])('%s %s needs the service key and returns 404 %s', async (method, path, error_code) => {
    const sendWith = async (key: string) => {
      const { status, body } = await send(method, path, { Authorization: `Bearer ${key}` })
      return [status, body]
    }
    expect(await sendWith(backend.serviceKey)).toMatchObject([404, { error_code }])
    expect(await sendWith(backend.anonKey)).toMatchObject([403, { error_code: 'not_admin' }])
  })

  test.each<[string, string]>([
    ['GET', 'passkeys'],
    ['PATCH', `passkeys/${ids.passkeyId}`],
    ['DELETE', `passkeys/${ids.passkeyId}`],
    ['POST', 'passkeys/registration/options'],
    ['POST', 'passkeys/registration/verify'],
    ['POST', 'passkeys/authentication/options'],
    ['POST', 'passkeys/authentication/verify'],
  ])('%s %s returns 404 passkey_disabled', async (method, path) => {
    const { status, body } = await send(method, path)
    expect([status, body]).toMatchObject([404, { error_code: 'passkey_disabled' }])
  })

  test('a route of the OAuth server returns 404 with a code', async () => {
    expect((await send('GET', 'oauth/authorize')).body).toMatchObject({
      error_code: 'feature_disabled',
    })
  })
})

describe('listUsers', () => {
  const list = (query: string) =>
    backend.send('GET', `auth/v1/admin/users?${query}`, undefined, asOperator)

  test.each(['page=x', 'page=-1', 'per_page=x', 'per_page=-1', 'page=1.5', 'page=0', 'per_page=0'])(
    '%s returns 400',
    async (query) => {
      const response = await list(query)
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({
        error_code: 'validation_failed',
        msg: expect.stringMatching(/^Bad Pagination Parameters: /),
      })
    },
  )

  test('headers give the number of users and the last page', async () => {
    await backend.createMember()
    const response = await list('page=1&per_page=1')
    const total = response.headers.get('x-total-count')
    expect(Number(total)).toBeGreaterThanOrEqual(2)
    expect(response.headers.get('link')).toBe(
      `</auth/v1/admin/users?page=2&per_page=1>; rel="next", </auth/v1/admin/users?page=${total}&per_page=1>; rel="last"`,
    )
    expect((await list('page=&per_page=')).status).toBe(200)
  })
})

test('a sign-in whose statement takes too long, as behind a locked table, answers 504 as GoTrue', async () => {
  const { database } = backend.db
  const { transactionAsOwner } = database
  const signIn = () =>
    send('POST', 'token?grant_type=password', {}, { email: member.email, password: PASSWORD })
  database.transactionAsOwner = () =>
    Promise.reject(new DatabaseError('57014', 'canceling statement due to statement timeout'))
  const late = await signIn()
  database.transactionAsOwner = transactionAsOwner
  expect(backend.loggedErrors.splice(0)).toMatchObject([{ code: '57014' }])
  expect(late).toMatchObject({
    status: 504,
    body: {
      error_code: 'request_timeout',
      msg: 'Processing this request timed out, please retry after a moment.',
    },
  })
  expect((await signIn()).status).toBe(200)
})
