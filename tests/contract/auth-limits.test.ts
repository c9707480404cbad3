// Limits per network and per mail from the settings, and sign-up without confirmations, over HTTP.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '../../backend/auth/passwords.ts'
import { PASSWORD, type Person, startTestBackend, type TestBackend } from '../support/backend.ts'

interface Asked {
  error: { status?: number | undefined } | null
}

const someone = () => `${crypto.randomUUID()}@people.example`

describe('limits of the settings', () => {
  let backend: TestBackend
  beforeAll(async () => {
    backend = await startTestBackend((settings) => {
      settings.auth.email.max_frequency = 60
      settings.auth.rate_limit.sign_in_sign_ups = 8
      settings.auth.rate_limit.token_refresh = 2
      settings.auth.rate_limit.token_verifications = 2
    })
  })
  afterAll(() => backend.close())
  const auth = () => backend.client().auth

  test('spec 1 §9: 60 seconds between two mails to one address, known or not', async () => {
    const known = (await backend.person()).email
    for (const email of [known, someone()]) {
      expect((await auth().resetPasswordForEmail(email)).error).toBeNull()
      expect((await auth().resetPasswordForEmail(email)).error).toMatchObject({
        status: 429,
        code: 'over_email_send_rate_limit',
      })
    }
    const fresh = someone()
    await auth().signUp({ email: fresh, password: PASSWORD })
    expect((await auth().resend({ type: 'signup', email: fresh })).error?.status).toBe(429)
  })

  test('asking for mails, signing in, refreshing and opening links is counted by network', async () => {
    const statuses = async (call: () => Promise<{ error: { status?: number } | null }>) => {
      const all: (number | undefined)[] = []
      for (let count = 0; count < 10; count += 1) all.push((await call()).error?.status)
      return all
    }
    expect(await statuses(() => auth().resetPasswordForEmail(someone()))).toContain(429)
    expect(
      await statuses(() => auth().signInWithPassword({ email: someone(), password: PASSWORD })),
    ).toContain(429)
    expect(await statuses(() => auth().refreshSession({ refresh_token: 'x' }))).toEqual([
      400,
      400,
      ...Array(8).fill(429),
    ])
    expect(await statuses(() => auth().verifyOtp({ token_hash: 'x', type: 'signup' }))).toEqual([
      403,
      403,
      ...Array(8).fill(429),
    ])
  })

  test('a change of address counts as a mail, and new passwords are counted by account and network', async () => {
    const statuses = async (client: Person['client'], changes: object[]) => {
      const all: (number | undefined)[] = []
      for (const change of changes) all.push((await client.auth.updateUser(change)).error?.status)
      return all
    }
    // Made by SQL: each counts on from a network of its own.
    const person = async (network: string) => {
      const email = someone()
      await backend.db.asOwner(
        'insert into auth.users (email, encrypted_password, email_confirmed_at) values ($1, $2, now())',
        [email, await hashPassword(PASSWORD)],
      )
      const client = backend.client(network)
      const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD })
      if (error) throw error
      return client
    }
    const addresses = Array.from({ length: 10 }, () => ({ email: someone() }))
    const mover = await person('203.0.113.1')
    expect(await statuses(mover, addresses.slice(0, 2))).toEqual([undefined, 429])
    const passwords = Array.from({ length: 9 }, (_, count) => ({
      password: `Kettle-Blue-${count}`,
    }))
    const tries = await statuses(await person('203.0.113.2'), passwords)
    expect(tries).toEqual([...Array(5).fill(undefined), ...Array(4).fill(429)])
  })

  test('a refusal says how long to wait', async () => {
    const response = await fetch(`${backend.url}/auth/v1/token?grant_type=refresh_token`, {
      method: 'POST',
      body: '{"refresh_token": "x"}',
    })
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('nothing above was a fault of the server', () => expect(backend.logged).toEqual([]))
})

describe('the mail of an hour', () => {
  /** From a network that nobody else comes from, unless one is named. */
  const authOf = (backend: TestBackend, network: string = crypto.randomUUID()) =>
    backend.client(network).auth
  const startWith = (mails: number) =>
    startTestBackend((settings) => {
      settings.auth.rate_limit.email_sent = mails
    })

  test('once it is used up, sign-up and recovery are refused alike for known and unknown', async () => {
    const backend = await startWith(1)
    try {
      const { email, client } = await backend.person()
      const recover = (to: string) => authOf(backend).resetPasswordForEmail(to)
      expect((await recover(email)).error).toBeNull()
      for (const address of [email, someone()]) {
        expect((await recover(address)).error?.status).toBe(429)
        const asNew = { email: address, password: PASSWORD }
        expect((await authOf(backend).signUp(asNew)).error?.status).toBe(429)
      }
      expect((await client.auth.updateUser({ email: someone() })).error?.status).toBe(429)
    } finally {
      await backend.close()
    }
  })

  test('what nobody is sent uses none of it, and no network gets more than its share', async () => {
    const backend = await startWith(30)
    const statusesFrom = async (ask: (to: string, network: string) => Promise<Asked>) => {
      const network = crypto.randomUUID()
      const all = []
      for (const to of [someone(), someone(), someone()])
        all.push((await ask(to, network)).error?.status)
      return all
    }
    try {
      const recover = (to: string, network: string) =>
        authOf(backend, network).resetPasswordForEmail(to)
      const signUp = (email: string, network: string) =>
        authOf(backend, network).signUp({ email, password: PASSWORD })
      // More than the hour has, for nobody.
      for (let networks = 0; networks < 12; networks += 1) {
        expect(await statusesFrom(recover)).toEqual([undefined, undefined, 429])
      }
      expect(await statusesFrom(signUp)).toEqual([undefined, undefined, 429])
      // Whether somebody has the address does not show in what is left of a share.
      const { email } = await backend.person()
      const network = crypto.randomUUID()
      expect((await recover(email, network)).error).toBeNull()
      expect((await recover(someone(), network)).error).toBeNull()
      expect((await recover(someone(), network)).error?.code).toBe('over_email_send_rate_limit')
      expect((await signUp(someone(), crypto.randomUUID())).error).toBeNull()
    } finally {
      await backend.close()
    }
  })

  const statusOf = async (call: Promise<Asked>) => (await call).error?.status ?? 200
  const signUpFrom = (backend: TestBackend, network: string, email = someone()) =>
    statusOf(authOf(backend, network).signUp({ email, password: PASSWORD }))

  test('sign-ups from 20 networks of one IPv6 /48 share one tenth of the sign-up share', async () => {
    // 40 for sign-ups, 4 of them for one network.
    const backend = await startWith(100)
    try {
      const statuses = []
      for (let count = 0; count < 20; count += 1) {
        statuses.push(await signUpFrom(backend, `2001:db8:1:${count.toString(16)}`))
      }
      expect(statuses).toEqual([...Array(4).fill(200), ...Array(16).fill(429)])
      expect(await signUpFrom(backend, '2001:db8:2:1')).toBe(200)
      expect(await signUpFrom(backend, '203.0.113.1')).toBe(200)
    } finally {
      await backend.close()
    }
  })

  test('sign-ups that use up their share leave recovery, email change and magic link to members', async () => {
    const backend = await startWith(30)
    try {
      const { email, client } = await backend.person()
      const statuses = []
      for (let count = 0; count < 14; count += 1) {
        statuses.push(await signUpFrom(backend, crypto.randomUUID()))
      }
      expect(statuses).toEqual([...Array(12).fill(200), 429, 429])
      expect(await statusOf(authOf(backend).resend({ type: 'signup', email }))).toBe(429)
      expect(await statusOf(authOf(backend).resetPasswordForEmail(email))).toBe(200)
      expect(await statusOf(authOf(backend).signInWithOtp({ email }))).toBe(200)
      expect(backend.outbox(email)).toHaveLength(2)
      const wanted = someone()
      expect(await statusOf(client.auth.updateUser({ email: wanted }))).toBe(200)
      expect(backend.outbox(wanted)).toHaveLength(1)
    } finally {
      await backend.close()
    }
  })

  test('otp and recovery of unconfirmed addresses answer 200 without a mail once the sign-up share is used up', async () => {
    const backend = await startWith(10)
    try {
      const unconfirmed = someone()
      expect(await signUpFrom(backend, crypto.randomUUID(), unconfirmed)).toBe(200)
      for (let count = 0; count < 3; count += 1) {
        expect(await signUpFrom(backend, crypto.randomUUID())).toBe(200)
      }
      expect(await signUpFrom(backend, crypto.randomUUID())).toBe(429)
      const fresh = someone()
      expect(await statusOf(authOf(backend).signInWithOtp({ email: fresh }))).toBe(200)
      expect(await statusOf(authOf(backend).resetPasswordForEmail(unconfirmed))).toBe(200)
      expect(backend.outbox(fresh)).toEqual([])
      expect(backend.outbox(unconfirmed)).toHaveLength(1)
      const made = await backend.db.asOwner('select from auth.users where email = $1', [fresh])
      expect(made).toEqual([])
    } finally {
      await backend.close()
    }
  })

  test('what is left of a network does not show whether otp and recovery went to a member', async () => {
    const backend = await startWith(50)
    // 20 for sign-ups, 2 for one network; 30 for members, 3 for one network.
    const leftAfter = async (email: string, network: string) => {
      await authOf(backend, network).signInWithOtp({ email })
      return [
        await signUpFrom(backend, network),
        await signUpFrom(backend, network),
        await statusOf(authOf(backend, network).resetPasswordForEmail(someone())),
        await statusOf(authOf(backend, network).resetPasswordForEmail(someone())),
        await statusOf(authOf(backend, network).resetPasswordForEmail(someone())),
      ]
    }
    try {
      const { email } = await backend.person()
      const ofMember = await leftAfter(email, '203.0.113.1')
      expect(await leftAfter(someone(), '203.0.113.2')).toEqual(ofMember)
      expect(ofMember).toEqual([200, 429, 200, 200, 429])
    } finally {
      await backend.close()
    }
  })

  test('members cannot use up the share of sign-ups', async () => {
    const backend = await startWith(5)
    try {
      const emails = []
      for (let count = 0; count < 4; count += 1) emails.push((await backend.person()).email)
      const statuses = []
      for (const email of emails) {
        statuses.push(await statusOf(authOf(backend).resetPasswordForEmail(email)))
      }
      expect(statuses).toEqual([200, 200, 200, 429])
      expect(await signUpFrom(backend, crypto.randomUUID())).toBe(200)
    } finally {
      await backend.close()
    }
  })

  test.each([
    [2, 1, 1],
    [4, 2, 2],
  ])(
    'email_sent = %i gives %i mails to sign-ups and %i to members',
    async (mails, signUps, members) => {
      const backend = await startWith(mails)
      try {
        const emails = []
        for (let count = 0; count <= members; count += 1)
          emails.push((await backend.person()).email)
        for (let count = 0; count < signUps; count += 1) {
          expect(await signUpFrom(backend, crypto.randomUUID())).toBe(200)
        }
        expect(await signUpFrom(backend, crypto.randomUUID())).toBe(429)
        const statuses = []
        for (const email of emails) {
          statuses.push(await statusOf(authOf(backend).resetPasswordForEmail(email)))
        }
        expect(statuses).toEqual([...Array(members).fill(200), 429])
      } finally {
        await backend.close()
      }
    },
  )

  test('half of a share that is sent calls onMailHalfUsed once', async () => {
    const backend = await startWith(10)
    try {
      for (let count = 0; count < 4; count += 1) {
        await signUpFrom(backend, crypto.randomUUID())
        const isHalf = count >= 1
        expect(backend.mailHalfUsed).toEqual(
          isHalf ? [{ share: 'sign_ups', sent: 2, limit: 4 }] : [],
        )
      }
    } finally {
      await backend.close()
    }
  })
})

describe('without confirmations', () => {
  let backend: TestBackend
  beforeAll(async () => {
    backend = await startTestBackend((settings) => {
      settings.auth.email.enable_confirmations = false
    })
  })
  afterAll(() => backend.close())

  test('sign-up is a sign-in, and a taken address is said to be taken', async () => {
    const email = someone()
    const { data } = await backend.client().auth.signUp({ email, password: PASSWORD })
    expect(data.session?.access_token).toBeTruthy()
    const again = await backend.client().auth.signUp({ email, password: 'Another-Kettle-84' })
    expect(again.error?.code).toBe('user_already_exists')
  })

  test('nobody takes over an account that was never confirmed', async () => {
    const email = someone()
    await backend.db.asOwner('insert into auth.users (email) values ($1)', [email])
    const { data, error } = await backend.client().auth.signUp({ email, password: PASSWORD })
    expect(error?.code).toBe('user_already_exists')
    expect(data.session).toBeNull()
  })
})

describe('who may come, and for how long', () => {
  const startClosed = (which: 'all' | 'mail') =>
    startTestBackend((settings) => {
      if (which === 'all') settings.auth.enable_signup = false
      else settings.auth.email.enable_signup = false
    })

  test.each([
    ['all', 'signup_disabled'],
    ['mail', 'email_provider_disabled'],
  ] as const)('without sign-ups (%s) nobody new gets in, and members do', async (which, code) => {
    const backend = await startClosed(which)
    try {
      const email = someone()
      const { auth } = backend.client()
      expect((await auth.signUp({ email, password: PASSWORD })).error?.code).toBe(code)
      expect((await auth.signInWithOtp({ email })).error).toBeNull()
      const people = await backend.db.asOwner('select from auth.users where email = $1', [email])
      expect([people, backend.outbox(email)]).toEqual([[], []])
      const settings = await (await fetch(`${backend.url}/auth/v1/settings`)).json()
      expect(settings).toMatchObject(
        which === 'all' ? { disable_signup: true } : { external: { email: false } },
      )
      await backend.person()
    } finally {
      await backend.close()
    }
  })

  test('a password has what the settings ask for, also a new one', async () => {
    const backend = await startTestBackend((settings) => {
      settings.auth.password_requirements = 'lower_upper_letters_digits_symbols'
    })
    try {
      const { client } = await backend.person()
      const { error } = await client.auth.updateUser({ password: 'kettle84' })
      expect(error).toMatchObject({ code: 'weak_password' })
      expect(error?.message).toContain('uppercase letter')
      expect(error?.message).toContain('special character')
      expect((await client.auth.updateUser({ password: 'Kettle-84' })).error).toBeNull()
    } finally {
      await backend.close()
    }
  })

  test.each([
    ['older than auth.sessions.timebox', "created_at = now() - interval '61 minutes'"],
    ['idle for auth.sessions.inactivity_timeout', "refreshed_at = now() - interval '31 minutes'"],
  ])('a session that is %s ends', async (_why, change) => {
    const backend = await startTestBackend((settings) => {
      settings.auth.sessions = { timebox: 3600, inactivity_timeout: 1800 }
    })
    try {
      const { client, id } = await backend.person()
      expect((await client.auth.refreshSession()).error).toBeNull()
      await backend.db.asOwner(`update auth.sessions set ${change} where user_id = $1`, [id])
      expect((await client.auth.refreshSession()).error?.code).toBe('session_expired')
      expect((await client.auth.getUser()).error).not.toBeNull()
      expect(
        await backend.db.asOwner('select from auth.sessions where user_id = $1', [id]),
      ).toEqual([])
    } finally {
      await backend.close()
    }
  })
})
