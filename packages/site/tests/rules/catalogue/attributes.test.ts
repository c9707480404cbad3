// What a catalog wants to know about its tools besides the built-in facts (spec 4 §5).

import { beforeAll, describe, expect, test } from 'vitest'
import { shareCommunity } from '../../support/databases/community.ts'
import { ANON, asMember } from '../../support/databases/moderation.ts'
import { expectRefusal } from '../../support/databases/refusals.ts'

const { db, admin, moderator, ana, suggestEdit } = await shareCommunity()

const ADMIN = asMember(admin)
const SIGN_IN = [
  { value: 'saml', label: 'SAML' },
  { value: 'oidc', label: 'OpenID Connect' },
  { value: 'password', label: 'Password' },
]

type Values = { key: string; label?: string; kind?: string; is_new?: boolean } & Partial<
  Record<'help' | 'unit' | 'category', string> &
    Record<'in_filter' | 'on_card' | 'in_compare', boolean> & { options: unknown; position: number }
>

/** Saves an attribute; its label is made of its key. */
function save(
  { key, label = key.replaceAll('_', ' '), kind = 'text', ...rest }: Values,
  caller = ADMIN,
) {
  const values = Object.entries({ key, label, kind, ...rest })
  return db.as(
    caller,
    `select save_attribute(${values
      .map(([name], index) => {
        const type = name === 'options' ? '::jsonb' : name === 'position' ? '::smallint' : ''
        return `${name} => $${index + 1}${type}`
      })
      .join()})`,
    values.map(([name, value]) => (name === 'options' ? JSON.stringify(value) : value)),
  )
}
const call = (name: string, value: unknown, caller = ADMIN) =>
  db.as(caller, `select ${name}($1) as result`, [value])
const read = (key: string) => db.row(ANON, 'select * from attributes where key = $1', [key])
const addTool = (category = 'Analytics') =>
  db.create(ana, 'tools', { name: `Tool ${crypto.randomUUID()}`, description: 'd', category })
const setValue = (tool: string, key: string, value: unknown) =>
  db.asOwner(
    `insert into tool_facts (tool_id, more) values ($1, $2::jsonb)
       on conflict (tool_id) do update set more = tool_facts.more || excluded.more`,
    [tool, JSON.stringify({ [key]: value })],
  )
const readMore = (tool: string) =>
  db.value(ANON, 'select more from tool_facts where tool_id = $1', [tool])
const importRow = async (row: Record<string, unknown>) => {
  const [result] = await db.as(ADMIN, 'select import_tools($1::jsonb, false) as rows', [
    JSON.stringify([row]),
  ])
  return (result as { rows: { outcome: string; tool: string; message: string }[] }).rows[0]
}

beforeAll(async () => {
  await save({ key: 'gdpr', label: 'GDPR', kind: 'yes_no', in_filter: true })
  await save({ key: 'sign_in', label: 'Sign-in', kind: 'choices', options: SIGN_IN })
  await save({ key: 'contract', label: 'Contract', kind: 'choice', options: SIGN_IN })
  await save({ key: 'price_per_school', label: 'Price per school', kind: 'number', unit: 'EUR' })
  await save({ key: 'contact', label: 'Contact', kind: 'text' })
  await save({ key: 'ends_on', label: 'Ends on', kind: 'date' })
  await save({ key: 'manual', label: 'Manual', kind: 'link' })
})

test('members, moderators and visitors cannot change the attributes', async () => {
  for (const caller of [ANON, asMember(ana), asMember(moderator)]) {
    const refused = { code: '42501' }
    await expectRefusal(save({ key: 'gdpr', label: 'Other', kind: 'yes_no' }, caller), refused)
    await expectRefusal(call('remove_attribute', 'gdpr', caller), refused)
    await expectRefusal(call('clear_attribute', 'gdpr', caller), refused)
    await expectRefusal(call('order_attributes', ['gdpr'], caller), refused)
    await expectRefusal(
      db.as(caller, "update attributes set label = 'Other' where key = 'gdpr'"),
      refused,
    )
  }
  expect(await read('gdpr')).toMatchObject({ label: 'GDPR', in_filter: true })
})

describe('save_attribute', () => {
  test.each<[Values, string]>([
    [
      { key: '1x' },
      'The key has 1 to 40 lower-case letters, digits and underscores, and begins with a letter.',
    ],
    [{ key: 'gdpr', kind: 'yes_no', is_new: true }, 'There is already an attribute with this key.'],
    [{ key: 'license' }, 'There is already an attribute with this key.'],
    [{ key: 'xx', label: 'x' }, 'The label has 2 to 40 characters.'],
    [{ key: 'xx', label: 'Sign-In' }, 'There is already an attribute named Sign-In.'],
    [{ key: 'xx', label: 'Website' }, 'There is already an attribute named Website.'],
    [{ key: 'xx', help: 'x'.repeat(201) }, 'Help too long: 200 characters at most'],
    [{ key: 'xx', kind: 'money' }, 'Please choose a kind from the list.'],
    [{ key: 'xx', unit: 'x'.repeat(13) }, 'The unit has at most 12 characters.'],
    [{ key: 'xx', kind: 'choice' }, 'Please add 1 to 40 options.'],
    [
      { key: 'xx', kind: 'choice', options: [{ value: 'A b', label: 'A' }] },
      'Each option has a value of lower-case letters, digits and hyphens, and a label without semicolons.',
    ],
    [
      { key: 'xx', kind: 'choice', options: [...SIGN_IN, { value: 'saml', label: 'Other' }] },
      'Each option has its own value and label.',
    ],
    [{ key: 'xx', category: 'None' }, 'Please choose a category.'],
  ])('refuses %j: %s', async (values, message) => {
    await expectRefusal(save(values), `23514: ${message}`)
    if (values.key === 'xx') expect(await read('xx')).toBeUndefined()
  })

  test('allows 6 in filters, 3 on cards and 40 in all', async () => {
    for (let n = 1; n <= 5; n += 1) await save({ key: `filter_${n}`, in_filter: true })
    await expectRefusal(
      save({ key: 'filter_6', in_filter: true }),
      '23514: At most 6 attributes can be in filters.',
    )
    for (let n = 1; n <= 3; n += 1) await save({ key: `card_${n}`, on_card: true })
    await expectRefusal(
      save({ key: 'card_4', on_card: true }),
      '23514: At most 3 attributes can be on cards.',
    )
    const [row] = await db.as(ANON, 'select count(*)::int as n from attributes')
    for (let n = Number(row?.n); n < 40; n += 1) await save({ key: `more_${n}` })
    await expectRefusal(
      save({ key: 'one_more' }),
      '23514: A catalog can have at most 40 attributes.',
    )
    await save({ key: 'card_1', label: 'Still saved' })
    await db.asOwner("delete from attributes where key ~ '^(filter|card|more)_'")
  })
})

describe('the values of a tool', () => {
  test.each([
    ['gdpr', 'Yes', true],
    ['gdpr', false, false],
    ['sign_in', 'openid connect; SAML', ['saml', 'oidc']],
    ['sign_in', ['password'], ['password']],
    ['contract', 'Password', 'password'],
    ['price_per_school', ' 12.50 ', 12.5],
    ['price_per_school', 0, 0],
    ['contact', '<b>Ms</b> Lee', 'Ms Lee'],
    ['ends_on', '2026-02-28', '2026-02-28'],
    ['manual', 'https://tea.example/a', 'https://tea.example/a'],
  ])('%s is written as %j and kept as %j', async (key, written, kept) => {
    const tool = await addTool()
    await suggestEdit(ana, tool, { [`more.${key}`]: [null, written] })
    const [edit] = await db.asOwner`select id from tool_edits where tool_id = ${tool}`
    await db.as(moderator, 'select resolve_tool_edit($1, true)', [edit?.id])
    expect(await readMore(tool)).toEqual({ [key]: kept })
    expect(
      await db.as(ANON, 'select number, changes from tool_edits where tool_id = $1', [tool]),
    ).toEqual([{ number: 1, changes: { [`more.${key}`]: [null, kept] } }])
  })

  test.each([
    ['gdpr', 'maybe', 'GDPR has to be yes or no.'],
    ['sign_in', ['saml', 'ldap'], 'Please choose a value of Sign-in from the list.'],
    ['sign_in', {}, 'Please choose a value of Sign-in from the list.'],
    ['contract', ['saml'], 'Please choose a value of Contract from the list.'],
    ['price_per_school', 'cheap', 'Price per school has to be a number.'],
    ['price_per_school', 1e13, 'Price per school has to be a number.'],
    ['contact', 'x'.repeat(301), 'Contact too long: 300 characters at most'],
    ['contact', ['a'], 'Contact has to be a text.'],
    ['ends_on', '2026-02-30', 'Ends on has to be a date, such as 2026-03-31.'],
    [
      'manual',
      'javascript:alert(1)',
      'Manual has to be a web address that starts with https:// or http://',
    ],
    ['none', 'x', 'There is no field more.none.'],
  ])('%s of %j is refused: %s', async (key, written, message) => {
    const tool = await addTool()
    await expectRefusal(
      suggestEdit(ana, tool, { [`more.${key}`]: [null, written] }),
      `23514: ${message}`,
    )
    if (key !== 'none') await expectRefusal(setValue(tool, key, written), `23514: ${message}`)
  })

  test('of an attribute of one category are refused for tools of others', async () => {
    await save({ key: 'paper', label: 'Paper', category: 'Design & Creative' })
    const [other, own] = [await addTool(), await addTool('Design & Creative')]
    await expectRefusal(
      suggestEdit(ana, other, { 'more.paper': [null, 'A4'] }),
      '23514: Paper is only for tools in Design & Creative.',
    )
    await suggestEdit(ana, own, { 'more.paper': [null, 'A4'] })
  })
})

describe('import_tools', () => {
  test('reads columns with the key or the label, and changes nothing the second time', async () => {
    const row = {
      name: 'Imported pot',
      description: 'd',
      category: 'Analytics',
      more_categories: 'design; Development',
      GDPR: 'no',
      'sign-in': 'SAML;Password',
      price_per_school: '7',
    }
    const created = await importRow(row)
    expect(created).toMatchObject({ outcome: 'created' })
    expect(await readMore(String(created?.tool))).toEqual({
      gdpr: false,
      sign_in: ['saml', 'password'],
      price_per_school: 7,
    })
    expect(
      await db.as(ANON, 'select categories, facets from tools where id = $1', [created?.tool]),
    ).toEqual([
      {
        categories: ['Analytics', 'Design & Creative', 'Development'],
        facets: ['a.gdpr:no', 'a.sign_in:password', 'a.sign_in:saml'],
      },
    ])
    expect(await importRow(row)).toMatchObject({ outcome: 'unchanged' })
    expect(await importRow({ ...row, gdpr: 'perhaps', GDPR: undefined })).toMatchObject({
      outcome: 'invalid',
      message: 'Row 1: the GDPR is not valid. GDPR has to be yes or no.',
    })
    // An empty cell leaves its value.
    expect(await importRow({ ...row, GDPR: '', price_per_school: '8' })).toMatchObject({
      outcome: 'updated',
    })
    expect(await readMore(String(created?.tool))).toMatchObject({
      gdpr: false,
      price_per_school: 8,
    })
  })
})

describe('an attribute with values', () => {
  test('stays with its kind and its used options until they are cleared, as edits', async () => {
    await save({ key: 'color', label: 'Color', kind: 'choice', options: SIGN_IN })
    const tools = [await addTool(), await addTool()]
    for (const tool of tools) await setValue(tool, 'color', 'saml')
    const blocked = '23514: Remove its 2 values first.'
    await expectRefusal(call('remove_attribute', 'color'), blocked)
    await expectRefusal(save({ key: 'color', label: 'Color', kind: 'text' }), blocked)
    await expectRefusal(
      save({ key: 'color', label: 'Color', kind: 'choice', options: SIGN_IN.slice(1) }),
      blocked,
    )
    await save({ key: 'color', label: 'Color', kind: 'choice', options: SIGN_IN.slice(0, 1) })
    expect(await call('clear_attribute', 'color')).toEqual([{ result: 2 }])
    expect(await Promise.all(tools.map(readMore))).toEqual([{}, {}])
    expect(
      await db.as(ANON, 'select changes from tool_edits where tool_id = $1', [tools[0]]),
    ).toEqual([{ changes: { 'more.color': ['saml', null] } }])
    await call('remove_attribute', 'color')
    expect(await read('color')).toBeUndefined()
    await expectRefusal(
      call('remove_attribute', 'color'),
      'PT404: We could not find this attribute.',
    )
    expect(
      await db.as(
        ANON,
        "select action from administration_log where subject = 'attribute:color' order by number",
      ),
    ).toEqual([{ action: 'add' }, { action: 'change' }, { action: 'clear' }, { action: 'remove' }])
    expect(
      await db.as(
        ANON,
        "select kind from ledger_events where subject = 'attribute:color' order by number",
      ),
    ).toEqual([{ kind: 'publication' }, { kind: 'edit' }, { kind: 'edit' }, { kind: 'removal' }])
  })
})

test('order_attributes takes all of them, each once', async () => {
  const list = async () =>
    (await db.as(ANON, 'select key from attributes order by position')).map(({ key }) =>
      String(key),
    )
  const before = await list()
  await call('order_attributes', before.toReversed())
  expect(await list()).toEqual(before.toReversed())
  expect(await db.as(ANON, "select kind from ledger_events where subject = 'attributes'")).toEqual([
    { kind: 'edit' },
  ])
  await expectRefusal(
    call('order_attributes', before.slice(1)),
    'PT409: The attributes have changed in the meantime. Please check their order again.',
  )
})

describe('lists filter by attributes', () => {
  const find = async (attributes: unknown, rest = '') =>
    (
      await db.as(ANON, `select name from search_tools(attributes => $1::jsonb${rest})`, [
        JSON.stringify(attributes),
      ])
    ).map(({ name }) => name)
  const count = async (attributes: unknown, rest = '') =>
    Number(
      await db.value(ANON, `select count_tools(attributes => $1::jsonb${rest}) as n`, [
        JSON.stringify(attributes),
      ]),
    )

  beforeAll(async () => {
    await db.asOwner("delete from attributes where key = 'contract'")
    for (const values of [
      {
        name: 'Filter one',
        gdpr: 'yes',
        sign_in: 'saml',
        price_per_school: 50,
        ends_on: '2026-01-01',
      },
      {
        name: 'Filter two',
        gdpr: 'no',
        sign_in: 'oidc;password',
        price_per_school: 250,
        ends_on: '2026-12-31',
      },
      { name: 'Filter three' },
    ])
      await importRow({ description: 'Boils.', category: 'Analytics', ...values })
  })

  test.each<[unknown, string[]]>([
    [{ gdpr: true }, ['Filter one']],
    [{ gdpr: ['yes'] }, ['Filter one']],
    // Unknown is not "no".
    [{ gdpr: false }, ['Filter two']],
    [{ sign_in: ['saml', 'oidc'] }, ['Filter one', 'Filter two']],
    [{ sign_in: 'password' }, ['Filter two']],
    [{ sign_in: 'saml', gdpr: true }, ['Filter one']],
    [{ price_per_school: { max: 200 } }, ['Filter one']],
    [{ price_per_school: { min: 100.5, max: '300' } }, ['Filter two']],
    [{ ends_on: { min: '2026-06-01' } }, ['Filter two']],
    [{ price_per_school: { max: "1' or true" } }, []],
    [{ sign_in: ["saml' or true --"] }, []],
    [{ contact: 'Ms Lee' }, []],
    [{ none: true }, []],
    [{ gdpr: { min: 1 } }, []],
  ])('by %j', async (attributes, names) => {
    const own = (found: unknown[]) => found.filter((name) => String(name).startsWith('Filter'))
    expect(own(await find(attributes))).toEqual(names)
    const words = ", query => 'boils', sort => 'relevance'"
    expect(own(await find(attributes, words)).toSorted()).toEqual(names.toSorted())
    expect(await count(attributes, ", query => 'boils'")).toBe(names.length)
    expect(await count(attributes, ", query => 'boils', in_category => 'analytics'")).toBe(
      names.length,
    )
  })

  const SAML = { kind: 'a.sign_in', value: 'saml', words: 'saml', label: 'SAML' }
  const OPENID = {
    kind: 'a.sign_in',
    value: 'oidc',
    words: 'openid connect',
    label: 'OpenID Connect',
  }
  const GDPR = { kind: 'a.gdpr', value: 'yes', words: 'gdpr', label: 'GDPR' }
  const understand = (query: string) =>
    db.value(ANON, 'select understand_query($1) as read', [query])
  test.each<[string, unknown[], string]>([
    ['boils gdpr', [GDPR], 'Filter one'],
    ['boils with OpenID-Connect', [OPENID], 'Filter two'],
    ['boils saml gdpr', [SAML, GDPR], 'Filter one'],
    // Words in quotation marks are text.
    ['boils "gdpr"', [], ''],
  ])(
    'a search for %s reads facts, and tools with them precede the others',
    async (query, facts, first) => {
      expect(await understand(query)).toMatchObject({ facts })
      const found = await db.as(
        ANON,
        `select name from search_tools(query => $1, sort => 'relevance')`,
        [query],
      )
      if (first) expect(found[0]).toEqual({ name: first })
    },
  )

  test('a word that means something else keeps its meaning beside an option', async () => {
    const options = [
      { value: 'free', label: 'Free' },
      { value: 'analytics', label: 'Analytics' },
      { value: 'tools', label: 'Tools' },
      { value: '2026', label: '2026' },
      { value: 'samovar', label: 'Samovar' },
    ]
    await save({ key: 'shape', kind: 'choices', options })
    await db.asOwner(
      `insert into capabilities (slug, name, category, synonyms)
       values ('tea-making', 'Tea making', 'Analytics', '{samovar}')`,
    )
    const factsOf = async (query: string) => ((await understand(query)) as { facts: unknown }).facts
    const samovar = { kind: 'a.shape', value: 'samovar', words: 'samovar', label: 'Samovar' }
    expect(await factsOf('samovar kettle')).toEqual([samovar])
    expect(await factsOf('free analytics tools 2026')).toEqual([
      { kind: 'pricing', value: 'free', words: 'free' },
    ])
    await call('remove_attribute', 'shape')
    expect(await factsOf('samovar kettle')).toEqual([])
  })

  test('attribute_filters has the options that tools of a category have', async () => {
    const read = (category: string | null) =>
      db.value(ANON, 'select attribute_filters($1) as filters', [category])
    expect(await read('analytics')).toEqual([
      {
        key: 'gdpr',
        label: 'GDPR',
        kind: 'yes_no',
        unit: '',
        options: [
          { value: 'yes', label: 'Yes' },
          { value: 'no', label: 'No' },
        ],
      },
    ])
    expect(await read('legal')).toEqual([])
  })

  test('attribute_filters has ranges of numbers and dates, by the values of tools', async () => {
    await save({ key: 'seats', kind: 'number', unit: 'seats', in_filter: true })
    await save({ key: 'since', kind: 'date', in_filter: true })
    const optionsOf = (key: string) =>
      db.value(
        ANON,
        `select entry -> 'options' as options from jsonb_array_elements(attribute_filters()) as entry
         where entry ->> 'key' = $1`,
        [key],
      )
    expect(await optionsOf('seats')).toBeUndefined()
    for (const seats of [1, 2.5, 30, 400]) {
      const tool = await addTool()
      await setValue(tool, 'seats', seats)
      await setValue(tool, 'since', seats < 30 ? '2026-01-31' : '2026-02-01')
    }
    expect(await optionsOf('seats')).toEqual([
      { value: '..1', label: '1' },
      { value: '..2.5', label: '2.5' },
      { value: '..30', label: '30' },
    ])
    expect(await optionsOf('since')).toEqual([
      { value: '2026-02-01..', label: '2026-02-01' },
      { value: '2026-01-31..', label: '2026-01-31' },
    ])
  })
})
