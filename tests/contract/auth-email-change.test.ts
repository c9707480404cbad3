// An email change that both addresses confirm, with supabase-js, over HTTP.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  findLink,
  openLink,
  startTestBackend,
  type TestBackend,
  type TestMember,
} from '../support/backend.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend((settings) => {
    settings.auth.email.double_confirm_changes = true
  })
})
afterAll(() => backend.close())

const createEmail = () => `${crypto.randomUUID()}@people.example`
const readEmail = async ({ id }: TestMember) =>
  (await backend.db.asOwner('select email from auth.users where id = $1', [id]))[0]?.email
const openMail = (email: string) => openLink(findLink(backend.readOutbox(email)[0]))

describe('double_confirm_changes', () => {
  test.each([
    ['the new one first', true],
    ['the current one first', false],
  ])('the email changes after both addresses confirmed, %s', async (_, isNewFirst) => {
    const member = await backend.createMember()
    const wanted = createEmail()
    await member.client.auth.updateUser({ email: wanted })
    const [first, second] = isNewFirst ? [wanted, member.email] : [member.email, wanted]
    const half = await openMail(first)
    expect(half.fragment.get('message')).toMatch(/^Confirmation link accepted/)
    expect(half.fragment.get('access_token')).toBeNull()
    expect(await readEmail(member)).toBe(member.email)
    const whole = await openMail(second)
    expect(whole.fragment.get('access_token')).toBeTruthy()
    expect(await readEmail(member)).toBe(wanted)
  })

  test('one address cannot confirm for both with a resent link', async () => {
    const member = await backend.createMember()
    const wanted = createEmail()
    await member.client.auth.updateUser({ email: wanted })
    await openMail(wanted)
    await member.client.auth.resend({ type: 'email_change', email: member.email })
    expect((await openMail(wanted)).fragment.get('message')).toBeTruthy()
    expect(await readEmail(member)).toBe(member.email)
  })

  test('a confirmation of one change does not count for the next change', async () => {
    const member = await backend.createMember()
    const [first, second] = [createEmail(), createEmail()]
    await member.client.auth.updateUser({ email: first })
    const stale = findLink(backend.readOutbox(member.email)[0])
    await member.client.auth.updateUser({ email: second })
    expect((await openLink(stale)).fragment.get('error_code')).toBe('otp_expired')
    expect((await openMail(second)).fragment.get('message')).toBeTruthy()
    expect(await readEmail(member)).toBe(member.email)
  })

  test('codes of both mails confirm the change', async () => {
    const member = await backend.createMember()
    const wanted = createEmail()
    await member.client.auth.updateUser({ email: wanted })
    const verifyCode = (email: string) => {
      const token =
        /enter this code: (\d{6})/.exec(backend.readOutbox(email)[0]?.text ?? '')?.[1] ?? ''
      return backend.createClient().auth.verifyOtp({ email, token, type: 'email_change' })
    }
    const half = await verifyCode(member.email)
    expect([half.error, half.data.session]).toEqual([null, null])
    expect((await verifyCode(wanted)).data.user?.email).toBe(wanted)
  })
})

test('no request of this file caused a server error', () =>
  expect(backend.loggedErrors).toEqual([]))
