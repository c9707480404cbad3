// Importing tools (spec 4 §2).

import type { TestCaller } from '@toolmark/backend/tests/support/databases/database.ts'
import { describe, expect, test } from 'vitest'
import { shareCommunity } from '../../support/databases/community.ts'
import { ANON, asMember, EXPLANATION, SERVICE } from '../../support/databases/moderation.ts'
import { expectRefusal, ONLY_ADMINISTRATORS } from '../../support/databases/refusals.ts'
import { findWrongCounts } from '../../support/databases/wrong-counts.ts'

const { db, createTool, moderate, moderator, ana, admin } = await shareCommunity()

interface Result {
  row: number
  outcome: string
  tool: string | null
  message: string | null
}

async function call(
  rows: unknown,
  dryRun: boolean | null,
  caller: TestCaller = SERVICE,
  rename = false,
) {
  const [row] = await db.as(caller, 'select import_tools($1::jsonb, $2, $3) as results', [
    JSON.stringify(rows),
    dryRun,
    rename,
  ])
  return (row as { results: Result[] }).results
}
const write = (rows: unknown) => call(rows, false)
const check = (rows: unknown) => call(rows, true)
const rename = (rows: unknown) => call(rows, false, SERVICE, true)
const outcomes = (results: Result[]) => results.map(({ outcome }) => outcome)

const named = (name: string, more: object = {}) => ({
  name,
  description: 'Boils water.',
  category: 'HR',
  ...more,
})
const FACTS = {
  pricing_model: 'paid',
  price_from: '12.50',
  price_currency: 'USD',
  price_period: 'month',
  price_checked_on: '2026-03-01',
  price_source_url: 'https://full.example/pricing',
  platforms: 'web; linux',
  license: 'MIT',
  repository_url: 'https://code.example/full',
  latest_version: '3.2',
  latest_version_on: '2026-02-01',
  discontinued_on: '2026-03-01',
}

async function readTool(name: string) {
  return (await db.valueAsOwner`select to_jsonb(t) - 'search' || coalesce(to_jsonb(f), '{}') as tool
     from tools t left join tool_facts f on f.tool_id = t.id where t.name = ${name}`) as
    | Record<string, unknown>
    | undefined
}

describe('import_tools', () => {
  test('adds a tool with its slug and facts, then finds it unchanged', async () => {
    const rows = [
      named('Full', { slug: 'full-tool', website_url: 'https://full.example/', ...FACTS }),
      named('Plain'),
    ]
    expect(await check(rows)).toEqual([
      { row: 1, outcome: 'created', tool: null, message: null },
      { row: 2, outcome: 'created', tool: null, message: null },
    ])
    expect(await readTool('Full')).toBeUndefined()
    const results = await write(rows)
    expect(outcomes(results)).toEqual(['created', 'created'])
    expect(await readTool('Full')).toMatchObject({
      id: results[0]?.tool,
      slug: 'full-tool',
      submitted_by: null,
      categories: ['HR & Recruitment'],
      facets: [
        ...['alive:abandoned', 'alive:discontinued'],
        ...['license:open_source', 'platform:linux', 'platform:web', 'pricing:paid'],
      ],
      ...FACTS,
      price_from: 12.5,
      platforms: ['web', 'linux'],
    })
    expect(await readTool('Plain')).toMatchObject({ slug: 'plain', website_url: null })
    expect(await findWrongCounts(db)).toEqual([])
    const again = await write(rows)
    expect(outcomes(again)).toEqual(['unchanged', 'unchanged'])
    expect(again.map(({ tool }) => tool)).toEqual(results.map(({ tool }) => tool))
  })

  test('finds a tool by website, then by slug, and records the changes as accepted edits', async () => {
    const website = 'https://found.example'
    await write([named('Found', { website_url: website }), named('Found By Slug')])
    const results = await rename([
      named('Found anew', {
        website_url: 'http://www.found.example/?utm_source=x',
        license: 'MIT',
      }),
      named('Other', { slug: 'found-by-slug', website_url: 'https://by-slug.example' }),
    ])
    expect(outcomes(results)).toEqual(['updated', 'updated'])
    expect(await readTool('Found anew')).toMatchObject({ slug: 'found', license: 'MIT' })
    expect(await readTool('Other')).toMatchObject({ slug: 'found-by-slug' })
    expect(
      await db.as(
        ANON,
        'select number, changes, note, suggested_by, status from tool_edits where tool_id = $1',
        [results[0]?.tool],
      ),
    ).toEqual([
      {
        number: 1,
        changes: {
          name: ['Found', 'Found anew'],
          website_url: [website, 'http://www.found.example/?utm_source=x'],
          license: [null, 'MIT'],
        },
        note: 'Import',
        suggested_by: null,
        status: 'accepted',
      },
    ])
    // A missing or an empty cell leaves the value.
    expect(outcomes(await write([{ slug: 'found', website_url: '', license: null }]))).toEqual([
      'unchanged',
    ])
  })

  test('adds a tool whose name differs from a listed one only in characters that its slug loses', async () => {
    await write([named('Zed', { website_url: 'https://zed.example' })])
    const rows = [
      named('Zed++', { website_url: 'https://zed-plus.example' }),
      named('Zed#', { website_url: 'https://zed-sharp.example' }),
    ]
    expect(outcomes(await check(rows))).toEqual(['created', 'created'])
    expect(outcomes(await write(rows))).toEqual(['created', 'created'])
    expect(await readTool('Zed')).toMatchObject({ slug: 'zed', website_url: 'https://zed.example' })
    expect(await readTool('Zed++')).toMatchObject({ slug: 'zed-2' })
    expect(await readTool('Zed#')).toMatchObject({ slug: 'zed-3' })
    expect(outcomes(await write(rows))).toEqual(['unchanged', 'unchanged'])
    // Without a website the name alone finds the tool.
    expect(outcomes(await check([named('ZED++')]))).toEqual(['invalid'])
    expect(outcomes(await check([named('Zed++'), named('Zed#')]))).toEqual([
      'unchanged',
      'unchanged',
    ])
  })

  test('no name gets a slug that a later row has', async () => {
    const rows = [named('Dee'), named('Dee++', { slug: 'dee' })]
    expect(outcomes(await check(rows))).toEqual(['created', 'created'])
    expect(outcomes(await write(rows))).toEqual(['created', 'created'])
    expect(await readTool('Dee++')).toMatchObject({ slug: 'dee' })
    expect(await readTool('Dee')).toMatchObject({ slug: 'dee-2' })
    expect(outcomes(await write(rows))).toEqual(['unchanged', 'unchanged'])
  })

  test('finds a tool by its name if no tool has the slug of the row', async () => {
    const [listed] = await write([named('Slugged')])
    expect(await check([named('Slugged', { slug: 'slugged-by-another-site' })])).toEqual([
      { row: 1, outcome: 'unchanged', tool: listed?.tool, message: null },
    ])
  })

  test('lists a change of a name or a website by itself, and makes it only with rename', async () => {
    await write([named('Pan', { website_url: 'https://pan.example' }), named('Pot')])
    const rows = [
      named('Pan Pro', { website_url: 'https://pan.example' }),
      named('Pot', { website_url: 'https://pot.example', license: 'MIT' }),
    ]
    expect(await check(rows)).toMatchObject([
      {
        outcome: 'invalid',
        message: 'Row 1: Pan changes its name from Pan to Pan Pro, which has to be allowed.',
      },
      // It had no website.
      { outcome: 'updated', message: null },
    ])
    await write(rows)
    expect(await readTool('Pan')).toMatchObject({ website_url: 'https://pan.example' })
    expect(await rename(rows)).toMatchObject([
      { outcome: 'updated', message: 'Row 1: Pan changes its name from Pan to Pan Pro.' },
      { outcome: 'updated', message: null },
    ])
    expect(await readTool('Pan Pro')).toMatchObject({ slug: 'pan' })
    expect(await check([named('Pot', { website_url: 'https://other.example' })])).toMatchObject([
      {
        outcome: 'invalid',
        message:
          'Row 1: Pot changes its website from https://pot.example to https://other.example, which has to be allowed.',
      },
    ])
    // Another address of the same website is no other website.
    expect(
      outcomes(await check([named('Pot', { website_url: 'http://www.pot.example/' })])),
    ).toEqual(['updated'])
  })

  test('accepts the words that the site shows', async () => {
    await write([
      named('Labels', {
        ...FACTS,
        pricing_model: 'Freemium',
        platforms: 'Web, Self-hosted; macOS Self hosted',
        license: 'Proprietary',
        price_period: 'per Month',
        price_currency: 'usd',
      }),
      named('Open', {
        pricing_model: 'Open source',
        license: 'MIT',
        platforms: ['iOS', 'Windows'],
      }),
    ])
    expect(await readTool('Labels')).toMatchObject({
      pricing_model: 'freemium',
      platforms: ['web', 'macos', 'self_hosted'],
      license: 'proprietary',
      price_period: 'month',
      price_currency: 'USD',
    })
    expect(await readTool('Open')).toMatchObject({
      pricing_model: 'free',
      platforms: ['windows', 'ios'],
    })
  })

  test('suggests the license that a wrong one is similar to', async () => {
    const [symbol, version] = await write([
      named('Symbol', { license: '⊘ Proprietary' }),
      named('Version', { license: 'Apache 2.0' }),
    ])
    const reason =
      'the license is not valid. Please enter an SPDX identifier, such as MIT, or proprietary.'
    expect(symbol?.message).toBe(
      `Row 1: ${reason} Did you mean proprietary in place of ⊘ Proprietary?`,
    )
    expect(version?.message).toBe(
      `Row 2: ${reason} Did you mean Apache-2.0 in place of Apache 2.0?`,
    )
  })

  test('names each invalid row and writes nothing', async () => {
    const results = await write([
      named('Valid'),
      { ...named('No category'), category: ' ' },
      { website_url: 'https://nothing.example' },
      named('Bad website', { website_url: 'example' }),
      named('Bad price', { price_from: '5' }),
      named('Bad date', { price_checked_on: '1.3.2026', license: 'no license' }),
      named('Bad column', { webiste_url: 'https://x.example' }),
      named('Bad slug', { slug: 'Bad Slug' }),
      named('器'),
      named('Bad successor', { successor_id: 'no-such-tool' }),
      7,
      named('x'.repeat(101)),
      named('No such category', { category: 'Zzgl' }),
      named('Alias of a category', { category: 'recruitment' }),
    ])
    expect(outcomes(results)).toEqual([
      'created',
      ...Array(7).fill('invalid'),
      'created',
      ...Array(4).fill('invalid'),
      'created',
    ])
    expect(results.map(({ message }) => message)).toEqual([
      null,
      'Row 2: the category is missing.',
      'Row 3: the name is missing. The description is missing. The category is missing.',
      'Row 4: the website is not valid. Please enter a valid URL that starts with https:// or http://.',
      'Row 5: a price needs a currency, a period, the date when it was checked and a link to its source.',
      'Row 6: the date of the price is not valid. Please enter a date. The license is not valid. Please enter an SPDX identifier, such as MIT, or proprietary.',
      'Row 7: there is no column webiste_url.',
      'Row 8: the slug is not valid. It has 1 to 100 lower-case letters and digits, with single hyphens between them.',
      null,
      'Row 10: the successor is not valid. Please choose a listed tool as the successor.',
      'Row 11: the name is missing. The description is missing. The category is missing.',
      'Row 12: the name is not valid. Name too long: 100 characters at most.',
      expect.stringMatching(
        /^Row 13: the category Zzgl is none of this site's\. It has AI & Automation, .*, Real Estate\.$/,
      ),
      null,
    ])
    expect(results.every(({ tool }) => tool === null)).toBe(true)
    expect(await readTool('Valid')).toBeUndefined()
  })

  test('reports duplicates, which do not block the other rows', async () => {
    const results = await write([
      named('Twin', { website_url: 'https://twin.example' }),
      named('Twin again', { website_url: 'https://www.twin.example/' }),
      named('twin'),
      named('Single'),
      named('single!'),
    ])
    expect(results.map(({ outcome, message }) => [outcome, message])).toEqual([
      ['created', null],
      ['duplicate', 'Row 2 has the same website as row 1.'],
      ['duplicate', 'Row 3 has the same name as row 1.'],
      ['created', null],
      ['duplicate', 'Row 5 has the same name as row 4.'],
    ])
    expect(await readTool('Twin again')).toBeUndefined()
    // A row with a slug is compared by its name as well.
    expect(
      (
        await check([
          named('Triple', { slug: 'triple' }),
          named('Triple'),
          named('Triple?', { slug: 'triple-2' }),
          named('Fourth', { slug: 'triple' }),
        ])
      ).map(({ message }) => message),
    ).toEqual([
      null,
      'Row 2 has the same name as row 1.',
      'Row 3 has the same name as row 1.',
      'Row 4 has the same slug as row 1.',
    ])
    expect(
      await write([{ slug: 'twin' }, named('?', { website_url: 'https://twin.example' })]),
    ).toEqual([
      { row: 1, outcome: 'unchanged', tool: results[0]?.tool, message: null },
      {
        row: 2,
        outcome: 'duplicate',
        tool: results[0]?.tool,
        message: 'Row 2 is the same tool as row 1.',
      },
    ])
  })

  test('uses the numbers that rows have', async () => {
    const results = await check([{ ...named('Numbered'), row: 4001 }, { row: 4002 }])
    expect(results).toMatchObject([
      { row: 4001, outcome: 'created' },
      { row: 4002, message: expect.stringMatching(/^Row 4002: the name is missing\./) },
    ])
  })

  test('refuses removed tools and skips merged and renamed ones', async () => {
    const [gone, source, target] = [
      await createTool('Gone'),
      await createTool('Source'),
      await createTool('Target'),
    ]
    const number = await moderate(moderator, 'tool', gone, 'remove')
    await db.as(moderator, 'select merge_tools($1, $2, $3)', [source, target, EXPLANATION])
    const removed = `this tool was removed by a moderator (decision ${number}).`
    expect(
      await check([
        named('Gone'),
        named('Gone too', { website_url: 'https://gone.example' }),
        named('Gone', { slug: 'gone-with-a-slug' }),
        named('Gone as well', { slug: 'gone' }),
        named('Source'),
        named('Source too', { website_url: 'https://source.example' }),
      ]),
    ).toEqual([
      { row: 1, outcome: 'invalid', tool: null, message: `Row 1: ${removed}` },
      { row: 2, outcome: 'invalid', tool: null, message: `Row 2: ${removed}` },
      { row: 3, outcome: 'invalid', tool: null, message: `Row 3: ${removed}` },
      { row: 4, outcome: 'invalid', tool: null, message: `Row 4: ${removed}` },
      { row: 5, outcome: 'duplicate', tool: target, message: 'Row 5 is part of Target.' },
      { row: 6, outcome: 'duplicate', tool: target, message: expect.stringMatching(/^Row 6/) },
    ])
  })

  test('a dry run changes no row, and is the default', async () => {
    await write([named('Dry')])
    const read = () =>
      db.asOwner(
        'select (select json_agg(t order by id) from tools t)::text as tools, (select json_agg(f order by tool_id) from tool_facts f)::text as facts, (select json_agg(e order by id) from tool_edits e)::text as edits',
      )
    const before = await read()
    const rows = [named('Dry', { license: 'MIT' }), named('New')]
    expect(outcomes(await check(rows))).toEqual(['updated', 'created'])
    expect(outcomes(await call(rows, null))).toEqual(['updated', 'created'])
    await db.as(SERVICE, 'select import_tools($1::jsonb)', [JSON.stringify(rows)])
    expect(await read()).toEqual(before)
  })

  test('is for administrators and the service, without limits and approval', async () => {
    const rows = [named(`By ${crypto.randomUUID()}`)]
    for (const member of [ana, moderator])
      await expectRefusal(call(rows, true, asMember(member)), ONLY_ADMINISTRATORS)
    await db.asOwner(
      `insert into private.site_settings (key, value) values ('daily_limit_tools', '1'), ('premoderate_first_posts', '5')`,
    )
    expect(outcomes(await call([...rows, named('Second of Ada')], false, asMember(admin)))).toEqual(
      ['created', 'created'],
    )
    expect(await readTool('Second of Ada')).toMatchObject({ submitted_by: null })
    await db.asOwner('delete from private.site_settings')
  })

  test('takes at most 200 rows', async () => {
    // Few are valid: PGlite takes seconds to write 200 on a busy machine, and a call may take eight.
    const rows = Array.from({ length: 201 }, (_, at) =>
      named(`Bulk ${at}`, at > 20 ? { description: '' } : {}),
    )
    const TOO_MANY = '23514: An import has at most 200 rows a call.'
    await expectRefusal(check(rows), TOO_MANY)
    await expectRefusal(check({}), TOO_MANY)
    expect(outcomes(await write(rows.slice(1)))).toEqual([
      ...Array(20).fill('created'),
      ...Array(180).fill('invalid'),
    ])
    expect(await findWrongCounts(db)).toEqual([])
  })
})

test('import_keys returns what identifies each tool', async () => {
  const [{ tool } = { tool: null }] = await write([
    named('Key', { website_url: 'https://key.example' }),
  ])
  const [row] = await db.as(SERVICE, 'select import_keys($1::jsonb) as keys', [
    JSON.stringify([
      { row: 7, name: 'Lock', website_url: 'https://WWW.key.example/' },
      { name: 'Bolt', slug: 'iron-bolt' },
    ]),
  ])
  expect(row?.keys).toEqual([
    { row: 7, tool, website: 'key.example', slug: null, name: 'lock', name_slug: 'lock' },
    { row: 2, tool: null, website: null, slug: 'iron-bolt', name: 'bolt', name_slug: 'bolt' },
  ])
  await expectRefusal(
    db.as(SERVICE, 'select import_keys($1::jsonb)', [JSON.stringify(Array(1001).fill({}))]),
    '23514',
  )
})

test('a tool keeps an alias that is the name of a later tool, also of the same file', async () => {
  const rows = [named('Zbar'), named('Zfoo', { aliases: 'Zbar' })]
  expect(outcomes(await write(rows))).toEqual(['created', 'created'])
  expect(outcomes(await write(rows))).toEqual(['unchanged', 'unchanged'])
  expect(outcomes(await check([named('Zfoo', { aliases: 'Zbar;Zoo' })]))).toEqual(['invalid'])
})

test('other names and capabilities are separated by semicolons; capabilities by name or slug', async () => {
  await db.asOwner(
    "insert into capabilities (slug, name, category) values ('hot-water', 'Hot water', 'HR & Recruitment'), ('tea', 'Tea making', 'HR & Recruitment')",
  )
  const row = named('Urn', { aliases: 'Samovar; Boiler', capabilities: 'tea;HOT WATER' })
  const [created] = await write([row])
  const read = () => db.valueAsOwner('select private.get_tool_values($1) as v', [created?.tool])
  expect(await read()).toMatchObject({
    aliases: ['Samovar', 'Boiler'],
    capabilities: ['hot-water', 'tea'],
  })
  expect(outcomes(await write([row]))).toEqual(['unchanged'])
  expect(outcomes(await write([{ ...row, capabilities: ['tea'] }]))).toEqual(['updated'])
  expect(await read()).toMatchObject({ capabilities: ['tea'] })
  const [unknown, taken] = await check([
    { ...row, capabilities: 'tea; Flying' },
    named('Pot', { aliases: 'urn' }),
  ])
  expect(unknown?.message).toBe(
    'Row 1: the list of capabilities is not valid. There is no capability flying.',
  )
  expect(taken?.message).toBe(
    'Row 2: the list of other names is not valid. urn is the name of another tool.',
  )
})
