// Whether a tool is alive, and where its facts come from (spec 10 §2).

import { expect, test } from 'vitest'
import { shareCommunity } from '../../support/databases/community.ts'
import { ANON, asMember, SERVICE } from '../../support/databases/moderation.ts'
import { expectRefusal } from '../../support/databases/refusals.ts'

const { db, admin, ben, moderator, createTool, suggestEdit } = await shareCommunity()

const daysAgo = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

interface Options {
  /** When the repository was read, in days before today. */
  readDaysAgo?: number
  isRecorded?: boolean
}

async function createRead(
  values: object | null,
  { readDaysAgo = 0, isRecorded = false }: Options = {},
) {
  const tool = await createTool()
  await db.asOwner`insert into tool_facts (tool_id, repository_url) values (${tool}, 'https://codeberg.org/a/b')`
  const [source] = await db.asOwner(
    "select id from fact_sources where tool_id = $1 and kind = 'repository'",
    [tool],
  )
  if (values)
    await db.as(SERVICE, "select record_read($1, 'ok', $2::jsonb)", [
      source?.id,
      JSON.stringify(values),
    ])
  await db.asOwner(
    'update fact_values set confirmed_at = now() - make_interval(days => $2) where tool_id = $1',
    [tool, readDaysAgo],
  )
  if (isRecorded)
    await db.asOwner('update fact_sources set recorded_on = $2::date where tool_id = $1', [
      tool,
      daysAgo(readDaysAgo),
    ])
  return tool
}
const readVitality = async (tool: string) =>
  (await db.value(ANON, 'select tool_vitality($1) as found', [tool])) as {
    state: string
    terms: Record<string, unknown>[]
  }
const readOrigins = async (tool: string) =>
  (await db.value(ANON, 'select fact_origins($1) as found', [tool])) as Record<string, unknown>[]
const readState = async (tool: string) => (await readVitality(tool)).state

test.each<[string, object | null, Options | undefined]>([
  ['unknown', null, undefined],
  ['unknown', { stars: 9000, license: 'MIT' }, undefined],
  ['unknown', { is_archived: false }, undefined],
  ['active', { last_commit_on: daysAgo(360) }, undefined],
  [
    'active',
    { latest_version: '1', latest_version_on: daysAgo(900), last_commit_on: daysAgo(3) },
    undefined,
  ],
  ['quiet', { last_commit_on: daysAgo(370), releases_in_year: 0 }, undefined],
  ['quiet', { last_commit_on: daysAgo(725) }, undefined],
  ['dormant', { last_commit_on: daysAgo(740) }, undefined],
  ['archived', { last_commit_on: daysAgo(3), is_archived: true }, undefined],
  ['active', { last_commit_on: daysAgo(200) }, { readDaysAgo: 190 }],
  ['active', { last_commit_on: daysAgo(400) }, { readDaysAgo: 190 }],
  ['unknown', { last_commit_on: daysAgo(400) }, { readDaysAgo: 380 }],
  ['active', { last_commit_on: daysAgo(900) }, { readDaysAgo: 880, isRecorded: true }],
])('the state is %s of %j', async (state, values, options) => {
  expect(await readState(await createRead(values, options))).toBe(state)
})

test.each([
  ['active', daysAgo(30)],
  ['unknown', daysAgo(900)],
])('a version that a person typed shows the state %s with the day %s', async (state, day) => {
  const tool = await createTool()
  await db.asOwner`insert into tool_facts (tool_id, latest_version, latest_version_on) values (${tool}, '1', ${day})`
  expect(await readState(tool)).toBe(state)
})

test('a discontinued tool is so whatever its repository says', async () => {
  const tool = await createRead({ last_commit_on: daysAgo(1) })
  await db.asOwner('update tool_facts set discontinued_on = $2 where tool_id = $1', [
    tool,
    daysAgo(2),
  ])
  expect(await readState(tool)).toBe('discontinued')
})

const readFacets = async (tool: string) =>
  (await db.value(ANON, 'select facets from tools where id = $1', [tool])) as string[]
const findAlive = async (alive: string) =>
  (await db.as(ANON, 'select id from search_tools(alive => $1, page_size => 100)', [alive])).map(
    ({ id }) => id,
  )
const runDailyJobs = async () => {
  await db.asOwner('update private.daily_runs set day = day - 1')
  await db.as(SERVICE, 'select run_daily_jobs()')
}

test.each<[string[], object | null, Options | undefined]>([
  [[], { stars: 9000 }, undefined],
  [['alive:active'], { last_commit_on: daysAgo(3) }, undefined],
  [['alive:quiet'], { last_commit_on: daysAgo(370) }, undefined],
  [['alive:abandoned', 'alive:dormant'], { last_commit_on: daysAgo(740) }, undefined],
  [['alive:abandoned', 'alive:archived'], { is_archived: true }, undefined],
  [[], { last_commit_on: daysAgo(400) }, { readDaysAgo: 380 }],
  [['alive:active'], { last_commit_on: daysAgo(900) }, { readDaysAgo: 880, isRecorded: true }],
])('the facets are %j after a read of %j', async (facets, values, options) => {
  const tool = await createRead(values, options)
  expect(await readFacets(tool)).toEqual(facets)
  await runDailyJobs()
  expect(await readFacets(tool)).toEqual(facets)
  const [first = 'alive:active'] = facets
  const found = await findAlive(first.replace('alive:', ''))
  expect(found.includes(tool)).toBe(facets.length > 0)
})

test('the facets of a tool without facts follow its sources', async () => {
  const tool = await createTool()
  await db.asOwner("update tools set website_url = 'https://github.com/a/' || slug where id = $1", [
    tool,
  ])
  const [source] = await db.asOwner('select id from fact_sources where tool_id = $1', [tool])
  const read = JSON.stringify({ last_commit_on: daysAgo(3) })
  await db.as(SERVICE, "select record_read($1, 'ok', $2::jsonb)", [source?.id, read])
  expect(await readFacets(tool)).toEqual(['alive:active'])
  await db.asOwner('delete from fact_sources where id = $1', [source?.id])
  expect(await readFacets(tool)).toEqual([])
})

test('an edit changes the facets, and facts of other kinds stay', async () => {
  const tool = await createRead({ last_commit_on: daysAgo(3) })
  const resolve = async (changes: Record<string, [unknown, unknown]>) =>
    db.as(moderator, 'select resolve_tool_edit($1, true)', [await suggestEdit(ben, tool, changes)])
  await resolve({ pricing_model: [null, 'free'] })
  expect(await readFacets(tool)).toEqual(['alive:active', 'pricing:free'])
  await resolve({ discontinued_on: [null, daysAgo(2)] })
  expect(await readFacets(tool)).toEqual(['alive:abandoned', 'alive:discontinued', 'pricing:free'])
  await resolve({ discontinued_on: [daysAgo(2), null] })
  expect(await readFacets(tool)).toEqual(['alive:active', 'pricing:free'])
})

test('the version of a member counts although that of a source before it is old', async () => {
  const read = { latest_version: '1', latest_version_on: daysAgo(900) }
  const tool = await createRead(read, { readDaysAgo: 880 })
  await db.asOwner(
    "update tool_edits set decided_at = now() - interval '880 days' where tool_id = $1",
    [tool],
  )
  await db.asOwner('delete from fact_values where tool_id = $1', [tool])
  expect(await readFacets(tool)).toEqual([])
  const changes = { latest_version: ['1', '2'], latest_version_on: [daysAgo(900), daysAgo(1)] }
  const edit = await suggestEdit(ben, tool, changes)
  await db.as(moderator, 'select resolve_tool_edit($1, true)', [edit])
  expect(await readState(tool)).toBe('active')
  expect(await readFacets(tool)).toEqual(['alive:active'])
})

test('the jobs correct facets that only time has changed, also again on one day', async () => {
  const read = await createRead({ last_commit_on: daysAgo(400) }, { readDaysAgo: 380 })
  const ended = await createRead({ last_commit_on: daysAgo(3) })
  await db.asOwner`insert into tool_facts (tool_id, discontinued_on) values (${ended}, ${daysAgo(0)})
    on conflict (tool_id) do update set discontinued_on = excluded.discontinued_on`
  const typed = await createTool()
  await db.asOwner`insert into tool_facts (tool_id, latest_version, latest_version_on) values (${typed}, '1', ${daysAgo(400)})`
  const other = await createRead({ last_commit_on: daysAgo(3) })
  // As they were the day before.
  await db.asOwner("update tools set facets = '{alive:active}' where id = any ($1)", [
    [read, ended, typed],
  ])
  await runDailyJobs()
  expect(await Promise.all([read, ended, typed, other].map(readFacets))).toEqual([
    [],
    ['alive:abandoned', 'alive:discontinued'],
    [],
    ['alive:active'],
  ])
  await db.asOwner("update tools set facets = '{alive:active}' where id = $1", [read])
  await db.as(SERVICE, 'select run_daily_jobs()')
  expect(await readFacets(read)).toEqual([])
})

test('a tool that a source calls discontinued is so', async () => {
  const tool = await createRead({ last_commit_on: daysAgo(3), discontinued_on: daysAgo(2) })
  expect(await readState(tool)).toBe('discontinued')
  expect(await findAlive('abandoned')).toContain(tool)
  expect(await findAlive('active')).not.toContain(tool)
})

test('the months are settings of administrators', async () => {
  const tool = await createRead({ last_commit_on: daysAgo(200) })
  const set = (quiet: number, dormant: number) =>
    db.as(asMember(admin), 'select update_site_settings($1::jsonb)', [
      JSON.stringify({ vitality_quiet_months: quiet, vitality_dormant_months: dormant }),
    ])
  await set(2, 12)
  expect(await readState(tool)).toBe('quiet')
  await set(1, 6)
  expect(await readState(tool)).toBe('dormant')
  await set(240, 240)
  expect(await readState(tool)).toBe('active')
  for (const [quiet, dormant] of [
    [0, 24],
    [12, 5],
    [241, 241],
    [12, 999_999],
    [1.5, 24],
  ] as const)
    await expectRefusal(set(quiet, dormant), { code: '23514' })
  expect(await readState(tool)).toBe('active')
  await set(12, 24)
})

test('each term has its value, source and day', async () => {
  const tool = await createRead(
    { last_commit_on: daysAgo(3), releases_in_year: 9, stars: 5 },
    { readDaysAgo: 2 },
  )
  const source = {
    by: 'source',
    kind: 'repository',
    address: 'https://codeberg.org/a/b',
    read_on: daysAgo(2),
    is_recorded: false,
  }
  expect((await readVitality(tool)).terms).toEqual([
    { field: 'last_commit_on', value: daysAgo(3), ...source },
    { field: 'releases_in_year', value: 9, ...source },
  ])
  expect(await readOrigins(tool)).toContainEqual({ field: 'stars', value: 5, ...source })
})

test('fact_origins names the source or the person of each fact', async () => {
  const tool = await createRead({ license: 'MIT' }, { readDaysAgo: 2 })
  const edit = await suggestEdit(ben, tool, { platforms: [null, ['web']] })
  await db.as(moderator, 'select resolve_tool_edit($1, true)', [edit])
  expect(await readOrigins(tool)).toMatchObject([
    { field: 'license', value: 'MIT', by: 'source', read_on: daysAgo(2) },
    { field: 'platforms', value: ['web'], by: 'member', read_on: daysAgo(0) },
  ])
})

test('stars are a term of no order', async () => {
  const few = await createRead({ stars: 1 })
  const explain = async (sort: string) =>
    JSON.stringify(
      await db.as(ANON, "select explain_rank('tools', $1, sort => $2) as found", [few, sort]),
    )
  for (const sort of ['adjusted-desc', 'rating-desc', 'reviews-desc', 'name-asc']) {
    const before = await explain(sort)
    await db.asOwner(
      "update fact_values set value = '900000' where field = 'stars' and tool_id = $1",
      [few],
    )
    expect(await explain(sort)).toBe(before)
  }
  const sources = await db.asOwner(
    "select proname from pg_proc where proname ~ '^(search_tools|search_page|explain_rank|build_tool_filter|category_landscape|featured_tools)$' and prosrc ~ 'fact_values'",
  )
  expect(sources).toEqual([])
})

test('fact_freshness counts what a read or a person confirmed in time, and failing sources', async () => {
  const read = () => db.value(ANON, 'select fact_freshness() as found')
  await db.asOwner('delete from tools')
  expect(await read()).toEqual({})
  const values = { license: 'MIT', stars: 5 }
  const failing = await createRead(values)
  await createRead(values, { readDaysAgo: 8 })
  await createRead(values, { readDaysAgo: 31 })
  await db.asOwner('update fact_sources set due_at = now()')
  const [source] = await db.asOwner(
    "select id from fact_sources where tool_id = $1 and kind = 'repository'",
    [failing],
  )
  await db.asOwner(
    "update fact_values set confirmed_at = now() - interval '40 days' where tool_id = $1",
    [failing],
  )
  for (const outcome of ['failed', 'empty', 'ok'])
    await db.as(SERVICE, "select record_read($1, $2, '{}')", [source?.id, outcome])
  expect(await read()).toEqual({
    license: { tools: 3, confirmed: 1, failed: 1 },
    stars: { tools: 3, confirmed: 0, failed: 1 },
  })
  const edit = await suggestEdit(ben, failing, { license: ['MIT', 'Apache-2.0'] })
  await db.as(moderator, 'select resolve_tool_edit($1, true)', [edit])
  expect(await read()).toMatchObject({ license: { tools: 3, confirmed: 2 } })
})
