// Suggested edits of tools and their facts (spec 4 §1).

import { OWNER, type TestDatabase } from '@toolmark/backend/tests/support/databases/database.ts'
import deprecated from 'spdx-license-ids/deprecated.json' with { type: 'json' }
import ids from 'spdx-license-ids/index.json' with { type: 'json' }
import { beforeAll, describe, expect, test } from 'vitest'
import { shareCommunity } from '../../support/databases/community.ts'
import { ANON, asMember, SERVICE } from '../../support/databases/moderation.ts'
import {
  expectRefusal,
  FILTERED,
  INVOLVED,
  ONLY_MODERATORS,
  reachedLimit,
  STAFF_FACTOR,
  STALE,
  SUSPENDED,
} from '../../support/databases/refusals.ts'

type Changes = Record<string, [unknown, unknown]>

const {
  db,
  ana,
  ben,
  moderator,
  createTool,
  readEmails,
  createMember,
  moderate,
  otherModerator,
  countRows,
} = await shareCommunity()

const SOURCE = 'https://kettle.example/pricing'
const PRICE: Changes = {
  pricing_model: [null, 'paid'],
  price_from: [null, 12.5],
  price_currency: [null, 'USD'],
  price_period: [null, 'month'],
  price_checked_on: [null, '2026-03-01'],
  price_source_url: [null, SOURCE],
}
const NO_SUGGESTION = 'PT404: We could not find this suggestion.'

async function suggest(
  member: string,
  tool: string,
  changes: unknown,
  { source = SOURCE as string | null, note = '' } = {},
): Promise<string> {
  const [row] = await db.as(member, 'select suggest_tool_edit($1, $2::jsonb, $3, $4) as id', [
    tool,
    JSON.stringify(changes),
    source,
    note,
  ])
  return String(row?.id)
}

const resolve = (staff: string, edit: string, accept = true, reason = '') =>
  db.as(staff, 'select resolve_tool_edit($1, $2, $3)', [edit, accept, reason])

const withdraw = (member: string, edit: string) =>
  db.as(member, 'select withdraw_tool_edit($1)', [edit])

const readValues = async (tool: string) =>
  (await db.valueAsOwner('select private.get_tool_values($1) as present', [tool])) as Record<
    string,
    unknown
  >

const readFacets = (tool: string) =>
  db.valueAsOwner('select facets from tools where id = $1', [tool])

describe('suggest_tool_edit', () => {
  test('leaves the tool as it is until a moderator accepts, then writes the values and the number', async () => {
    const tool = await createTool()
    const before = await readValues(tool)
    const edit = await suggest(ben, tool, { ...PRICE, name: [before.name, ' New <b>name</b> '] })
    expect(await readValues(tool)).toEqual(before)
    await resolve(moderator, edit)
    expect(await readValues(tool)).toEqual({
      ...before,
      name: 'New name',
      pricing_model: 'paid',
      price_from: 12.5,
      price_currency: 'USD',
      price_period: 'month',
      price_checked_on: '2026-03-01',
      price_source_url: SOURCE,
    })
    expect(await readFacets(tool)).toEqual(['pricing:paid'])
    expect(
      await db.as(
        ANON,
        'select number, status, suggested_by, changes from tool_edits where id = $1',
        [edit],
      ),
    ).toEqual([
      {
        number: 1,
        status: 'accepted',
        suggested_by: ben,
        changes: { ...PRICE, name: [before.name, 'New name'] },
      },
    ])
    expect(await readEmails(ben)).toEqual([])
  })

  test('the accepted changes in order give the present values', async () => {
    const tool = await createTool()
    const first = await readValues(tool)
    await resolve(
      moderator,
      await suggest(ben, tool, { platforms: [null, ['linux', 'web', 'web']] }),
    )
    await resolve(
      moderator,
      await suggest(ana, tool, { license: ['', 'MIT'], platforms: [['web', 'linux'], []] }),
    )
    await resolve(
      moderator,
      await suggest(ben, tool, {
        license: ['MIT', 'Proprietary'],
        logo_url: [null, ' https://a.example/l.png '],
      }),
    )
    const edits = await db.as(
      ANON,
      'select number, changes from tool_edits where tool_id = $1 order by number',
      [tool],
    )
    expect(edits.map(({ number }) => number)).toEqual([1, 2, 3])
    const replayed = edits.reduce<Record<string, unknown>>((values, { changes }) => {
      for (const [field, [before, after]] of Object.entries(changes as Changes)) {
        expect(values[field]).toEqual(before)
        values[field] = after
      }
      return values
    }, first)
    expect(replayed).toEqual(await readValues(tool))
    expect(replayed).toMatchObject({ license: 'proprietary', platforms: null })
  })

  const UNLISTED = '00000000-0000-4000-8000-000000000000'
  const ABOVE_0 = 'Please enter a price above 0 with at most two decimals.'
  const SPDX = 'Please enter an SPDX identifier, such as MIT, or proprietary.'
  test.each<[Changes, string]>([
    [{ slug: ['a', 'b'] }, 'There is no field slug.'],
    [{ name: ['Kettle', ' <i></i> '] }, 'Tool name is required'],
    [{ name: ['Kettle', 'x'.repeat(101)] }, 'Name too long: 100 characters at most'],
    [{ description: ['d', ''] }, 'Description is required'],
    [{ category: ['HR', null] }, 'Category is required'],
    [
      { website_url: [null, 'kettle.example'] },
      'Please enter a valid URL that starts with https:// or http://',
    ],
    [{ pricing_model: [null, 'on_request'] }, 'Please choose free, freemium or paid.'],
    [{ price_from: [null, 0] }, ABOVE_0],
    [{ price_from: [null, 1.555] }, ABOVE_0],
    [{ price_from: [null, 'cheap'] }, ABOVE_0],
    [{ price_currency: [null, '$'] }, 'Please enter a currency with three letters, such as USD.'],
    [{ price_period: [null, 'week'] }, 'Please choose month, year or once.'],
    [{ price_checked_on: [null, '2026-02-30'] }, 'Please enter a date.'],
    [{ latest_version_on: [null, '2999-01-01'] }, "The date can't be in the future."],
    [{ discontinued_on: [null, '1900-01-01'] }, "The date can't be before 1950."],
    [{ platforms: [null, ['web', 'amiga']] }, 'Please choose platforms from the list.'],
    [{ platforms: [null, 'web'] }, 'This value does not fit the field platforms.'],
    [{ license: [null, 'free for all'] }, SPDX],
    [{ license: [null, 'Freeware'] }, SPDX],
    [{ license: [null, 'MIT OR'] }, SPDX],
    [{ latest_version: [null, '1'.repeat(41)] }, 'Version too long: 40 characters at most'],
    [{ successor_id: [null, UNLISTED] }, 'Please choose a listed tool as the successor.'],
    [
      { price_from: [null, 12] },
      'A price needs a currency, a period, the date when it was checked and a link to its source.',
    ],
    [{}, 'Please change at least one field.'],
    [{ license: [null, ''] }, 'Please change at least one field.'],
  ])('%j is refused with 23514: %s', async (changes, message) => {
    const tool = await createTool()
    await expectRefusal(suggest(ben, tool, changes), `23514: ${message}`)
  })

  test.each(['{"name": "x"}', '{"name": ["x"]}', '["name"]', '"x"'])(
    'changes of another form (%s) are refused with 23514',
    async (changes) => {
      const tool = await createTool()
      await expectRefusal(
        suggest(ben, tool, JSON.parse(changes)),
        '23514: Please send the changes as {field: [before, after]}.',
      )
    },
  )

  test('the tool itself, and the website of another tool, are refused', async () => {
    const tool = await createTool()
    const other = await readValues(await createTool())
    await expectRefusal(
      suggest(ben, tool, { successor_id: [null, tool] }),
      "23514: A tool can't be its own successor.",
    )
    const { website_url: website } = await readValues(tool)
    await expectRefusal(
      suggest(ben, tool, { website_url: [website, `${String(other.website_url)}/`] }),
      `23514: Already listed: ${String(other.name)}`,
    )
  })

  test.each([null, ' ', 'ask me'])('a source of %j is refused with 23514', async (source) => {
    const tool = await createTool()
    await expectRefusal(
      suggest(ben, tool, { license: [null, 'MIT'] }, { source }),
      '23514: Please add a link where we can verify this.',
    )
  })

  test('an unknown tool is refused with PT404, a value that is not current with PT409', async () => {
    await expectRefusal(suggest(ben, crypto.randomUUID(), { license: [null, 'MIT'] }), 'PT404')
    const tool = await createTool()
    await expectRefusal(suggest(ben, tool, { license: ['MIT', 'ISC'] }), STALE)
  })

  test('a sixth open suggestion for a tool is refused with PT429, one for another tool is not', async () => {
    const tool = await createTool()
    const member = await createMember()
    const edits = []
    for (let version = 1; version <= 5; version++)
      edits.push(await suggest(member, tool, { latest_version: [null, String(version)] }))
    const sixth = { latest_version: [null, '6'] } satisfies Changes
    await expectRefusal(
      suggest(member, tool, sixth),
      'PT429: You have five open suggestions for this tool. Please wait until we have checked them.',
    )
    await suggest(member, await createTool(), sixth)
    await withdraw(member, edits[0] ?? '')
    await suggest(member, tool, sixth)
  })

  test('the daily limit, a suspension and a word of the filter refuse it', async () => {
    const tool = await createTool()
    const member = await createMember()
    await db.asOwner`insert into private.site_settings (key, value) values ('daily_limit_edits', '1'),
        ('word_filter', '[{"text": "casino", "action": "reject"}]')`
    await expectRefusal(suggest(member, tool, { latest_version: [null, 'Casino 2'] }), FILTERED)
    await suggest(member, tool, { license: [null, 'MIT'] })
    await expectRefusal(
      suggest(member, tool, { license: [null, 'ISC'] }),
      reachedLimit(1, 'suggestions'),
    )
    await db.asOwner('delete from private.site_settings')
    const suspended = await createMember()
    await moderate(moderator, 'profile', suspended, 'suspend')
    await expectRefusal(suggest(suspended, tool, { license: [null, 'ISC'] }), SUSPENDED)
  })
})

describe('an open suggestion', () => {
  test('is visible to its author and to staff, not to anon and other members', async () => {
    const tool = await createTool()
    const edit = await suggest(ben, tool, { license: [null, 'MIT'] })
    const find = (caller: Parameters<TestDatabase['as']>[0]) =>
      db.as(caller, 'select id from tool_edits where id = $1', [edit])
    expect(await find(ANON)).toEqual([])
    expect(await find(asMember(ana))).toEqual([])
    for (const caller of [asMember(ben), asMember(moderator), SERVICE])
      expect(await find(caller)).toEqual([{ id: edit }])
    await resolve(moderator, edit, false)
    expect(await find(ANON)).toEqual([])
    expect(await find(asMember(ben))).toEqual([{ id: edit }])
  })

  test('is withdrawn by its author alone, and once', async () => {
    const edit = await suggest(ben, await createTool(), { license: [null, 'MIT'] })
    await expectRefusal(withdraw(ana, edit), NO_SUGGESTION)
    await withdraw(ben, edit)
    await expectRefusal(withdraw(ben, edit), 'PT409')
    await expectRefusal(resolve(moderator, edit), 'PT409')
  })
})

describe('resolve_tool_edit', () => {
  test('members are refused, and moderators for their own suggestions', async () => {
    const tool = await createTool()
    const edit = await suggest(moderator, tool, { license: [null, 'MIT'] })
    await expectRefusal(resolve(ben, edit), ONLY_MODERATORS)
    await expectRefusal(resolve(moderator, edit), INVOLVED)
    await expectRefusal(resolve(otherModerator, crypto.randomUUID()), NO_SUGGESTION)
    await resolve(otherModerator, edit)
    await expectRefusal(resolve(otherModerator, edit), 'PT409')
  })

  test('requires two-step sign-in if the site does', async () => {
    const edit = await suggest(ben, await createTool(), { license: [null, 'MIT'] })
    await db.insert(OWNER, 'private.site_settings', { key: 'require_staff_2fa', value: 'true' })
    await expectRefusal(resolve(moderator, edit), STAFF_FACTOR)
    await db.asOwner('delete from private.site_settings')
    await resolve(moderator, edit)
  })

  test('of two suggestions for one field the second is refused with PT409 and stays open', async () => {
    const tool = await createTool()
    const first = await suggest(ben, tool, { license: [null, 'MIT'] })
    const second = await suggest(ana, tool, { license: [null, 'ISC'] })
    await resolve(moderator, first)
    await expectRefusal(resolve(moderator, second), STALE)
    expect(await countRows('tool_edits', "id = $1 and status = 'open'", [second])).toBe(1)
    expect(await readValues(tool)).toMatchObject({ license: 'MIT' })
  })

  test('a refusal sends the reason to the author', async () => {
    const member = await createMember()
    const tool = await createTool('Kettle & Co')
    const edit = await suggest(member, tool, { license: [null, 'MIT'] })
    await resolve(moderator, edit, false, ' The page names another license. ')
    expect(await readEmails(member)).toMatchObject([
      {
        kind: 'edit_declined',
        data: { tool: 'Kettle & Co', slug: 'kettle-co', reason: 'The page names another license.' },
      },
    ])
    expect(await readValues(tool)).toMatchObject({ license: null })
  })

  test('the website of a removed tool is refused', async () => {
    const removed = await createTool('Old kettle')
    await moderate(moderator, 'tool', removed, 'remove')
    const tool = await createTool()
    const { website_url: website } = await readValues(tool)
    const edit = await suggest(ben, tool, { website_url: [website, 'https://old-kettle.example'] })
    await expectRefusal(resolve(moderator, edit), {
      code: '42501',
      message: expect.stringMatching(/^This tool was removed by a moderator \(decision \d+\)\.$/),
    })
  })
})

test('a removed tool takes facts and edits along, and returns with them and its facets', async () => {
  const tool = await createTool()
  const successor = await createTool()
  const edit = await suggest(ben, tool, { ...PRICE, license: [null, 'MIT'] })
  await resolve(moderator, edit)
  await resolve(
    moderator,
    await suggest(ben, tool, { successor_id: [null, successor], platforms: [null, ['web']] }),
  )
  const open = await suggest(ana, tool, { latest_version: [null, '2'] })
  const read = async () => ({
    tool: await db.asOwner('select * from tools where id = $1', [tool]),
    facts: await db.asOwner('select * from tool_facts where tool_id = $1', [tool]),
    edits: await db.asOwner('select * from tool_edits where tool_id = $1 order by id', [tool]),
  })
  const before = await read()
  await moderate(moderator, 'tool', tool, 'remove')
  expect(await read()).toEqual({ tool: [], facts: [], edits: [] })
  await expectRefusal(resolve(moderator, open), NO_SUGGESTION)
  await db.asOwner('delete from tools where id = $1', [successor])
  await moderate(moderator, 'tool', tool, 'restore')
  expect(await read()).toEqual(before)
  expect(await readFacets(tool)).toEqual(['license:open_source', 'platform:web', 'pricing:paid'])
})

test('with an account its accepted edits become anonymous and the others are deleted, also of removed tools', async () => {
  const member = await createMember()
  const [tool, removed] = [await createTool(), await createTool()]
  for (const target of [tool, removed]) {
    await resolve(moderator, await suggest(member, target, { license: [null, 'MIT'] }))
    await suggest(member, target, { latest_version: [null, '2'] }, { note: 'See the changelog.' })
  }
  const number = await moderate(moderator, 'tool', removed, 'remove')
  const [row] = await db.as(member, 'select download_my_data() as data')
  const data = row?.data as { suggested_edits: unknown[]; removed_content: { table: string }[] }
  expect(data.suggested_edits).toHaveLength(2)
  expect(data.removed_content.map(({ table }) => table)).toEqual([
    'public.tool_edits',
    'public.tool_edits',
  ])
  await db.as(member, 'select delete_account(true)')
  expect(
    await db.asOwner('select number, suggested_by from tool_edits where tool_id = $1', [tool]),
  ).toEqual([{ number: 1, suggested_by: null }])
  expect(
    await countRows('private.removed_content', 'decision = $1 and row_data::text like $2', [
      number,
      `%${member}%`,
    ]),
  ).toBe(0)
  await moderate(moderator, 'tool', removed, 'restore')
  expect(
    await db.asOwner('select number, suggested_by from tool_edits where tool_id = $1', [removed]),
  ).toEqual([{ number: 1, suggested_by: null }])
})

test.each([
  ['MIT', 'license:open_source'],
  ['GPL-2.0-only WITH Classpath-exception-2.0', 'license:open_source'],
  ['BUSL-1.1 OR MIT', 'license:open_source'],
  ['proprietary', 'license:proprietary'],
  ['BUSL-1.1', null],
  ['MIT AND LicenseRef-Own', null],
  ['Elastic-2.0', null],
  ['CC-BY-NC-4.0', null],
])('the license %s has the facet %s', async (license, facet) => {
  const tool = await createTool()
  await db.insert(OWNER, 'tool_facts', { tool_id: tool, license })
  expect(await readFacets(tool)).toEqual(facet ? [facet] : [])
  await db.asOwner('delete from tool_facts where tool_id = $1', [tool])
  expect(await readFacets(tool)).toEqual([])
})

describe('search_tools and count_tools', () => {
  test('filter by pricing, platform and license, alone and together', async () => {
    const tool = await createTool('Filtered zebra')
    const other = await createTool('Filtered zebu')
    await db.asOwner(
      "insert into tool_facts (tool_id, pricing_model, platforms, license) values ($1, 'free', '{web,self_hosted}', 'MIT'), ($2, 'free', '{ios}', 'proprietary')",
      [tool, other],
    )
    const find = async (filter: string) => {
      const rows = await db.as(ANON, `select id from search_tools(query => 'filtered', ${filter})`)
      const [counted] = await db.as(
        ANON,
        `select count_tools(query => 'filtered', ${filter})::int as count`,
      )
      expect(counted).toEqual({ count: rows.length })
      return rows.map(({ id }) => id)
    }
    expect(await find("pricing => 'free'")).toEqual([tool, other])
    expect(await find("pricing => 'free', platform => 'self_hosted'")).toEqual([tool])
    expect(await find("license => 'proprietary'")).toEqual([other])
    expect(await find("license => 'open_source', in_category => 'HR', min_rating => 0")).toEqual([
      tool,
    ])
    expect(await find("platform => 'amiga'")).toEqual([])
    expect(await find("pricing => ''")).toEqual([tool, other])
    const [alone] = await db.as(ANON, "select count_tools(platform => 'self_hosted')::int as count")
    expect(alone).toEqual({ count: 1 })
  })
})

test('the counts of facets equal the rows, after edits, removals and deletions', async () => {
  const tool = await createTool()
  await resolve(
    moderator,
    await suggest(ben, tool, { platforms: [null, ['web']], license: [null, 'MIT'] }),
  )
  const { category } = await readValues(tool)
  await resolve(moderator, await suggest(ana, tool, { category: [category, 'Design and CRM'] }))
  const other = await createTool()
  await db.insert(OWNER, 'tool_facts', { tool_id: other, pricing_model: 'free' })
  await moderate(moderator, 'tool', other, 'remove')
  await moderate(moderator, 'tool', other, 'restore')
  const third = await createTool()
  await db.insert(OWNER, 'tool_facts', { tool_id: third, pricing_model: 'free' })
  await db.asOwner('delete from tools where id = $1', [third])
  const counted =
    await db.asOwner`select listed as category, facet, count(*)::int as counted from tools,
       unnest(categories || ''::text) as listed, unnest(facets) as facet group by 1, 2 order by 1, 2`
  expect(
    await db.asOwner('select * from private.facet_counts where counted <> 0 order by 1, 2'),
  ).toEqual(counted)
  const find = (text: string) => db.value(ANON, `select ${text}::int as n`)
  const all = counted.find((row) => row.category === '' && row.facet === 'platform:web')?.counted
  expect(await find("count_tools(platform => 'web')")).toBe(all)
  expect(await find("count_tools(platform => 'web', in_category => 'crm')")).toBe(1)
  expect(await find("count_tools(platform => 'amiga')")).toBe(0)
  expect(
    await find("count_tools(platform => 'web', license => 'open_source', query => 'tool')"),
  ).toBe(
    (
      await db.as(
        ANON,
        "select id from search_tools(platform => 'web', license => 'open_source', query => 'tool', sort => 'relevance', page_size => 100)",
      )
    ).length,
  )
})

test.each([
  ['mit', 'MIT', true],
  ['gpl-2.0-only with Classpath-exception-2.0', 'GPL-2.0-only WITH Classpath-exception-2.0', true],
  ['GPL-2.0+', 'GPL-2.0+', true],
  ['sspl-1.0', 'SSPL-1.0', false],
  ['busl-1.1 or MIT', 'BUSL-1.1 OR MIT', true],
  ['licenseref-Own', 'LicenseRef-Own', false],
  ['Proprietary', 'proprietary', false],
])('the license %s is kept as %s; open source: %s', async (given, kept, isOpenSource) => {
  const [row] = await db.asOwner(
    'select l as license, private.is_license(l) as known, private.is_open_source(l) as open_source from private.normalize_license($1) l',
    [given],
  )
  expect(row).toEqual({ license: kept, known: true, open_source: isOpenSource })
})

test('the known licenses are those of SPDX', async () => {
  const rows = await db.asOwner('select unnest(private.list_spdx_ids()) as id')
  const spdx = new Set([...ids, ...deprecated])
  expect(rows.map(({ id }) => String(id)).toSorted()).toEqual([...spdx].toSorted())
})

test.each(['banana', 'NOASSERTION', 'MIT AND', 'AND MIT', '', 'MIT XOR ISC'])(
  'the license %j is unknown',
  async (given) => {
    const [row] = await db.asOwner('select private.normalize_license($1) as license', [given])
    expect(row).toEqual({ license: null })
  },
)

describe('other names and uses', () => {
  beforeAll(() =>
    db.asOwner(
      "insert into capabilities (slug, name, category) select 'use-' || n, 'Use ' || n, 'HR & Recruitment' from generate_series(1, 21) n",
    ),
  )

  test('an accepted suggestion changes the aliases and the capabilities, and a search finds them', async () => {
    const tool = await createTool()
    const edit = await suggest(ben, tool, {
      aliases: [null, ['Kettle <b>One</b>', 'kettle one', 'K1']],
      capabilities: [null, ['use-3', 'use-1', 'use-3']],
    })
    await resolve(moderator, edit)
    expect(await readValues(tool)).toMatchObject({
      aliases: ['Kettle One', 'K1'],
      capabilities: ['use-1', 'use-3'],
    })
    const found = await db.as(
      ANON,
      "select id from search_tools(query => 'kettleone', sort => 'relevance')",
    )
    expect(found[0]).toEqual({ id: tool })
    await resolve(
      moderator,
      await suggest(ben, tool, {
        aliases: [['Kettle One', 'K1'], null],
        capabilities: [
          ['use-1', 'use-3'],
          ['use-3', 'use-4'],
        ],
      }),
    )
    expect(await readValues(tool)).toMatchObject({
      aliases: null,
      capabilities: ['use-3', 'use-4'],
    })
    const counts = await db.asOwner(
      "select slug, tool_count from capabilities where slug in ('use-1', 'use-3', 'use-4') order by slug",
    )
    expect(counts.map(({ tool_count }) => tool_count)).toEqual([0, 1, 1])
  })

  test('an alias that is the name of another tool is refused, and a member’s own name is not', async () => {
    const tool = await createTool('Cup Board')
    await createTool('Spoon Rack')
    const refused = '23514: spoonrack is the name of another tool.'
    await expectRefusal(suggest(ben, tool, { aliases: [null, ['spoonrack']] }), refused)
    await expectRefusal(
      db.asOwner("update tools set aliases = '{spoonrack}' where id = $1", [tool]),
      refused,
    )
    await suggest(ben, tool, { aliases: [null, ['cupboard']] })
  })

  test.each([
    [{ aliases: [null, ['K']] }, 'Other names have 2 to 50 characters.'],
    [{ aliases: [null, ['K'.repeat(51)]] }, 'Other names have 2 to 50 characters.'],
    [
      { aliases: [null, Array.from({ length: 11 }, (_, n) => `Name ${n}`)] },
      'A tool can have at most ten other names.',
    ],
    [{ aliases: [null, 'Name'] }, 'This value does not fit the field aliases.'],
    [{ capabilities: [null, ['use-1', 'nothing']] }, 'There is no capability nothing.'],
    [
      { capabilities: [null, Array.from({ length: 21 }, (_, n) => `use-${n + 1}`)] },
      'A tool can have at most 20 capabilities.',
    ],
  ])('%j is refused: %s', async (changes, message) => {
    await expectRefusal(suggest(ben, await createTool(), changes), `23514: ${message}`)
  })
})
