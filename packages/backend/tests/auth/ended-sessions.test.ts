// The access token of a session that has ended, at each part of the backend, before it expires.

import { afterEach, describe, expect, test } from 'vitest'
import {
  openTestBackend,
  PASSWORD,
  shareTestBackend,
  type TestBackend,
  type TestMember,
} from '../support/backends/backend.ts'
import { closeClients, createRealtimeClient, subscribe } from '../support/backends/realtime.ts'

const backend = await shareTestBackend()
afterEach(closeClients)

type Ending = (member: TestMember, other: TestMember['client']) => PromiseLike<unknown>

const ENDINGS: [string, Ending][] = [
  ['its own sign-out', ({ client }) => client.auth.signOut({ scope: 'local' })],
  ['a sign-out of all others', (_member, other) => other.auth.signOut({ scope: 'others' })],
  ['a sign-out everywhere', (_member, other) => other.auth.signOut({ scope: 'global' })],
  [
    'a change of the password elsewhere',
    (_member, other) => other.auth.updateUser({ password: 'Another-Kettle-85' }),
  ],
  ['the deletion of the account', ({ id }) => backend.service.auth.admin.deleteUser(id)],
  ['a ban', ({ id }) => backend.service.auth.admin.updateUserById(id, { ban_duration: '24h' })],
  [
    'a password that the operator sets',
    ({ id }) => backend.service.auth.admin.updateUserById(id, { password: 'Another-Kettle-85' }),
  ],
  [
    'a deleted row',
    ({ token }) =>
      backend.db.asOwner('delete from auth.sessions where id = $1', [readSessionId(token)]),
  ],
  ['a sign-out by the operator', ({ token }) => backend.service.auth.admin.signOut(token)],
]

const readSessionId = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).session_id

const CALLS: [string, string, object?][] = [
  ['GET', 'rest/v1/todos?limit=0'],
  ['HEAD', 'rest/v1/todos?limit=0'],
  ['POST', 'rest/v1/todos', { title: 'Water the plants' }],
  ['POST', 'rest/v1/rpc/count_todos', {}],
  ['GET', 'auth/v1/user'],
  ['PUT', 'auth/v1/user', { data: { name: 'Vi' } }],
  ['GET', 'storage/v1/bucket'],
  ['POST', 'storage/v1/object/list/avatars', { prefix: '' }],
  ['POST', 'realtime/v1/api/broadcast', { messages: [{ topic: 't', event: 'e', payload: {} }] }],
]

const REFUSALS = CALLS.map(([, path]) => (path.startsWith('auth/') ? 403 : 401))

const callAll = (site: TestBackend, token: string) =>
  Promise.all(
    CALLS.map(async ([method, path, body]) => {
      const { status } = await site.send(method, path, body, { Authorization: `Bearer ${token}` })
      return status
    }),
  )

test.each(ENDINGS)('after %s the token is refused everywhere', async (_name, end) => {
  const member = await backend.createMember()
  const { data } = await backend.signIn(member.email)
  const other = backend.createClient()
  await other.auth.setSession({
    access_token: data.session?.access_token ?? '',
    refresh_token: data.session?.refresh_token ?? '',
  })
  for (const status of await callAll(backend, member.token)) expect(status).toBeLessThan(300)
  await end(member, other)
  expect(await callAll(backend, member.token)).toEqual(REFUSALS)
  const answer = await backend.send('GET', 'rest/v1/todos', undefined, {
    Authorization: `Bearer ${member.token}`,
  })
  expect(await answer.json()).toMatchObject({
    code: 'PGRST303',
    message: 'The session has ended',
  })
})

test('the session that ends others, and a new sign-in, are accepted', async () => {
  const { client, email } = await backend.createMember()
  await backend.signIn(email)
  await client.auth.updateUser({ password: 'Another-Kettle-85' })
  const { data } = await backend.signIn(email, 'Another-Kettle-85')
  for (const session of [(await client.auth.getSession()).data.session, data.session])
    for (const status of await callAll(backend, session?.access_token ?? ''))
      expect(status).toBeLessThan(300)
})

describe('a channel', () => {
  async function join(member: TestMember) {
    const client = createRealtimeClient(backend)
    await client.realtime.setAuth(member.token)
    const channel = client.channel('room')
    await subscribe(channel)
    return channel
  }

  test('closes when its session ends, and those of others stay', async () => {
    const [member, other] = [await backend.createMember(), await backend.createMember()]
    const [channel, stays] = [await join(member), await join(other)]
    await member.client.auth.signOut({ scope: 'local' })
    await expect.poll(() => channel.state).toBe('closed')
    expect(stays.state).toBe('joined')
  })

  test('cannot be joined with the token of an ended session', async () => {
    const member = await backend.createMember()
    await member.client.auth.signOut({ scope: 'local' })
    await expect(join(member)).rejects.toThrow('InvalidJWTToken: The session has ended')
  })
})

test('a process that starts later refuses it too, and only as long as the token is valid', async () => {
  const first = await openTestBackend()
  const ended = await first.createMember()
  const kept = await first.createMember()
  await ended.client.auth.signOut({ scope: 'local' })
  const second = await openTestBackend(undefined, { db: first.db, keys: first.keys })
  expect(await callAll(second, ended.token)).toEqual(REFUSALS)
  for (const status of await callAll(second, kept.token)) expect(status).toBeLessThan(300)
  const rows = await first.db.asOwner(
    `select extract(epoch from access_until - now())::int as seconds from auth.ended_sessions`,
  )
  expect(rows).toHaveLength(1)
  expect(Number(rows[0]?.seconds)).toBeGreaterThan(3600)
  expect(Number(rows[0]?.seconds)).toBeLessThanOrEqual(3660)
})

test('a session without a valid token leaves nothing behind', async () => {
  const { token } = await backend.createMember()
  const id = readSessionId(token)
  await backend.db.asOwner('update auth.sessions set access_until = now() where id = $1', [id])
  await backend.db.asOwner('delete from auth.sessions where id = $1', [id])
  const rows = await backend.db.asOwner`select from auth.ended_sessions where session_id = ${id}`
  expect(rows).toEqual([])
})

test('the password of an ended session still signs in', async () => {
  const { client, email } = await backend.createMember()
  await client.auth.signOut({ scope: 'local' })
  expect((await backend.signIn(email, PASSWORD)).error).toBeNull()
})
