// Admin calls of auth with the service key, and tokens and keys of clients, over HTTP.
import { describe, expect, test } from 'vitest'
import { createEmail, openLink, PASSWORD, shareTestBackend } from '../support/backends/backend.ts'

const backend = await shareTestBackend()
const { admin } = backend.service.auth

describe('admin', () => {
  test('listUsers returns every user once, page by page', async () => {
    const created = []
    for (let count = 0; count < 5; count += 1) created.push((await backend.createMember()).id)
    const first = await admin.listUsers({ page: 1, perPage: 2 })
    if (first.error) throw first.error
    expect(first.data.nextPage).toBe(2)
    expect(first.data.total).toBeGreaterThanOrEqual(5)
    const listed = new Set<string>()
    for (let page = 1; page <= first.data.lastPage; page += 1) {
      const { data } = await admin.listUsers({ page, perPage: 2 })
      for (const { id } of data.users) listed.add(id)
    }
    expect(listed.size).toBe(first.data.total)
    expect(created.every((id) => listed.has(id))).toBe(true)
  })

  test('a password set with updateUserById ends the sessions of the old one', async () => {
    const { client, id, email } = await backend.createMember()
    expect((await admin.updateUserById(id, { password: 'Another-Kettle-84' })).error).toBeNull()
    expect((await client.auth.refreshSession()).error).not.toBeNull()
    expect((await backend.signIn(email)).error?.code).toBe('invalid_credentials')
    expect((await backend.signIn(email, 'Another-Kettle-84')).error).toBeNull()
  })

  test('a weak password is refused by updateUserById, and accepted by createUser as in GoTrue', async () => {
    const { id, email } = await backend.createMember()
    for (const password of ['short', '']) {
      const { error } = await admin.updateUserById(id, { password })
      expect(error).toMatchObject({ status: 422, code: 'weak_password', reasons: ['length'] })
    }
    expect((await backend.signIn(email)).error).toBeNull()
    const created = createEmail()
    await admin.createUser({ email: created, password: 'short', email_confirm: true })
    expect((await backend.signIn(created, 'short')).error).toBeNull()
    const without = createEmail()
    await admin.createUser({ email: without, password: '', email_confirm: true })
    expect((await backend.signIn(without)).error?.code).toBe('invalid_credentials')
  })

  test('updateUserById changes email and metadata, and refuses the email of another user', async () => {
    const { id, email } = await backend.createMember({ one: 1 })
    const other = await backend.createMember()
    const newEmail = createEmail()
    const { data } = await admin.updateUserById(id, { email: newEmail, user_metadata: { two: 2 } })
    expect(data.user).toMatchObject({ email: newEmail, user_metadata: { one: 1, two: 2 } })
    expect((await admin.updateUserById(id, { email: other.email })).error?.code).toBe(
      'email_exists',
    )
    expect((await backend.signIn(email)).error?.code).toBe('invalid_credentials')
  })

  test('a password or email set with updateUserById invalidates pending links', async () => {
    for (const change of [{ password: 'Another-Kettle-84' }, { email: createEmail() }]) {
      const { client, id, email } = await backend.createMember()
      const newEmail = createEmail()
      await client.auth.updateUser({ email: newEmail })
      await backend.createClient().auth.resetPasswordForEmail(email)
      const links = [newEmail, email].map((to) => backend.findMailedLink(to))
      const { data, error } = await admin.updateUserById(id, change)
      expect([error, data.user?.new_email]).toEqual([null, undefined])
      expect(backend.readOutbox(email)[0]?.subject).toMatch(
        /^Your (password|email address) was changed/,
      )
      for (const link of links) {
        expect((await openLink(link)).fragment.get('error_code')).toBe('otp_expired')
      }
    }
  })

  test('ban_duration bans a user, and none lifts the ban', async () => {
    const { client, id, email } = await backend.createMember()
    await admin.updateUserById(id, { ban_duration: '24h' })
    expect((await client.auth.getUser()).error).not.toBeNull()
    expect((await backend.signIn(email)).error?.code).toBe('user_banned')
    await admin.updateUserById(id, { ban_duration: 'none' })
    expect((await backend.signIn(email)).error).toBeNull()
  })

  test('email_confirm confirms an email without a mail', async () => {
    const email = createEmail()
    const { data } = await admin.createUser({ email, password: PASSWORD })
    expect((await backend.signIn(email)).error?.code).toBe('email_not_confirmed')
    await admin.updateUserById(data.user?.id ?? '', { email_confirm: true })
    expect((await backend.signIn(email)).error).toBeNull()
  })

  test('deleteUser deletes a user and invalidates their tokens', async () => {
    const { client, id } = await backend.createMember()
    expect((await admin.deleteUser(id)).error).toBeNull()
    expect((await admin.getUserById(id)).error?.code).toBe('user_not_found')
    expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect((await client.auth.refreshSession()).error).not.toBeNull()
  })

  test('createUser creates a banned user with a given id', async () => {
    const [id, email] = [crypto.randomUUID(), createEmail()]
    const attributes = { id, email, password: PASSWORD, email_confirm: true, ban_duration: '24h' }
    const { data } = await admin.createUser({ ...attributes, role: 'authenticated' })
    expect(data.user?.id).toBe(id)
    expect((await backend.signIn(email)).error?.code).toBe('user_banned')
    await admin.updateUserById(id, { ban_duration: 'none' })
    expect((await backend.signIn(email)).error).toBeNull()
    const again = await admin.createUser({ id, email: createEmail() })
    expect(again.error?.code).toBe('user_already_exists')
  })

  test.each([
    { password_hash: '$2y$10$x' },
    { phone: '123456789' },
    { role: 'service_role' },
    { ban_duration: 'for ever' },
    { id: 'no id' },
  ])('createUser refuses %j, which it does not support', async (more) => {
    const email = createEmail()
    const { error } = await admin.createUser({ email, ...more })
    expect([error?.status, error?.message]).toEqual([
      400,
      expect.stringContaining(Object.keys(more).join()),
    ])
    const users = await backend.db.asOwner('select from auth.users where email = $1', [email])
    expect(users).toEqual([])
  })

  test('deleteUser refuses a soft delete', async () => {
    const { id } = await backend.createMember()
    const { error } = await admin.deleteUser(id, true)
    expect([error?.status, error?.message]).toEqual([
      400,
      'should_soft_delete is not supported here',
    ])
    expect((await admin.getUserById(id)).error).toBeNull()
    expect((await admin.deleteUser(id, false)).error).toBeNull()
  })

  test('updateUser refuses a phone number, which it does not support', async () => {
    const { client, email } = await backend.createMember()
    const change = { password: 'Another-Kettle-84', phone: '123456789' }
    expect((await client.auth.updateUser(change)).error?.status).toBe(400)
    expect((await backend.signIn(email)).error).toBeNull()
  })

  test.each([
    { role: 'service_role' },
    { phone: '123456789' },
    { password_hash: '$2y$10$x' },
    { email: 'no address' },
    { ban_duration: 'for ever' },
    { user_metadata: { text: '\u0000' } },
  ])('updateUserById refuses the change %j', async (change) => {
    const { id } = await backend.createMember()
    expect((await admin.updateUserById(id, change)).error?.status).toBe(400)
  })

  test('admin calls of members and visitors return not_admin', async () => {
    const { client, id } = await backend.createMember()
    for (const { auth } of [client, backend.createClient()]) {
      expect((await auth.admin.listUsers()).error?.code).toBe('not_admin')
      expect((await auth.admin.createUser({ email: 'x@y.example' })).error?.code).toBe('not_admin')
      expect((await auth.admin.getUserById(id)).error?.code).toBe('not_admin')
      expect((await auth.admin.updateUserById(id, {})).error?.code).toBe('not_admin')
      expect((await auth.admin.deleteUser(id)).error?.code).toBe('not_admin')
    }
  })
})

describe('tokens', () => {
  test('getClaims verifies a token with the published key', async () => {
    const { client, id } = await backend.createMember()
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
    ['malformed', () => 'junk'],
    ['unsigned', (token: string) => `${base64url({ alg: 'none' })}.${token.split('.')[1]}.`],
    [
      'with changed claims',
      (token: string) => {
        const [head, body = '', signature] = token.split('.')
        const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object
        return `${head}.${base64url({ ...claims, role: 'service_role' })}.${signature}`
      },
    ],
  ])('a token that is %s is refused by rest, auth and storage', async (_label, forge) => {
    const { token } = await backend.createMember()
    const headers = { Authorization: `Bearer ${forge(token)}` }
    for (const [path, status] of [
      ['rest/v1/todos', 401],
      ['auth/v1/user', 403],
      ['auth/v1/admin/users', 403],
      ['storage/v1/object/avatars/x.png', 401],
    ] as const) {
      const response = await backend.send('GET', path, undefined, headers)
      expect([path, response.status]).toEqual([path, status])
    }
  })

  test('an unknown or missing application key returns 401', async () => {
    const request = (headers: Record<string, string>) =>
      fetch(`${backend.url}/rest/v1/todos`, { headers })
    expect((await request({ apikey: 'junk' })).status).toBe(401)
    expect((await request({})).status).toBe(401)
    expect((await request({ Authorization: 'Basic eDp5' })).status).toBe(401)
    expect((await request({ apikey: backend.anonKey })).status).toBe(200)
  })

  test('a refusal allows other origins to read it', async () => {
    const response = await fetch(`${backend.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      body: '{',
      headers: { Origin: 'https://elsewhere.example' },
    })
    expect(response.status).toBe(400)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  })
})
