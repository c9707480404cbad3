// GoTrue's contract with supabase-js, over HTTP (spec 1 §5, §7, §8).
import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { createEmail, openLink, PASSWORD, shareTestBackend } from '../support/backends/backend.ts'

const backend = await shareTestBackend()

async function signUp(email: string, data: Record<string, unknown> = {}) {
  return backend.createClient().auth.signUp({
    email,
    password: PASSWORD,
    options: { data, emailRedirectTo: `${backend.url}/welcome` },
  })
}

describe('sign-up', () => {
  test('signUp sends a link; sign-in works only after it is opened', async () => {
    const email = createEmail()
    const { data, error } = await signUp(email, { username: 'violet', first_name: 'Vi' })
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    expect(data.user?.identities).toHaveLength(1)

    const early = await backend.signIn(email)
    expect(early.error?.code).toBe('email_not_confirmed')

    const { status, to, fragment } = await backend.openMail(email)
    expect(status).toBe(303)
    expect(to.pathname).toBe('/welcome')
    expect(fragment.get('type')).toBe('signup')
    expect(fragment.get('access_token')).toBeTruthy()

    const signedIn = await backend.signIn(email)
    expect(signedIn.data.user?.email).toBe(email)
    expect(signedIn.data.user?.user_metadata).toEqual({ username: 'violet', first_name: 'Vi' })
  })

  test('an expired or unknown link returns otp_expired', async () => {
    const email = createEmail()
    await signUp(email)
    await backend.db.asOwner`update auth.one_time_tokens set created_at = now() - interval '2 days'`
    const old = await backend.openMail(email)
    expect(old.fragment.get('error_code')).toBe('otp_expired')
    const forged = await openLink(new URL(`${backend.url}/auth/v1/verify?token=abc&type=signup`))
    expect(forged.fragment.get('error_code')).toBe('otp_expired')
  })

  test('a taken email gets no error, no identities and no mail', async () => {
    const { email } = await backend.createMember()
    const { data, error } = await signUp(email)
    expect(error).toBeNull()
    expect(data.user?.identities).toEqual([])
    expect(backend.readOutbox(email)).toEqual([])
  })

  test('spec 1 §8: an invalid email returns email_address_invalid', async () => {
    const { error } = await backend
      .createClient()
      .auth.signUp({ email: 'not an address', password: PASSWORD })
    expect(error?.code).toBe('email_address_invalid')
  })

  test('concurrent sign-ups with one email create one account', async () => {
    const email = createEmail()
    await Promise.all([signUp(email), signUp(email), signUp(email)])
    const rows = await backend.db.asOwner('select id from auth.users where email = $1', [email])
    expect(rows).toHaveLength(1)
  })
})

describe('sign-in', () => {
  test('an unknown email and a wrong password return the same error', async () => {
    const { email } = await backend.createMember()
    const wrong = await backend.signIn(email, 'Wrong-Kettle-84')
    const unknown = await backend.signIn(createEmail())
    expect(wrong.error?.code).toBe('invalid_credentials')
    expect(unknown.error?.message).toBe(wrong.error?.message)
    expect(unknown.error?.status).toBe(wrong.error?.status)
  })

  test('spec 1 §5: a 6th attempt in 15 minutes for one email in any spelling returns 429; a success resets the count', async () => {
    const { email } = await backend.createMember()
    const fail = (address = email) => backend.signIn(address, 'Wrong-Kettle-84')
    for (let count = 0; count < 4; count += 1) await fail()
    expect((await backend.signIn(email)).error).toBeNull()
    for (let count = 0; count < 5; count += 1) await fail(email.toUpperCase())
    const { error } = await backend.signIn(email)
    expect(error).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
    // Another member is not affected.
    const other = await backend.createMember()
    expect(other.id).toBeTruthy()
  })

  test('spec 1 §5: a 6th sign-up in 15 minutes for one email returns 429', async () => {
    const email = createEmail()
    for (let count = 0; count < 5; count += 1) await signUp(email)
    expect((await signUp(email)).error?.status).toBe(429)
  })

  test.each([
    ['token?grant_type=password', 422, 'Phone logins are disabled'],
    ['signup', 400, 'Phone signups are disabled'],
  ])(
    'spec 1 §5: %s without an email or a password returns 400',
    async (path, status, phoneMessage) => {
      const send = async (body: object) => {
        const response = await backend.send('POST', `auth/v1/${path}`, body)
        return { status: response.status, ...((await response.json()) as { msg?: string }) }
      }
      const msg = 'You must provide either an email or phone number and a password'
      // As in GoTrue, a sign-up without any of them is an anonymous one.
      if (path !== 'signup') expect(await send({})).toMatchObject({ status: 400, msg })
      for (const body of [
        { email: createEmail() },
        { password: PASSWORD },
        { phone: '+15550100' },
      ]) {
        expect(await send(body)).toMatchObject({ status: 400, msg })
      }
      expect(await send({ phone: '+15550100', password: PASSWORD })).toMatchObject({
        status,
        error_code: 'phone_provider_disabled',
        msg: phoneMessage,
      })
    },
  )
})

describe('sessions', () => {
  test('refreshSession returns a new refresh token', async () => {
    const { client } = await backend.createMember()
    const before = (await client.auth.getSession()).data.session
    const { data, error } = await client.auth.refreshSession()
    expect(error).toBeNull()
    expect(data.session?.refresh_token).not.toBe(before?.refresh_token)
  })

  test('a session has the network address of its last use', async () => {
    const { email } = await backend.createMember()
    const client = backend.createClient('203.0.113.9')
    await client.auth.signInWithPassword({ email, password: PASSWORD })
    const readAddresses = async () => {
      const rows = await backend.db.asOwner(
        'select s.ip from auth.sessions s join auth.users u on u.id = s.user_id where u.email = $1',
        [email],
      )
      return rows.map(({ ip }) => ip).sort()
    }
    expect(await readAddresses()).toEqual(['192.0.2.1', '203.0.113.9'])
    const moved = backend.createClient('203.0.113.10')
    const { refresh_token = '' } = (await client.auth.getSession()).data.session ?? {}
    await moved.auth.refreshSession({ refresh_token })
    expect(await readAddresses()).toEqual(['192.0.2.1', '203.0.113.10'])
  })

  test('a reused refresh token ends the session after the reuse interval', async () => {
    const { client } = await backend.createMember()
    const stolen = (await client.auth.getSession()).data.session?.refresh_token ?? ''
    const next = (await client.auth.refreshSession()).data.session?.refresh_token ?? ''
    await backend.db.asOwner(
      "update auth.refresh_tokens set revoked_at = now() - interval '1 minute' where revoked_at is not null",
    )
    const thief = await backend.createClient().auth.refreshSession({ refresh_token: stolen })
    expect(thief.error?.code).toBe('refresh_token_already_used')
    const owner = await backend.createClient().auth.refreshSession({ refresh_token: next })
    expect(owner.error?.code).toBe('refresh_token_not_found')
  })

  test('two tabs that refresh concurrently get the same token and stay signed in', async () => {
    const { client } = await backend.createMember()
    const refresh_token = (await client.auth.getSession()).data.session?.refresh_token ?? ''
    const both = await Promise.all([
      backend.createClient().auth.refreshSession({ refresh_token }),
      backend.createClient().auth.refreshSession({ refresh_token }),
    ])
    expect(both.map(({ error }) => error)).toEqual([null, null])
    // With two tokens, both a thief and the owner could continue the session.
    const [one, other] = both.map(({ data }) => data.session?.refresh_token)
    expect(one).toBe(other)
    const next = await backend.createClient().auth.refreshSession({ refresh_token: one ?? '' })
    const late = await backend.createClient().auth.refreshSession({ refresh_token })
    expect(late.data.session?.refresh_token).toBe(next.data.session?.refresh_token)
    const current = await backend.db.asOwner(
      'select from auth.refresh_tokens where session_id = $1 and revoked_at is null',
      [decodeJwt(next.data.session?.access_token ?? '').session_id],
    )
    expect(current).toHaveLength(1)
  })

  test.each([
    ['local', false, true],
    ['others', true, false],
    ['global', false, false],
  ] as const)(
    'sign-out with scope %s: this session stays = %s, another stays = %s',
    async (scope, thisStays, otherStays) => {
      const { client, email, token } = await backend.createMember()
      const other = (await backend.signIn(email)).data.session?.access_token
      await client.auth.signOut({ scope })
      const isAlive = async (token: string | undefined) =>
        (await backend.createClient().auth.getUser(token)).error === null
      expect([await isAlive(token), await isAlive(other)]).toEqual([thisStays, otherStays])
    },
  )

  test('sign-out with an unknown scope returns 400 and ends no session', async () => {
    const { id, token } = await backend.createMember()
    const authorization = { Authorization: `Bearer ${token}` }
    const response = await backend.send('POST', 'auth/v1/logout?scope=galaxy', '', authorization)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error_code: 'validation_failed',
      msg: 'Unsupported logout scope "galaxy"',
    })
    const sessions = await backend.db.asOwner('select from auth.sessions where user_id = $1', [id])
    expect(sessions).toHaveLength(1)
  })
})

describe('password and email', () => {
  test('recover sends a link that signs in for a new password', async () => {
    const { email } = await backend.createMember()
    const redirectTo = `${backend.url}/update-password`
    await backend.createClient().auth.resetPasswordForEmail(email, { redirectTo })
    const { to, fragment } = await backend.openMail(email)
    expect(to.pathname).toBe('/update-password')
    const client = await backend.continueSession(fragment)
    expect((await client.auth.updateUser({ password: 'Another-Kettle-84' })).error).toBeNull()
    const { error } = await backend.signIn(email, 'Another-Kettle-84')
    expect(error).toBeNull()
  })

  test('recover and resend return no error for unknown emails', async () => {
    expect(
      (await backend.createClient().auth.resetPasswordForEmail(createEmail())).error,
    ).toBeNull()
    expect(
      (await backend.createClient().auth.resend({ type: 'signup', email: createEmail() })).error,
    ).toBeNull()
  })

  test('a new password ends the other sessions', async () => {
    const { client, email } = await backend.createMember()
    const other = backend.createClient()
    await other.auth.signInWithPassword({ email, password: PASSWORD })
    await client.auth.updateUser({ password: 'Another-Kettle-84' })
    expect((await other.auth.refreshSession()).error).not.toBeNull()
    expect((await client.auth.refreshSession()).error).toBeNull()
  })

  test('the old email gets a mail about a new password and a new email', async () => {
    const { client, email } = await backend.createMember()
    const readSubjects = () =>
      backend.readOutbox(email).map(({ subject }) => subject.split(' – ')[0])
    await client.auth.updateUser({ data: { nickname: 'Vi' } })
    expect(readSubjects()).toEqual([])
    await client.auth.updateUser({ password: 'Another-Kettle-84' })
    expect(readSubjects()).toEqual(['Your password was changed'])
    const newEmail = createEmail()
    await client.auth.updateUser({ email: newEmail })
    await backend.openMail(newEmail)
    expect(readSubjects()).toEqual([
      'Your email address was changed',
      'A change of your email address was requested',
      'Your password was changed',
    ])
    expect(backend.readOutbox(newEmail)).toHaveLength(1)
  })

  test('a new email is set after its link is opened', async () => {
    const { client, id } = await backend.createMember()
    const email = createEmail()
    await client.auth.updateUser({ email })
    const readEmail = () =>
      backend.db.valueAsOwner('select email from auth.users where id = $1', [id])
    expect(await readEmail()).not.toBe(email)
    await backend.openMail(email)
    expect(await readEmail()).toBe(email)
  })
})

describe('bad input', () => {
  const post = (path: string, body: string) => backend.send('POST', `auth/v1/${path}`, body)

  test.each([
    '{',
    '[]',
    'null',
    '{"email": 5, "password": {}}',
    `{"email": "${'a'.repeat(300)}@x.example", "password": "x"}`,
  ])('a body of %s returns a 4xx status with an error_code', async (body) => {
    for (const path of [
      'signup',
      'token?grant_type=password',
      'token?grant_type=refresh_token',
      'recover',
      'verify',
      'resend',
    ]) {
      const response = await post(path, body)
      expect([path, response.status >= 400 && response.status < 500]).toEqual([path, true])
      expect(await response.json()).toHaveProperty('error_code')
    }
  })

  test('a body of 2 MB returns 413', async () => {
    expect((await post('signup', 'x'.repeat(2_000_000))).status).toBe(413)
  })
})
