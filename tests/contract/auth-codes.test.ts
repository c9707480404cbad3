// One-time codes and links that sign in, through the official client, over HTTP.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SentMail } from '../../backend/mail/mailer.ts'
import { follow, linkIn, PASSWORD, startTestBackend, type TestBackend } from '../support/backend.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend.close())

const someone = () => `${crypto.randomUUID()}@people.example`
const ask = (email: string, options: object = {}) =>
  backend.client().auth.signInWithOtp({ email, options })

const codeMailedTo = (email: string): string => codeIn(backend.outbox(email)[0])

function codeIn(mail: SentMail | undefined): string {
  const code = /enter this code: (\d{6})\b/.exec(mail?.text ?? '')?.[1]
  if (!code || !mail?.html.includes(code)) throw new Error(`no code went to ${mail?.to}`)
  return code
}

type CodeType = 'email' | 'signup' | 'recovery' | 'magiclink' | 'email_change'
const send = (email: string, token: string, type: CodeType = 'email') =>
  backend.client().auth.verifyOtp({ email, token, type })

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('signing in without a password', () => {
  test('the code signs in; with it the link is used up, and the other way round', async () => {
    const { email, id } = await backend.person()
    expect((await ask(email)).error).toBeNull()
    const code = codeMailedTo(email)
    const link = linkIn(backend.outbox(email)[0])
    const { data, error } = await send(email, ` ${code.slice(0, 3)} ${code.slice(3)}`)
    expect(error).toBeNull()
    expect(data.user?.id).toBe(id)
    expect(data.session?.access_token).toBeTruthy()
    expect((await send(email, code)).error?.code).toBe('otp_expired')
    expect((await follow(link)).fragment.get('error_code')).toBe('otp_expired')

    await ask(email, { emailRedirectTo: `${backend.url}/welcome` })
    const { to, fragment } = await follow(linkIn(backend.outbox(email)[0]))
    expect([to.pathname, fragment.get('type')]).toEqual(['/welcome', 'magiclink'])
    expect(fragment.get('access_token')).toBeTruthy()
    expect((await send(email, codeMailedTo(email))).error?.code).toBe('otp_expired')
  })

  test('a program may send the link’s token', async () => {
    const { email } = await backend.person()
    await ask(email)
    const token_hash = linkIn(backend.outbox(email)[0]).searchParams.get('token') ?? ''
    const { error } = await backend.client().auth.verifyOtp({ token_hash, type: 'email' })
    expect(error).toBeNull()
  })

  test('somebody new gets an account, with what was said, once the mail was opened', async () => {
    const email = someone()
    await ask(email, { data: { username: 'by-code' } })
    const confirmed = async () =>
      (
        await backend.db.asOwner('select email_confirmed_at from auth.users where email = $1', [
          email,
        ])
      )[0]?.email_confirmed_at
    expect(await confirmed()).toBeNull()
    const { data } = await send(email, codeMailedTo(email))
    expect(data.user?.user_metadata).toMatchObject({ username: 'by-code' })
    expect(await confirmed()).not.toBeNull()
  })

  test('shouldCreateUser: false mails no stranger, and answers as ever', async () => {
    const { email } = await backend.person()
    const stranger = someone()
    const answers = [
      await ask(email, { shouldCreateUser: false }),
      await ask(stranger, { shouldCreateUser: false }),
      await ask(someone()),
    ]
    expect(answers.map(({ data, error }) => [data, error])).toEqual(
      Array(3).fill([{ user: null, session: null, messageId: undefined }, null]),
    )
    expect(backend.outbox(stranger)).toEqual([])
    expect(
      await backend.db.asOwner('select 1 from auth.users where email = $1', [stranger]),
    ).toEqual([])
    const guesses = [await send(email, '12'), await send(stranger, '12')]
    expect(guesses.map(({ error }) => error?.code)).toEqual(['otp_expired', 'otp_expired'])
  })

  test('a password that somebody else signed up with does not outlive it', async () => {
    const email = someone()
    await backend.client().auth.signUp({ email, password: PASSWORD })
    await ask(email)
    expect((await send(email, codeMailedTo(email))).error).toBeNull()
    const stranger = await backend.client().auth.signInWithPassword({ email, password: PASSWORD })
    expect(stranger.error?.code).toBe('invalid_credentials')
  })

  test('two who ask for one new address at the same moment make one account', async () => {
    const email = someone()
    const answers = await Promise.all([ask(email), ask(email), ask(email)])
    expect(answers.map(({ error }) => error)).toEqual([null, null, null])
    // Mails may overtake one another, and a sign-up's own code stays good beside a later one.
    const taken: boolean[] = []
    for (const mail of backend.outbox(email)) {
      taken.push((await send(email, codeIn(mail))).error === null)
    }
    expect(taken).toContain(true)
  })
})

describe('guesses', () => {
  test('after five from one network it waits; elsewhere the code still works', async () => {
    const { email } = await backend.person()
    await ask(email)
    const code = codeMailedTo(email)
    const stranger = backend.client('198.51.100.7')
    for (let count = 0; count < 5; count += 1) {
      await stranger.auth.verifyOtp({ email, token: wrong(code), type: 'email' })
    }
    const sixth = await stranger.auth.verifyOtp({ email, token: code, type: 'email' })
    expect(sixth.error?.status).toBe(429)
    expect((await send(email, code)).error).toBeNull()
  })

  test('all networks of one IPv6 /48 share five guesses', async () => {
    const { email } = await backend.person()
    await ask(email)
    const code = codeMailedTo(email)
    for (let count = 0; count < 5; count += 1) {
      const stranger = backend.client(`2001:db8:9:${count}`)
      await stranger.auth.verifyOtp({ email, token: wrong(code), type: 'email' })
    }
    const sixth = await backend
      .client('2001:db8:9:a')
      .auth.verifyOtp({ email, token: code, type: 'email' })
    expect(sixth.error?.status).toBe(429)
    expect((await send(email, code)).error).toBeNull()
  })

  test('after fifteen from everywhere a code is worth nothing, and its link still works', async () => {
    const { email } = await backend.person()
    await ask(email)
    const code = codeMailedTo(email)
    for (let count = 0; count < 15; count += 1) {
      const { auth } = backend.client(`198.51.100.${count % 4}`)
      const { error } = await auth.verifyOtp({ email, token: wrong(code), type: 'email' })
      expect(error?.code).toBe('otp_expired')
    }
    const [row] = await backend.db.asOwner(
      'select guesses from auth.one_time_tokens where relates_to = $1',
      [email],
    )
    expect(row).toEqual({ guesses: 15 })
    expect((await send(email, code)).error?.code).toBe('otp_expired')
    const { fragment } = await follow(linkIn(backend.outbox(email)[0]))
    expect(fragment.get('access_token')).toBeTruthy()
  })

  test('the count of a code is kept with it: another server does not begin again', async () => {
    const { email } = await backend.person()
    await ask(email)
    await backend.db.asOwner('update auth.one_time_tokens set guesses = 15 where relates_to = $1', [
      email,
    ])
    expect((await send(email, codeMailedTo(email))).error?.code).toBe('otp_expired')
  })

  test('a code is for its own address and kind, for as long as the settings say', async () => {
    const [ana, ben] = [await backend.person(), await backend.person()]
    await ask(ana.email)
    const code = codeMailedTo(ana.email)
    expect((await send(ben.email, code)).error?.code).toBe('otp_expired')
    expect((await send(ana.email, code, 'recovery')).error?.code).toBe('otp_expired')
    expect((await send(ana.email, code, 'constructor' as CodeType)).error?.code).toBe('otp_expired')
    await backend.db.asOwner(
      "update auth.one_time_tokens set created_at = now() - interval '2 days' where relates_to = $1",
      [ana.email],
    )
    expect((await send(ana.email, code)).error?.code).toBe('otp_expired')
  })
})

describe('codes in place of the other links', () => {
  test.each(['signup', 'email'] as const)('sign-up, as %s', async (type) => {
    const email = someone()
    await backend.client().auth.signUp({ email, password: PASSWORD })
    expect((await send(email, codeMailedTo(email), type)).error).toBeNull()
    const { error } = await backend.client().auth.signInWithPassword({ email, password: PASSWORD })
    expect(error).toBeNull()
  })

  test('recovery', async () => {
    const { email } = await backend.person()
    await backend.client().auth.resetPasswordForEmail(email)
    const { auth } = backend.client()
    await auth.verifyOtp({ email, token: codeMailedTo(email), type: 'recovery' })
    expect((await auth.updateUser({ password: 'Another-Kettle-84' })).error).toBeNull()
  })

  test('a new address', async () => {
    const { client } = await backend.person()
    const wanted = someone()
    await client.auth.updateUser({ email: wanted })
    const { data } = await send(wanted, codeMailedTo(wanted), 'email_change')
    expect(data.user?.email).toBe(wanted)
  })
})

test('nothing above was a fault of the server', () => expect(backend.logged).toEqual([]))
