// Staff: who moderates, and who appoints them (spec 3 §1.3).

import { shareTestDatabase } from '@toolmark/backend/tests/support/databases/database.ts'
import { describe, expect, test } from 'vitest'
import { SERVICE } from '../../support/databases/moderation.ts'
import {
  expectRefusal,
  ONLY_ADMINISTRATORS,
  parseRefusal,
} from '../../support/databases/refusals.ts'

const db = await shareTestDatabase()
const create = (username: string) =>
  db.createUser({ metadata: { username, user_role: 'admin', role: 'admin' } })
const [ada, ben, mona] = [await create('Ada'), await create('Ben'), await create('Mona')]

const SET = 'select set_staff_role($1, $2)'
const LAST =
  '23514: The site needs at least one administrator. Make someone else an administrator first.'
const readRole = (sub: string) => db.value(sub, 'select my_staff_role() as role')

test('user_role of the sign-up gives no right; the service appoints the first administrator', async () => {
  expect(await readRole(ada)).toBeNull()
  await expectRefusal(db.as(ada, SET, ['Ada', 'admin']), ONLY_ADMINISTRATORS)
  await expectRefusal(db.as(ada, 'select * from staff_members()'), ONLY_ADMINISTRATORS)
  await db.as(SERVICE, SET, ['ada', 'admin'])
  expect(await readRole(ada)).toBe('admin')
  expect(await db.as(SERVICE, 'select username, role from staff_members()')).toEqual([
    { username: 'Ada', role: 'admin' },
  ])
})

test('an administrator appoints and removes; moderators and members do not', async () => {
  await db.as(ada, SET, ['Mona', 'moderator'])
  expect(await readRole(mona)).toBe('moderator')
  expect(
    await db.asOwner('select appointed_by from private.staff where user_id = $1', [mona]),
  ).toEqual([{ appointed_by: ada }])
  for (const sub of [mona, ben]) {
    await expectRefusal(db.as(sub, SET, ['Ben', 'moderator']), ONLY_ADMINISTRATORS)
    await expectRefusal(db.as(sub, 'select * from staff_members()'), ONLY_ADMINISTRATORS)
  }
  await db.as(ada, SET, ['Mona', null])
  expect(await readRole(mona)).toBeNull()
})

test('claims of a token give no right, and the row of the same member does', async () => {
  const claims = {
    sub: ben,
    session_id: ben,
    user_role: 'admin',
    app_metadata: { role: 'admin', staff_role: 'admin' },
    user_metadata: { user_role: 'admin' },
  }
  const call = (statement: string) =>
    db.database.as({ role: 'authenticated', claims }, statement, [])
  expect(await call('select my_staff_role() as role')).toEqual([{ role: null }])
  await expectRefusal(call('select * from staff_members()'), ONLY_ADMINISTRATORS)
  await db.as(SERVICE, SET, ['Ben', 'moderator'])
  expect(await call('select my_staff_role() as role')).toEqual([{ role: 'moderator' }])
  await expectRefusal(call('select * from staff_members()'), ONLY_ADMINISTRATORS)
  await db.as(SERVICE, SET, ['Ben', null])
})

test('an unknown member and an unknown role are refused', async () => {
  await expectRefusal(
    db.as(SERVICE, SET, ['Nemo', 'admin']),
    'PT404: We could not find this member.',
  )
  await expectRefusal(db.as(SERVICE, SET, ['Ben', 'owner']), '23514: A role is moderator or admin.')
  expect(await readRole(ben)).toBeNull()
})

describe('the last administrator', () => {
  test('cannot be removed, demoted, suspended or deleted', async () => {
    await expectRefusal(db.as(ada, SET, ['Ada', null]), LAST)
    await expectRefusal(db.as(SERVICE, SET, ['Ada', 'moderator']), LAST)
    await expectRefusal(db.as(ada, 'select delete_account(false)'), LAST)
    await expectRefusal(db.asOwner('delete from auth.users where id = $1', [ada]), LAST)
    await db.as(SERVICE, SET, ['Ada', 'admin'])
    expect(await readRole(ada)).toBe('admin')
  })

  test('can leave when another one is appointed, who cannot be suspended then', async () => {
    await db.as(SERVICE, SET, ['Ben', 'admin'])
    await db.as(ben, SET, ['Ada', null])
    expect(await readRole(ada)).toBeNull()
    await db.as(SERVICE, SET, ['Ada', 'admin'])
    const suspend =
      "select moderate('profile', $1, 'suspend', 'spam', 'It advertises on every page of the site.')"
    await db.as(ada, suspend, [ben])
    expect(await readRole(ben)).toBeNull()
    // A suspended administrator does not count.
    await expectRefusal(db.as(SERVICE, SET, ['Ada', null]), LAST)
    await db.as(ada, "select moderate('profile', $1, 'unsuspend')", [ben])
    expect(await readRole(ben)).toBe('admin')
    await db.as(ada, 'select delete_account(false)')
    expect(await db.as(SERVICE, 'select username from staff_members()')).toEqual([
      { username: 'Ben' },
    ])
  })
})

test('the own role is part of the own data', async () => {
  const [row] = await db.as(ben, 'select download_my_data() as data')
  expect(row?.data).toMatchObject({ staff_role: 'admin' })
})

test('of two administrators who delete their accounts at the same time, one stays', async () => {
  const eva = await db.createUser({ metadata: { username: 'Eva' } })
  await db.as(SERVICE, SET, ['Eva', 'admin'])
  const leaving = [ben, eva].map((sub) => db.as(sub, 'select delete_account(false)'))
  const results = await Promise.allSettled(leaving)
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: parseRefusal(LAST),
  })
  expect(await db.as(SERVICE, 'select role from staff_members()')).toEqual([{ role: 'admin' }])
})
