// How administrators maintain the categories (spec 4 §4).

import { describe, expect, test } from 'vitest'
import { shareCommunity } from '../../support/databases/community.ts'
import { ANON, asMember } from '../../support/databases/moderation.ts'
import { expectRefusal } from '../../support/databases/refusals.ts'

const { db, admin, moderator, ana, suggestEdit } = await shareCommunity()

const ADMIN = asMember(admin)
const NO_CATEGORY = 'PT404: We could not find this category.'

interface Values {
  slug: string
  name?: string
  description?: string
  icon?: string
  color?: string
  subcategories?: string[]
  aliases?: string[]
  position?: number | null
  isNew?: boolean
}

const save = (
  {
    slug,
    name = slug,
    description = '',
    icon = 'box',
    color = 'teal',
    subcategories = [],
    aliases = [],
    position = null,
    isNew = false,
  }: Values,
  caller = ADMIN,
) =>
  db.as(caller, 'select save_category($1, $2, $3, $4, $5, $6, $7, false, $8::smallint, $9)', [
    slug,
    name,
    description,
    icon,
    color,
    subcategories,
    aliases,
    position,
    isNew,
  ])
const merge = (source: string, target: string, caller = ADMIN) =>
  db.as(caller, 'select merge_categories($1, $2)', [source, target])
const remove = (slug: string, caller = ADMIN) => db.as(caller, 'select remove_category($1)', [slug])

const read = (slug: string) => db.row(ANON, 'select * from categories where slug = $1', [slug])
const listed = async (category: string) =>
  (await db.as(ANON, 'select id from search_tools(in_category => $1)', [category]))
    .map(({ id }) => id)
    .toSorted()
const readTool = (id: string) =>
  db.row(ANON, 'select category, more_categories, categories from tools where id = $1', [id])
const listSlugs = async () =>
  (await db.as(ANON, 'select slug from categories order by position')).map(({ slug }) => slug)
const addTool = (category: string, more: string[] = []) =>
  db.create(ana, 'tools', {
    name: `Tool ${crypto.randomUUID()}`,
    description: 'It works.',
    category,
    more_categories: more,
  })

test('members, moderators and visitors cannot change the categories', async () => {
  await save({ slug: 'fixed', name: 'Fixed' })
  for (const caller of [ANON, asMember(ana), asMember(moderator)]) {
    const refused = { code: '42501' }
    await expectRefusal(save({ slug: 'fixed', name: 'Other' }, caller), refused)
    await expectRefusal(merge('fixed', 'analytics', caller), refused)
    await expectRefusal(remove('fixed', caller), refused)
    await expectRefusal(db.as(caller, 'select order_categories($1)', [await listSlugs()]), refused)
    await expectRefusal(
      db.as(caller, "update categories set name = 'Other' where slug = 'fixed'"),
      refused,
    )
  }
  expect(await read('fixed')).toMatchObject({ name: 'Fixed' })
})

describe('save_category', () => {
  test('adds a category that lists the tools whose text has its name or an alias', async () => {
    const tool = await addTool('Tea & brewing')
    expect(await readTool(tool)).toMatchObject({ categories: [] })
    await save({
      slug: 'tea',
      name: '<b>Tea</b> rooms',
      icon: '🍵',
      subcategories: ['Pots'],
      aliases: ['Brewing', 'c++ tea'],
    })
    expect(await read('tea')).toEqual({
      slug: 'tea',
      name: 'Tea rooms',
      description: '',
      icon: '🍵',
      color: 'teal',
      subcategories: ['Pots'],
      trending: false,
      aliases: ['brewing', 'c++ tea'],
      position: (await listSlugs()).length,
    })
    expect(await listed('tea')).toEqual([tool])
    expect(await listed('BREWING')).toEqual([tool])
    await save({ slug: 'tea', name: 'Tea rooms', aliases: ['leaves'] })
    expect(await readTool(tool)).toMatchObject({ categories: [] })
    expect(await listed('leaves')).toEqual([])
  })

  test('renames it in tools, as their edits, and in capabilities; the old name finds it', async () => {
    await save({ slug: 'soup', name: 'Soup' })
    const [main, other] = [await addTool('Soup'), await addTool('Design & Creative', ['Soup'])]
    await db.asOwner(
      "insert into capabilities (slug, name, category) values ('stirring', 'Stirring', 'Soup')",
    )
    await db.asOwner("insert into category_terms values ('Soup', 'de', '{suppe}')")
    await save({ slug: 'soup', name: 'Broth' })
    expect(await readTool(main)).toEqual({
      category: 'Broth',
      more_categories: [],
      categories: ['Broth'],
    })
    expect(await readTool(other)).toMatchObject({
      category: 'Design & Creative',
      more_categories: ['Broth'],
    })
    expect(
      await db.as(
        ANON,
        'select number, changes from tool_edits where tool_id = any($1) order by changes',
        [[main, other]],
      ),
    ).toEqual([
      { number: 1, changes: { category: ['Soup', 'Broth'] } },
      { number: 1, changes: { more_categories: [['Soup'], ['Broth']] } },
    ])
    for (const name of ['soup', 'Broth'])
      expect([name, await listed(name)]).toEqual([name, [main, other].toSorted()])
    expect(await db.asOwner("select category from capabilities where slug = 'stirring'")).toEqual([
      { category: 'Broth' },
    ])
    expect(await db.as(ANON, "select id from search_tools(query => 'suppe')")).toHaveLength(2)
  })

  test('puts it at a place, and the others after it', async () => {
    const before = await listSlugs()
    const [first, second, third, fourth] = before
    await save({ slug: String(fourth), name: `Moved ${fourth}`, position: 2 })
    expect((await listSlugs()).slice(0, 4)).toEqual([first, fourth, second, third])
    await save({ slug: String(fourth), name: `Moved ${fourth}`, position: 4 })
    expect(await listSlugs()).toEqual(before)
  })

  test.each([
    [
      { slug: 'Not a slug' },
      'The address has 1 to 60 lower-case letters and digits, with single hyphens between them.',
    ],
    [{ slug: 'analytics', isNew: true }, 'There is already a category with this address.'],
    [{ slug: 'x', name: 'X' }, 'The name has 2 to 60 characters.'],
    [{ slug: 'xx', name: 'x'.repeat(61) }, 'The name has 2 to 60 characters.'],
    [{ slug: 'xx', name: 'Tea; coffee' }, "Names can't have commas or semicolons."],
    [{ slug: 'xx', aliases: ['tea, coffee'] }, "Names can't have commas or semicolons."],
    [{ slug: 'xx', description: 'x'.repeat(301) }, 'Description too long: 300 characters at most'],
    [{ slug: 'xx', aliases: ['x'.repeat(61)] }, 'An alias has at most 60 characters.'],
    [
      { slug: 'xx', aliases: Array.from({ length: 41 }, (_, n) => `alias ${n}`) },
      'A category can have at most 40 aliases.',
    ],
    [
      { slug: 'xx', subcategories: Array.from({ length: 21 }, (_, n) => `part ${n}`) },
      'A category can have at most 20 subcategories.',
    ],
    [{ slug: 'xx', icon: '<svg>' }, 'Please choose an icon from the list, or enter an emoji.'],
    [{ slug: 'xx', color: 'url(x)' }, 'Please choose a color from the list.'],
    [{ slug: 'xx', name: 'ANALYTICS' }, 'There is already a category named ANALYTICS.'],
  ])('refuses %j: %s', async (values, message) => {
    await expectRefusal(save(values), `23514: ${message}`)
    if (values.slug === 'xx') expect(await read('xx')).toBeUndefined()
  })
})

describe('merge_categories', () => {
  test('moves tools, capabilities and terms, and its names and address find the other', async () => {
    await save({ slug: 'cups', name: 'Cups', aliases: ['mugs'] })
    await save({ slug: 'glasses', name: 'Glasses' })
    await db.asOwner(
      "insert into category_terms values ('Cups', 'de', '{tassen}'), ('Glasses', 'de', '{krüge}')",
    )
    await db.asOwner(
      "insert into capabilities (slug, name, category) values ('pouring', 'Pouring', 'Cups')",
    )
    const tools = [
      await addTool('Cups'),
      await addTool('Glasses', ['Cups']),
      await addTool('A box of mugs'),
      await addTool('Cups', ['Glasses']),
    ]
    await merge('cups', 'glasses')
    expect(await read('cups')).toBeUndefined()
    expect(await read('glasses')).toMatchObject({ aliases: ['glasses', 'mugs', 'cups'] })
    for (const name of ['cups', 'mugs', 'glasses'])
      expect([name, await listed(name)]).toEqual([name, tools.toSorted()])
    expect(await Promise.all(tools.map(readTool))).toEqual([
      { category: 'Glasses', more_categories: [], categories: ['Glasses'] },
      { category: 'Glasses', more_categories: [], categories: ['Glasses'] },
      { category: 'A box of mugs', more_categories: [], categories: ['Glasses'] },
      { category: 'Glasses', more_categories: [], categories: ['Glasses'] },
    ])
    expect(await db.asOwner("select category from capabilities where slug = 'pouring'")).toEqual([
      { category: 'Glasses' },
    ])
    for (const term of ['tassen', 'krüge', 'mugs'])
      expect([
        term,
        (await db.as(ANON, 'select id from search_tools(query => $1)', [term])).length,
      ]).toEqual([term, 4])
  })

  test.each([
    ['analytics', 'analytics', '23514: Please choose two different categories.'],
    ['none', 'analytics', NO_CATEGORY],
    ['analytics', 'none', NO_CATEGORY],
  ])('of %s and %s is refused: %s', async (source, target, message) => {
    await expectRefusal(merge(source, target), message)
    expect(await read('analytics')).toBeDefined()
  })
})

describe('remove_category', () => {
  test('refuses while tools or uses are in it, and forgets its terms', async () => {
    await save({ slug: 'spoons', name: 'Spoons', aliases: ['ladle'] })
    await db.asOwner("insert into category_terms values ('Spoons', 'de', '{löffel}')")
    const tool = await addTool('Spoons')
    await expectRefusal(remove('spoons'), '23514: Move its 1 tools first.')
    await db.asOwner`delete from tools where id = ${tool}`
    await db.asOwner(
      "insert into capabilities (slug, name, category) values ('scooping', 'Scooping', 'Spoons')",
    )
    await expectRefusal(remove('spoons'), '23514: Move its 1 uses first.')
    await db.asOwner("delete from capabilities where slug = 'scooping'")
    await remove('spoons')
    expect(await read('spoons')).toBeUndefined()
    expect(await db.asOwner("select * from private.search_terms where slug = 'spoons'")).toEqual([])
    await expectRefusal(remove('spoons'), NO_CATEGORY)
  })
})

test('order_categories takes all of them, each once', async () => {
  const before = await listSlugs()
  const reversed = before.toReversed()
  await db.as(ADMIN, 'select order_categories($1)', [reversed])
  expect(await listSlugs()).toEqual(reversed)
  for (const slugs of [
    before.slice(1),
    [...before, String(before[0])],
    [...before.slice(1), 'none'],
  ])
    await expectRefusal(
      db.as(ADMIN, 'select order_categories($1)', [slugs]),
      'PT409: The categories have changed in the meantime. Please check their order again.',
    )
  await db.as(ADMIN, 'select order_categories($1)', [before])
  expect(await listSlugs()).toEqual(before)
})

test('the ledger and the log have what administrators changed', async () => {
  await save({ slug: 'forks', name: 'Forks' })
  await save({ slug: 'forks', name: 'Forks', description: 'Three or four.' })
  await save({ slug: 'knives', name: 'Knives' })
  await merge('knives', 'forks')
  await remove('forks')
  const log = await db.as(
    ANON,
    `select action, subject, changes -> 'description' as text from administration_log
      where subject ~ 'forks|knives' order by number`,
  )
  expect(log).toMatchObject([
    { action: 'add', subject: 'category:forks' },
    { action: 'change', subject: 'category:forks', text: ['', 'Three or four.'] },
    { action: 'add', subject: 'category:knives' },
    { action: 'merge', subject: 'category:knives' },
    { action: 'change', subject: 'category:forks' },
    { action: 'remove', subject: 'category:forks' },
  ])
  expect(
    await db.as(
      ANON,
      "select kind from ledger_events where subject in ('category:forks', 'category:knives') order by number",
    ),
  ).toEqual(
    ['publication', 'edit', 'publication', 'merge', 'edit', 'removal'].map((kind) => ({ kind })),
  )
})

test('the ledger has the order of the categories', async () => {
  const slugs = (await listSlugs()).toReversed()
  await db.as(asMember(admin), 'select order_categories($1)', [slugs])
  const [event] = await db.as(
    ANON,
    `select kind, commitment = encode(sha256(convert_to(s.salt || ' ' || $1, 'utf8')), 'hex') as is_of_order
       from ledger_events e join ledger_salts s on s.event = e.number
       where subject = 'categories' order by number desc limit 1`,
    [JSON.stringify(slugs)],
  )
  expect(event).toEqual({ kind: 'edit', is_of_order: true })
})

describe('the other categories of a tool', () => {
  test('list, count and filter it as the main one does, each once', async () => {
    await save({ slug: 'plates', name: 'Plates' })
    await save({ slug: 'bowls', name: 'Bowls' })
    const tool = await addTool('Plates', ['bowls', 'PLATES', 'Bowls'])
    expect(await readTool(tool)).toEqual({
      category: 'Plates',
      more_categories: ['Bowls'],
      categories: ['Plates', 'Bowls'],
    })
    expect(await listed('bowls')).toEqual([tool])
    expect(
      await db.as(
        ANON,
        "select tool_count::int from category_counts() where name in ('Plates', 'Bowls')",
      ),
    ).toEqual([{ tool_count: 1 }, { tool_count: 1 }])
    expect(await db.as(ANON, "select id from search_tools(query => 'bowls')")).toEqual([
      { id: tool },
    ])
  })

  test('are at most four, and those of the site', async () => {
    await expectRefusal(addTool('HR', ['None']), '23514: Please choose a category.')
    const five = (
      await db.as(ANON, "select name from categories where name <> 'Plates' limit 5")
    ).map(({ name }) => String(name))
    await expectRefusal(addTool('Tea', five), { code: '23514' })
    const tool = await addTool('Tea', five.slice(1))
    await expectRefusal(
      suggestEdit(ana, tool, { more_categories: [five.slice(1), five] }),
      '23514: A tool can have at most four more categories.',
    )
    await expectRefusal(
      suggestEdit(ana, tool, { more_categories: [five.slice(1), ['None']] }),
      '23514: Please choose a category.',
    )
  })
})
