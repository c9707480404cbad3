// A new password in an old session: reauthenticate and auth.email.secure_password_change.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  PASSWORD,
  startTestBackend,
  type TestBackend,
  type TestMember,
} from '../../support/backends/backend.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend((settings) => {
    settings.auth.email.secure_password_change = true
  })
})
afterAll(() => backend.close())

const NEW_PASSWORD = 'Another-Kettle-84'

/** A member whose session began a day ago. */
async function createMemberOfYesterday(): Promise<TestMember> {
  const member = await backend.createMember()
  await backend.db.asOwner(
    "update auth.sessions set created_at = now() - interval '25 hours' where user_id = $1",
    [member.id],
  )
  return member
}

async function requestNonce({ client, email }: TestMember): Promise<string> {
  expect((await client.auth.reauthenticate()).error).toBeNull()
  const [mail] = backend.readOutbox(email)
  expect(mail?.subject).toBe('Confirm your new password – Toolmark')
  return /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? ''
}

test('an old session changes its password with the mailed code, which works once', async () => {
  const member = await createMemberOfYesterday()
  const { client } = member
  const without = await client.auth.updateUser({ password: NEW_PASSWORD })
  expect([without.error?.status, without.error?.code]).toEqual([400, 'reauthentication_needed'])
  const nonce = await requestNonce(member)
  const wrong = await client.auth.updateUser({
    password: NEW_PASSWORD,
    nonce: nonce === '000000' ? '000001' : '000000',
  })
  expect([wrong.error?.status, wrong.error?.code]).toEqual([422, 'reauthentication_not_valid'])
  expect(backend.refusals.at(-1)).toEqual({
    area: 'auth',
    action: 'user',
    status: 422,
    code: 'reauthentication_not_valid',
  })
  // The right code with the current password uses it up and changes nothing.
  const same = await client.auth.updateUser({ password: PASSWORD, nonce })
  expect(same.error?.code).toBe('same_password')
  const again = await client.auth.updateUser({ password: NEW_PASSWORD, nonce })
  expect(again.error?.code).toBe('reauthentication_not_valid')
  const next = await requestNonce(member)
  expect((await client.auth.updateUser({ password: NEW_PASSWORD, nonce: next })).error).toBeNull()
})

test('after five attempts with a code a sixth returns 429', async () => {
  const member = await createMemberOfYesterday()
  const nonce = await requestNonce(member)
  const change = (code: string) =>
    member.client.auth.updateUser({ password: NEW_PASSWORD, nonce: code })
  const wrong = nonce === '000000' ? '000001' : '000000'
  for (let count = 0; count < 5; count += 1) {
    expect((await change(wrong)).error?.code).toBe('reauthentication_not_valid')
  }
  expect((await change(nonce)).error?.status).toBe(429)
})

test('a session of today changes its password without a code', async () => {
  const { client } = await backend.createMember()
  expect((await client.auth.updateUser({ password: NEW_PASSWORD })).error).toBeNull()
})

test('the code of another member or an expired one is refused, and data needs no code', async () => {
  const [one, two] = [await createMemberOfYesterday(), await createMemberOfYesterday()]
  const nonce = await requestNonce(one)
  await requestNonce(two)
  await backend.db.asOwner(
    "update auth.one_time_tokens set created_at = now() - interval '2 days' where user_id = $1",
    [one.id],
  )
  for (const { client } of [one, two]) {
    const { error } = await client.auth.updateUser({ password: NEW_PASSWORD, nonce })
    expect(error?.code).toBe('reauthentication_not_valid')
  }
  expect((await one.client.auth.updateUser({ data: { color: 'red' } })).error).toBeNull()
})

test('a code is not the code of a sign-in', async () => {
  const member = await createMemberOfYesterday()
  const token = await requestNonce(member)
  const { error } = await backend
    .createClient()
    .auth.verifyOtp({ email: member.email, token, type: 'email' })
  expect(error?.code).toBe('otp_expired')
})

test('no request of this file caused a server error', () =>
  expect(backend.loggedErrors).toEqual([]))
