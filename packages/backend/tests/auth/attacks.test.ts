// Attacks on sign-up, links and limits, over HTTP.
import { createClient } from '@supabase/supabase-js'
import { describe, expect, test } from 'vitest'
import {
  createEmail,
  findLink,
  openLink,
  openTestBackend,
  PASSWORD,
  shareTestBackend,
} from '../support/backends/backend.ts'

const OTHER_PASSWORD = 'Another-Kettle-84'

const backend = await shareTestBackend()

const signUp = (email: string, password = PASSWORD, data: object = {}) =>
  backend.createClient().auth.signUp({ email, password, options: { data } })

describe('an email that another person signed up with first', () => {
  test('the link of each mail sets the password of its own sign-up', async () => {
    const email = createEmail()
    await signUp(email, OTHER_PASSWORD)
    await signUp(email, PASSWORD)
    const [newer] = backend.readOutbox(email)
    expect((await openLink(findLink(newer))).fragment.get('access_token')).toBeTruthy()
    expect((await backend.signIn(email)).error).toBeNull()
    expect((await backend.signIn(email, OTHER_PASSWORD)).error?.code).toBe('invalid_credentials')
  })

  test('an earlier link works until one of the links is used', async () => {
    const email = createEmail()
    await signUp(email, PASSWORD)
    await signUp(email, OTHER_PASSWORD)
    const [newer, older] = backend.readOutbox(email)
    expect((await openLink(findLink(older))).fragment.get('access_token')).toBeTruthy()
    expect((await openLink(findLink(newer))).fragment.get('error_code')).toBe('otp_expired')
    expect((await backend.signIn(email)).error).toBeNull()
  })

  test('a recovery link does not confirm an unconfirmed password', async () => {
    const email = createEmail()
    await signUp(email, OTHER_PASSWORD)
    await backend.createClient().auth.resetPasswordForEmail(email)
    await backend.openMail(email)
    expect((await backend.signIn(email, OTHER_PASSWORD)).error?.code).toBe('invalid_credentials')
  })
})

test('metadata that nests 99 deep or more returns 400, and 98 deep 200', async () => {
  const send = (path: string, key: string, depth: number) => {
    const data = `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`
    const body = `{"email":"${createEmail()}","password":"${PASSWORD}","data":${data},"user_metadata":${data}}`
    return backend.send('POST', `auth/v1/${path}`, body, { Authorization: `Bearer ${key}` })
  }
  for (const depth of [99, 3000, 100_000]) {
    expect((await send('signup', backend.anonKey, depth)).status).toBe(400)
    expect((await send('admin/users', backend.serviceKey, depth)).status).toBe(400)
  }
  expect((await send('signup', backend.anonKey, 98)).status).toBe(200)
  expect((await send('admin/users', backend.serviceKey, 98)).status).toBe(200)
})

describe('metadata and password of a sign-up', () => {
  const readMetadata = async (email: string) =>
    await backend.db
      .valueAsOwner`select raw_user_meta_data as data from auth.users where email = ${email}`

  test('a resent mail confirms the password, unless another person signed up too', async () => {
    const [single, shared] = [createEmail(), createEmail()]
    await signUp(single, PASSWORD, { username: `single${Date.now()}`, first_name: 'Zoe' })
    await signUp(shared, PASSWORD)
    await signUp(shared, OTHER_PASSWORD, { first_name: 'Stranger' })
    for (const email of [single, shared]) {
      await backend.createClient().auth.resend({ type: 'signup', email })
      const { fragment } = await backend.openMail(email)
      expect(fragment.get('access_token')).toBeTruthy()
    }
    expect((await backend.signIn(single)).error).toBeNull()
    expect(await readMetadata(single)).toMatchObject({ first_name: 'Zoe' })
    for (const password of [PASSWORD, OTHER_PASSWORD]) {
      expect((await backend.signIn(shared, password)).error?.code).toBe('invalid_credentials')
    }
    expect(await readMetadata(shared)).not.toHaveProperty('first_name')
  })

  test('the account gets the metadata of the confirmed mail; responses do not show other sign-ups', async () => {
    const email = createEmail()
    const first = await signUp(email, OTHER_PASSWORD, { first_name: 'Stranger' })
    const second = await signUp(email, PASSWORD, { first_name: 'Ana' })
    const shape = ({ data }: typeof first) => ({
      ...Object.fromEntries(Object.keys(data.user ?? {}).map((key) => [key, 0])),
      identities: data.user?.identities?.length,
      metadata: Object.keys(data.user?.user_metadata ?? {}),
      isNew: Date.now() - Date.parse(data.user?.created_at ?? '') < 2000,
    })
    expect(shape(second)).toEqual(shape(first))
    expect(second.data.user?.user_metadata).toEqual({ first_name: 'Ana' })
    await backend.openMail(email)
    const { data } = await backend.signIn(email)
    expect(data.user?.user_metadata).toEqual({ first_name: 'Ana' })
    expect(await readMetadata(email)).toMatchObject({ first_name: 'Ana' })
  })
})

describe('links', () => {
  test('a HEAD request of a mail scanner does not use up the link', async () => {
    const email = createEmail()
    await signUp(email)
    const link = backend.findMailedLink(email)
    await fetch(link, { method: 'HEAD', redirect: 'manual' })
    expect((await openLink(link)).fragment.get('access_token')).toBeTruthy()
  })

  test('a recovery link of a former email returns otp_expired', async () => {
    const { client, email } = await backend.createMember()
    await backend.createClient().auth.resetPasswordForEmail(email)
    const stale = backend.findMailedLink(email)
    const newEmail = createEmail()
    await client.auth.updateUser({ email: newEmail })
    await backend.openMail(newEmail)
    const { fragment } = await openLink(stale)
    expect(fragment.get('error_code')).toBe('otp_expired')
  })

  test('a recovery link of a banned user returns user_banned', async () => {
    const { email, id } = await backend.createMember()
    await backend.createClient().auth.resetPasswordForEmail(email)
    await backend.db
      .asOwner`update auth.users set banned_until = now() + interval '1 day' where id = ${id}`
    const { fragment } = await backend.openMail(email)
    expect(fragment.get('error_code')).toBe('user_banned')
  })

  test('/verify sends Cache-Control: no-store', async () => {
    const response = await fetch(`${backend.url}/auth/v1/verify?token=x&type=signup`, {
      redirect: 'manual',
    })
    expect(response.headers.get('cache-control')).toBe('no-store')
  })
})

test('with a public site URL, links lead there, and redirects to the process’s address are allowed too', async () => {
  const backendOfSite = await openTestBackend(undefined, {
    siteUrl: 'https://tools.example',
    db: backend.db,
  })
  const findTarget = async (redirectTo: string) => {
    const link = new URL(`${backendOfSite.url}/auth/v1/verify?token=x&type=signup`)
    link.searchParams.set('redirect_to', redirectTo)
    return (await openLink(link)).to.origin
  }
  expect(await findTarget('https://evil.example/')).toBe('https://tools.example')
  expect(await findTarget('https://tools.example/welcome')).toBe('https://tools.example')
  expect(await findTarget(`${backendOfSite.url}/welcome`)).toBe(backendOfSite.url)
  const email = createEmail()
  await backendOfSite.createClient().auth.signUp({ email, password: PASSWORD })
  expect(backendOfSite.findMailedLink(email).origin).toBe('https://tools.example')
})

describe('metadata', () => {
  test.each(['nul\u0000byte', 'half \ud83d of a pair'])(
    'the invalid text %j returns 400',
    async (first_name) => {
      const { error } = await signUp(createEmail(), PASSWORD, { first_name })
      expect(error).toMatchObject({ status: 400, code: 'validation_failed' })
      const { client } = await backend.createMember()
      expect((await client.auth.updateUser({ data: { first_name } })).error?.status).toBe(400)
    },
  )

  test('small updates cannot exceed the size limit of metadata', async () => {
    const { client } = await backend.createMember()
    const piece = 'x'.repeat(6000)
    expect((await client.auth.updateUser({ data: { one: piece } })).error).toBeNull()
    expect((await client.auth.updateUser({ data: { two: piece } })).error?.status).toBe(400)
    const { data } = await client.auth.updateUser({ data: { one: null, two: 'short' } })
    expect(data.user?.user_metadata).toEqual({ two: 'short' })
  })
})

describe('concurrent requests', () => {
  test.each([
    ['the password is changed', 'update auth.users set encrypted_password = null where id = $1'],
    ['the account is deleted', 'delete from auth.users where id = $1'],
  ])('a sign-in while %s returns invalid_credentials', async (_, statement) => {
    const { email, id } = await backend.createMember()
    let signing: ReturnType<typeof backend.signIn> | undefined
    await backend.db.database.transactionAsOwner(async ({ query }) => {
      await query('select from auth.users where id = $1 for update', [id])
      signing = backend.signIn(email)
      // On PGlite it queues; on PostgreSQL it has read and compared the old password.
      await backend.db.waitUntilBlocked()
      await query(statement, [id])
    })
    expect((await signing)?.error).toMatchObject({ status: 400, code: 'invalid_credentials' })
    expect(
      await backend.db.asOwner('select 1 from auth.sessions where user_id = $1 offset 1', [id]),
    ).toEqual([])
  })

  test('6 requests of one link create one session', async () => {
    const email = createEmail()
    await signUp(email)
    const link = backend.findMailedLink(email)
    const all = await Promise.all(Array.from({ length: 6 }, () => openLink(link)))
    expect(all.filter(({ fragment }) => fragment.has('access_token'))).toHaveLength(1)
  })

  test('5 uses of one old refresh token each return 400', async () => {
    const { client } = await backend.createMember()
    const refresh_token = (await client.auth.getSession()).data.session?.refresh_token ?? ''
    await client.auth.refreshSession()
    await backend.db.asOwner(
      "update auth.refresh_tokens set revoked_at = now() - interval '1 minute' where revoked_at is not null",
    )
    const all = await Promise.all(
      Array.from({ length: 5 }, () =>
        backend.createClient().auth.refreshSession({ refresh_token }),
      ),
    )
    expect(all.every(({ error }) => error?.status === 400)).toBe(true)
  })
})

test('a new password invalidates pending links of email change and recovery', async () => {
  const ana = await backend.createMember()
  const stolen = `${crypto.randomUUID()}@stranger.example`
  await ana.client.auth.updateUser({ email: stolen })
  await ana.client.auth.resetPasswordForEmail(ana.email)
  const links = [backend.findMailedLink(stolen), backend.findMailedLink(ana.email)]
  expect((await ana.client.auth.updateUser({ password: 'Another-Kettle-85' })).error).toBeNull()
  for (const link of links) {
    const { fragment } = await openLink(link)
    expect([fragment.get('error_code'), fragment.get('access_token')]).toEqual([
      'otp_expired',
      null,
    ])
  }
  expect((await ana.client.auth.getUser()).data.user?.email).toBe(ana.email)
})

test('refusals are reported without user, address and input', async () => {
  const { email, client } = await backend.createMember()
  const anonymous = backend.createClient()
  const before = backend.refusals.length
  await backend.signIn(email, 'Wrong-Kettle-84')
  await anonymous.auth.verifyOtp({ email, token: '123456', type: 'email' })
  await anonymous.auth.refreshSession({ refresh_token: email })
  await anonymous.from('todos').insert({ title: email })
  await client.from('todos').insert({ title: email, owner: crypto.randomUUID() })
  await client.auth.admin.listUsers()
  await client.auth.admin.inviteUserByEmail(email)
  await backend.send('GET', 'auth/v1/reauthenticate')
  await client.storage.from('avatars').upload(`${email}/x.gif`, new Blob(['GIF89a']))
  const stranger = createClient(backend.url, email.replace('@', '.'))
  await stranger.from(email).select()
  // Invalid requests are not reported.
  await anonymous.from('todos').select('nonsense')
  await signUp(email, 'short')
  const reported = backend.refusals.slice(before)
  expect(reported).toEqual([
    { area: 'auth', action: 'token', status: 400, code: 'invalid_credentials' },
    { area: 'auth', action: 'verify', status: 403, code: 'otp_expired' },
    { area: 'auth', action: 'token', status: 400, code: 'refresh_token_not_found' },
    { area: 'rest', action: 'todos', status: 401, code: '42501' },
    { area: 'rest', action: 'todos', status: 403, code: '42501' },
    { area: 'auth', action: 'admin', status: 403, code: 'not_admin' },
    { area: 'auth', action: 'invite', status: 403, code: 'not_admin' },
    { area: 'auth', action: 'reauthenticate', status: 401, code: 'no_authorization' },
    { area: 'storage', action: '', status: 403, code: 'Unauthorized' },
    { area: 'rest', action: '', status: 401, code: '' },
  ])
  expect(JSON.stringify(reported)).not.toContain(email)
})
