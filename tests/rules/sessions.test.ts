// Where somebody is signed in: for that person alone, and past the second factor.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '../../backend/database/database.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

async function personWithSessions(...agents: string[]) {
  const id = await db.createUser()
  await db.asOwner('delete from auth.sessions where user_id = $1', [id])
  const sessions: string[] = []
  for (const agent of agents) {
    const [row] = await db.asOwner(
      'insert into auth.sessions (user_id, user_agent) values ($1, $2) returning id',
      [id, agent],
    )
    sessions.push(String(row?.id))
  }
  return { id, sessions }
}

const addFactor = (userId: string, status: string) =>
  db.asOwner(
    "insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', $2)",
    [userId, status],
  )

const call = (claims: Record<string, unknown>, text: string, values: unknown[] = []) =>
  db.database.as({ role: 'authenticated', claims }, text, values)

describe('my_sessions', () => {
  test('shows one’s own, this one marked, the one used last first', async () => {
    const { id, sessions } = await personWithSessions('Laptop', 'Phone')
    await personWithSessions('Somebody else’s')
    await db.asOwner(
      "update auth.sessions set refreshed_at = now() + interval '1 hour' where id = $1",
      [sessions[1]],
    )
    const rows = await call({ sub: id, session_id: sessions[0] }, 'select * from my_sessions()')
    expect(rows).toMatchObject([
      { id: sessions[1], user_agent: 'Phone', is_current: false, ip: null },
      { id: sessions[0], user_agent: 'Laptop', is_current: true },
    ])
  })
})

describe('end_my_session', () => {
  const left = (id: string) =>
    db.asOwner('select user_agent from auth.sessions where user_id = $1', [id])

  test('ends one’s own, and nobody else’s', async () => {
    const ana = await personWithSessions('Laptop', 'Phone')
    const ben = await personWithSessions('Desk')
    const end = (session: string | undefined) =>
      call(
        { sub: ana.id, session_id: ana.sessions[0] },
        'select end_my_session($1::uuid) as done',
        [session],
      )
    expect(await end(ben.sessions[0])).toEqual([{ done: false }])
    expect(await end(ana.sessions[1])).toEqual([{ done: true }])
    expect(await end(ana.sessions[1])).toEqual([{ done: false }])
    expect(await left(ben.id)).toHaveLength(1)
    expect(await left(ana.id)).toEqual([{ user_agent: 'Laptop' }])
  })
})

const CALLS = [
  'select * from my_sessions()',
  'select end_my_session(gen_random_uuid())',
  'select delete_account(true)',
  'select download_my_data()',
]

test.each(CALLS)('%s is not for visitors', async (text) => {
  const nobody = { role: 'anon' as Role }
  await expect(db.as(nobody, text)).rejects.toMatchObject({ code: '42501' })
  await expect(call({}, text)).rejects.toMatchObject({ code: '42501' })
})

test.each(CALLS)('%s needs the code of whoever has two-step sign-in', async (text) => {
  const { id, sessions } = await personWithSessions('Laptop')
  const claims = { sub: id, session_id: sessions[0] }
  await addFactor(id, 'unverified')
  await call(claims, 'select * from my_sessions()')
  await addFactor(id, 'verified')
  // What was shown is the session's to say: a token of before may say otherwise.
  for (const aal of [{}, { aal: 'aal1' }, { aal: 'aal2' }]) {
    await expect(call({ ...claims, ...aal }, text)).rejects.toMatchObject({ code: '42501' })
  }
  await db.asOwner("update auth.sessions set aal = 'aal2' where user_id = $1", [id])
  await call(claims, text)
})

test.each(CALLS)('%s is not for a token whose session has ended', async (text) => {
  const [ana, ben] = [await personWithSessions('Laptop', 'Phone'), await personWithSessions('Desk')]
  const stolen = { sub: ana.id, session_id: ana.sessions[0], aal: 'aal2' }
  await db.asOwner('delete from auth.sessions where id = $1', [ana.sessions[0]])
  for (const session_id of [stolen.session_id, ben.sessions[0], 'no id', undefined]) {
    await expect(call({ ...stolen, session_id }, text)).rejects.toMatchObject({ code: '42501' })
  }
  await call({ ...stolen, session_id: ana.sessions[1] }, text)
})
