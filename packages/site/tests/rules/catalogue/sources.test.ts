// Lists that the catalog comes from (spec 4 §6).

import type { TestCaller } from '@toolmark/backend/tests/support/databases/database.ts'
import { describe, expect, test } from 'vitest'
import { shareCommunity } from '../../support/databases/community.ts'
import { asMember, SERVICE } from '../../support/databases/moderation.ts'
import { expectRefusal, ONLY_ADMINISTRATORS } from '../../support/databases/refusals.ts'

const { db, admin, moderator, ana, createTool } = await shareCommunity()

const ADMIN = asMember(admin)
const NO_SOURCE = 'PT404: We could not find this source.'

interface Values {
  kind?: string
  address?: string
  mapping?: object
  every?: string | null
  id?: number | null
}

let addresses = 0
async function save(
  {
    kind = 'csv',
    address = `https://lists.example/${++addresses}.csv`,
    mapping = {},
    every = null,
    id = null,
  }: Values = {},
  caller: TestCaller = ADMIN,
): Promise<number> {
  const [row] = await db.as(caller, 'select save_source($1, $2, $3::jsonb, $4, $5) as id', [
    kind,
    address,
    JSON.stringify(mapping),
    every,
    id,
  ])
  return Number(row?.id)
}

interface Result {
  outcome: string
  tool: string
  message: string | null
  changed: string[]
  kept: string[]
}

async function read(source: number, rows: object[], dryRun = false): Promise<Result[]> {
  const [row] = await db.as(
    SERVICE,
    'select import_tools($1::jsonb, $2, source => $3) as results',
    [JSON.stringify(rows), dryRun, source],
  )
  return (row as { results: Result[] }).results
}

const finish = (source: number, tools: string[], isDryRun = false) =>
  db.as(SERVICE, 'select name, since from finish_source_read($1, $2, $3::jsonb, $4)', [
    source,
    tools,
    JSON.stringify({ created: 1 }),
    isDryRun,
  ])

const named = (name: string, more: object = {}) => ({
  name,
  description: 'Boils water.',
  category: 'HR',
  website_url: `https://${name.toLowerCase().replaceAll(' ', '-')}.example`,
  ...more,
})

/** A change that a moderator accepts. */
async function change(tool: string, changes: object): Promise<void> {
  const [row] = await db.as(asMember(ana), 'select suggest_tool_edit($1, $2::jsonb, $3) as id', [
    tool,
    JSON.stringify(changes),
    'https://proof.example',
  ])
  await db.as(asMember(moderator), 'select resolve_tool_edit($1, true, null)', [row?.id])
}

const valuesOf = (tool: string) =>
  db.row(
    SERVICE,
    `select name, description, website_url, license from tools left join tool_facts on tool_id = id where id = $1`,
    [tool],
  )

describe('save_source and remove_source', () => {
  test('administrators save, change and remove a source, and others neither do so nor see it', async () => {
    const id = await save({ address: 'https://lists.example/own.csv' })
    await save({ id, address: 'https://lists.example/own.csv', every: '1 Day', kind: 'json' })
    const list = (caller: TestCaller) =>
      db.as(caller, 'select kind, every from sources where id = $1', [id])
    expect(await list(ADMIN)).toEqual([{ kind: 'json', every: '1 day' }])
    expect(await list(asMember(moderator))).toEqual([])
    for (const call of [
      () => save({}, asMember(moderator)),
      () => db.as(asMember(moderator), 'select remove_source($1)', [id]),
      () => db.as(asMember(moderator), 'select gone_tools()', []),
      () => db.as(asMember(moderator), 'select source_catalog()', []),
      () => db.as(asMember(moderator), "select add_source_topics('{}')", []),
      () => db.as(asMember(moderator), "select finish_source_read($1, '{}')", [id]),
    ])
      await expectRefusal(call(), ONLY_ADMINISTRATORS)
    await db.as(ADMIN, 'select remove_source($1)', [id])
    expect(await list(ADMIN)).toEqual([])
    await expectRefusal(db.as(ADMIN, 'select remove_source($1)', [id]), NO_SOURCE)
    await expectRefusal(save({ id }), NO_SOURCE)
  })

  test.each<[Values, string]>([
    [{ kind: 'xlsx' }, 'Please choose a kind from the list.'],
    [{ address: ' ' }, 'Please enter a web address, or choose a file.'],
    [{ address: '/etc/passwd' }, 'Please enter a web address, or choose a file.'],
    [{ address: 'file:///etc/passwd' }, 'Please enter a web address, or choose a file.'],
    [
      { address: `https://a.example/${'a'.repeat(2048)}` },
      'Address too long: 2,048 characters at most',
    ],
    [{ mapping: [] }, 'The mapping has to be an object of columns.'],
    [
      { mapping: { Product: 'nonsense' } },
      'The mapping of Product is not valid: it has to be a field, attribute:KIND or null.',
    ],
    [{ every: 'often' }, 'Please enter how often to read it, such as 1 day.'],
    [{ every: '0 days' }, 'Please enter how often to read it, such as 1 day.'],
    [{ every: '1 day', address: 'list.csv' }, 'Only a web address can be read again by the site.'],
  ])('%j is refused: %s', async (values, message) => {
    await expectRefusal(save(values), `23514: ${message}`)
  })

  test('a second source with an address is refused, and a file of the machine is for the operator', async () => {
    await save({ address: 'tools.csv' })
    await expectRefusal(
      save({ address: 'tools.csv' }),
      '23514: There is already a source with this address.',
    )
    expect(await save({ address: '/srv/list.csv' }, SERVICE)).toBeGreaterThan(0)
  })
})

describe('import_tools with a source', () => {
  test('a second read changes nothing, and a changed, a cleared and a new value are written', async () => {
    const source = await save()
    const rows = [named('Alpha', { license: 'MIT', aliases: ['A one'] }), named('Beta')]
    expect((await read(source, rows, true)).map(({ outcome }) => outcome)).toEqual([
      'created',
      'created',
    ])
    const [alpha] = await read(source, rows)
    expect((await read(source, rows)).map(({ outcome }) => outcome)).toEqual([
      'unchanged',
      'unchanged',
    ])
    const next = [
      named('Alpha', { license: null, description: 'Boils tea.' }),
      named('Beta', { license: 'MIT' }),
    ]
    expect(await read(source, next, true)).toMatchObject([
      { outcome: 'updated', changed: ['license', 'description'], kept: [] },
      { outcome: 'updated', changed: ['license'] },
    ])
    await read(source, next)
    expect(await valuesOf(alpha?.tool ?? '')).toMatchObject({
      description: 'Boils tea.',
      license: null,
    })
    // A cell that is not there leaves its value.
    const [row] = await read(source, [named('Alpha', { description: 'Boils tea.' })])
    expect(row).toMatchObject({ outcome: 'unchanged', changed: [] })
  })

  test('what a person has changed stays, also its name and its address, and the answer names the fields', async () => {
    const source = await save()
    const row = named('Gamma', { license: 'MIT' })
    const [created] = await read(source, [row])
    const tool = created?.tool ?? ''
    await change(tool, {
      name: ['Gamma', 'Gamma Two'],
      website_url: ['https://gamma.example', 'https://gamma-two.example'],
      description: ['Boils water.', 'Boils milk.'],
    })
    for (const isDryRun of [true, false, false]) {
      expect(await read(source, [{ ...row, license: 'MIT' }], isDryRun)).toEqual([
        {
          row: 1,
          outcome: 'unchanged',
          tool,
          message: null,
          changed: [],
          kept: ['description', 'name', 'website_url'],
        },
      ])
    }
    expect(
      await read(source, [{ ...row, license: 'ISC', description: 'Boils oil.' }]),
    ).toMatchObject([
      { outcome: 'updated', changed: ['license'], kept: ['description', 'name', 'website_url'] },
    ])
    expect(await valuesOf(tool)).toEqual({
      name: 'Gamma Two',
      website_url: 'https://gamma-two.example',
      description: 'Boils milk.',
      license: 'ISC',
    })
  })

  test('a value of a source of facts is none of a person, unless moderators accepted it', async () => {
    const source = await save()
    const row = named('Lambda', { license: 'MIT' })
    const [created] = await read(source, [named('Lambda')])
    const tool = created?.tool ?? ''
    const [own] = await db.asOwner('select id from fact_sources where tool_id = $1', [tool])
    const record = (license: string) =>
      db.as(SERVICE, "select record_read($1, 'ok', $2::jsonb)", [
        own?.id,
        JSON.stringify({ license }),
      ])
    await record('BSD-3-Clause')
    expect(await valuesOf(tool)).toMatchObject({ license: 'BSD-3-Clause' })
    // As if a member had added the tool.
    await db.asOwner('update tools set submitted_by = $2 where id = $1', [tool, ana])
    expect(await read(source, [row])).toMatchObject([
      { outcome: 'updated', changed: ['license'], kept: [] },
    ])
    await db.asOwner(
      "update fact_values set contradicts_since = now() - interval '31 days' where tool_id = $1",
      [tool],
    )
    await db.asOwner(
      "update tool_edits set decided_at = now() - interval '40 days' where tool_id = $1",
      [tool],
    )
    await record('BSD-3-Clause')
    await record('BSD-3-Clause')
    const [task] = await db.asOwner(
      "select id from tool_edits where tool_id = $1 and status = 'open'",
      [tool],
    )
    await db.as(asMember(moderator), 'select resolve_tool_edit($1, true, null)', [task?.id])
    expect(await read(source, [row])).toMatchObject([{ outcome: 'unchanged', kept: ['license'] }])
    expect(await valuesOf(tool)).toMatchObject({ license: 'BSD-3-Clause' })
    expect(await read(source, [{ ...row, license: 'ISC' }])).toMatchObject([
      { outcome: 'updated', changed: ['license'], kept: [] },
    ])
  })

  test('the address of a tool moves with the source', async () => {
    const source = await save()
    const [created] = await read(source, [named('Delta')])
    const moved = named('Delta', { website_url: 'https://delta-moved.example' })
    expect(await read(source, [moved])).toMatchObject([
      { outcome: 'updated', tool: created?.tool, changed: ['website_url'] },
    ])
    expect(await read(source, [moved])).toMatchObject([{ outcome: 'unchanged' }])
  })

  test('a tool that a member has added keeps what it has and gets what it lacks', async () => {
    const tool = await createTool('Epsilon', ana)
    const row = named('Epsilon', { license: 'MIT', description: 'Of the list.' })
    const source = await save()
    for (const outcome of ['updated', 'unchanged'])
      expect(await read(source, [row])).toMatchObject([
        { outcome, tool, kept: expect.arrayContaining(['description']) },
      ])
    expect(await valuesOf(tool)).toMatchObject({ name: 'Epsilon', license: 'MIT' })
    expect((await valuesOf(tool))?.description).not.toBe('Of the list.')
  })

  test('a tool of the same name with another website is reported, and values of another source stay', async () => {
    const [first, second] = [await save(), await save()]
    const [theta] = await read(first, [named('Theta One')])
    const other = named('Theta One', { website_url: 'https://other-theta.example' })
    const message = 'Row 1 has the name of Theta One, which has another website.'
    expect(await read(second, [other])).toMatchObject([{ outcome: 'duplicate', message }])
    const same = named('Theta One', { description: 'Of the second.', license: 'MIT' })
    expect(await read(second, [same])).toMatchObject([
      { outcome: 'updated', changed: ['license'], kept: ['description'] },
    ])
    expect(await valuesOf(theta?.tool ?? '')).toMatchObject({
      website_url: 'https://theta-one.example',
      description: 'Boils water.',
      license: 'MIT',
    })
    expect(await read(first, [named('Theta One')])).toMatchObject([
      { outcome: 'unchanged', kept: [] },
    ])
  })

  test('a source that does not exist is refused', async () => {
    await expectRefusal(read(0, [named('Zeta')]), NO_SOURCE)
  })
})

describe('finish_source_read', () => {
  test('a tool that left its source stays and is marked until it returns', async () => {
    const source = await save()
    const [eta, theta] = (await read(source, [named('Eta'), named('Theta')])).map(
      ({ tool }) => tool,
    )
    const both = [eta ?? '', theta ?? '']
    expect(await finish(source, both)).toEqual([])
    expect(await finish(source, [eta ?? ''], true)).toMatchObject([{ name: 'Theta' }])
    const gone = () => db.as(ADMIN, 'select name from gone_tools() where source = $1', [source])
    expect(await gone()).toEqual([])
    const [first] = await finish(source, [eta ?? ''])
    expect(await finish(source, [eta ?? ''])).toEqual([first])
    expect(await gone()).toEqual([{ name: 'Theta' }])
    // A read that found nothing says nothing about the tools.
    await finish(source, [])
    expect(await gone()).toEqual([{ name: 'Theta' }])
    expect(await valuesOf(theta ?? '')).toMatchObject({ name: 'Theta' })
    await finish(source, both)
    expect(await gone()).toEqual([])
    const [saved] = await db.as(
      ADMIN,
      'select last_read_at, last_result from sources where id = $1',
      [source],
    )
    expect(saved).toMatchObject({ last_read_at: expect.anything(), last_result: { created: 1 } })
  })
})

test('a due source is taken by one process, and a failed one waits', async () => {
  const take = async () =>
    (await db.as(SERVICE, 'select take_due_source() as id')).map(({ id }) => id)
  await save({ every: null })
  const due = await save({ every: '1 day' })
  expect(await take()).toEqual([due])
  expect(await take()).toEqual([null])
  await finish(due, [])
  expect(await take()).toEqual([null])
  await db.asOwner("update sources set last_read_at = now() - interval '25 hours' where id = $1", [
    due,
  ])
  expect(await take()).toEqual([due])
  await db.as(SERVICE, "select fail_source_read($1, 'lists.example answered 500')", [due])
  expect(await take()).toEqual([null])
  const [failed] = await db.as(ADMIN, 'select last_result from sources where id = $1', [due])
  expect(failed).toEqual({ last_result: { error: 'lists.example answered 500' } })
  await db.asOwner('update private.source_leases set until = now() where source_id = $1', [due])
  expect(await take()).toEqual([due])
})

test('add_source_topics adds categories, uses, attributes and options', async () => {
  const add = (topics: object) =>
    db.as(ADMIN, 'select add_source_topics($1::jsonb)', [JSON.stringify(topics)])
  await add({
    categories: [{ slug: 'garden', name: 'Garden', color: 'lime' }],
    capabilities: [{ slug: 'dig-deep', name: 'Dig deep', category: 'Garden' }],
    attributes: [
      {
        key: 'soil',
        label: 'Soil',
        kind: 'choice',
        options: [{ value: 'clay', label: 'Clay' }],
        in_filter: true,
      },
    ],
  })
  await add({ options: [{ key: 'soil', options: [{ value: 'sand', label: 'Sand' }] }] })
  const [row] = await db.as(ADMIN, 'select source_catalog() as catalog')
  expect(row?.catalog).toMatchObject({
    categories: expect.arrayContaining([{ slug: 'garden', name: 'Garden', aliases: ['garden'] }]),
    capabilities: expect.arrayContaining([
      { slug: 'dig-deep', name: 'Dig deep', category: 'Garden' },
    ]),
    attributes: [
      {
        key: 'soil',
        label: 'Soil',
        kind: 'choice',
        options: [
          { value: 'clay', label: 'Clay' },
          { value: 'sand', label: 'Sand' },
        ],
      },
    ],
  })
})
