// Anonymous sign-ins, and what anonymous users may do.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Settings } from '../../../backend/settings/settings.ts'
import { createAnonymous, setInviteOnly } from '../../support/backends/anonymous.ts'
import {
  PASSWORD,
  startTestBackend,
  type TestBackend,
  type TestMember,
} from '../../support/backends/backend.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend((settings) => {
    settings.auth.enable_anonymous_sign_ins = true
  })
})
afterAll(() => backend.close())

/** One pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

const createEmail = () => `${crypto.randomUUID()}@people.example`

test('signInAnonymously creates a user without an address, and the token says so', async () => {
  const { client, user } = await createAnonymous(backend)
  expect(user).toMatchObject({ is_anonymous: true, email: '', user_metadata: { color: 'red' } })
  expect([user.app_metadata, user.identities]).toEqual([{}, []])
  const { data } = await client.auth.getClaims()
  expect(data?.claims).toMatchObject({
    is_anonymous: true,
    role: 'authenticated',
    amr: [{ method: 'anonymous' }],
  })
  expect((await client.auth.refreshSession()).data.user?.is_anonymous).toBe(true)
})

test('an anonymous user has no profile and posts nothing, where a member does', async () => {
  const { client, user } = await createAnonymous(backend)
  const member = await backend.createMember()
  const readProfile = (who: { client: TestMember['client']; id: string }) =>
    who.client.from('profiles').select('user_id').eq('user_id', who.id)
  expect((await readProfile({ client, id: user.id })).data).toEqual([])
  expect((await readProfile(member)).data).toEqual([{ user_id: member.id }])
  const company = { name: 'Anonymous Ltd', size: '1-10' }
  const refused = await client.from('companies').insert(company)
  // The founder needs a profile.
  expect([refused.status, refused.error?.code]).toEqual([409, '23503'])
  expect((await member.client.from('companies').insert(company)).error).toBeNull()
  const upload = (from: TestMember['client'], id: string) =>
    from.storage.from('avatars').upload(`${id}/1.png`, new Blob([PNG], { type: 'image/png' }))
  expect((await upload(client, user.id)).error).toMatchObject({ statusCode: '403' })
  expect((await upload(member.client, member.id)).error).toBeNull()
})

test('an anonymous user cannot enrol a factor and has no address to reauthenticate with', async () => {
  const { client } = await createAnonymous(backend)
  const enrolled = await client.auth.mfa.enroll({ factorType: 'totp' })
  expect([enrolled.error?.status, enrolled.error?.code]).toEqual([403, 'no_authorization'])
  expect((await client.auth.reauthenticate()).error?.message).toBe(
    'Reauthentication requires the user to have an email or a phone number',
  )
})

test('a closed sign-up refuses anonymous users, and an address for those from before', async () => {
  const changed: Settings[] = []
  const server = await startTestBackend(
    (settings) => {
      settings.auth.enable_anonymous_sign_ins = true
      changed.push(settings)
    },
    { db: backend.db },
  )
  try {
    const auth = changed[0]?.auth
    if (!auth) throw new Error('the backend has no settings')
    const { client } = await createAnonymous(server)
    auth.enable_signup = false
    const { error } = await server.createClient().auth.signInAnonymously()
    expect([error?.status, error?.code]).toEqual([422, 'signup_disabled'])
    const closed = await client.auth.updateUser({ email: createEmail() })
    expect([closed.error?.status, closed.error?.code]).toEqual([422, 'signup_disabled'])
    auth.enable_signup = true
    auth.email.enable_signup = false
    const byEmail = await client.auth.updateUser({ email: createEmail() })
    expect(byEmail.error?.code).toBe('email_provider_disabled')
    auth.email.enable_signup = true
    expect((await client.auth.updateUser({ email: createEmail() })).error).toBeNull()
  } finally {
    await server.close()
  }
})

test('an invitation-only site refuses anonymous users', async () => {
  const { client } = await createAnonymous(backend)
  await setInviteOnly(backend, true)
  try {
    const { error } = await backend.createClient().auth.signInAnonymously()
    expect([error?.status, error?.code]).toEqual([422, 'invitation_required'])
    const converted = await client.auth.updateUser({ email: createEmail() })
    expect(converted.error?.code).toBe('invitation_required')
  } finally {
    await setInviteOnly(backend, false)
  }
})

test('one network has auth.rate_limit.anonymous_users in an hour, an IPv6 /48 four times as many', async () => {
  const limited = await startTestBackend(
    (settings) => {
      settings.auth.enable_anonymous_sign_ins = true
      settings.auth.rate_limit.anonymous_users = 2
    },
    { db: backend.db },
  )
  try {
    const signIn = async (network: string) =>
      (await limited.createClient(network).auth.signInAnonymously()).error?.status
    for (const expected of [undefined, undefined, 429]) {
      expect(await signIn('203.0.113.1')).toBe(expected)
    }
    expect(await signIn('203.0.113.2')).toBeUndefined()
    const statuses = []
    for (const network of ['1', '2', '3', '4', '5']) {
      const address = `2001:db8:1:${network}`
      statuses.push(await signIn(address), await signIn(address))
    }
    expect(statuses).toEqual([...Array(8).fill(undefined), 429, 429])
    expect(await signIn('2001:db8:2:1')).toBeUndefined()
    // Programs on this machine have no limit.
    for (let count = 0; count < 3; count += 1) expect(await signIn('127.0.0.1')).toBeUndefined()
  } finally {
    await limited.close()
  }
})

test.each([
  ['without a password', {}],
  ['with a password', { password: PASSWORD }],
])('attempts to convert %s have the limit of sign-ins for a network', async (_case, password) => {
  const limited = await startTestBackend(
    (settings) => {
      settings.auth.enable_anonymous_sign_ins = true
      settings.auth.email.enable_confirmations = false
      settings.auth.rate_limit.sign_in_sign_ups = 3
    },
    { db: backend.db },
  )
  try {
    const { email: taken } = await backend.createMember()
    const clientIn = async (network: string) => {
      const client = limited.createClient(network)
      await client.auth.signInAnonymously()
      return client
    }
    const convert = async (network: string, email: string) => {
      const { auth } = await clientIn(network)
      return (await auth.updateUser({ email, ...password })).error?.code
    }
    for (let count = 0; count < 3; count += 1) {
      expect(await convert('203.0.113.1', taken)).toBe('email_exists')
    }
    expect(await convert('203.0.113.1', taken)).toBe('over_request_rate_limit')
    expect(await convert('203.0.113.2', createEmail())).toBeUndefined()
    // A change without an address does not count.
    const { auth } = await clientIn('203.0.113.1')
    expect((await auth.updateUser({ data: { color: 'blue' } })).error).toBeNull()
  } finally {
    await limited.close()
  }
})

test('no request of this file caused a server error', () =>
  expect(backend.loggedErrors).toEqual([]))
