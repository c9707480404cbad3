import { expect, test } from 'vitest'
import { composeDemo } from '../../server/demo/compose.ts'
import { loadDemoContent } from '../../server/demo/load.ts'
import { readDemoContent } from '../../server/demo/read-content.ts'
import { removeDemoContent } from '../../server/demo/remove.ts'
import { openTestDatabase } from '../support/database.ts'

const TODAY = new Date('2026-11-20T12:00:00Z')

test('500 or more tools over all 20 categories, each with a name, an address and a sentence of its own', () => {
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

test('the same content for the same day', () => {
  const compose = () => composeDemo(readDemoContent(), new Map(), TODAY)
  expect(compose()).toEqual(compose())
})

test('it loads once through the schema’s own rules, and goes but for what real people made', async () => {
  const db = await openTestDatabase()
  // Two processes may start at once.
  const load = () => loadDemoContent(db.database, new Date())
  expect((await Promise.all([load(), load()])).sort()).toEqual([false, true])
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

  const person = await db.createUser({ metadata: { username: 'real' } })
  await db.as(
    { role: 'authenticated', sub: person },
    `insert into reviews (tool_id, user_id, rating, title, content)
     select id, $1, 5, 'Mine', 'A real review of a real tool.' from tools where slug = 'figma'`,
    [person],
  )
  await removeDemoContent(db.database)
  expect(await db.asOwner('select slug, review_count from public.tools')).toEqual([
    { slug: 'figma', review_count: 1 },
  ])
  expect(await db.asOwner('select title from public.reviews')).toEqual([{ title: 'Mine' }])
  expect(await db.asOwner('select id from auth.users')).toEqual([{ id: person }])
  for (const table of [
    'public.companies',
    'private.launches',
    'public.user_follows',
    'private.demo_content',
  ]) {
    expect(await db.asOwner(`select * from ${table}`)).toEqual([])
  }
  await db.close()
})
