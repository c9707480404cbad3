// One-time codes and magic links with supabase-js, over HTTP.
import { describe, expect, test } from 'vitest'
import type { SentMail } from '../../src/mail/mailer.ts'
import { createEmail, openLink, PASSWORD, shareTestBackend } from '../support/backends/backend.ts'

const backend = await shareTestBackend()

const requestCode = (email: string, options: object = {}) =>
  backend.createClient().auth.signInWithOtp({ email, options })

const readCode = (email: string): string => findCode(backend.readOutbox(email)[0])

function findCode(mail: SentMail | undefined): string {
  const code = /enter this code: (\d{6})\b/.exec(mail?.text ?? '')?.[1]
  if (!code || !mail?.html.includes(code)) throw new Error(`no code was sent to ${mail?.to}`)
  return code
}

type CodeType = 'email' | 'signup' | 'recovery' | 'magiclink' | 'email_change'
const verifyCode = (email: string, token: string, type: CodeType = 'email') =>
  backend.createClient().auth.verifyOtp({ email, token, type })

const changeCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('sign-in without a password', () => {
  test('the code signs in and uses up the link, and the link uses up the code', async () => {
    const { email, id } = await backend.createMember()
    expect((await requestCode(email)).error).toBeNull()
    const code = readCode(email)
    const link = backend.findMailedLink(email)
    const { data, error } = await verifyCode(email, ` ${code.slice(0, 3)} ${code.slice(3)}`)
    expect(error).toBeNull()
    expect(data.user?.id).toBe(id)
    expect(data.session?.access_token).toBeTruthy()
    expect((await verifyCode(email, code)).error?.code).toBe('otp_expired')
    expect((await openLink(link)).fragment.get('error_code')).toBe('otp_expired')

    await requestCode(email, { emailRedirectTo: `${backend.url}/welcome` })
    const { to, fragment } = await backend.openMail(email)
    expect([to.pathname, fragment.get('type')]).toEqual(['/welcome', 'magiclink'])
    expect(fragment.get('access_token')).toBeTruthy()
    expect((await verifyCode(email, readCode(email))).error?.code).toBe('otp_expired')
  })

  test('verifyOtp accepts the token hash of the link', async () => {
    const { email } = await backend.createMember()
    await requestCode(email)
    const token_hash = backend.findMailedLink(email).searchParams.get('token') ?? ''
    const { error } = await backend.createClient().auth.verifyOtp({ token_hash, type: 'email' })
    expect(error).toBeNull()
  })

  test('the code confirms a new account with the metadata of the request', async () => {
    const email = createEmail()
    await requestCode(email, { data: { username: 'by-code' } })
    const readConfirmation = async () =>
      await backend.db
        .valueAsOwner`select email_confirmed_at from auth.users where email = ${email}`
    expect(await readConfirmation()).toBeNull()
    const { data } = await verifyCode(email, readCode(email))
    expect(data.user?.user_metadata).toMatchObject({ username: 'by-code' })
    expect(await readConfirmation()).not.toBeNull()
  })

  test('shouldCreateUser: false sends no mail to an unknown email and responds as for a known one', async () => {
    const { email } = await backend.createMember()
    const stranger = createEmail()
    const responses = [
      await requestCode(email, { shouldCreateUser: false }),
      await requestCode(stranger, { shouldCreateUser: false }),
      await requestCode(createEmail()),
    ]
    expect(responses.map(({ data, error }) => [data, error])).toEqual(
      Array(3).fill([{ user: null, session: null, messageId: undefined }, null]),
    )
    expect(backend.readOutbox(stranger)).toEqual([])
    expect(
      await backend.db.asOwner('select 1 from auth.users where email = $1', [stranger]),
    ).toEqual([])
    const guesses = [await verifyCode(email, '12'), await verifyCode(stranger, '12')]
    expect(guesses.map(({ error }) => error?.code)).toEqual(['otp_expired', 'otp_expired'])
  })

  test('a code removes the unconfirmed password of an earlier sign-up', async () => {
    const email = createEmail()
    await backend.createClient().auth.signUp({ email, password: PASSWORD })
    await requestCode(email)
    expect((await verifyCode(email, readCode(email))).error).toBeNull()
    const stranger = await backend.signIn(email)
    expect(stranger.error?.code).toBe('invalid_credentials')
  })

  test('concurrent requests for one new email create one account', async () => {
    const email = createEmail()
    const responses = await Promise.all([
      requestCode(email),
      requestCode(email),
      requestCode(email),
    ])
    expect(responses.map(({ error }) => error)).toEqual([null, null, null])
    // Mails can arrive in another order, and the code of a sign-up stays valid after a later one.
    const accepted: boolean[] = []
    for (const mail of backend.readOutbox(email)) {
      accepted.push((await verifyCode(email, findCode(mail))).error === null)
    }
    expect(accepted).toContain(true)
  })
})

describe('guesses', () => {
  test.each([
    ['a network', Array(6).fill('198.51.100.7')],
    ['the networks of one IPv6 /48', [0, 1, 2, 3, 4, 'a'].map((part) => `2001:db8:9:${part}`)],
  ])(
    '%s gets 429 after five wrong codes; the code works from another network',
    async (_label, [last, ...networks]) => {
      const { email } = await backend.createMember()
      await requestCode(email)
      const code = readCode(email)
      const guess = (network: string, token: string) =>
        backend.createClient(network).auth.verifyOtp({ email, token, type: 'email' })
      for (const network of networks) await guess(network, changeCode(code))
      expect((await guess(last, code)).error?.status).toBe(429)
      expect((await verifyCode(email, code)).error).toBeNull()
    },
  )

  test('after fifteen wrong codes from any network the code is invalid, and its link works', async () => {
    const { email } = await backend.createMember()
    await requestCode(email)
    const code = readCode(email)
    for (let count = 0; count < 15; count += 1) {
      const { auth } = backend.createClient(`198.51.100.${count % 4}`)
      const { error } = await auth.verifyOtp({ email, token: changeCode(code), type: 'email' })
      expect(error?.code).toBe('otp_expired')
    }
    const [row] = await backend.db
      .asOwner`select guesses from auth.one_time_tokens where relates_to = ${email}`
    expect(row).toEqual({ guesses: 15 })
    expect((await verifyCode(email, code)).error?.code).toBe('otp_expired')
    const { fragment } = await backend.openMail(email)
    expect(fragment.get('access_token')).toBeTruthy()
  })

  test('a second server continues the stored count of wrong codes', async () => {
    const { email } = await backend.createMember()
    await requestCode(email)
    await backend.db
      .asOwner`update auth.one_time_tokens set guesses = 15 where relates_to = ${email}`
    expect((await verifyCode(email, readCode(email))).error?.code).toBe('otp_expired')
  })

  test('a code of another email or kind, or an expired one, returns otp_expired', async () => {
    const [ana, ben] = [await backend.createMember(), await backend.createMember()]
    await requestCode(ana.email)
    const code = readCode(ana.email)
    expect((await verifyCode(ben.email, code)).error?.code).toBe('otp_expired')
    expect((await verifyCode(ana.email, code, 'recovery')).error?.code).toBe('otp_expired')
    expect((await verifyCode(ana.email, code, 'constructor' as CodeType)).error?.code).toBe(
      'otp_expired',
    )
    await backend.db.asOwner(
      "update auth.one_time_tokens set created_at = now() - interval '2 days' where relates_to = $1",
      [ana.email],
    )
    expect((await verifyCode(ana.email, code)).error?.code).toBe('otp_expired')
  })
})

describe('verifyOtp with a code', () => {
  test.each(['signup', 'email'] as const)(
    'verifyOtp of the type %s confirms a sign-up',
    async (type) => {
      const email = createEmail()
      await backend.createClient().auth.signUp({ email, password: PASSWORD })
      expect((await verifyCode(email, readCode(email), type)).error).toBeNull()
      const { error } = await backend.signIn(email)
      expect(error).toBeNull()
    },
  )

  test('verifyOtp of the type recovery allows a new password', async () => {
    const { email } = await backend.createMember()
    await backend.createClient().auth.resetPasswordForEmail(email)
    const { auth } = backend.createClient()
    await auth.verifyOtp({ email, token: readCode(email), type: 'recovery' })
    expect((await auth.updateUser({ password: 'Another-Kettle-84' })).error).toBeNull()
  })

  test('verifyOtp of the type email_change sets the new email', async () => {
    const { client } = await backend.createMember()
    const newEmail = createEmail()
    await client.auth.updateUser({ email: newEmail })
    const { data } = await verifyCode(newEmail, readCode(newEmail), 'email_change')
    expect(data.user?.email).toBe(newEmail)
  })
})
