// Statements that anyone with the anonymous key or their own token can send.

import type { Caller } from '@toolmark/backend/database/database.ts'
import { shareTestDatabase } from '@toolmark/backend/tests/support/databases/database.ts'
import { expect, test } from 'vitest'
import { expectRefusal } from '../support/databases/refusals.ts'

const anonymous: Caller = { role: 'anon', claims: {} }

async function signUp(name: string): Promise<Caller> {
  const [user] = await database.asOwner<{ id: string }>(
    `insert into auth.users (email, raw_user_meta_data, email_confirmed_at)
     values ($1, jsonb_build_object('username', $2::text), now()) returning id`,
    [`${name}@example.org`, name],
  )
  return { role: 'authenticated', claims: { sub: user?.id } }
}

const review = (title: string, content: string) =>
  [
    `insert into reviews (tool_id, user_id, rating, title, content)
     values ($1, auth.uid(), 4, $2, $3)`,
    [tool, title, content],
  ] as const

const testDatabase = await shareTestDatabase()
const database = testDatabase.database
const ana = await signUp('ana')
const ben = await signUp('ben')
const [created] = await database.as<{ id: string }>(
  ana,
  `insert into tools (name, description, category, website_url)
   values ('Figma', 'Design together', 'Design', 'https://figma.com') returning id`,
)
const tool = created?.id ?? ''

test('every table has row security', async () => {
  expect(
    await database.asOwner(
      `select c.oid::regclass::text as found from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('public', 'private') and c.relkind = 'r' and not c.relrowsecurity`,
    ),
  ).toEqual([])
})

test('every function pins its search path', async () => {
  expect(
    await database.asOwner(
      `select p.oid::regprocedure::text as found from pg_proc p
       join pg_namespace n on n.oid = p.pronamespace
       where n.nspname in ('public', 'private', 'realtime')
         and not exists (select from unnest(p.proconfig) as c where c like 'search_path=%')`,
    ),
  ).toEqual([])
})

test('a second review of a tool is refused, and another member cannot change or delete the first', async () => {
  await database.as(ana, ...review('Good', 'long enough a text'))
  await expectRefusal(database.as(ana, ...review('Again', 'long enough a text')), {
    code: '23505',
    constraint: 'reviews_one_per_person',
  })
  await database.as(ben, 'update reviews set rating = 1')
  await database.as(ben, 'delete from reviews')
  expect(
    await database.asOwner('select rating_average, review_count from tools where id = $1', [tool]),
  ).toEqual([{ rating_average: '4.00', review_count: 1 }])
})

test('a review in the name of another member is refused', async () => {
  const values = [tool, ana.claims.sub]
  const forged = `insert into reviews (tool_id, user_id, rating, title, content)
    values ($1, $2, 1, 'Bad', 'long enough a text')`
  await expectRefusal(database.as(ben, forged, values), '42501')
  await expectRefusal(database.as(anonymous, forged, values), '42501')
})

test.each([
  ['figma', null, 'name'],
  ['  FIGMA! ', null, 'name'],
  ['Other', 'http://www.figma.com/', 'website'],
  ['Other', 'HTTPS://FIGMA.com//', 'website'],
  ['Figma 2', 'https://figma.com/other', null],
  ['日本語', '', null],
  ['', 'not an address', null],
])(
  'tool_already_listed of %s at %s finds the tool with the same %s',
  async (name, website, same) => {
    const found = await database.as(anonymous, 'select * from tool_already_listed($1, $2)', [
      name,
      website,
    ])
    expect(found).toEqual(same ? [{ name: 'Figma', slug: 'figma', same }] : [])
  },
)

test('websites with different queries are different, except for tracking parameters', async () => {
  const addTool = (name: string, website: string) =>
    database.as(
      ana,
      `insert into tools (name, description, category, website_url) values ($1, 'd', 'HR', $2)`,
      [name, website],
    )
  await addTool('App one', 'https://shop.example/details?id=one')
  await addTool('App two', 'https://shop.example/details?id=two')
  await expectRefusal(addTool('App 1', 'https://shop.example/details?utm_source=x&id=one'), '23505')
})

test.each([
  'https://figma.com@evil.example/',
  'https://evil.example\\@figma.com',
  'javascript:alert(1)',
  'https://portful.example:80443',
  'https://a:b',
  'https://%',
  'https://-',
  'ftp://x.example',
])('the address %s is refused', async (address) => {
  await expectRefusal(
    database.as(
      ana,
      `insert into tools (name, description, category, website_url) values ('X', 'x', 'AI', $1)`,
      [address],
    ),
    '23514',
  )
})

test.each(['[null,null]', '[null,"x"]', '{}', 'junk', '["x"]'])(
  'the cursor %s is refused as an invalid argument',
  async (cursor) => {
    await expectRefusal(
      database.as(anonymous, 'select * from search_tools(after => $1)', [cursor]),
      '22023',
    )
  },
)
