// What open pages receive: the published tables, and the upvotes of launches.

import { OWNER, shareTestDatabase } from '@toolmark/backend/tests/support/databases/database.ts'
import { expect, test } from 'vitest'

const db = await shareTestDatabase()
const ana = await db.createUser()
const tool = await db.create(OWNER, 'tools', {
  name: 'Kettle',
  slug: '',
  description: 'Boils.',
  category: 'HR',
})
const [row] = await db.asOwner(
  "insert into product_launches (user_id, tool_id, tagline, launch_date) values ($1, $2, 'Hot', now()) returning id",
  [ana, tool],
)
const launch = String(row?.id)

const readMessages = () =>
  db.asOwner('select topic, event, payload, private from realtime.messages order by inserted_at')

test('the publication supabase_realtime has reviews and notifications and no other table', async () => {
  const tables = await db.asOwner(
    "select schemaname, tablename from pg_publication_tables where pubname = 'supabase_realtime' order by 2",
  )
  expect(tables).toEqual([
    { schemaname: 'public', tablename: 'notifications' },
    { schemaname: 'public', tablename: 'reviews' },
  ])
})

test("an upvote and its removal send the launch's count, a new tagline sends nothing", async () => {
  const ben = { role: 'authenticated' as const, sub: await db.createUser() }
  await db.insert(ben, 'launch_upvotes', { launch_id: launch, user_id: ben.sub })
  const message = { topic: 'launches', event: 'upvotes', private: true }
  const up = { ...message, payload: { id: launch, upvotes_count: 1 } }
  expect(await readMessages()).toEqual([up])
  await db.asOwner("update private.launches set tagline = 'Hotter'")
  expect(await readMessages()).toEqual([up])
  await db.as(ben, 'delete from launch_upvotes where launch_id = $1', [launch])
  const down = { ...message, payload: { id: launch, upvotes_count: 0 } }
  expect(await readMessages()).toEqual([up, down])
})
