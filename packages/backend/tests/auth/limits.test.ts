// Rate limits, shares of mails, closed sign-up, password rules and session lifetimes of the settings.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Settings } from '../../src/settings/settings.ts'
import {
  createEmail,
  openTestBackend,
  PASSWORD,
  startTestBackend,
  type TestBackend,
} from '../support/backends/backend.ts'
import { shareTestDatabase } from '../support/databases/database.ts'

interface AuthResult {
  error: { status?: number | undefined } | null
}

// All backends of this file share a database; each starts with counters at zero.
const db = await shareTestDatabase()
const startBackend = async (change: (settings: Settings) => void) => {
  await db.asOwner('truncate auth.rate_limits')
  return openTestBackend(change, { db })
}

const readStatus = async (call: PromiseLike<AuthResult>) => (await call).error?.status ?? 200

/** The statuses of so many calls, one after the other. */
async function collectStatuses(calls: number, call: (count: number) => Promise<AuthResult>) {
  const all: number[] = []
  for (let count = 0; count < calls; count += 1) all.push(await readStatus(call(count)))
  return all
}

describe('limits of the settings', () => {
  let backend: TestBackend
  beforeAll(async () => {
    await db.asOwner('truncate auth.rate_limits')
    backend = await startTestBackend(
      (settings) => {
        settings.auth.email.max_frequency = 60
        settings.auth.rate_limit.sign_in_sign_ups = 8
        settings.auth.rate_limit.token_refresh = 2
        settings.auth.rate_limit.token_verifications = 2
      },
      { db },
    )
  })
  afterAll(async () => {
    await backend.close()
    expect(backend.loggedErrors).toEqual([])
  })
  const getAuth = () => backend.createClient().auth

  test('spec 1 §9: a second mail to an address within 60 seconds returns 429, known or not', async () => {
    const known = (await backend.createMember()).email
    for (const email of [known, createEmail()]) {
      expect((await getAuth().resetPasswordForEmail(email)).error).toBeNull()
      expect((await getAuth().resetPasswordForEmail(email)).error).toMatchObject({
        status: 429,
        code: 'over_email_send_rate_limit',
      })
    }
    const fresh = createEmail()
    await getAuth().signUp({ email: fresh, password: PASSWORD })
    expect((await getAuth().resend({ type: 'signup', email: fresh })).error?.status).toBe(429)
  })

  test('mails, sign-ins, refreshes and links are limited per network', async () => {
    const recover = () => getAuth().resetPasswordForEmail(createEmail())
    const signIn = () => getAuth().signInWithPassword({ email: createEmail(), password: PASSWORD })
    const refresh = () => getAuth().refreshSession({ refresh_token: 'x' })
    const verify = () => getAuth().verifyOtp({ token_hash: 'x', type: 'signup' })
    expect(await collectStatuses(10, recover)).toContain(429)
    expect(await collectStatuses(10, signIn)).toContain(429)
    expect(await collectStatuses(4, refresh)).toEqual([400, 400, 429, 429])
    expect(await collectStatuses(4, verify)).toEqual([403, 403, 429, 429])
  })

  test('an email change counts as a mail; new passwords are limited per account and network', async () => {
    const { admin } = backend.service.auth
    // Each member signs in from their own network, so that no other test counts there.
    const signInFrom = async (network: string) => {
      const email = createEmail()
      await admin.createUser({ email, password: PASSWORD, email_confirm: true })
      const { auth } = backend.createClient(network)
      const { error } = await auth.signInWithPassword({ email, password: PASSWORD })
      if (error) throw error
      return auth
    }
    const mover = await signInFrom('203.0.113.1')
    const move = () => mover.updateUser({ email: createEmail() })
    expect(await collectStatuses(2, move)).toEqual([200, 429])
    const owner = await signInFrom('203.0.113.2')
    const change = (count: number) => owner.updateUser({ password: `Kettle-Blue-${count}` })
    expect(await collectStatuses(7, change)).toEqual([...Array(5).fill(200), 429, 429])
  })

  test('a 429 response has Retry-After', async () => {
    const body = { refresh_token: 'x' }
    const response = await backend.send('POST', 'auth/v1/token?grant_type=refresh_token', body)
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('mails per hour', () => {
  /** @param network by default a new one */
  const authFrom = (backend: TestBackend, network: string = crypto.randomUUID()) =>
    backend.createClient(network).auth
  const startWithLimit = (mails: number) =>
    startBackend((settings) => {
      settings.auth.rate_limit.email_sent = mails
    })

  test('after the last mail, sign-up and recovery return 429 for known and unknown emails', async () => {
    const backend = await startWithLimit(1)
    const { email, client } = await backend.createMember()
    const recover = (to: string) => authFrom(backend).resetPasswordForEmail(to)
    expect((await recover(email)).error).toBeNull()
    for (const address of [email, createEmail()]) {
      expect((await recover(address)).error?.status).toBe(429)
      const asNew = { email: address, password: PASSWORD }
      expect((await authFrom(backend).signUp(asNew)).error?.status).toBe(429)
    }
    expect((await client.auth.updateUser({ email: createEmail() })).error?.status).toBe(429)
  })

  test('requests without a mail use no share of it, and each network gets at most its share', async () => {
    const backend = await startWithLimit(30)
    const sendThree = (send: (to: string, network: string) => Promise<AuthResult>) => {
      const network = crypto.randomUUID()
      return collectStatuses(3, () => send(createEmail(), network))
    }
    const recover = (to: string, network: string) =>
      authFrom(backend, network).resetPasswordForEmail(to)
    const signUp = (email: string, network: string) =>
      authFrom(backend, network).signUp({ email, password: PASSWORD })
    // More requests than mails per hour, none of which sends a mail.
    for (let networks = 0; networks < 12; networks += 1) {
      expect(await sendThree(recover)).toEqual([200, 200, 429])
    }
    expect(await sendThree(signUp)).toEqual([200, 200, 429])
    // The rest of a share does not reveal whether an account has the email.
    const { email } = await backend.createMember()
    const network = crypto.randomUUID()
    expect((await recover(email, network)).error).toBeNull()
    expect((await recover(createEmail(), network)).error).toBeNull()
    expect((await recover(createEmail(), network)).error?.code).toBe('over_email_send_rate_limit')
    expect((await signUp(createEmail(), crypto.randomUUID())).error).toBeNull()
  })

  const signUpFrom = (backend: TestBackend, email = createEmail()) =>
    authFrom(backend).signUp({ email, password: PASSWORD })

  test('after the share of sign-ups, recovery, email change and magic link of members work', async () => {
    const backend = await startWithLimit(5)
    const { email, client } = await backend.createMember()
    expect(await collectStatuses(3, () => signUpFrom(backend))).toEqual([200, 200, 429])
    expect(await readStatus(authFrom(backend).resend({ type: 'signup', email }))).toBe(429)
    expect(await readStatus(authFrom(backend).resetPasswordForEmail(email))).toBe(200)
    expect(await readStatus(authFrom(backend).signInWithOtp({ email }))).toBe(200)
    expect(backend.readOutbox(email)).toHaveLength(2)
    const newEmail = createEmail()
    expect(await readStatus(client.auth.updateUser({ email: newEmail }))).toBe(200)
    expect(backend.readOutbox(newEmail)).toHaveLength(1)
  })

  test('after the share of sign-ups, otp and recovery of unconfirmed emails return 200 without a mail', async () => {
    const backend = await startWithLimit(3)
    const unconfirmed = createEmail()
    expect(await readStatus(signUpFrom(backend, unconfirmed))).toBe(200)
    expect(await readStatus(signUpFrom(backend))).toBe(429)
    const fresh = createEmail()
    expect(await readStatus(authFrom(backend).signInWithOtp({ email: fresh }))).toBe(200)
    expect(await readStatus(authFrom(backend).resetPasswordForEmail(unconfirmed))).toBe(200)
    expect(backend.readOutbox(fresh)).toEqual([])
    expect(backend.readOutbox(unconfirmed)).toHaveLength(1)
    const users = await backend.db.asOwner('select from auth.users where email = $1', [fresh])
    expect(users).toEqual([])
  })

  test('the rest of a network’s share does not reveal whether otp and recovery sent a mail', async () => {
    const backend = await startWithLimit(50)
    // 20 for sign-ups, 2 for one network; 30 for members, 3 for one network.
    const tryRest = async (email: string, network: string) => {
      const auth = authFrom(backend, network)
      await auth.signInWithOtp({ email })
      const signUp = () => auth.signUp({ email: createEmail(), password: PASSWORD })
      const recover = () => auth.resetPasswordForEmail(createEmail())
      return [...(await collectStatuses(2, signUp)), ...(await collectStatuses(3, recover))]
    }
    const { email } = await backend.createMember()
    const ofMember = await tryRest(email, '203.0.113.1')
    expect(await tryRest(createEmail(), '203.0.113.2')).toEqual(ofMember)
    expect(ofMember).toEqual([200, 429, 200, 200, 429])
  })
})

describe('without confirmations', () => {
  let backend: TestBackend
  beforeAll(async () => {
    backend = await startTestBackend(
      (settings) => {
        settings.auth.email.enable_confirmations = false
      },
      { db },
    )
  })
  afterAll(() => backend.close())

  test('sign-up signs in, and a taken email returns user_already_exists', async () => {
    const email = createEmail()
    const { data } = await backend.createClient().auth.signUp({ email, password: PASSWORD })
    expect(data.session?.access_token).toBeTruthy()
    const again = await backend.createClient().auth.signUp({ email, password: 'Another-Kettle-84' })
    expect(again.error?.code).toBe('user_already_exists')
  })

  test('sign-up with the email of an unconfirmed account returns user_already_exists', async () => {
    const email = createEmail()
    await backend.db.asOwner('insert into auth.users (email) values ($1)', [email])
    const { data, error } = await backend.createClient().auth.signUp({ email, password: PASSWORD })
    expect(error?.code).toBe('user_already_exists')
    expect(data.session).toBeNull()
  })
})

describe('sign-up, passwords and sessions', () => {
  test('without sign-ups a new email is refused and members sign in', async () => {
    const backend = await startBackend((settings) => {
      settings.auth.enable_signup = false
    })
    const email = createEmail()
    const { auth } = backend.createClient()
    const signedUp = await auth.signUp({ email, password: PASSWORD })
    expect(signedUp.error).toMatchObject({
      status: 422,
      code: 'signup_disabled',
      message: 'Signups not allowed for this instance',
    })
    expect((await auth.signInWithOtp({ email })).error).toBeNull()
    const users = await backend.db.asOwner('select from auth.users where email = $1', [email])
    expect([users, backend.readOutbox(email)]).toEqual([[], []])
    const settings = await (await fetch(`${backend.url}/auth/v1/settings`)).json()
    expect(settings).toMatchObject({ disable_signup: true })
    await backend.createMember()
  })

  test('with auth.email.enable_signup = false signing up and in by email is refused, and sessions go on', async () => {
    const changed: Settings[] = []
    const backend = await startBackend((settings) => changed.push(settings))
    const { client, email } = await backend.createMember()
    const byMail = changed[0]?.auth.email
    if (!byMail) throw new Error('the backend has no settings')
    const { auth } = backend.createClient()
    const password = PASSWORD
    const calls: [call: () => Promise<AuthResult>, status: number, message: string][] = [
      [() => auth.signInWithPassword({ email, password }), 422, 'Email logins are disabled'],
      [() => auth.signInWithOtp({ email }), 422, 'Email logins are disabled'],
      [() => auth.resetPasswordForEmail(email), 400, 'Email logins are disabled'],
      [() => auth.resend({ type: 'signup', email }), 400, 'Email logins are disabled'],
      [() => auth.signUp({ email: createEmail(), password }), 400, 'Email signups are disabled'],
    ]
    byMail.enable_signup = false
    for (const [call, status, message] of calls) {
      expect((await call()).error).toMatchObject({
        status,
        message,
        code: 'email_provider_disabled',
      })
    }
    expect(backend.readOutbox(email)).toEqual([])
    expect((await client.auth.refreshSession()).error).toBeNull()
    const settings = await (await fetch(`${backend.url}/auth/v1/settings`)).json()
    expect(settings).toMatchObject({ external: { email: false }, disable_signup: false })
    byMail.enable_signup = true
    for (const [call] of calls) expect((await call()).error).toBeNull()
  })

  test('the settings count at sign-up in place of the rule of the site, and for a changed password', async () => {
    const backend = await startBackend((settings) => {
      settings.auth.minimum_password_length = 8
      settings.auth.password_requirements = 'letters_digits'
    })
    const signUp = (password: string) =>
      backend.createClient().auth.signUp({ email: createEmail(), password })
    expect((await signUp('kettle8')).error).toMatchObject({
      status: 422,
      code: 'weak_password',
      reasons: ['length'],
      message: 'Password should be at least 8 characters.',
    })
    expect((await signUp('-')).error).toMatchObject({ reasons: ['length', 'characters'] })
    expect((await signUp('kettle84')).error).toBeNull()
    const { client, email } = await backend.createMember()
    const weak = await client.auth.updateUser({ password: 'kettle8' })
    expect(weak.error).toMatchObject({ code: 'weak_password', reasons: ['length'] })
    await backend.createClient().auth.resetPasswordForEmail(email)
    const { fragment } = await backend.openMail(email)
    const recovered = await backend.continueSession(fragment)
    const short = await recovered.auth.updateUser({ password: 'kettle8' })
    expect(short.error).toMatchObject({ code: 'weak_password' })
    expect((await recovered.auth.updateUser({ password: 'kettle84' })).error).toBeNull()
  })

  test('password_requirements apply to a new password', async () => {
    const backend = await startBackend((settings) => {
      settings.auth.password_requirements = 'lower_upper_letters_digits_symbols'
    })
    const { client } = await backend.createMember()
    const { error } = await client.auth.updateUser({ password: 'kettle84' })
    expect(error).toMatchObject({ code: 'weak_password', reasons: ['characters'] })
    expect((await client.auth.updateUser({ password: 'Kettle-84' })).error).toBeNull()
  })

  test.each([
    ['older than auth.sessions.timebox', "created_at = now() - interval '61 minutes'"],
    ['idle for auth.sessions.inactivity_timeout', "refreshed_at = now() - interval '31 minutes'"],
  ])('a session that is %s ends', async (_label, change) => {
    const backend = await startBackend((settings) => {
      settings.auth.sessions = { timebox: 3600, inactivity_timeout: 1800 }
    })
    const { client, id } = await backend.createMember()
    expect((await client.auth.refreshSession()).error).toBeNull()
    await backend.db.asOwner(`update auth.sessions set ${change} where user_id = $1`, [id])
    expect((await client.auth.refreshSession()).error?.code).toBe('session_expired')
    expect((await client.auth.getUser()).error).not.toBeNull()
    expect(await backend.db.asOwner('select from auth.sessions where user_id = $1', [id])).toEqual(
      [],
    )
  })
})
