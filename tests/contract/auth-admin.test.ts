// Accounts under the service key, keys and settings as clients see them, over HTTP.
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  follow,
  linkIn,
  PASSWORD,
  type Person,
  startTestBackend,
  type TestBackend,
} from '../support/backend.ts'

let backend: TestBackend
let admin: Person['client']['auth']['admin']
beforeAll(async () => {
  backend = await startTestBackend()
  admin = createClient(backend.url, backend.serviceKey, { auth: { persistSession: false } }).auth
    .admin
})
afterAll(() => backend.close())

const someone = () => `${crypto.randomUUID()}@people.example`
const signIn = (email: string, password: string) =>
  backend.client().auth.signInWithPassword({ email, password })

describe('admin', () => {
  test('lists everybody page by page', async () => {
    const made = []
    for (let count = 0; count < 5; count += 1) made.push((await backend.person()).id)
    const first = await admin.listUsers({ page: 1, perPage: 2 })
    if (first.error) throw first.error
    expect(first.data.nextPage).toBe(2)
    expect(first.data.total).toBeGreaterThanOrEqual(5)
    const seen = new Set<string>()
    for (let page = 1; page <= first.data.lastPage; page += 1) {
      const { data } = await admin.listUsers({ page, perPage: 2 })
      for (const { id } of data.users) seen.add(id)
    }
    expect(seen.size).toBe(first.data.total)
    expect(made.every((id) => seen.has(id))).toBe(true)
  })

  test('changes the password, which ends the sessions of the old one', async () => {
    const { client, id, email } = await backend.person()
    expect((await admin.updateUserById(id, { password: 'Another-Kettle-84' })).error).toBeNull()
    expect((await client.auth.refreshSession()).error).not.toBeNull()
    expect((await signIn(email, PASSWORD)).error?.code).toBe('invalid_credentials')
    expect((await signIn(email, 'Another-Kettle-84')).error).toBeNull()
  })

  test('changes address and metadata, but to nobody else’s address', async () => {
    const { id, email } = await backend.person({ one: 1 })
    const other = await backend.person()
    const wanted = someone()
    const { data } = await admin.updateUserById(id, { email: wanted, user_metadata: { two: 2 } })
    expect(data.user).toMatchObject({ email: wanted, user_metadata: { one: 1, two: 2 } })
    expect((await admin.updateUserById(id, { email: other.email })).error?.code).toBe(
      'email_exists',
    )
    expect((await signIn(email, PASSWORD)).error?.code).toBe('invalid_credentials')
  })

  test('changes the password or the address, which ends what was asked for before', async () => {
    for (const change of [{ password: 'Another-Kettle-84' }, { email: someone() }]) {
      const { client, id, email } = await backend.person()
      const wanted = someone()
      await client.auth.updateUser({ email: wanted })
      await backend.client().auth.resetPasswordForEmail(email)
      const links = [wanted, email].map((to) => linkIn(backend.outbox(to)[0]))
      const { data, error } = await admin.updateUserById(id, change)
      expect([error, data.user?.new_email]).toEqual([null, undefined])
      expect(backend.outbox(email)[0]?.subject).toMatch(
        /^Your (password|e-mail address) was changed/,
      )
      for (const link of links) {
        expect((await follow(link)).fragment.get('error_code')).toBe('otp_expired')
      }
    }
  })

  test('bans, and forgives', async () => {
    const { client, id, email } = await backend.person()
    await admin.updateUserById(id, { ban_duration: '24h' })
    expect((await client.auth.getUser()).error).not.toBeNull()
    expect((await signIn(email, PASSWORD)).error?.code).toBe('user_banned')
    await admin.updateUserById(id, { ban_duration: 'none' })
    expect((await signIn(email, PASSWORD)).error).toBeNull()
  })

  test('confirms an address without a mail', async () => {
    const email = someone()
    const { data } = await admin.createUser({ email, password: PASSWORD })
    expect((await signIn(email, PASSWORD)).error?.code).toBe('email_not_confirmed')
    await admin.updateUserById(data.user?.id ?? '', { email_confirm: true })
    expect((await signIn(email, PASSWORD)).error).toBeNull()
  })

  test('deletes somebody, whose token then opens nothing', async () => {
    const { client, id } = await backend.person()
    expect((await admin.deleteUser(id)).error).toBeNull()
    expect((await admin.getUserById(id)).error?.code).toBe('user_not_found')
    expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect((await client.auth.refreshSession()).error).not.toBeNull()
  })

  test('makes somebody with an id of another’s choice, and banned', async () => {
    const [id, email] = [crypto.randomUUID(), someone()]
    const asked = { id, email, password: PASSWORD, email_confirm: true, ban_duration: '24h' }
    const { data } = await admin.createUser({ ...asked, role: 'authenticated' })
    expect(data.user?.id).toBe(id)
    expect((await signIn(email, PASSWORD)).error?.code).toBe('user_banned')
    await admin.updateUserById(id, { ban_duration: 'none' })
    expect((await signIn(email, PASSWORD)).error).toBeNull()
    const again = await admin.createUser({ id, email: someone() })
    expect(again.error?.code).toBe('user_already_exists')
  })

  test.each([
    { password_hash: '$2y$10$x' },
    { phone: '123456789' },
    { role: 'service_role' },
    { ban_duration: 'for ever' },
    { id: 'no id' },
  ])('makes nobody where it would pass over %j', async (more) => {
    const email = someone()
    const { error } = await admin.createUser({ email, ...more })
    expect([error?.status, error?.message]).toEqual([
      400,
      expect.stringContaining(Object.keys(more).join()),
    ])
    const people = await backend.db.asOwner('select from auth.users where email = $1', [email])
    expect(people).toEqual([])
  })

  test('does not delete for good who was to be deleted softly', async () => {
    const { id } = await backend.person()
    const { error } = await admin.deleteUser(id, true)
    expect([error?.status, error?.message]).toEqual([
      400,
      'should_soft_delete is not supported here',
    ])
    expect((await admin.getUserById(id)).error).toBeNull()
    expect((await admin.deleteUser(id, false)).error).toBeNull()
  })

  test.each([{ nonce: '123456' }, { current_password: PASSWORD }, { phone: '123456789' }])(
    'somebody’s own change is refused where it would pass over %j',
    async (more) => {
      const { client, email } = await backend.person()
      const { error } = await client.auth.updateUser({ password: 'Another-Kettle-84', ...more })
      expect(error?.status).toBe(400)
      expect((await signIn(email, PASSWORD)).error).toBeNull()
    },
  )

  test.each([
    { role: 'service_role' },
    { phone: '123456789' },
    { password_hash: '$2y$10$x' },
    { email: 'no address' },
    { password: 'short' },
    { ban_duration: 'for ever' },
    { user_metadata: { text: '\u0000' } },
  ])('refuses the change %j', async (change) => {
    const { id } = await backend.person()
    expect((await admin.updateUserById(id, change)).error?.status).toBe(400)
  })

  test('is closed to members and visitors', async () => {
    const { client, id } = await backend.person()
    for (const { auth } of [client, backend.client()]) {
      expect((await auth.admin.listUsers()).error?.code).toBe('not_admin')
      expect((await auth.admin.getUserById(id)).error?.code).toBe('not_admin')
      expect((await auth.admin.updateUserById(id, {})).error?.code).toBe('not_admin')
      expect((await auth.admin.deleteUser(id)).error?.code).toBe('not_admin')
    }
  })
})

describe('tokens', () => {
  test('a client can check one by the published key alone', async () => {
    const { client, id } = await backend.person()
    const { data, error } = await client.auth.getClaims()
    expect(error).toBeNull()
    expect(data?.claims).toMatchObject({
      sub: id,
      aud: 'authenticated',
      role: 'authenticated',
      aal: 'aal1',
      iss: `${backend.url}/auth/v1`,
    })
  })

  const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  test.each([
    ['junk', () => 'junk'],
    ['unsigned', (token: string) => `${base64url({ alg: 'none' })}.${token.split('.')[1]}.`],
    [
      'another’s claims',
      (token: string) => {
        const [head, body = '', signature] = token.split('.')
        const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object
        return `${head}.${base64url({ ...claims, role: 'service_role' })}.${signature}`
      },
    ],
  ])('%s is refused everywhere', async (_what, forge) => {
    const { client } = await backend.person()
    const token = forge((await client.auth.getSession()).data.session?.access_token ?? '')
    const headers = { apikey: backend.anonKey, Authorization: `Bearer ${token}` }
    const statusOf = async (path: string) =>
      (await fetch(`${backend.url}${path}`, { headers })).status
    expect(await statusOf('/rest/v1/categories')).toBe(401)
    expect(await statusOf('/auth/v1/user')).toBe(403)
    expect(await statusOf('/auth/v1/admin/users')).toBe(403)
    expect(await statusOf('/storage/v1/object/avatars/x.png')).toBe(401)
  })

  test('an application key that is none of ours is refused; so is no key at all', async () => {
    const ask = (headers: Record<string, string>) =>
      fetch(`${backend.url}/rest/v1/categories`, { headers })
    expect((await ask({ apikey: 'junk' })).status).toBe(401)
    expect((await ask({})).status).toBe(401)
    expect((await ask({ Authorization: 'Basic eDp5' })).status).toBe(401)
    expect((await ask({ apikey: backend.anonKey })).status).toBe(200)
  })

  test('another site may read the answer to a refusal too', async () => {
    const response = await fetch(`${backend.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      body: '{',
      headers: { Origin: 'https://elsewhere.example' },
    })
    expect(response.status).toBe(400)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  })
})

test('nothing above was a fault of the server', () => expect(backend.logged).toEqual([]))
