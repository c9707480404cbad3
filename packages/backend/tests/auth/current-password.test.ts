// Changes of what an account signs in with, by sessions of different ages.

import { describe, expect, test } from 'vitest'
import {
  createEmail,
  PASSWORD,
  shareTestBackend,
  type TestMember,
} from '../support/backends/backend.ts'
import { createCode } from '../support/services/authenticator.ts'

const backend = await shareTestBackend()

type Auth = TestMember['client']['auth']
interface Account {
  auth: Auth
  email: string
}

const NEW_PASSWORD = 'Another-Kettle-84'

/** Dates all sessions back, as if they had begun six minutes ago. */
async function age(): Promise<void> {
  await backend.db.asOwner`update auth.sessions set created_at = created_at - interval '6 minutes',
       amr = (select jsonb_agg(e || jsonb_build_object('timestamp', (e ->> 'timestamp')::bigint - 360) order by n)
         from jsonb_array_elements(amr) with ordinality a (e, n))`
}

async function createFresh(): Promise<Account> {
  const { email, client } = await backend.createMember()
  return { email, auth: client.auth }
}

async function createOld(): Promise<Account> {
  const account = await createFresh()
  await age()
  return account
}

/** A session of the link for a forgotten password, which is old by now. */
async function createRecovered(): Promise<Account> {
  const { email } = await backend.createMember()
  await backend.createClient().auth.resetPasswordForEmail(email)
  const { fragment } = await backend.openMail(email)
  const { auth } = await backend.continueSession(fragment)
  await age()
  return { email, auth }
}

async function createWithoutPassword(): Promise<Account> {
  const account = await createOld()
  await backend.db
    .asOwner`update auth.users set encrypted_password = null where email = ${account.email}`
  return account
}

/** An old session of an account with two-step sign-in. */
async function createProtected(): Promise<Account & { factorId: string; secret: string }> {
  const account = await createFresh()
  const { data } = await account.auth.mfa.enroll({ factorType: 'totp' })
  const [factorId, secret] = [data?.id ?? '', data?.totp.secret ?? '']
  const code = createCode(secret, -1)
  const { error } = await account.auth.mfa.challengeAndVerify({ factorId, code })
  if (error) throw error
  await age()
  return { ...account, factorId, secret }
}

const errorOf = async (call: Promise<{ error: { status?: number; code?: string } | null }>) => {
  const { error } = await call
  return error && [error.status, error.code]
}

const REQUIRED = [400, 'current_password_required']
const INVALID = [400, 'current_password_invalid']

test.each<[string, typeof REQUIRED | null, () => Promise<Account>, string?]>([
  ['a fresh session', null, createFresh],
  ['a fresh session with the password', null, createFresh, PASSWORD],
  ['a fresh session with a wrong password', INVALID, createFresh, 'Wrong-Kettle-84'],
  ['an old session', REQUIRED, createOld],
  ['an old session with an empty password', REQUIRED, createOld, ''],
  ['an old session with a wrong password', INVALID, createOld, 'Wrong-Kettle-84'],
  ['an old session with the password', null, createOld, PASSWORD],
  ['an old session of a recovery link', null, createRecovered],
  ['an old session of an account without a password', null, createWithoutPassword],
  ['an old session with two-step sign-in', REQUIRED, createProtected],
])('updateUser with a new password in %s returns %j', async (_label, expected, create, current) => {
  const { auth, email } = await create()
  const more = current === undefined ? {} : { current_password: current }
  expect(await errorOf(auth.updateUser({ password: NEW_PASSWORD, ...more }))).toEqual(expected)
  const isSignedIn = async (password: string) =>
    (await backend.signIn(email, password)).error === null
  expect(await isSignedIn(NEW_PASSWORD)).toBe(expected === null)
})

test('updateUser with a new address in an old session needs the password, metadata does not', async () => {
  const { auth } = await createOld()
  expect((await auth.updateUser({ data: { nickname: 'Vi' } })).error).toBeNull()
  expect(await errorOf(auth.updateUser({ email: createEmail() }))).toEqual(REQUIRED)
  const { error } = await auth.updateUser({ email: createEmail(), current_password: PASSWORD })
  expect(error).toBeNull()
})

test('a recovery session needs the new password once it is old', async () => {
  const { auth } = await createRecovered()
  await auth.updateUser({ password: NEW_PASSWORD })
  await age()
  expect(await errorOf(auth.updateUser({ password: PASSWORD }))).toEqual(REQUIRED)
  const change = { password: PASSWORD, current_password: NEW_PASSWORD }
  expect((await auth.updateUser(change)).error).toBeNull()
})

test('a refreshed session is as old as its sign-in', async () => {
  const { auth } = await createOld()
  expect((await auth.refreshSession()).error).toBeNull()
  expect(await errorOf(auth.updateUser({ password: NEW_PASSWORD }))).toEqual(REQUIRED)
})

describe('two-step sign-in', () => {
  const NEEDED = [400, 'reauthentication_needed']
  const enroll = ({ auth }: Account) => errorOf(auth.mfa.enroll({ factorType: 'totp' }))

  test.each([
    ['a fresh session', null, createFresh],
    ['an old session', NEEDED, createOld],
    ['an old session of a recovery link', null, createRecovered],
    ['an old session of an account without a password', null, createWithoutPassword],
  ])('enroll in %s returns %j, and getUser announces it', async (_label, expected, create) => {
    const account = await create()
    const { data } = await account.auth.getUser()
    expect(data.user && 'reauthentication_needed' in data.user).toBe(expected !== null)
    expect(await enroll(account)).toEqual(expected)
  })

  test('updateUser with the current password alone allows enroll for five minutes', async () => {
    const account = await createOld()
    const { auth } = account
    expect(await errorOf(auth.updateUser({ current_password: 'Wrong-Kettle-84' }))).toEqual(INVALID)
    expect(await enroll(account)).toEqual(NEEDED)
    expect((await auth.updateUser({ current_password: PASSWORD })).error).toBeNull()
    expect(await enroll(account)).toBeNull()
    await age()
    expect(await enroll(account)).toEqual(NEEDED)
  })

  test('an enrollment that began in time can be finished and given up', async () => {
    const [finished, ended] = [await createFresh(), await createFresh()]
    const { data } = await finished.auth.mfa.enroll({ factorType: 'totp' })
    const other = await ended.auth.mfa.enroll({ factorType: 'totp' })
    await age()
    const code = createCode(data?.totp.secret ?? '')
    const { error } = await finished.auth.mfa.challengeAndVerify({ factorId: data?.id ?? '', code })
    expect(error).toBeNull()
    expect((await ended.auth.mfa.unenroll({ factorId: other.data?.id ?? '' })).error).toBeNull()
  })

  test.each<
    [string, (account: Account & { factorId: string; secret: string }) => Promise<unknown>]
  >([
    ['the password', ({ auth }) => auth.updateUser({ current_password: PASSWORD })],
    [
      'a code',
      ({ auth, factorId, secret }) =>
        auth.mfa.challengeAndVerify({ factorId, code: createCode(secret) }),
    ],
  ])('recovery codes and unenroll in an old session need %s', async (_label, prove) => {
    const account = await createProtected()
    const { auth, factorId } = account
    const token = (await auth.getSession()).data.session?.access_token
    const sendCodes = async (method: string, path = '') => {
      const headers = { Authorization: `Bearer ${token}` }
      const url = `auth/v1/factors/recovery-codes${path}`
      const response = await backend.send(method, url, {}, headers)
      return (await response.json()).error_code
    }
    expect(await sendCodes('POST')).toBe('reauthentication_needed')
    expect(await errorOf(auth.mfa.unenroll({ factorId }))).toEqual(NEEDED)
    await prove(account)
    expect(await sendCodes('POST')).toBeUndefined()
    await age()
    expect(await sendCodes('POST', '/regenerate')).toBe('reauthentication_needed')
    expect(await sendCodes('DELETE')).toBe('reauthentication_needed')
    expect((await auth.updateUser({ current_password: PASSWORD })).error).toBeNull()
    expect(await sendCodes('POST', '/regenerate')).toBeUndefined()
    expect(await sendCodes('DELETE')).toBeUndefined()
    expect((await auth.mfa.unenroll({ factorId })).error).toBeNull()
  })
})

test('five wrong current passwords return 429 for the right one, and for a sign-in from elsewhere', async () => {
  const { auth, email } = await createOld()
  for (let count = 0; count < 5; count += 1) {
    const change = { password: NEW_PASSWORD, current_password: `Wrong-Kettle-${count}` }
    expect(await errorOf(auth.updateUser(change))).toEqual(INVALID)
  }
  const right = { password: NEW_PASSWORD, current_password: PASSWORD }
  expect((await errorOf(auth.updateUser(right)))?.[0]).toBe(429)
  expect((await backend.signIn(email)).error?.status).toBe(429)
})
