// Anonymous users that have not come back for 30 days are deleted; others stay.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { removeIdleAnonymousUsers } from '../../backend/auth/users/sweep-anonymous.ts'
import { openTestDatabase, type TestDatabase } from '../support/databases/database.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
})
beforeEach(() => db.asOwner('delete from auth.users'))
afterAll(() => db.close())

interface Ages {
  /** Days since the sign-in, and since the last refresh. */
  signedIn: number
  refreshed?: number
  email?: string
  isAnonymous?: boolean
}

async function insertUser({ signedIn, refreshed, email, isAnonymous = true }: Ages) {
  const [row] = await db.asOwner(
    `insert into auth.users (email, is_anonymous, created_at, last_sign_in_at)
     select $1, $2, at, at from (select now() - make_interval(days => $3) as at) ages returning id`,
    [email ?? null, isAnonymous, signedIn],
  )
  await db.asOwner(
    `insert into auth.sessions (id, user_id, created_at, refreshed_at)
     values ($1, $1, now() - make_interval(days => $2), now() - make_interval(days => $3))`,
    [row?.id, signedIn, refreshed ?? null],
  )
  const token = 'insert into auth.refresh_tokens (token_hash, session_id) values ($1, $2)'
  await db.asOwner(token, [crypto.randomUUID(), row?.id])
  return String(row?.id)
}

const readIds = async () => (await db.asOwner('select id from auth.users')).map(({ id }) => id)

test('only anonymous users without a sign-in or refresh for 30 days are deleted, with their sessions', async () => {
  await insertUser({ signedIn: 31 })
  await insertUser({ signedIn: 90, refreshed: 31 })
  const staying = [
    await insertUser({ signedIn: 29 }),
    await insertUser({ signedIn: 90, refreshed: 29 }),
    await insertUser({ signedIn: 90, isAnonymous: false, email: 'member@people.example' }),
    await insertUser({ signedIn: 90, email: 'invited@people.example' }),
  ]
  expect(await removeIdleAnonymousUsers(db.database)).toBe(2)
  expect(new Set(await readIds())).toEqual(new Set(staying))
  expect(await db.asOwner('select from auth.sessions')).toHaveLength(staying.length)
  expect(await db.asOwner('select from auth.refresh_tokens')).toHaveLength(staying.length)
  expect(await removeIdleAnonymousUsers(db.database)).toBe(0)
})

test('more users than one statement deletes are deleted', async () => {
  await db.asOwner(
    `insert into auth.users (is_anonymous, created_at)
     select true, now() - interval '31 days' from generate_series(1, 250)`,
  )
  expect(await removeIdleAnonymousUsers(db.database)).toBe(250)
  expect(await readIds()).toEqual([])
})
