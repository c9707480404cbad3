// Functions of the own sessions and account: only for their member, after the second factor.

import { OWNER, shareTestDatabase } from '@toolmark/backend/tests/support/databases/database.ts'
import { describe, expect, test } from 'vitest'
import { expectRefusal } from '../../support/databases/refusals.ts'

const db = await shareTestDatabase()

async function createWithSessions(...agents: string[]) {
  const id = await db.createUser()
  await db.asOwner('delete from auth.sessions where user_id = $1', [id])
  const sessions: string[] = []
  for (const agent of agents) {
    sessions.push(await db.create(OWNER, 'auth.sessions', { user_id: id, user_agent: agent }))
  }
  return { id, sessions }
}

const addFactor = (userId: string, status: string) =>
  db.insert(OWNER, 'auth.mfa_factors', { user_id: userId, factor_type: 'totp', status })

const call = (claims: Record<string, unknown>, text: string, values: unknown[] = []) =>
  db.database.as({ role: 'authenticated', claims }, text, values)

describe('my_sessions', () => {
  test('my_sessions returns only the member’s sessions, the last used first, with the current one marked', async () => {
    const { id, sessions } = await createWithSessions('Laptop', 'Phone')
    await createWithSessions('Somebody else’s')
    await db.asOwner`update auth.sessions set refreshed_at = now() + interval '1 hour' where id = ${sessions[1]}`
    const rows = await call({ sub: id, session_id: sessions[0] }, 'select * from my_sessions()')
    expect(rows).toMatchObject([
      { id: sessions[1], user_agent: 'Phone', is_current: false, ip: null },
      { id: sessions[0], user_agent: 'Laptop', is_current: true },
    ])
  })
})

describe('end_my_session', () => {
  const readSessions = (id: string) =>
    db.asOwner('select user_agent from auth.sessions where user_id = $1', [id])

  test('end_my_session ends a session of the member and returns true, and returns false for any other id', async () => {
    const ana = await createWithSessions('Laptop', 'Phone')
    const ben = await createWithSessions('Desk')
    const end = (session: string | undefined) =>
      call(
        { sub: ana.id, session_id: ana.sessions[0] },
        'select end_my_session($1::uuid) as done',
        [session],
      )
    expect(await end(ben.sessions[0])).toEqual([{ done: false }])
    expect(await end(ana.sessions[1])).toEqual([{ done: true }])
    expect(await end(ana.sessions[1])).toEqual([{ done: false }])
    expect(await readSessions(ben.id)).toHaveLength(1)
    expect(await readSessions(ana.id)).toEqual([{ user_agent: 'Laptop' }])
  })
})

const CALLS = [
  'select * from my_sessions()',
  'select end_my_session(gen_random_uuid())',
  'select delete_account(true)',
  'select download_my_data()',
]

test.each(CALLS)('%s is refused for a token without a member', async (text) => {
  await expectRefusal(call({}, text), '42501')
})

test.each(CALLS)(
  '%s is refused for a member with a verified factor until their session is at aal2',
  async (text) => {
    const { id, sessions } = await createWithSessions('Laptop')
    const claims = { sub: id, session_id: sessions[0] }
    await addFactor(id, 'unverified')
    await call(claims, 'select * from my_sessions()')
    await addFactor(id, 'verified')
    // The level of the session counts: an older token may contain another.
    for (const aal of [{}, { aal: 'aal1' }, { aal: 'aal2' }]) {
      await expectRefusal(call({ ...claims, ...aal }, text), '42501')
    }
    await db.asOwner("update auth.sessions set aal = 'aal2' where user_id = $1", [id])
    await call(claims, text)
  },
)

test.each(CALLS)('%s is refused for a token of an ended session', async (text) => {
  const [ana, ben] = [await createWithSessions('Laptop', 'Phone'), await createWithSessions('Desk')]
  const stolen = { sub: ana.id, session_id: ana.sessions[0], aal: 'aal2' }
  await db.asOwner('delete from auth.sessions where id = $1', [ana.sessions[0]])
  for (const session_id of [stolen.session_id, ben.sessions[0], 'no id', undefined]) {
    await expectRefusal(call({ ...stolen, session_id }, text), '42501')
  }
  await call({ ...stolen, session_id: ana.sessions[1] }, text)
})
