import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseError } from '@toolmark/backend/database/database.ts'
import { shareTestDatabase } from '@toolmark/backend/tests/support/databases/database.ts'
import { describe, expect, inject, test, vi } from 'vitest'
import { composeDemo } from '../../server/demo/compose.ts'
import { beginDemoContent, loadDemoContent } from '../../server/demo/load.ts'
import { readDemoContent } from '../../server/demo/read-content.ts'
import { removeDemoContent } from '../../server/demo/remove-command.ts'

/** Queries and the tool that each must find first. */
const SEARCHES = readFileSync(join(import.meta.dirname, 'searches.txt'), 'utf8')
  .split('\n')
  .filter((line) => line.includes('|') && !line.startsWith('#'))
  .map((line) => line.split(' | ') as [string, string])

const TODAY = new Date('2026-11-20T12:00:00Z')

const content = readDemoContent()

test('there are 500 or more tools in all 20 categories, with facts and a description of 100 to 200 characters', async () => {
  const { tools } = content
  expect(tools.length).toBeGreaterThanOrEqual(500)
  for (const key of ['name', 'description'] as const) {
    expect(new Set(tools.map((tool) => tool[key])).size).toBe(tools.length)
  }
  const rows = await db.as({ role: 'anon' }, 'select slug from categories')
  expect(new Set(tools.map(({ categorySlug }) => categorySlug))).toEqual(
    new Set(rows.map(({ slug }) => slug)),
  )
  // Categories of a real catalog differ in size.
  const sizes = Map.groupBy(tools, ({ categorySlug }) => categorySlug).values()
  const counts = [...sizes].map(({ length }) => length)
  expect([Math.min(...counts) < 20, Math.max(...counts) > 40]).toEqual([true, true])
  const faults = tools.filter(
    ({ website, description, pricing }) =>
      !URL.canParse(`https://${website}`) ||
      !/^[A-Z].{98,198}\.$/.test(description) ||
      !['free', 'freemium', 'paid'].includes(pricing),
  )
  expect(faults).toEqual([])
})

test('there are 1,000 or more reviews of 40 to 900 characters, and 100 or more people', () => {
  expect(content.people.length).toBeGreaterThanOrEqual(100)
  expect(content.reviews.length).toBeGreaterThanOrEqual(1000)
  expect(
    content.reviews.filter(({ content: text }) => text.length < 40 || text.length > 900),
  ).toEqual([])
})

test('no sentence of five or more words is in two reviews, and no title twice', () => {
  const sentences = content.reviews.flatMap(({ content: text }) =>
    text
      .toLowerCase()
      .split(/[.!?\n]+/)
      .map((sentence) => sentence.replace(/^[\s-]+|\s+$/g, ''))
      .filter((sentence) => sentence.split(/\s+/).length >= 5),
  )
  expect(findRepeated(sentences)).toEqual([])
  expect(findRepeated(content.reviews.map(({ title }) => title.toLowerCase()))).toEqual([])
})

test('people review a tool once, of their categories, and after they have joined', () => {
  const people = new Map(content.people.map((person) => [person.username, person]))
  const categoryOf = new Map(content.tools.map(({ name, categorySlug }) => [name, categorySlug]))
  const faults = content.reviews.filter(({ person, tool, daysAgo }) => {
    const author = people.get(person)
    const category = categoryOf.get(tool)
    return !author || !category || daysAgo > author.joinedDaysAgo
  })
  expect(faults).toEqual([])
  expect(findRepeated(content.reviews.map(({ person, tool }) => `${person}, ${tool}`))).toEqual([])
})

test('stars are distributed as on a real site', () => {
  const share = [5, 4, 3, 2, 1].map((stars) =>
    Math.round(
      (100 * content.reviews.filter(({ rating }) => rating === stars).length) /
        content.reviews.length,
    ),
  )
  const expected = [45, 30, 13, 6, 6]
  for (const [i, percent] of share.entries()) {
    expect(Math.abs(percent - (expected[i] ?? 0)), `${percent} %`).toBeLessThanOrEqual(2)
  }
})

test('launches have a tagline that does not start with the name, and 300 to 700 characters of text', () => {
  const names = new Set(content.tools.map(({ name }) => name))
  const makers = new Set(content.people.map(({ username }) => username))
  const faults = content.launches.filter(
    ({ tool, maker, tagline, description }) =>
      !names.has(tool) ||
      !makers.has(maker) ||
      tagline.length > 80 ||
      tagline.startsWith(tool) ||
      description.length < 300 ||
      description.length > 700,
  )
  expect(faults).toEqual([])
  expect(findRepeated(content.launches.map(({ tagline }) => tagline))).toEqual([])
})

test('twelve people share a list of tools of the demo', async () => {
  const names = new Set(content.tools.map(({ name }) => name))
  expect(
    content.lists.flatMap(({ tools }) => tools).filter(({ tool }) => !names.has(tool)),
  ).toEqual([])
  const lists = await db.as({ role: 'anon' }, 'select tool_count from lists order by copies desc')
  expect(lists.map(({ tool_count }) => tool_count)).toEqual(
    content.lists.map(({ tools }) => tools.length),
  )
  expect(lists).toHaveLength(12)
})

test('the two moderators follow tools, await launches and have unread notifications of each kind', async () => {
  const rows =
    await db.asOwner`select p.user_id, (select count(*)::integer from tool_follows f where f.user_id = p.user_id) as follows,
       (select count(*)::integer from launch_reminders r where r.user_id = p.user_id) as reminders,
       count(*) filter (where n.read_at is null)::integer as unread,
       array_agg(distinct n.kind order by n.kind) as kinds
     from private.staff p join notifications n using (user_id) group by p.user_id`
  const expected = { user_id: expect.any(String), follows: 6, reminders: 6, unread: 4 }
  expect(rows).toEqual(
    [expected, expected].map((row) => ({
      ...row,
      kinds: expect.arrayContaining(['launch', 'review', 'follower']),
    })),
  )
})

test('descriptions of tools and launches have American spelling', () => {
  const british =
    /colour|organis|licence|behaviour|\bcentre|catalogue|ustomis|ecognis|ynchronis|programme\b/i
  const texts = [...content.tools, ...content.launches].map(({ description }) => description)
  expect(texts.filter((text) => british.test(text))).toEqual([])
})

test('about half of the reviews say what their authors use the tool for', () => {
  const capabilitiesOf = (tool: string) =>
    content.capabilities.filter(({ tools }) => tools.includes(tool)).map(({ name }) => name)
  const withUses = content.reviews.filter(({ usedFor }) => usedFor !== undefined)
  expect(withUses.length / content.reviews.length).toBeGreaterThan(0.4)
  const faults = withUses.filter(
    ({ tool, usedFor = [] }) =>
      usedFor.length === 0 ||
      usedFor.length > 5 ||
      usedFor.some((name) => !capabilitiesOf(tool).includes(name)),
  )
  expect(faults).toEqual([])
})

test('composeDemo returns the same content for the same day', () => {
  const compose = () => composeDemo(content, new Map(), TODAY)
  expect(compose()).toEqual(compose())
})

/** The results of two loads, concurrent on PostgreSQL and one after the other on PGlite. */
let loaded: boolean[]
const db = await shareTestDatabase()
await db.asOwner(
  "insert into capabilities (slug, name, category) values ('keeping-time', 'time TRACKING', 'Development')",
)
const load = async () => {
  await beginDemoContent(db.database, new Date())
  return loadDemoContent(db.database)
}
loaded =
  inject('engine') === 'pglite' ? [await load(), await load()] : await Promise.all([load(), load()])

test('after an interrupted load the next one goes on, beside what members wrote meanwhile', async () => {
  const { database, asOwner } = await shareTestDatabase()
  const [person, tool, company] = [content.people[0], content.tools[0], content.companies[0]]
  await beginDemoContent(database, new Date())
  // Has the name of a demo person, tool and company, as a member may before these are loaded.
  const [member] = await asOwner(
    `insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data) values
       (gen_random_uuid(), 'member@people.example', now(), jsonb_build_object('username', $1::text)) returning id`,
    [person?.username],
  )
  await asOwner('insert into companies (name, domain, created_by) values ($1, $2, $3)', [
    company?.name,
    company?.domain,
    member?.id,
  ])
  await asOwner(
    "insert into tools (name, description, category) select $1, 'Of a member.', name from categories limit 1",
    [tool?.name],
  )
  const stateOf = async () => {
    const [state] =
      await asOwner(`select public.has_demo_content() as has, public.is_demo_loading() as loading,
      (select count(*) from tools) as tools, (select count(*) from private.profiles) as people`)
    return state
  }
  expect(await stateOf()).toEqual({ has: true, loading: true, tools: 1, people: 1 })
  let steps = 8
  expect(await loadDemoContent(database, () => steps-- === 0)).toBe(false)
  const partial = await stateOf()
  expect(partial).toMatchObject({ loading: true, people: content.people.length + 1 })
  expect(partial?.tools).toBeLessThan(content.tools.length)
  await asOwner(
    "select private.queue_email('report_received', '{}', address => 'member@people.example')",
  )
  const transactions = vi.spyOn(database, 'transactionAsOwner')
  for (let failures = 0; failures < 3; failures += 1)
    transactions.mockRejectedValueOnce(new DatabaseError('40P01', 'deadlock detected'))
  expect(await loadDemoContent(database)).toBe(true)
  transactions.mockRestore()
  expect(await stateOf()).toEqual({
    has: true,
    loading: false,
    tools: content.tools.length + content.makers.length,
    people: content.people.length + 1,
  })
  expect(await asOwner('select description from tools where name = $1', [tool?.name])).toEqual([
    { description: 'Of a member.' },
  ])
  expect(await asOwner('select address from private.email_queue')).toEqual([
    { address: 'member@people.example' },
  ])
  const reviews = content.reviews.filter((review) => review.tool !== tool?.name)
  const [found] = await asOwner('select count(*) from reviews')
  expect(found?.count).toBeGreaterThanOrEqual(reviews.length)
  expect(await loadDemoContent(database)).toBe(false)
})

test('the six featured tools have 15 or more reviews each', async () => {
  expect(
    await db.as({ role: 'anon' })`select name, review_count from tools where review_count < 15
       and id in (select id from tools where review_count > 0
                  order by rating_average desc, review_count desc, name limit 6)`,
  ).toEqual([])
})

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
  expect(
    await db.asOwner(
      'select count(*) from private.launches where upvotes_on_day <> upvotes_count or upvotes_on_day = 0 and launch_date < current_date',
    ),
  ).toEqual([{ count: 0 }])
})

describe('search_tools', () => {
  test.each([
    'church management software',
    'weather forecast',
    'horse stable booking',
    'fishing licence',
    'recipe manager',
    'start a small brewery',
    'manage the members of our club',
    'Our funeral home wants to manage grave plots',
    'Our nonprofit wants to email a monthly newsletter to 2000 donors',
    'sichere Zuchtverwaltung für Kaninchen',
    'best note app for iPad with handwriting',
    'la la la',
    '50% & "a+b" #kctqzdbr',
  ])('%s finds nothing', async (query) => {
    const [row] = await db.as({ role: 'anon' }, 'select count_tools($1)::integer as total', [query])
    expect(row?.total).toBe(0)
  })

  test('searches.txt has 60 or more queries', () =>
    expect(SEARCHES.length).toBeGreaterThanOrEqual(60))

  test.each(SEARCHES)('%s finds %s first', async (query, names) => {
    const found = await db.as(
      { role: 'anon' },
      "select name from search_tools($1, sort => 'relevance', page_size => 3)",
      [query],
    )
    const found3 = `found ${found.map((row) => row.name).join(', ')}`
    expect(names?.split(', '), found3).toContain(found[0]?.name)
  })
})

test('moderation shows each kind of case, and none of it reaches public reads or counts', async () => {
  const count = (table: string) => db.valueAsOwner(`select count(*) from ${table}`)
  expect({
    open: await count("private.reports where status = 'open'"),
    resolved: await count("private.reports where status = 'resolved'"),
    staff: await count('private.staff'),
    removed: await count('private.removed_content'),
    appeals: await count("private.appeals where status = 'open'"),
    ofMakers: await count("private.reports where status = 'open' and from_maker is not null"),
    claims: await count("private.tool_claims where status = 'open'"),
    emails: await count('private.email_queue'),
    reviews: await count('public.reviews'),
  }).toEqual({
    open: 5,
    resolved: 4,
    staff: 2,
    removed: 3,
    appeals: 1,
    ofMakers: 1,
    claims: 1,
    emails: 0,
    reviews: 1224,
  })
  expect(
    await db.as(
      { role: 'anon' },
      'select action, reason, detected_by, report_count, hours_to_decision::float as hours, appeal_outcome from moderation_decisions order by decided_at',
    ),
  ).toEqual([
    {
      action: 'remove',
      reason: 'advertising',
      detected_by: 'report',
      report_count: 2,
      hours: 48,
      appeal_outcome: 'upheld',
    },
    {
      action: 'keep',
      reason: null,
      detected_by: 'report',
      report_count: 1,
      hours: 24,
      appeal_outcome: null,
    },
    {
      action: 'remove',
      reason: 'personal_data',
      detected_by: 'report',
      report_count: 1,
      hours: 24,
      appeal_outcome: null,
    },
    {
      action: 'hold',
      reason: 'premoderation',
      detected_by: 'rule',
      report_count: 0,
      hours: null,
      appeal_outcome: null,
    },
  ])
  const [moderator] = await db.asOwner('select user_id from private.staff limit 1')
  const queue = await db.as(
    { role: 'authenticated', sub: String(moderator?.user_id) },
    'select reasons from moderation_queue()',
  )
  expect(queue).toEqual([
    { reasons: ['illegal_content'] },
    { reasons: ['inaccurate'] },
    { reasons: ['duplicate', 'not_genuine'] },
    { reasons: ['inaccurate'] },
  ])
})

test('anon reads recorded facts of the repositories of real tools, each with its day', async () => {
  const found = await db.as(
    { role: 'anon' },
    `select tool_vitality(t.id) ->> 'state' as state, bool_and(v.confirmed_at::date = s.recorded_on) as is_dated,
       count(*)::integer as fields, count(e.id)::integer as edits
     from fact_sources s join tools t on t.id = s.tool_id join fact_values v on v.source_id = s.id
     left join tool_edits e on e.tool_id = t.id and e.by_source = 'repository' and v.field = 'latest_version'
     where s.recorded_on is not null group by t.id`,
  )
  expect(found).toEqual(Array(9).fill({ state: 'active', is_dated: true, fields: 4, edits: 1 }))
})

test('anon reads the accepted edits, whose values are those of the facts, and moderators the open ones', async () => {
  const accepted = await db.as(
    { role: 'anon' },
    `select t.slug, e.number, bool_and(private_value.present) as is_present
     from tool_edits e join tools t on t.id = e.tool_id join tool_facts f on f.tool_id = t.id,
       lateral (select to_jsonb(f) -> key = value -> 1 as present from jsonb_each(e.changes)) private_value
     where e.by_source is null
     group by 1, 2 order by 1`,
  )
  expect(accepted).toEqual(
    ['inkscape', 'krita', 'postgresql', 'shelfgrain'].map((slug) => ({
      ...{ slug, number: 1, is_present: true },
    })),
  )
  expect(
    await db.asOwner`select t.slug from tool_edits e join tools t on t.id = e.tool_id where status = 'open' order by 1`,
  ).toEqual([{ slug: 'sqlite' }, { slug: 'vlc' }])
})

test('demo content loads beside capabilities of the operator', async () => {
  const [capability] = await db.as(
    { role: 'anon' },
    "select slug, tool_count > 0 as has_tools from capabilities where lower(name) = 'time tracking'",
  )
  expect(capability).toEqual({ slug: 'keeping-time', has_tools: true })
})

test('removeDemoContent deletes the demo content and keeps rows of other members', async () => {
  const member = await db.createUser({ metadata: { username: 'real' } })
  await db.as(
    { role: 'authenticated', sub: member },
    `insert into reviews (tool_id, user_id, rating, title, content)
     select id, $1, 5, 'Mine', 'A real review of a real tool.' from tools where slug in ('figma', 'slack')`,
    [member],
  )
  await db.as(
    { role: 'authenticated', sub: member },
    `select suggest_tool_edit(id, '{"latest_version": [null, "17"]}', 'https://versions.example') from tools where slug = 'postgresql'`,
  )
  const [removal] =
    await db.asOwner`insert into moderation_decisions (subject_type, subject_id, action, detected_by)
     select 'tool', id, 'remove', 'staff' from tools where slug = 'slack' returning number, subject_id`
  await db.asOwner`select private.remove_content(${removal?.number}, 'tool', ${removal?.subject_id})`
  await removeDemoContent(db.database)
  expect(await db.asOwner('select slug, review_count from public.tools order by slug')).toEqual([
    { slug: 'figma', review_count: 1 },
    { slug: 'postgresql', review_count: 0 },
  ])
  expect(await db.asOwner('select suggested_by from public.tool_edits')).toEqual([
    { suggested_by: member },
  ])
  expect(await db.asOwner('select title from public.reviews')).toEqual([{ title: 'Mine' }])
  expect(await db.asOwner('select id from auth.users')).toEqual([{ id: member }])
  await db.asOwner('select private.restore_content($1)', [removal?.number])
  expect(
    await db.asOwner("select slug, review_count from public.tools where slug = 'slack'"),
  ).toEqual([{ slug: 'slack', review_count: 1 }])
  await db.asOwner('delete from moderation_decisions where number = $1', [removal?.number])
  for (const table of [
    'public.companies',
    'private.launches',
    'public.user_follows',
    'public.tool_follows',
    'public.launch_reminders',
    'public.notifications',
    'private.demo_content',
    'private.demo_loading',
    'private.reports',
    'private.removed_content',
    'private.appeals',
    'public.moderation_decisions',
  ]) {
    expect(await db.asOwner(`select * from ${table}`)).toEqual([])
  }
  // Those that the remaining tools have stay as well.
  expect(
    await db.asOwner`select slug from capabilities c where not exists (
         select from tool_capabilities l where l.capability = c.slug)`,
  ).toEqual([{ slug: 'keeping-time' }])
})

/** The texts that are in the list more than once. */
function findRepeated(texts: string[]): string[] {
  return texts.filter((text, i) => texts.indexOf(text) !== i)
}
