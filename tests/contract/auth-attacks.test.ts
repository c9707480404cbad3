// What an ill-wisher tries at sign-up, links and limits, over HTTP.
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { follow, linkIn, PASSWORD, startTestBackend, type TestBackend } from '../support/backend.ts'

const OTHER_PASSWORD = 'Another-Kettle-84'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend((settings) => {
    settings.auth.additional_redirect_urls = [
      'https://*.previews.example',
      'https://**.wide.example/**',
    ]
  })
})
afterAll(() => backend.close())

const someone = () => `${crypto.randomUUID()}@people.example`
const signUp = (email: string, password = PASSWORD, data: object = {}) =>
  backend.client().auth.signUp({ email, password, options: { data } })
const signIn = (email: string, password: string) =>
  backend.client().auth.signInWithPassword({ email, password })

describe('an address that someone else signed up with first', () => {
  test('the link in each mail sets the password of its own sign-up', async () => {
    const email = someone()
    await signUp(email, OTHER_PASSWORD)
    await signUp(email, PASSWORD)
    const [newer] = backend.outbox(email)
    expect((await follow(linkIn(newer))).fragment.get('access_token')).toBeTruthy()
    expect((await signIn(email, PASSWORD)).error).toBeNull()
    expect((await signIn(email, OTHER_PASSWORD)).error?.code).toBe('invalid_credentials')
  })

  test('an earlier link keeps working until one of them is used, and no longer', async () => {
    const email = someone()
    await signUp(email, PASSWORD)
    await signUp(email, OTHER_PASSWORD)
    const [newer, older] = backend.outbox(email)
    expect((await follow(linkIn(older))).fragment.get('access_token')).toBeTruthy()
    expect((await follow(linkIn(newer))).fragment.get('error_code')).toBe('otp_expired')
    expect((await signIn(email, PASSWORD)).error).toBeNull()
  })

  test('a recovery never confirms a password that nobody confirmed', async () => {
    const email = someone()
    await signUp(email, OTHER_PASSWORD)
    await backend.client().auth.resetPasswordForEmail(email)
    await follow(linkIn(backend.outbox(email)[0]))
    expect((await signIn(email, OTHER_PASSWORD)).error?.code).toBe('invalid_credentials')
  })
})

test('metadata that nests without end is refused before anything walks through it', async () => {
  const send = (path: string, key: string, depth: number) =>
    fetch(`${backend.url}/auth/v1/${path}`, {
      method: 'POST',
      headers: {
        apikey: key,
        Authorization: `Bearer ${key}`,
        'Content-Type': 'application/json',
      },
      body: `{"email":"${someone()}","password":"${PASSWORD}","data":{"a":${'['.repeat(depth)}${']'.repeat(depth)}},
        "user_metadata":{"a":${'['.repeat(depth)}${']'.repeat(depth)}}}`,
    })
  for (const depth of [99, 3000, 100_000]) {
    expect((await send('signup', backend.anonKey, depth)).status).toBe(400)
    expect((await send('admin/users', backend.serviceKey, depth)).status).toBe(400)
  }
  expect((await send('signup', backend.anonKey, 98)).status).toBe(200)
  expect((await send('admin/users', backend.serviceKey, 98)).status).toBe(200)
})

describe('what is said with a sign-up', () => {
  const profileOf = async (email: string) =>
    (
      await backend.db.asOwner(
        'select p.username, p.first_name from private.profiles p join auth.users u on u.id = p.user_id where u.email = $1',
        [email],
      )
    )[0]

  test('another mail confirms its password, unless somebody else has signed up as well', async () => {
    const [alone, crowded] = [someone(), someone()]
    await signUp(alone, PASSWORD, { username: `alone${Date.now()}`, first_name: 'Zoe' })
    await signUp(crowded, PASSWORD)
    await signUp(crowded, OTHER_PASSWORD, { first_name: 'Stranger' })
    for (const email of [alone, crowded]) {
      await backend.client().auth.resend({ type: 'signup', email })
      const { fragment } = await follow(linkIn(backend.outbox(email)[0]))
      expect(fragment.get('access_token')).toBeTruthy()
    }
    expect((await signIn(alone, PASSWORD)).error).toBeNull()
    expect(await profileOf(alone)).toMatchObject({ first_name: 'Zoe' })
    for (const password of [PASSWORD, OTHER_PASSWORD]) {
      expect((await signIn(crowded, password)).error?.code).toBe('invalid_credentials')
    }
    expect(await profileOf(crowded)).toMatchObject({ first_name: null })
  })

  test('is what the opened mail belongs to, and nobody learns what others said', async () => {
    const email = someone()
    const first = await signUp(email, OTHER_PASSWORD, { first_name: 'Stranger' })
    const second = await signUp(email, PASSWORD, { first_name: 'Ana' })
    const shape = ({ data }: typeof first) => ({
      ...Object.fromEntries(Object.keys(data.user ?? {}).map((key) => [key, 0])),
      identities: data.user?.identities?.length,
      said: Object.keys(data.user?.user_metadata ?? {}),
      isNew: Date.now() - Date.parse(data.user?.created_at ?? '') < 2000,
    })
    expect(shape(second)).toEqual(shape(first))
    expect(second.data.user?.user_metadata).toEqual({ first_name: 'Ana' })
    await follow(linkIn(backend.outbox(email)[0]))
    const { data } = await signIn(email, PASSWORD)
    expect(data.user?.user_metadata).toEqual({ first_name: 'Ana' })
    expect(await profileOf(email)).toMatchObject({ first_name: 'Ana' })
  })

  test('is nobody’s to see, and holds no username, until the mail was opened', async () => {
    const [email, other] = [someone(), someone()]
    const username = `early${Date.now()}`
    await signUp(email, PASSWORD, { username })
    expect(await profileOf(email)).toBeUndefined()
    await signUp(other, PASSWORD, { username })
    await follow(linkIn(backend.outbox(other)[0]))
    await follow(linkIn(backend.outbox(email)[0]))
    expect(await profileOf(other)).toMatchObject({ username })
    expect(await profileOf(email)).toMatchObject({ username: `${username}2` })
  })
})

describe('links', () => {
  test('a mail scanner that only asks for the head leaves the link unused', async () => {
    const email = someone()
    await signUp(email)
    const link = linkIn(backend.outbox(email)[0])
    await fetch(link, { method: 'HEAD', redirect: 'manual' })
    expect((await follow(link)).fragment.get('access_token')).toBeTruthy()
  })

  test('a recovery link for an address that was given up since is dead', async () => {
    const { client, email } = await backend.person()
    await backend.client().auth.resetPasswordForEmail(email)
    const stale = linkIn(backend.outbox(email)[0])
    const wanted = someone()
    await client.auth.updateUser({ email: wanted })
    await follow(linkIn(backend.outbox(wanted)[0]))
    const { fragment } = await follow(stale)
    expect(fragment.get('error_code')).toBe('otp_expired')
  })

  test('a banned person gets in by no link', async () => {
    const { email, id } = await backend.person()
    await backend.client().auth.resetPasswordForEmail(email)
    await backend.db.asOwner(
      "update auth.users set banned_until = now() + interval '1 day' where id = $1",
      [id],
    )
    const { fragment } = await follow(linkIn(backend.outbox(email)[0]))
    expect(fragment.get('error_code')).toBe('user_banned')
  })

  test('an answer that carries tokens is never cached', async () => {
    const response = await fetch(`${backend.url}/auth/v1/verify?token=x&type=signup`, {
      redirect: 'manual',
    })
    expect(response.headers.get('cache-control')).toBe('no-store')
  })
})

describe('allowed redirects', () => {
  const leadsTo = async (wanted: string) => {
    const link = new URL(`${backend.url}/auth/v1/verify?token=x&type=signup`)
    link.searchParams.set('redirect_to', wanted)
    return (await follow(link)).to.hostname
  }

  test.each([
    ['https://one.previews.example', 'one.previews.example'],
    ['https://a.b.wide.example/any/where', 'a.b.wide.example'],
    ['https://one.previews.example.evil.example', '127.0.0.1'],
    ['https://3232235777?.previews.example', '127.0.0.1'],
    ['https://3232235777#.previews.example', '127.0.0.1'],
    ['https://evil.example/x.wide.example/', '127.0.0.1'],
    ['https://a.b.previews.example', '127.0.0.1'],
  ])('%s leads to %s', async (wanted, host) => {
    expect(await leadsTo(wanted)).toBe(host)
  })
})

test('where people use another address, that is home and the process’s own is allowed', async () => {
  const behind = await startTestBackend(() => {}, 'https://tools.example')
  try {
    const leadsTo = async (wanted: string) => {
      const link = new URL(`${behind.url}/auth/v1/verify?token=x&type=signup`)
      link.searchParams.set('redirect_to', wanted)
      return (await follow(link)).to.origin
    }
    expect(await leadsTo('https://evil.example/')).toBe('https://tools.example')
    expect(await leadsTo('https://tools.example/welcome')).toBe('https://tools.example')
    expect(await leadsTo(`${behind.url}/welcome`)).toBe(behind.url)
    const email = someone()
    await behind.client().auth.signUp({ email, password: PASSWORD })
    expect(linkIn(behind.outbox(email)[0]).origin).toBe('https://tools.example')
  } finally {
    await behind.close()
  }
})

describe('texts that no database can hold', () => {
  test.each(['nul\u0000byte', 'half \ud83d of a pair'])('%j is refused', async (first_name) => {
    const { error } = await signUp(someone(), PASSWORD, { first_name })
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' })
    const { client } = await backend.person()
    expect((await client.auth.updateUser({ data: { first_name } })).error?.status).toBe(400)
  })

  test('metadata does not grow past its limit by many small updates', async () => {
    const { client } = await backend.person()
    const piece = 'x'.repeat(6000)
    expect((await client.auth.updateUser({ data: { one: piece } })).error).toBeNull()
    expect((await client.auth.updateUser({ data: { two: piece } })).error?.status).toBe(400)
    const { data } = await client.auth.updateUser({ data: { one: null, two: 'short' } })
    expect(data.user?.user_metadata).toEqual({ two: 'short' })
  })
})

describe('many at once', () => {
  test.each([
    ['the password is changed', 'update auth.users set encrypted_password = null where id = $1'],
    ['the account is deleted', 'delete from auth.users where id = $1'],
  ])('a sign-in while %s is refused like any other', async (_, statement) => {
    const { email, id } = await backend.person()
    let signing: ReturnType<typeof signIn> | undefined
    await backend.db.database.transactionAsOwner(async ({ query }) => {
      await query('select from auth.users where id = $1 for update', [id])
      signing = signIn(email, PASSWORD)
      // On PGlite it queues; on PostgreSQL it has read and compared the old password by then.
      await new Promise((resolve) => setTimeout(resolve, 500))
      await query(statement, [id])
    })
    expect((await signing)?.error).toMatchObject({ status: 400, code: 'invalid_credentials' })
    expect(
      await backend.db.asOwner('select 1 from auth.sessions where user_id = $1 offset 1', [id]),
    ).toEqual([])
  })

  test('the same username at the same moment: everybody gets an account', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => signUp(someone(), PASSWORD, { username: 'nightingale' })),
    )
    expect(answers.map(({ error }) => error)).toEqual(Array(8).fill(null))
  })

  test('one link, opened many times at once, makes one session', async () => {
    const email = someone()
    await signUp(email)
    const link = linkIn(backend.outbox(email)[0])
    const all = await Promise.all(Array.from({ length: 6 }, () => follow(link)))
    expect(all.filter(({ fragment }) => fragment.has('access_token'))).toHaveLength(1)
  })

  test('one old token, tried many times at once, ends its session and breaks nothing', async () => {
    const { client } = await backend.person()
    const refresh_token = (await client.auth.getSession()).data.session?.refresh_token ?? ''
    await client.auth.refreshSession()
    await backend.db.asOwner(
      "update auth.refresh_tokens set revoked_at = now() - interval '1 minute' where revoked_at is not null",
    )
    const all = await Promise.all(
      Array.from({ length: 5 }, () => backend.client().auth.refreshSession({ refresh_token })),
    )
    expect(all.every(({ error }) => error?.status === 400)).toBe(true)
  })
})

test('a new password ends what was asked for before: another address, a recovery', async () => {
  const ana = await backend.person()
  const stolen = `${crypto.randomUUID()}@stranger.example`
  await ana.client.auth.updateUser({ email: stolen })
  await ana.client.auth.resetPasswordForEmail(ana.email)
  const links = [linkIn(backend.outbox(stolen)[0]), linkIn(backend.outbox(ana.email)[0])]
  expect((await ana.client.auth.updateUser({ password: 'Another-Kettle-85' })).error).toBeNull()
  for (const link of links) {
    const { fragment } = await follow(link)
    expect([fragment.get('error_code'), fragment.get('access_token')]).toEqual([
      'otp_expired',
      null,
    ])
  }
  expect((await ana.client.auth.getUser()).data.user?.email).toBe(ana.email)
})

test('what was not allowed is told to the operator, without who, from where or what was typed', async () => {
  const { email, client } = await backend.person()
  const anonymous = backend.client()
  const before = backend.refused.length
  await signIn(email, 'Wrong-Kettle-84')
  await anonymous.auth.verifyOtp({ email, token: '123456', type: 'email' })
  await anonymous.auth.refreshSession({ refresh_token: email })
  await anonymous.from('tools').insert({ name: email, description: 'd', category: 'HR' })
  await client.from('audit_logs').delete().eq('action', email)
  await client.auth.admin.listUsers()
  await client.storage.from('avatars').upload(`${email}/x.gif`, new Blob(['GIF89a']))
  const stranger = createClient(backend.url, email.replace('@', '.'))
  await stranger.from(email).select()
  // What is only wrong, or not there, is nobody's news.
  await anonymous.from('tools').select('nonsense' as 'id')
  await signUp(email, 'short')
  const refused = backend.refused.slice(before)
  expect(refused).toEqual([
    { area: 'auth', action: 'token', status: 400, code: 'invalid_credentials' },
    { area: 'auth', action: 'verify', status: 403, code: 'otp_expired' },
    { area: 'auth', action: 'token', status: 400, code: 'refresh_token_not_found' },
    { area: 'rest', action: 'tools', status: 401, code: '42501' },
    { area: 'rest', action: 'audit_logs', status: 403, code: '42501' },
    { area: 'auth', action: 'admin', status: 403, code: 'not_admin' },
    { area: 'storage', action: '', status: 403, code: 'Unauthorized' },
    { area: 'rest', action: '', status: 401, code: '' },
  ])
  expect(JSON.stringify(refused)).not.toContain(email)
})

test('nothing above was a fault of the server', () => expect(backend.logged).toEqual([]))
