// An email change that both addresses confirm, with supabase-js, over HTTP.
import { describe, expect, test } from 'vitest'
import {
  createEmail,
  openLink,
  openTestBackend,
  shareTestBackend,
  type TestMember,
} from '../support/backends/backend.ts'

const backend = await shareTestBackend((settings) => {
  settings.auth.email.double_confirm_changes = true
})

const readEmail = ({ id }: TestMember) =>
  backend.db.valueAsOwner('select email from auth.users where id = $1', [id])
const openMail = (email: string) => backend.openMail(email)

describe('double_confirm_changes', () => {
  test.each([
    ['the new one first', true],
    ['the current one first', false],
  ])('the email changes after both addresses confirmed, %s', async (_, isNewFirst) => {
    const member = await backend.createMember()
    const newEmail = createEmail()
    await member.client.auth.updateUser({ email: newEmail })
    const [first, second] = isNewFirst ? [newEmail, member.email] : [member.email, newEmail]
    const firstResult = await openMail(first)
    expect(firstResult.fragment.get('message')).toMatch(/^Confirmation link accepted/)
    expect(firstResult.fragment.get('access_token')).toBeNull()
    expect(await readEmail(member)).toBe(member.email)
    const secondResult = await openMail(second)
    expect(secondResult.fragment.get('access_token')).toBeTruthy()
    expect(await readEmail(member)).toBe(newEmail)
  })

  test('one address cannot confirm for both with a resent link', async () => {
    const member = await backend.createMember()
    const newEmail = createEmail()
    await member.client.auth.updateUser({ email: newEmail })
    await openMail(newEmail)
    await member.client.auth.resend({ type: 'email_change', email: member.email })
    expect((await openMail(newEmail)).fragment.get('message')).toBeTruthy()
    expect(await readEmail(member)).toBe(member.email)
  })

  test('a confirmation of one change does not count for the next change', async () => {
    const member = await backend.createMember()
    const [first, second] = [createEmail(), createEmail()]
    await member.client.auth.updateUser({ email: first })
    const stale = backend.findMailedLink(member.email)
    await member.client.auth.updateUser({ email: second })
    expect((await openLink(stale)).fragment.get('error_code')).toBe('otp_expired')
    expect((await openMail(second)).fragment.get('message')).toBeTruthy()
    expect(await readEmail(member)).toBe(member.email)
  })

  test('codes of both mails confirm the change', async () => {
    const member = await backend.createMember()
    const newEmail = createEmail()
    await member.client.auth.updateUser({ email: newEmail })
    const verifyCode = (email: string) => {
      const token =
        /enter this code: (\d{6})/.exec(backend.readOutbox(email)[0]?.text ?? '')?.[1] ?? ''
      return backend.createClient().auth.verifyOtp({ email, token, type: 'email_change' })
    }
    const firstResult = await verifyCode(member.email)
    expect([firstResult.error, firstResult.data.session]).toEqual([null, null])
    expect((await verifyCode(newEmail)).data.user?.email).toBe(newEmail)
  })
})

test('a change that the new address alone confirms is reported to the current one when it is requested', async () => {
  const single = await openTestBackend((settings) => {
    settings.auth.email.double_confirm_changes = false
  })
  const member = await single.createMember()
  const newEmail = createEmail()
  await member.client.auth.updateUser({ email: newEmail })
  const [notice] = single.readOutbox(member.email)
  expect(notice?.subject).toContain('A change of your email address was requested')
  expect(notice?.text).not.toContain(newEmail)
  expect(single.readOutbox(newEmail)).toHaveLength(1)
})
