import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { composeDemo } from '../../server/demo/compose.ts'
import { loadDemoContent } from '../../server/demo/load.ts'
import { readDemoContent } from '../../server/demo/read-content.ts'
import { removeDemoContent } from '../../server/demo/remove.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'

/** Queries and the tool that each must find first. */
const SEARCHES = readFileSync(join(import.meta.dirname, 'searches.txt'), 'utf8')
  .split('\n')
  .filter((line) => line.includes('|') && !line.startsWith('#'))
  .map((line) => line.split(' | ') as [string, string])

const TODAY = new Date('2026-11-20T12:00:00Z')

test('readDemoContent returns 500 or more tools in all 20 categories with different names and descriptions', () => {
  const { tools } = readDemoContent()
  expect(tools.length).toBeGreaterThanOrEqual(500)
  expect(new Set(tools.map(({ categorySlug }) => categorySlug)).size).toBe(20)
  for (const { name, website, description } of tools) {
    expect([name, URL.canParse(website)]).toEqual([name, true])
    expect([name, /^[A-Z].{10,200}\.$/.test(description)]).toEqual([name, true])
  }
  expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length)
  expect(new Set(tools.map(({ description }) => description)).size).toBeGreaterThan(
    tools.length - 20,
  )
})

test('composeDemo returns the same content for the same day', () => {
  const compose = () => composeDemo(readDemoContent(), new Map(), TODAY)
  expect(compose()).toEqual(compose())
})

let db: TestDatabase
/** The results of two loads, concurrent on PostgreSQL and one after the other on PGlite. */
let loaded: boolean[]
beforeAll(async () => {
  db = await openTestDatabase()
  const load = () => loadDemoContent(db.database, new Date())
  loaded =
    inject('engine') === 'pglite'
      ? [await load(), await load()]
      : await Promise.all([load(), load()])
})
afterAll(() => db.close())

test('loadDemoContent loads once, with counts and categories that the triggers set', async () => {
  expect(loaded.toSorted()).toEqual([false, true])
  expect(await db.as({ role: 'anon' }, 'select public.has_demo_content() as loaded')).toEqual([
    { loaded: true },
  ])

  expect(
    await db.asOwner(`select t.name from public.tools t
      left join (select tool_id, count(*) as reviews, sum(rating) as ratings from public.reviews group by 1) r on r.tool_id = t.id
      where t.review_count <> coalesce(r.reviews, 0) or t.rating_sum <> coalesce(r.ratings, 0)`),
  ).toEqual([])
  expect(
    await db.asOwner('select name from public.tools where cardinality(categories) <> 1'),
  ).toEqual([])
  const statuses = await db.as(
    { role: 'anon' },
    'select status, count(*) as launches from product_launches group by 1 order by 1',
  )
  expect(statuses).toEqual([
    { status: 'ended', launches: 40 },
    { status: 'live', launches: 10 },
    { status: 'scheduled', launches: 12 },
  ])
})

describe('search_tools', () => {
  test('searches.txt has 60 or more queries', () =>
    expect(SEARCHES.length).toBeGreaterThanOrEqual(60))

  test.each(SEARCHES)('%s finds %s first', async (query, name) => {
    const found = await db.as(
      { role: 'anon' },
      "select name from search_tools($1, sort => 'relevance', page_size => 3)",
      [query],
    )
    expect(found[0]?.name, `found ${found.map((row) => row.name).join(', ')}`).toBe(name)
  })
})

test('removeDemoContent deletes the demo content and keeps rows of other members', async () => {
  const member = await db.createUser({ metadata: { username: 'real' } })
  await db.as(
    { role: 'authenticated', sub: member },
    `insert into reviews (tool_id, user_id, rating, title, content)
     select id, $1, 5, 'Mine', 'A real review of a real tool.' from tools where slug = 'figma'`,
    [member],
  )
  await removeDemoContent(db.database)
  expect(await db.asOwner('select slug, review_count from public.tools')).toEqual([
    { slug: 'figma', review_count: 1 },
  ])
  expect(await db.asOwner('select title from public.reviews')).toEqual([{ title: 'Mine' }])
  expect(await db.asOwner('select id from auth.users')).toEqual([{ id: member }])
  for (const table of [
    'public.companies',
    'private.launches',
    'public.user_follows',
    'private.demo_content',
  ]) {
    expect(await db.asOwner(`select * from ${table}`)).toEqual([])
  }
})
