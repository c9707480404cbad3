// GoTrue's contract through the official client, over HTTP (spec 1 §5, §7, §8).
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { follow, linkIn, PASSWORD, startTestBackend, type TestBackend } from '../support/backend.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend.close())

const someone = () => `${crypto.randomUUID()}@people.example`

async function signUp(email: string, data: Record<string, unknown> = {}) {
  return backend.client().auth.signUp({
    email,
    password: PASSWORD,
    options: { data, emailRedirectTo: `${backend.url}/welcome` },
  })
}

describe('sign-up', () => {
  test('sends a link; only after it can the person sign in', async () => {
    const email = someone()
    const { data, error } = await signUp(email, { username: 'violet', first_name: 'Vi' })
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    expect(data.user?.identities).toHaveLength(1)

    const early = await backend.client().auth.signInWithPassword({ email, password: PASSWORD })
    expect(early.error?.code).toBe('email_not_confirmed')

    const { status, to, fragment } = await follow(linkIn(backend.outbox(email)[0]))
    expect(status).toBe(303)
    expect(to.pathname).toBe('/welcome')
    expect(fragment.get('type')).toBe('signup')
    expect(fragment.get('access_token')).toBeTruthy()

    const signedIn = await backend.client().auth.signInWithPassword({ email, password: PASSWORD })
    expect(signedIn.data.user?.email).toBe(email)
    const [profile] = await backend.db.asOwner(
      'select username, first_name from private.profiles where user_id = $1',
      [data.user?.id],
    )
    expect(profile).toEqual({ username: 'violet', first_name: 'Vi' })
  })

  test('a link works once', async () => {
    const email = someone()
    await signUp(email)
    const link = linkIn(backend.outbox(email)[0])
    await follow(link)
    const again = await follow(link)
    expect(again.fragment.get('error_code')).toBe('otp_expired')
    expect(again.fragment.get('access_token')).toBeNull()
  })

  test('a link that is too old or made up does nothing', async () => {
    const email = someone()
    await signUp(email)
    await backend.db.asOwner(
      "update auth.one_time_tokens set created_at = now() - interval '2 days'",
    )
    const old = await follow(linkIn(backend.outbox(email)[0]))
    expect(old.fragment.get('error_code')).toBe('otp_expired')
    const forged = await follow(new URL(`${backend.url}/auth/v1/verify?token=abc&type=signup`))
    expect(forged.fragment.get('error_code')).toBe('otp_expired')
  })

  test('a taken address is answered like a new one, without identities, and gets no mail', async () => {
    const { email } = await backend.person()
    const { data, error } = await signUp(email)
    expect(error).toBeNull()
    expect(data.user?.identities).toEqual([])
    expect(backend.outbox(email)).toEqual([])
  })

  test.each([
    ['Short-84', 'Password must be at least 12 characters long'],
    ['violet-kettle-84', 'Password must contain at least one uppercase letter'],
    ['Violet-Kettle-123', 'Password contains common patterns and is not secure.'],
  ])('spec 1 §5: the server refuses the password %s', async (password, reason) => {
    const { error } = await backend.client().auth.signUp({ email: someone(), password })
    expect(error).toMatchObject({ code: 'weak_password', reasons: [reason] })
  })

  test('spec 1 §8: a bad address is named as such', async () => {
    const { error } = await backend
      .client()
      .auth.signUp({ email: 'not an address', password: PASSWORD })
    expect(error?.code).toBe('email_address_invalid')
  })

  test('two at the same moment make one account', async () => {
    const email = someone()
    await Promise.all([signUp(email), signUp(email), signUp(email)])
    const rows = await backend.db.asOwner('select id from auth.users where email = $1', [email])
    expect(rows).toHaveLength(1)
  })
})

describe('sign-in', () => {
  test('an unknown address and a wrong password are answered alike', async () => {
    const { email } = await backend.person()
    const wrong = await backend
      .client()
      .auth.signInWithPassword({ email, password: 'Wrong-Kettle-84' })
    const unknown = await backend
      .client()
      .auth.signInWithPassword({ email: someone(), password: PASSWORD })
    expect(wrong.error?.code).toBe('invalid_credentials')
    expect(unknown.error?.message).toBe(wrong.error?.message)
    expect(unknown.error?.status).toBe(wrong.error?.status)
  })

  test('spec 1 §5: 5 attempts per 15 minutes for one address, in any spelling; a success clears the count', async () => {
    const { email } = await backend.person()
    const attempt = (password: string, address = email) =>
      backend.client().auth.signInWithPassword({ email: address, password })
    for (let count = 0; count < 4; count += 1) await attempt('Wrong-Kettle-84')
    expect((await attempt(PASSWORD)).error).toBeNull()
    for (let count = 0; count < 5; count += 1) await attempt('Wrong-Kettle-84', email.toUpperCase())
    const { error } = await attempt(PASSWORD)
    expect(error).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
    // Nobody else pays for it.
    const other = await backend.person()
    expect(other.id).toBeTruthy()
  })

  test('spec 1 §5: 5 sign-ups per 15 minutes for one address', async () => {
    const email = someone()
    for (let count = 0; count < 5; count += 1) await signUp(email)
    expect((await signUp(email)).error?.status).toBe(429)
  })

  test.each(['token?grant_type=password', 'signup'])(
    'spec 1 §5: %s wants an address and a password together',
    async (path) => {
      const send = async (body: object) => {
        const response = await fetch(`${backend.url}/auth/v1/${path}`, {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { apikey: backend.anonKey },
        })
        return { status: response.status, ...((await response.json()) as { msg?: string }) }
      }
      const msg = 'You must provide either an email or phone number and a password'
      for (const body of [
        {},
        { email: someone() },
        { password: PASSWORD },
        { phone: '+15550100' },
      ]) {
        expect(await send(body)).toMatchObject({ status: 400, msg })
      }
      expect(await send({ phone: '+15550100', password: PASSWORD })).toMatchObject({
        status: 400,
        error_code: 'phone_provider_disabled',
      })
    },
  )
})

describe('sessions', () => {
  test('a refresh token is swapped for the next one', async () => {
    const { client } = await backend.person()
    const before = (await client.auth.getSession()).data.session
    const { data, error } = await client.auth.refreshSession()
    expect(error).toBeNull()
    expect(data.session?.refresh_token).not.toBe(before?.refresh_token)
  })

  test('say where they were begun and used last, to their owner', async () => {
    const { email } = await backend.person()
    const client = backend.client('203.0.113.9')
    await client.auth.signInWithPassword({ email, password: PASSWORD })
    const seen = async () => (await client.rpc('my_sessions')).data?.map(({ ip }) => ip).sort()
    expect(await seen()).toEqual(['192.0.2.1', '203.0.113.9'])
    const moved = backend.client('203.0.113.10')
    const { refresh_token = '' } = (await client.auth.getSession()).data.session ?? {}
    await moved.auth.refreshSession({ refresh_token })
    expect(await seen()).toEqual(['192.0.2.1', '203.0.113.10'])
  })

  test('a token used again after its interval ends the whole session', async () => {
    const { client } = await backend.person()
    const stolen = (await client.auth.getSession()).data.session?.refresh_token ?? ''
    const next = (await client.auth.refreshSession()).data.session?.refresh_token ?? ''
    await backend.db.asOwner(
      "update auth.refresh_tokens set revoked_at = now() - interval '1 minute' where revoked_at is not null",
    )
    const thief = await backend.client().auth.refreshSession({ refresh_token: stolen })
    expect(thief.error?.code).toBe('refresh_token_already_used')
    const owner = await backend.client().auth.refreshSession({ refresh_token: next })
    expect(owner.error?.code).toBe('refresh_token_not_found')
  })

  test('two tabs that refresh at once both stay signed in', async () => {
    const { client } = await backend.person()
    const refresh_token = (await client.auth.getSession()).data.session?.refresh_token ?? ''
    const both = await Promise.all([
      backend.client().auth.refreshSession({ refresh_token }),
      backend.client().auth.refreshSession({ refresh_token }),
    ])
    expect(both.map(({ error }) => error)).toEqual([null, null])
    // The same one: two branches would both live on, a thief's and its owner's.
    const [one, other] = both.map(({ data }) => data.session?.refresh_token)
    expect(one).toBe(other)
    const next = await backend.client().auth.refreshSession({ refresh_token: one ?? '' })
    const late = await backend.client().auth.refreshSession({ refresh_token })
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
    'sign-out with scope %s: this session %s, another %s',
    async (scope, thisStays, otherStays) => {
      const { client, email } = await backend.person()
      const other = backend.client()
      await other.auth.signInWithPassword({ email, password: PASSWORD })
      const mine = (await client.auth.getSession()).data.session?.access_token
      await client.auth.signOut({ scope })
      const isAlive = async (token: string | undefined) =>
        (await backend.client().auth.getUser(token)).error === null
      expect(await isAlive(mine)).toBe(thisStays)
      expect(await isAlive((await other.auth.getSession()).data.session?.access_token)).toBe(
        otherStays,
      )
    },
  )

  test('an unknown scope of sign-out answers 400 and ends no session', async () => {
    const { client, id } = await backend.person()
    const token = (await client.auth.getSession()).data.session?.access_token
    const response = await fetch(`${backend.url}/auth/v1/logout?scope=galaxy`, {
      method: 'POST',
      headers: { apikey: backend.anonKey, authorization: `Bearer ${token}` },
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error_code: 'validation_failed',
      msg: 'Unsupported logout scope "galaxy"',
    })
    const sessions = await backend.db.asOwner('select from auth.sessions where user_id = $1', [id])
    expect(sessions).toHaveLength(1)
  })
})

describe('password and address', () => {
  test('recover sends a link that signs in to set a new password', async () => {
    const { email } = await backend.person()
    const redirectTo = `${backend.url}/update-password`
    await backend.client().auth.resetPasswordForEmail(email, { redirectTo })
    const { to, fragment } = await follow(linkIn(backend.outbox(email)[0]))
    expect(to.pathname).toBe('/update-password')
    const client = backend.client()
    await client.auth.setSession({
      access_token: fragment.get('access_token') ?? '',
      refresh_token: fragment.get('refresh_token') ?? '',
    })
    expect((await client.auth.updateUser({ password: 'Another-Kettle-84' })).error).toBeNull()
    const { error } = await backend
      .client()
      .auth.signInWithPassword({ email, password: 'Another-Kettle-84' })
    expect(error).toBeNull()
  })

  test('recover and resend answer strangers as they answer members', async () => {
    expect((await backend.client().auth.resetPasswordForEmail(someone())).error).toBeNull()
    expect(
      (await backend.client().auth.resend({ type: 'signup', email: someone() })).error,
    ).toBeNull()
  })

  test('a new password signs everybody else out', async () => {
    const { client, email } = await backend.person()
    const other = backend.client()
    await other.auth.signInWithPassword({ email, password: PASSWORD })
    await client.auth.updateUser({ password: 'Another-Kettle-84' })
    expect((await other.auth.refreshSession()).error).not.toBeNull()
    expect((await client.auth.refreshSession()).error).toBeNull()
  })

  test('whoever had the address or the password is told of a new one', async () => {
    const { client, email } = await backend.person()
    const told = () => backend.outbox(email).map(({ subject }) => subject.split(' – ')[0])
    await client.auth.updateUser({ data: { nickname: 'Vi' } })
    expect(told()).toEqual([])
    await client.auth.updateUser({ password: 'Another-Kettle-84' })
    expect(told()).toEqual(['Your password was changed'])
    const wanted = someone()
    await client.auth.updateUser({ email: wanted })
    await follow(linkIn(backend.outbox(wanted)[0]))
    expect(told()).toEqual(['Your e-mail address was changed', 'Your password was changed'])
    expect(backend.outbox(wanted)).toHaveLength(1)
  })

  test('a new address counts once its owner has confirmed it', async () => {
    const { client, id } = await backend.person()
    const email = someone()
    await client.auth.updateUser({ email })
    const addressOf = async () =>
      (await backend.db.asOwner('select email from auth.users where id = $1', [id]))[0]?.email
    expect(await addressOf()).not.toBe(email)
    await follow(linkIn(backend.outbox(email)[0]))
    expect(await addressOf()).toBe(email)
  })
})

describe('redirects', () => {
  test.each([
    'https://evil.example/',
    '//evil.example',
    'javascript:alert(1)',
    'http://127.0.0.1@evil.example/',
    'http://127.0.0.1.evil.example/',
    'http:\\\\evil.example',
  ])('%s leads home', async (wanted) => {
    const link = new URL(`${backend.url}/auth/v1/verify?token=x&type=signup`)
    link.searchParams.set('redirect_to', wanted)
    expect((await follow(link)).to.origin).toBe(backend.url)
  })

  test('an address of the site itself is allowed', async () => {
    const link = new URL(`${backend.url}/auth/v1/verify?token=x&type=signup`)
    link.searchParams.set('redirect_to', `${backend.url}/somewhere`)
    expect((await follow(link)).to.pathname).toBe('/somewhere')
  })
})

describe('bad input', () => {
  const post = (path: string, body: string) =>
    fetch(`${backend.url}/auth/v1/${path}`, {
      method: 'POST',
      body,
      headers: { apikey: backend.anonKey },
    })

  test.each([
    '{',
    '[]',
    'null',
    '{"email": 5, "password": {}}',
    `{"email": "${'a'.repeat(300)}@x.example", "password": "x"}`,
  ])('a body of %s is refused clearly and leaves nothing', async (body) => {
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

  test('a body of megabytes is not read', async () => {
    expect((await post('signup', 'x'.repeat(2_000_000))).status).toBe(413)
  })

  test('admin calls need the service key', async () => {
    const { client } = await backend.person()
    expect((await client.auth.admin.createUser({ email: someone() })).error?.code).toBe('not_admin')
  })

  test('nothing above was a fault of the server', () => expect(backend.logged).toEqual([]))
})
