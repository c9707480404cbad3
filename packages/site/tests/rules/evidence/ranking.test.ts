// Spec 3 §3.1: explain_rank says why an item has its place.

import { shareTestDatabase } from '@toolmark/backend/tests/support/databases/database.ts'
import { describe, expect, test } from 'vitest'
import { ANON } from '../../support/databases/moderation.ts'
import { expectRefusal, NOT_FOUND } from '../../support/databases/refusals.ts'

interface Explained {
  rank: number | null
  sort_key: number | null
  terms: { name: string; value: number }[]
  above: { id: string; name: string; sort_key: number } | null
  below: { id: string; name: string; sort_key: number } | null
}

const db = await shareTestDatabase()
// 220 tools in two categories with 0 to 12 reviews, some of which are not counted.
await db.asOwner(
  `insert into auth.users (email, email_confirmed_at) select 'p' || n || '@people.example', now() from generate_series(1, 12) n`,
)
await db.asOwner`insert into tools (name, description, category)
   select case when n % 3 = 0 then 'Water Kettle ' when n % 3 = 1 then 'Kettle ' else 'Pot ' end || n,
     case when n % 2 = 0 then 'Boils kettle water.' else 'Warms soup.' end,
     case when n % 4 = 0 then 'Analytics' else 'Development' end
   from generate_series(1, 220) n`
await db.asOwner`insert into capabilities (slug, name, category, synonyms)
   values ('tea', 'Tea', 'Development', '{brewing}'), ('hot-drinks', 'Hot drinks', 'Development', '{}')`
await db.asOwner`insert into tool_capabilities select id, capability from tools, unnest('{tea,hot-drinks}'::text[]) as capability
   where split_part(name, ' ', -1)::integer % case capability when 'tea' then 5 else 7 end = 0`
await db.fill(
  `insert into reviews (tool_id, user_id, rating, title, content, relationship)
   select t.id, u.id, 1 + (hashtext(t.name || u.email) & 3) + (t.place % 2), 'It boils', 'Not once did it drip.',
     case when u.place = 1 then 'maker' end
   from (select id, name, row_number() over (order by name) as place from tools) t
   join (select id, email, row_number() over (order by email) as place from auth.users) u on u.place <= t.place % 13`,
)
await db.asOwner`insert into private.launches (user_id, tool_id, tagline, launch_date)
   select (select id from auth.users limit 1), id, 'Boils today', date '2026-01-01' + (row_number() over (order by name) % 2)::integer
   from tools where name like 'Pot 1%'`
await db.asOwner`insert into launch_upvotes (launch_id, user_id)
   select l.id, u.id from (select id, row_number() over (order by id) as place from private.launches) l
   join (select id, row_number() over (order by id) as place from auth.users) u on u.place <= l.place % 7`

async function explain(args: Record<string, unknown>): Promise<Explained> {
  const names = Object.keys(args)
  return (await db.value(
    ANON,
    `select explain_rank(${names.map((name, at) => `${name} => $${at + 1}`).join(', ')}) as e`,
    Object.values(args),
  )) as Explained
}

const ids = async (text: string, values: unknown[] = []) =>
  (await db.as(ANON, text, values)).map(({ id }) => String(id))

/** Compares the explanation of each item with the order of the list itself. */
async function compareWithList(order: readonly string[], args: Record<string, unknown>) {
  expect(order.length).toBeGreaterThan(5)
  const step = Math.max(1, Math.floor(order.length / 25))
  for (let at = 0; at < order.length; at += step) {
    const { rank, sort_key, terms, above, below } = await explain({ ...args, subject: order[at] })
    expect({ rank, above: above?.id ?? null, below: below?.id ?? null }).toEqual({
      rank: at + 1,
      above: order[at - 1] ?? null,
      below: order[at + 1] ?? null,
    })
    const sum = terms.reduce((total, { value }) => total + value, 0)
    expect(Math.abs(sum - Number(sort_key))).toBeLessThanOrEqual(0.001)
  }
}

/** All pages of search_tools. */
async function readList(sort: string, query = '', category: string | null = null, rating = 0) {
  const order: string[] = []
  let after: unknown = null
  do {
    const page = await db.as(
      ANON,
      'select id, after_row from search_tools($1, $2, $3, $4, 100, $5)',
      [query, category, rating, sort, after],
    )
    order.push(...page.map(({ id }) => String(id)))
    after = page.length === 100 ? page.at(-1)?.after_row : null
  } while (after)
  return order
}

describe('explain_rank of tools', () => {
  test.each([
    'rating-desc',
    'rating-asc',
    'reviews-desc',
    'reviews-asc',
    'adjusted-desc',
    'name-asc',
    'name-desc',
  ])('by %s has the places of search_tools, and terms that add up to the key', async (sort) => {
    await compareWithList(await readList(sort), { list: 'tools', sort })
  })

  test.each([
    ['kettle'],
    ['water kettle'],
    ['ketle'],
    ['brewing pot'],
    ['free tea for my team'],
    ['pot 5 alternatives'],
  ])(
    'by relevance to "%s" has the places of search_tools, and terms that add up to the key',
    async (query) => {
      await compareWithList(await readList('relevance', query), {
        list: 'tools',
        sort: 'relevance',
        query,
      })
    },
  )

  test('in a category with a minimum rating has the places of search_tools', async () => {
    await compareWithList(await readList('rating-desc', '', 'Analytics', 2.5), {
      list: 'tools',
      sort: 'rating-desc',
      in_category: 'Analytics',
      min_rating: 2.5,
    })
  })

  test('of all 220 tools by each order adds up to the key', async () => {
    const all = await ids('select id from tools')
    for (const sort of ['rating-desc', 'rating-asc', 'reviews-desc', 'adjusted-desc']) {
      const rows = await db.as(
        ANON,
        `select e -> 'sort_key' as key, (select sum((term ->> 'value')::numeric) from jsonb_array_elements(e -> 'terms') term) as sum
         from tools t, lateral (select explain_rank('tools', t.id, $1) as e) explained`,
        [sort],
      )
      expect(rows).toHaveLength(all.length)
      for (const { key, sum } of rows)
        expect(Math.abs(Number(key) - Number(sum))).toBeLessThanOrEqual(0.001)
    }
  })

  test('of a tool that the filters leave out has neither rank nor key', async () => {
    const [other] = await ids("select id from tools where category = 'Development' limit 1")
    expect(
      await explain({
        list: 'tools',
        subject: other,
        sort: 'rating-desc',
        in_category: 'Analytics',
      }),
    ).toEqual({ rank: null, sort_key: null, terms: [], above: null, below: null })
  })
})

test('explain_rank of featured tools has the places of featured_tools', async () => {
  const order = await ids('select id from featured_tools(24)')
  for (const at of [0, 5, 23]) {
    const { rank, above } = await explain({ list: 'featured', subject: order[at] })
    expect({ rank, above: above?.id ?? null }).toEqual({
      rank: at + 1,
      above: order[at - 1] ?? null,
    })
  }
})

test('explain_rank of alternatives has the places of tool_alternatives', async () => {
  const [compared] = await ids(
    "select t.id from tools t join tool_capabilities l on l.tool_id = t.id where l.capability = 'tea' order by t.name limit 1",
  )
  const order = await ids('select id from tool_alternatives($1, 24)', [compared])
  for (const at of [0, 3, 11, 20]) {
    const { rank, sort_key, terms } = await explain({
      list: 'alternatives',
      subject: order[at],
      alternatives_of: compared,
    })
    expect(rank).toBe(at + 1)
    const sum = terms.reduce((total, { value }) => total + value, 0)
    expect(Math.abs(sum - Number(sort_key))).toBeLessThanOrEqual(0.001)
  }
})

test('explain_rank of launches has the places within the day', async () => {
  const order = await ids(
    "select id from product_launches where launch_date = '2026-01-01' order by upvotes_count desc, id desc",
  )
  await compareWithList(order, { list: 'launches' })
})

test('explain_rank of a subject that does not fit the list returns PT404', async () => {
  const [tool] = await ids('select id from tools limit 1')
  const [launch] = await ids('select id from product_launches limit 1')
  const unknown = crypto.randomUUID()
  for (const args of [
    { list: 'tools', subject: launch },
    { list: 'featured', subject: launch },
    { list: 'launches', subject: tool },
    { list: 'alternatives', subject: tool },
    { list: 'alternatives', subject: tool, alternatives_of: unknown },
  ])
    await expectRefusal(explain(args), NOT_FOUND)
  expect(await explain({ list: 'tools', subject: tool, sort: 'name-asc' })).toBeDefined()
  expect((await explain({ list: 'launches', subject: launch })).rank).toBeGreaterThan(0)
})

test('explain_rank of an unknown item returns PT404, of an unknown list 22023', async () => {
  await expectRefusal(explain({ list: 'tools', subject: crypto.randomUUID() }), 'PT404')
  await expectRefusal(explain({ list: 'people', subject: crypto.randomUUID() }), '22023')
})
