// Facts that sources of a tool give (spec 10 §1).

import { expect, test } from 'vitest'
import { shareCommunity } from '../../support/databases/community.ts'
import { ANON, asMember, SERVICE } from '../../support/databases/moderation.ts'
import { expectRefusal, FILTERED, INVOLVED, SUSPENDED } from '../../support/databases/refusals.ts'

const {
  db,
  admin,
  ana,
  ben,
  moderator,
  createTool,
  createMember,
  joinCompany,
  makeMaker,
  moderate,
  suggestEdit,
} = await shareCommunity()

const REPOSITORY = 'https://github.com/kettle/kettle'

interface Source {
  id: string
  kind: string
  address: string
}

/** Creates a tool with a repository and returns its id and its sources by kind. */
async function createSourced(repository = `${REPOSITORY}-${crypto.randomUUID()}`) {
  const tool = await createTool()
  await db.asOwner`insert into tool_facts (tool_id, repository_url) values (${tool}, ${repository})`
  const sources = (await db.as(ANON, 'select * from fact_sources where tool_id = $1', [
    tool,
  ])) as unknown as Source[]
  const byKind = Object.fromEntries(sources.map((source) => [source.kind, source.id]))
  return { tool, repository: byKind.repository ?? '', site: byKind.site ?? '' }
}

async function record(source: string, values: object | null, outcome = 'ok', more: object = {}) {
  const { etag = null, problem = null, retry_at = null } = more as Record<string, string | null>
  const [row] = await db.as(
    SERVICE,
    'select record_read($1, $2, $3::jsonb, $4, $5, $6) as changed',
    [source, outcome, JSON.stringify(values), etag, problem, retry_at],
  )
  return ((row?.changed ?? []) as string[]).toSorted()
}
const readSource = (id: string) =>
  db.rowAsOwner(
    `select failures, problem, etag, last_ok_at is not null as is_ok, leased_until is not null as is_leased,
         round(extract(epoch from due_at - now()) / 86400)::integer as days from fact_sources where id = $1`,
    [id],
  )
const readValues = async (tool: string) =>
  Object.fromEntries(
    (await db.as(ANON, 'select field, value from fact_values where tool_id = $1', [tool])).map(
      ({ field, value }) => [field, value],
    ),
  )
const readFacts = (tool: string) =>
  db.row(
    ANON,
    'select license, latest_version, latest_version_on::text, price_from, price_period, price_source_url from tool_facts where tool_id = $1',
    [tool],
  )
const readEdits = (tool: string) =>
  db.asOwner(
    'select number, status, changes, by_source, suggested_by from tool_edits where tool_id = $1 order by created_at, number',
    [tool],
  )
const moveBack = (tool: string, days: number) =>
  db.asOwner(
    `update fact_values set contradicts_since = contradicts_since - make_interval(days => $2) where tool_id = $1`,
    [tool, days],
  )
/** The value of a person: a suggestion that a moderator accepts. */
async function accept(tool: string, changes: Record<string, unknown>) {
  const edit = await suggestEdit(ben, tool, changes)
  await db.as(moderator, 'select resolve_tool_edit($1, true)', [edit])
  await db.asOwner("update tool_edits set decided_at = now() - interval '1 year' where id = $1", [
    edit,
  ])
}

test('visitors and members read sources and values and write none', async () => {
  const { tool, repository } = await createSourced()
  await record(repository, { stars: 5 })
  for (const caller of [ANON, asMember(ana), asMember(moderator)]) {
    expect(await db.as(caller, 'select value from fact_values where tool_id = $1', [tool])).toEqual(
      [{ value: 5 }],
    )
    for (const text of [
      'update fact_values set value = to_jsonb(6) where tool_id = $1',
      'delete from fact_sources where tool_id = $1',
      'select record_read(id, $$ok$$) from fact_sources where tool_id = $1',
      'select facts_to_read(5, $1)',
    ])
      await expectRefusal(db.as(caller, text, [tool]), { code: '42501' })
  }
  expect(await readValues(tool)).toEqual({ stars: 5 })
})

test.each([
  [
    'https://github.com/a/b',
    'https://b.example/',
    ['repository https://github.com/a/b', 'site https://b.example'],
  ],
  ['https://git.example/a/b.git', null, ['repository https://git.example/a/b']],
  [null, 'https://codeberg.org/a/c/', ['repository https://codeberg.org/a/c']],
  ['https://github.com/a/d', 'https://github.com/a/d', ['repository https://github.com/a/d']],
  [null, 'https://github.com/about', ['site https://github.com/about']],
  [null, null, []],
])('repository %s and website %s are the sources %j', async (repository, website, sources) => {
  const tool = await createTool()
  await db.asOwner`update tools set website_url = ${website} where id = ${tool}`
  await db.asOwner`insert into tool_facts (tool_id, repository_url) values (${tool}, ${repository})`
  const found = await db.asOwner(
    "select kind || ' ' || address as source from fact_sources where tool_id = $1 order by 1",
    [tool],
  )
  expect(found.map(({ source }) => source)).toEqual(sources)
  await db.asOwner('update tool_facts set repository_url = null where tool_id = $1', [tool])
  await db.asOwner('update tools set website_url = null where id = $1', [tool])
  expect(await db.asOwner('select 1 from fact_sources where tool_id = $1', [tool])).toEqual([])
})

test('the maker and moderators add and remove sources, other members do not', async () => {
  const { tool, repository } = await createSourced()
  const carla = await createMember()
  await makeMaker(carla, tool)
  const add = (member: string, kind: string, address: string) =>
    db.as(member, 'select add_fact_source($1, $2, $3) as id', [tool, kind, address])
  const remove = (member: string, id: unknown) =>
    db.as(member, 'select remove_fact_source($1)', [id])
  await expectRefusal(add(ben, 'package', 'https://www.npmjs.com/package/x'), { code: '42501' })
  const [added] = await add(carla, 'package', 'https://www.npmjs.com/package/x')
  const [other] = await add(moderator, 'image', 'https://hub.docker.com/r/a/b')
  await expectRefusal(remove(ben, added?.id), { code: '42501' })
  await expectRefusal(add(carla, 'package', 'https://www.npmjs.com/package/x/'), { code: '23505' })
  await expectRefusal(add(carla, 'rss', 'https://a.example'), { code: '23514' })
  await expectRefusal(add(carla, 'site', 'file:///etc/passwd'), { code: '23514' })
  await expectRefusal(remove(carla, repository), { code: '23514' })
  await remove(carla, added?.id)
  await remove(moderator, other?.id)
  expect(
    await db.asOwner('select kind from fact_sources where tool_id = $1 order by 1', [tool]),
  ).toEqual([{ kind: 'repository' }, { kind: 'site' }])
})

test('a moderator who belongs to the maker, and a suspended maker, change no source of its tool', async () => {
  const { tool } = await createSourced()
  const [maker, judge] = [await createMember(), await createMember()]
  await db.asOwner("insert into private.staff (user_id, role) values ($1, 'moderator')", [judge])
  const add = (member: string, name: string) =>
    db.as(member, "select add_fact_source($1, 'package', $2) as id", [
      tool,
      `https://www.npmjs.com/package/${name}`,
    ])
  const remove = (member: string, id: unknown) =>
    db.as(member, 'select remove_fact_source($1)', [id])
  const company = await makeMaker(maker, tool)
  const [first] = await add(judge, 'a')
  const [second] = await add(maker, 'b')
  await joinCompany(company, judge)
  await expectRefusal(add(judge, 'c'), INVOLVED)
  await expectRefusal(remove(judge, second?.id), INVOLVED)
  await moderate(moderator, 'profile', maker, 'suspend')
  await expectRefusal(add(maker, 'c'), SUSPENDED)
  await expectRefusal(remove(maker, second?.id), SUSPENDED)
  await moderate(moderator, 'profile', maker, 'unsuspend')
  await remove(maker, second?.id)
  await remove(moderator, first?.id)
})

test.each(['hold', 'reject'])(
  'a word of the filter to %s is in no source of a maker, and in no value that a source gives',
  async (action) => {
    const { tool, repository } = await createSourced()
    const maker = await createMember()
    await makeMaker(maker, tool)
    const add = (member: string, word: string) =>
      db.as(member, "select add_fact_source($1, 'site', $2)", [tool, `https://${word}.example/`])
    await db.asOwner("insert into private.site_settings values ('word_filter', $1)", [
      JSON.stringify([{ text: 'casino', action }]),
    ])
    await expectRefusal(add(maker, 'casino'), FILTERED)
    await add(maker, 'samovar')
    await add(moderator, 'casino-history')
    await record(repository, { latest_version: 'casino 2', license: 'MIT' })
    expect(await readFacts(tool)).toMatchObject({ latest_version: null, license: 'MIT' })
    await record(repository, { latest_version: 'samovar 2' })
    expect(await readFacts(tool)).toMatchObject({ latest_version: 'samovar 2' })
    await db.asOwner('delete from private.site_settings')
  },
)

test('facts_to_read leases due sources for a minute, five of a host, and no host of another process', async () => {
  await db.asOwner("update fact_sources set due_at = now() + interval '1 day'")
  const tools = await Promise.all(Array.from({ length: 7 }, () => createSourced()))
  await db.asOwner("update fact_sources set due_at = now() + interval '1 day' where kind = 'site'")
  const take = async (n: number) =>
    (await db.as(SERVICE, 'select id from facts_to_read($1)', [n])).map(({ id }) => String(id))
  const [one, two] = await Promise.all([take(50), take(50)])
  expect([one?.length, two?.length].toSorted()).toEqual([0, 5])
  const first = [...(one ?? []), ...(two ?? [])]
  expect(await take(50)).toEqual([])
  for (const id of first) await record(id, { stars: 1 })
  expect(await take(50)).toHaveLength(2)
  await db.asOwner(
    "update fact_sources set leased_until = now() - interval '1 second' where leased_until is not null",
  )
  expect(await take(1)).toHaveLength(1)
  await db.asOwner('update fact_sources set leased_until = null')
  const read = await db.as(SERVICE, 'select kind from facts_to_read(5, $1) order by 1', [
    tools[0]?.tool,
  ])
  expect(read).toEqual([{ kind: 'repository' }, { kind: 'site' }])
})

test('a success is due again after the period of its kind, a failure after 1, 3, 9, … days', async () => {
  const { repository, site } = await createSourced()
  await record(repository, { stars: 1 }, 'ok', { etag: '"1"' })
  await record(site, { license: 'MIT' })
  expect(await readSource(repository)).toMatchObject({
    failures: 0,
    etag: '"1"',
    days: 7,
    is_ok: true,
  })
  expect(await readSource(site)).toMatchObject({ days: 90 })
  for (const [failures, days] of [1, 3, 9, 27, 81, 90].entries()) {
    await record(repository, {}, failures === 2 ? 'ok' : 'failed', { problem: 'It answered 500.' })
    expect(await readSource(repository)).toMatchObject({ failures: failures + 1, etag: '"1"' })
    expect([days, 81]).toContain((await readSource(repository))?.days)
  }
  const retry = new Date(Date.now() + 2 * 86_400_000).toISOString()
  await record(repository, {}, 'limited', { retry_at: retry, problem: 'Too many requests.' })
  expect(await readSource(repository)).toMatchObject({ failures: 6, days: 2 })
  await record(repository, {}, 'unchanged')
  expect(await readSource(repository)).toMatchObject({ failures: 0, problem: null, days: 7 })
})

test('a failed, empty or limited read changes no value and confirms none', async () => {
  const { tool, repository } = await createSourced()
  const values = {
    stars: 3,
    license: 'MIT',
    latest_version: '1.0',
    latest_version_on: '2026-01-02',
  }
  await record(repository, values)
  await db.asOwner("update fact_values set confirmed_at = '2026-01-03' where tool_id = $1", [tool])
  const countConfirmed = async () =>
    (
      await db.asOwner(
        "select 1 from fact_values where tool_id = $1 and confirmed_at > '2026-01-03'",
        [tool],
      )
    ).length
  for (const [outcome, read] of [
    ['failed', { stars: 9 }],
    ['empty', {}],
    ['limited', { stars: 9 }],
    ['ok', {}],
    ['ok', null],
    ['ok', { stars: 'many', license: 'NOASSERTION', latest_version: '', is_archived: 'yes' }],
  ] as const)
    await record(repository, read, outcome)
  expect(await readValues(tool)).toEqual(values)
  expect(await countConfirmed()).toBe(0)
  await record(repository, { stars: 4 })
  expect(await countConfirmed()).toBe(1)
  await db.asOwner("update fact_values set confirmed_at = '2026-01-03' where tool_id = $1", [tool])
  await db.asOwner("update fact_sources set last_ok_at = '2026-01-03' where id = $1", [repository])
  await record(repository, null, 'unchanged')
  expect(await countConfirmed()).toBe(4)
  await record(repository, { stars: 4 })
  await db.asOwner(
    "update fact_values set confirmed_at = '2026-01-03' where tool_id = $1 and field <> 'stars'",
    [tool],
  )
  await record(repository, null, 'unchanged')
  expect(await countConfirmed()).toBe(1)
  expect(await readValues(tool)).toEqual({ ...values, stars: 4 })
})

test.each([
  ['license', 'mit', 'MIT'],
  ['license', 'NOASSERTION', undefined],
  ['license', 5, undefined],
  ['latest_version', ' v1.2 <b>x</b>\n', 'v1.2 x'],
  ['latest_version', 'x'.repeat(41), undefined],
  ['latest_version_on', '2999-01-01', undefined],
  ['last_commit_on', '2026-02-30', undefined],
  ['last_commit_on', '2026-02-03', '2026-02-03'],
  ['stars', -1, undefined],
  ['stars', 1.5, undefined],
  ['releases_in_year', 12, 12],
  ['is_archived', 'true', undefined],
  ['container_image', 'docker.io/kettle/kettle', 'docker.io/kettle/kettle'],
  ['container_image', 'javascript:alert(1) <img>', undefined],
  [
    'pricing',
    [{ price: 5, currency: 'EUR', period: null }],
    [{ price: 5, currency: 'EUR', period: null }],
  ],
  ['pricing', [{ price: '5', currency: 'EUR' }], undefined],
  ['pricing', [], undefined],
  ['name', 'Other', undefined],
])('the value of %s that is read as %j is %j', async (field, value, expected) => {
  const { tool, repository } = await createSourced()
  await record(repository, { [field]: value, first_release_on: '2020-01-01' })
  expect((await readValues(tool))[field]).toEqual(expected)
})

test('a source fills and changes facts by accepted edits with the source as author', async () => {
  const { tool, repository } = await createSourced()
  const version = { latest_version: '1.0', latest_version_on: '2026-01-02' }
  expect(await record(repository, { ...version, license: 'MIT' })).toEqual([
    'latest_version',
    'latest_version_on',
    'license',
  ])
  expect(await record(repository, { ...version, license: 'MIT' })).toEqual([])
  await record(repository, { latest_version: '2.0' })
  expect(await readFacts(tool)).toMatchObject({ license: 'MIT', latest_version: '2.0' })
  expect(await readEdits(tool)).toMatchObject([
    { number: 1, changes: { latest_version: [null, '1.0'] } },
    { number: 2, changes: { license: [null, 'MIT'] }, by_source: 'repository', suggested_by: null },
    {
      number: 3,
      status: 'accepted',
      changes: { latest_version: ['1.0', '2.0'], latest_version_on: ['2026-01-02', null] },
    },
  ])
})

test('of two sources the one with priority gives the fact', async () => {
  const { tool, repository, site } = await createSourced()
  await record(site, { license: 'MIT' })
  await record(repository, { license: 'Apache-2.0' })
  expect(await readFacts(tool)).toMatchObject({ license: 'Apache-2.0' })
  await record(site, { license: 'GPL-3.0-only' })
  expect(await readFacts(tool)).toMatchObject({ license: 'Apache-2.0' })
})

test.each([
  ['a repository and a website that is one', []],
  [
    'a repository and others that people added',
    ['https://github.com/a/a', 'https://github.com/z/z'],
  ],
])('of %s the repository gives the facts, whichever is read last', async (_what, added) => {
  const { tool, repository, site } = await createSourced()
  if (added.length === 0)
    await db.asOwner`update tools set website_url = ${`https://github.com/a/${crypto.randomUUID()}`} where id = ${tool}`
  for (const address of added)
    await db.as(moderator, "select add_fact_source($1, 'repository', $2)", [tool, address])
  const rows = await db.as(
    ANON,
    "select id from fact_sources where tool_id = $1 and kind = 'repository'",
    [tool],
  )
  const others = rows.map(({ id }) => String(id)).filter((id) => id !== repository)
  expect(others).toHaveLength(added.length || 1)
  expect(others).not.toContain(site)
  for (const _week of [1, 2]) {
    await record(repository, { license: 'MIT', is_archived: false })
    for (const other of others) await record(other, { license: 'Apache-2.0', is_archived: true })
  }
  expect(await readFacts(tool)).toMatchObject({ license: 'MIT' })
  expect((await readEdits(tool)).map(({ changes }) => changes)).toEqual([
    { license: [null, 'MIT'] },
  ])
})

test.each([
  ['a member', false],
  ['the maker', true],
])(
  'the value of %s stays until a source contradicts it for 30 days, then moderators decide',
  async (_who, isMaker) => {
    const { tool, repository } = await createSourced()
    if (isMaker) {
      const carla = await createMember()
      await makeMaker(carla, tool)
      await suggestEdit(carla, tool, { license: [null, 'MIT'] })
      await db.asOwner(
        "update tool_edits set decided_at = now() - interval '1 year' where tool_id = $1",
        [tool],
      )
    } else await accept(tool, { license: [null, 'MIT'] })
    await record(repository, { license: 'Apache-2.0' })
    await moveBack(tool, 29)
    await record(repository, { license: 'Apache-2.0' })
    expect(await readFacts(tool)).toMatchObject({ license: 'MIT' })
    expect(await readEdits(tool)).toHaveLength(1)
    await moveBack(tool, 2)
    await record(repository, { license: 'Apache-2.0' })
    await record(repository, null, 'unchanged')
    const task = {
      status: 'open',
      changes: { license: ['MIT', 'Apache-2.0'] },
      by_source: 'repository',
    }
    expect((await readEdits(tool)).filter(({ status }) => status === 'open')).toMatchObject([task])
    const [open] = await db.asOwner(
      "select id from tool_edits where tool_id = $1 and status = 'open'",
      [tool],
    )
    await db.as(moderator, "select resolve_tool_edit($1, false, 'The file says MIT.')", [open?.id])
    await record(repository, { license: 'Apache-2.0' })
    expect((await readEdits(tool)).filter(({ status }) => status === 'open')).toEqual([])
    expect(await readFacts(tool)).toMatchObject({ license: 'MIT' })
    await record(repository, { license: 'GPL-3.0-only' })
    const [next] = await db.asOwner(
      "select id from tool_edits where tool_id = $1 and status = 'open'",
      [tool],
    )
    await db.as(moderator, 'select resolve_tool_edit($1, true)', [next?.id])
    expect(await readFacts(tool)).toMatchObject({ license: 'GPL-3.0-only' })
    // The source is the author now.
    await record(repository, { license: 'MIT' })
    expect(await readFacts(tool)).toMatchObject({ license: 'MIT' })
  },
)

test('a source that agrees again begins the 30 days again, and so does a new value of a person', async () => {
  const { tool, repository } = await createSourced()
  await accept(tool, { license: [null, 'MIT'] })
  await record(repository, { license: 'Apache-2.0' })
  await moveBack(tool, 40)
  await record(repository, { license: 'MIT' })
  await record(repository, { license: 'Apache-2.0' })
  await moveBack(tool, 20)
  const edit = await suggestEdit(ben, tool, { license: ['MIT', 'BSD-3-Clause'] })
  await db.as(moderator, 'select resolve_tool_edit($1, true)', [edit])
  await moveBack(tool, 20)
  await record(repository, { license: 'Apache-2.0' })
  expect((await readEdits(tool)).filter(({ by_source }) => by_source)).toEqual([])
})

test('a task of moderators follows the value of the source, and ends when it agrees', async () => {
  const { tool, repository } = await createSourced()
  await accept(tool, { license: [null, 'MIT'] })
  await record(repository, { license: 'Apache-2.0' })
  await moveBack(tool, 31)
  const readStates = async () =>
    (await readEdits(tool)).flatMap(({ by_source, changes, status }) =>
      by_source ? [[(changes as Record<string, string[]>).license?.[1], status]] : [],
    )
  for (const license of ['Apache-2.0', 'BSD-3-Clause']) await record(repository, { license })
  expect(await readStates()).toEqual([
    ['Apache-2.0', 'withdrawn'],
    ['BSD-3-Clause', 'open'],
  ])
  await record(repository, { license: 'MIT' })
  expect((await readStates()).map(([, status]) => status)).toEqual(['withdrawn', 'withdrawn'])
})

test('a price needs an offer above 0 with a period', async () => {
  const { tool, site } = await createSourced()
  const offers = [
    { price: 0, currency: 'EUR', period: 'month' },
    { price: 3, currency: 'EUR', period: null },
  ]
  expect(await record(site, { pricing: offers })).toEqual([])
  await record(site, { pricing: [...offers, { price: 7.5, currency: 'EUR', period: 'month' }] })
  expect(await readFacts(tool)).toMatchObject({ price_from: '7.50', price_period: 'month' })
})

test('an archived repository and its return are in the history', async () => {
  const { tool, repository } = await createSourced()
  await record(repository, { is_archived: false })
  await record(repository, { is_archived: true })
  await record(repository, { is_archived: true })
  await record(repository, { is_archived: false })
  expect((await readEdits(tool)).map(({ changes }) => changes)).toEqual([
    { is_archived: [false, true] },
    { is_archived: [true, false] },
  ])
})

test('administrators and the command read the status, others do not', async () => {
  const { repository } = await createSourced()
  await record(repository, null, 'failed', { problem: 'It answered 500.' })
  for (const caller of [ANON, asMember(ben), asMember(moderator)])
    await expectRefusal(db.as(caller, 'select fact_status()'), { code: '42501' })
  for (const caller of [asMember(admin), SERVICE]) {
    const [row] = await db.as(caller, 'select fact_status() as found')
    expect(row?.found).toMatchObject({
      problems: expect.arrayContaining([
        expect.objectContaining({ kind: 'repository', failures: 1, problem: 'It answered 500.' }),
      ]),
    })
  }
})

test('a source of a deleted tool and an unknown outcome', async () => {
  const { tool, repository } = await createSourced()
  await expectRefusal(record(repository, {}, 'great'), { code: '23514' })
  await db.asOwner('delete from tools where id = $1', [tool])
  expect(await record(repository, { stars: 1 })).toEqual([])
})

test('a restored tool has its sources, also added ones, and their values again', async () => {
  const { tool, repository, site } = await createSourced()
  const [row] = await db.as(
    asMember(moderator),
    "select add_fact_source($1, 'package', 'https://www.npmjs.com/package/kettle') as id",
    [tool],
  )
  const added = String(row?.id)
  await record(added, { latest_version: '2.1' }, 'ok', { etag: '"2"' })
  await record(repository, { stars: 5 })
  const read = () =>
    db.asOwner(
      `select to_jsonb(s) as source, (select jsonb_agg(v order by v.field) from fact_values v where v.source_id = s.id) as values
       from fact_sources s where s.tool_id = $1 order by s.kind`,
      [tool],
    )
  const before = await read()
  expect(before.map(({ source }) => (source as Source).id)).toEqual([added, repository, site])
  await moderate(moderator, 'tool', tool, 'remove')
  expect(await read()).toEqual([])
  await moderate(moderator, 'tool', tool, 'restore')
  expect(await read()).toEqual(before)
})
