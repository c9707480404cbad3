// Rows that are deleted together with a tool, a company or an account, and rows of a private member
// that others see (spec 1 §6).

import {
  shareTestDatabase,
  type TestCaller,
} from '@toolmark/backend/tests/support/databases/database.ts'
import { expect, test } from 'vitest'
import { expectRefusal } from '../../support/databases/refusals.ts'

const as = (sub: string, text: string, values: unknown[] = []) =>
  db.as({ role: 'authenticated', sub }, text, values)
const readId = (rows: Record<string, unknown>[]) => String(rows[0]?.id)

const db = await shareTestDatabase()
const ana = await db.createUser()
const ben = await db.createUser()
const tool = readId(
  await as(
    ana,
    "insert into tools (name, description, category) values ('Figma', 'd', 'Design') returning id",
  ),
)
const company = readId(await as(ana, "insert into companies (name) values ('Acme') returning id"))
await as(
  ana,
  "insert into company_members (company_id, user_id, role, is_admin) values ($1, $2, 'admin', true)",
  [company, ana],
)
await as(ana, 'insert into company_follows (user_id, company_id) values ($1, $2)', [ana, company])
await db.insert(ana, 'user_follows', { follower_id: ana, following_id: await db.createUser() })
for (const sub of [ana, ben]) {
  await as(
    sub,
    "insert into reviews (tool_id, user_id, rating, title, content) values ($1, $2, 4, 'Good', 'Long enough.')",
    [tool, sub],
  )
}
await as(
  ana,
  "insert into product_launches (user_id, tool_id, tagline, launch_date) values ($1, $2, 'New', (now() at time zone 'utc')::date)",
  [ana, tool],
)

test.each(['user_activities', 'company_members', 'company_follows', 'user_stats', 'user_follows'])(
  'spec 1 §6: only the owner sees the %s of a private member',
  async (table) => {
    const ownerColumn = table === 'user_follows' ? 'follower_id' : 'user_id'
    const countRows = async (caller: TestCaller) =>
      (await db.as(caller, `select 1 from ${table} where ${ownerColumn} = $1`, [ana])).length
    const owner = { role: 'authenticated' as const, sub: ana }
    const other = { role: 'authenticated' as const, sub: ben }
    const countAll = async () => [
      await countRows({ role: 'anon' }),
      await countRows(other),
      await countRows(owner),
    ]
    await as(ana, "update profiles set profile_visibility = 'private' where user_id = $1", [ana])
    expect(await countAll()).toEqual([0, 0, 1])
    await as(ana, "update profiles set profile_visibility = 'public' where user_id = $1", [ana])
    expect(await countAll()).toEqual([1, 1, 1])
  },
)

test('the reviews of a private member stay public and show only the username', async () => {
  await as(
    ana,
    "update profiles set first_name = 'Ana', profile_visibility = 'private' where user_id = $1",
    [ana],
  )
  expect(
    await db.as(
      { role: 'anon' },
      'select p.first_name, p.username is not null as named from reviews r join profiles p on p.user_id = r.user_id where r.user_id = $1',
      [ana],
    ),
  ).toEqual([{ first_name: null, named: true }])
})

test('only the voter reads a helpful vote', async () => {
  const review = readId(await db.asOwner('select id from reviews where user_id = $1', [ana]))
  await as(ben, 'insert into review_helpful_votes (review_id, user_id) values ($1, $2)', [
    review,
    ben,
  ])
  const readVotes = 'select user_id from review_helpful_votes'
  expect(await as(ana, readVotes)).toEqual([])
  expect(await as(ben, readVotes)).toEqual([{ user_id: ben }])
})

test('a former admin cannot become admin again if the company has another admin', async () => {
  const join = (sub: string, isAdmin: boolean) =>
    as(
      sub,
      'insert into company_members (company_id, user_id, role, is_admin) values ($1, $2, $3, $4)',
      [company, sub, isAdmin ? 'admin' : 'member', isAdmin],
    )
  await join(ben, false)
  await db.asOwner`update company_members set role = 'admin', is_admin = true where user_id = ${ben}`
  await as(ben, 'delete from company_members where user_id = $1', [ana])
  await expectRefusal(join(ana, true), '42501')
  await join(ana, false)
  expect(await as(ana, 'select user_role, is_admin from get_user_company($1)', [ana])).toEqual([
    { user_role: 'member', is_admin: false },
  ])
})

test('deleting a tool deletes its reviews and lowers the counts, and keeps its launch', async () => {
  await db.asOwner('delete from tools where id = $1', [tool])
  expect(await db.asOwner('select 1 from reviews')).toEqual([])
  expect(await db.asOwner('select 1 from review_helpful_votes')).toEqual([])
  expect(await db.asOwner('select 1 from user_activities')).toEqual([])
  expect(await db.asOwner('select distinct total_reviews, helpful_votes from user_stats')).toEqual([
    { total_reviews: 0, helpful_votes: 0 },
  ])
  expect(await db.as({ role: 'anon' }, 'select tool_id from product_launches')).toEqual([
    { tool_id: null },
  ])
})

test('deleting an account keeps its company for the other members, and its launch without uploads', async () => {
  await db.asOwner('update private.launches set pictures = array[$1]', [`uploaded/${ana}/1.webp`])
  await as(ana, 'select delete_account(true)')
  expect(await db.asOwner('select created_by, followers_count from companies')).toEqual([
    { created_by: null, followers_count: 0 },
  ])
  expect(await db.asOwner('select user_id from company_members')).toEqual([{ user_id: ben }])
  expect(await db.asOwner('select user_id, pictures from private.launches')).toEqual([
    { user_id: null, pictures: [] },
  ])
})
