// How moderators maintain what tools are used for (spec 5 §1).

import { beforeAll, describe, expect, test } from 'vitest'
import { shareCommunity } from '../../support/databases/community.ts'
import { ANON, asMember } from '../../support/databases/moderation.ts'
import { expectRefusal } from '../../support/databases/refusals.ts'

const { db, moderator, ana, createTool, moderate, ben, suggestEdit, writeReview } =
  await shareCommunity()

interface Values {
  slug: string
  name?: string
  category?: string
  description?: string
  synonyms?: string[]
}

const CATEGORY = 'HR & Recruitment'
const NO_USE = 'PT404: We could not find this use.'

const save = (
  { slug, name = slug, category = CATEGORY, description = '', synonyms = [] }: Values,
  caller = asMember(moderator),
) =>
  db.as(caller)`select save_capability(${slug}, ${name}, ${category}, ${description}, ${synonyms})`
const merge = (source: string, target: string, caller = asMember(moderator)) =>
  db.as(caller, 'select merge_capabilities($1, $2)', [source, target])
const remove = (slug: string, caller = asMember(moderator)) =>
  db.as(caller, 'select remove_capability($1)', [slug])

const read = (slug: string) => db.row(ANON, 'select * from capabilities where slug = $1', [slug])
const link = (tool: string, ...slugs: string[]) =>
  db.asOwner('insert into tool_capabilities select $1, unnest($2::text[])', [tool, slugs])
const listTools = async (query: string) =>
  (await db.as(ANON, "select id from search_tools(query => $1, sort => 'relevance')", [query])).map(
    ({ id }) => id,
  )

test('members and visitors cannot change the vocabulary', async () => {
  await save({ slug: 'fixed', name: 'Fixed use' })
  for (const caller of [ANON, asMember(ana)]) {
    const refused = { code: '42501' }
    await expectRefusal(save({ slug: 'fixed', name: 'Other' }, caller), refused)
    await expectRefusal(merge('fixed', 'fixed', caller), refused)
    await expectRefusal(remove('fixed', caller), refused)
    await expectRefusal(
      db.as(caller, "update capabilities set name = 'Other' where slug = 'fixed'"),
      refused,
    )
    await expectRefusal(
      db.as(caller, "insert into tool_capabilities select id, 'fixed' from tools limit 1"),
      refused,
    )
  }
  expect(await read('fixed')).toMatchObject({ name: 'Fixed use' })
})

describe('save_capability', () => {
  test('adds a capability and changes it; a search finds its tools by a new synonym', async () => {
    const tool = await createTool()
    await save({ slug: 'brewing', name: '<b>Brewing</b>', synonyms: ['Tea leaves', 'brewing'] })
    await link(tool, 'brewing')
    expect(await listTools('leaves of tea')).toEqual([tool])
    expect(await listTools('infuser')).toEqual([])
    await save({ slug: 'brewing', name: 'Brewing', description: 'Hot.', synonyms: ['Infuser'] })
    expect(await read('brewing')).toEqual({
      slug: 'brewing',
      name: 'Brewing',
      category: CATEGORY,
      description: 'Hot.',
      synonyms: ['Infuser'],
      tool_count: 1,
    })
    expect(await listTools('infuser')).toEqual([tool])
  })

  test.each([
    [
      { slug: 'Not a slug' },
      'The address has 1 to 60 lower-case letters and digits, with single hyphens between them.',
    ],
    [{ slug: 'x', name: 'X' }, 'The name has 2 to 60 characters.'],
    [{ slug: 'x', name: 'x'.repeat(61) }, 'The name has 2 to 60 characters.'],
    [{ slug: 'xx', description: 'x'.repeat(301) }, 'Description too long: 300 characters at most'],
    [{ slug: 'xx', category: 'None' }, 'Please choose a category.'],
    [{ slug: 'xx', name: 'Tea; coffee' }, "Names can't have commas or semicolons."],
    [{ slug: 'xx', synonyms: ['tea, coffee'] }, "Names can't have commas or semicolons."],
    [{ slug: 'xx', name: 'FIXED use' }, 'There is already a use named FIXED use.'],
    [{ slug: 'xx', synonyms: ['x'.repeat(61)] }, 'A synonym has at most 60 characters.'],
    [
      { slug: 'xx', synonyms: Array.from({ length: 41 }, (_, n) => `term ${n}`) },
      'A use can have at most 40 synonyms.',
    ],
  ])('refuses %j: %s', async (values, message) => {
    await expectRefusal(save(values), `23514: ${message}`)
  })
})

test('save_capability replaces no other capability when one is added', async () => {
  const add = (slug: string) =>
    db.as(
      moderator,
      'select save_capability(slug => $1, name => $1, category => $2, is_new => true)',
      [slug, CATEGORY],
    )
  await add('pans')
  await save({ slug: 'pans', name: 'Pans', synonyms: ['skillet'] })
  await expectRefusal(add('pans'), '23514: There is already a use with this address.')
  expect(await read('pans')).toMatchObject({ name: 'Pans', synonyms: ['skillet'] })
})

describe('merge_capabilities', () => {
  test('moves the tools and the names, and the address redirects', async () => {
    const [one, both] = [await createTool(), await createTool()]
    await save({ slug: 'pots', name: 'Pots', synonyms: ['crockery'] })
    await save({ slug: 'old-pots', name: 'Old pots', synonyms: ['urns', 'pots'] })
    await save({ slug: 'older-pots', name: 'Older pots' })
    await link(one, 'old-pots')
    await link(both, 'old-pots', 'pots')
    await merge('older-pots', 'old-pots')
    await merge('old-pots', 'pots')
    expect(await read('old-pots')).toBeUndefined()
    expect(await read('pots')).toMatchObject({
      synonyms: ['crockery', 'Old pots', 'urns', 'Older pots'],
      tool_count: 2,
    })
    expect((await listTools('urns')).toSorted()).toEqual([one, both].toSorted())
    expect(await db.as(ANON, 'select * from capability_redirects order by slug')).toEqual([
      { slug: 'old-pots', capability: 'pots' },
      { slug: 'older-pots', capability: 'pots' },
    ])
    await save({ slug: 'old-pots', name: 'Antique pots' })
    expect(await db.as(ANON, 'select slug from capability_redirects')).toEqual([
      { slug: 'older-pots' },
    ])
  })

  test('keeps a tool within 20 capabilities', async () => {
    const tool = await createTool()
    const slugs = Array.from({ length: 21 }, (_, n) => `full-${n}`)
    for (const slug of slugs) await save({ slug })
    await link(tool, ...slugs.slice(0, 20))
    await merge('full-0', 'full-20')
    expect(await read('full-20')).toMatchObject({ tool_count: 1 })
  })

  test('moves the links of a removed tool, which come back when the tool is restored', async () => {
    const tool = await createTool()
    await save({ slug: 'jugs', name: 'Jugs' })
    await save({ slug: 'old-jugs', name: 'Old jugs' })
    await save({ slug: 'ewers', name: 'Ewers' })
    await link(tool, 'jugs', 'old-jugs', 'ewers')
    const suggestion = await suggestEdit(ana, tool, {
      capabilities: [['ewers', 'jugs', 'old-jugs'], ['old-jugs']],
    })
    await db.asOwner("update tools set aliases = '{Pitcher}' where id = $1", [tool])
    await moderate(moderator, 'tool', tool, 'remove')
    const namesake = await createTool('Pitcher')
    await merge('old-jugs', 'jugs')
    await remove('ewers')
    await moderate(moderator, 'tool', tool, 'restore')
    expect(await db.as(ANON, 'select * from tool_capabilities where tool_id = $1', [tool])).toEqual(
      [{ tool_id: tool, capability: 'jugs' }],
    )
    expect(
      await db.asOwner`select changes -> 'capabilities' -> 1 as after from tool_edits where id = ${suggestion}`,
    ).toEqual([{ after: ['jugs'] }])
    expect((await listTools('pitcher')).toSorted()).toEqual([tool, namesake].toSorted())
  })

  test('changes open suggestions that name the merged one', async () => {
    const tool = await createTool()
    for (const slug of ['cups', 'mugs', 'bowls']) await save({ slug })
    await link(tool, 'cups')
    const edit = await suggestEdit(ana, tool, { capabilities: [['cups'], ['bowls', 'cups']] })
    await merge('cups', 'mugs')
    await db.as(moderator, 'select resolve_tool_edit($1, true)', [edit])
    expect(
      await db.as(ANON, 'select capability from tool_capabilities where tool_id = $1 order by 1', [
        tool,
      ]),
    ).toEqual([{ capability: 'bowls' }, { capability: 'mugs' }])
  })

  test('refuses names that do not fit into the synonyms', async () => {
    const synonyms = Array.from({ length: 40 }, (_, n) => `word ${n}`)
    await save({ slug: 'filled', synonyms })
    await save({ slug: 'too-many' })
    await expectRefusal(merge('too-many', 'filled'), '23514: A use can have at most 40 synonyms.')
    expect(await read('too-many')).toBeDefined()
  })

  test('refuses an unknown use, and one with itself', async () => {
    await expectRefusal(merge('fixed', 'nothing'), NO_USE)
    await expectRefusal(merge('nothing', 'fixed'), NO_USE)
    await expectRefusal(merge('fixed', 'fixed'), '23514: Please choose two different uses.')
  })
})

describe('add_tool_capabilities', () => {
  const add = (tool: string, slugs: string[], caller = asMember(ana)) =>
    db.as(caller, 'select add_tool_capabilities($1, $2)', [tool, slugs])
  const submit = async (name: string, caller = asMember(ana)) => {
    return db.create(caller, 'tools', {
      name,
      slug: '',
      description: 'Boils.',
      category: 'HR',
      aliases: [`${name} alias`],
    })
  }
  const readLinks = (tool: string) =>
    db.as(ANON, 'select capability from tool_capabilities where tool_id = $1 order by 1', [tool])
  beforeAll(() => Promise.all([save({ slug: 'stews' }), save({ slug: 'soups' })]))

  test('is for the submitter within an hour', async () => {
    const tool = await submit('Ladle')
    for (const caller of [asMember(ben), asMember(moderator)])
      await expectRefusal(add(tool, ['soups'], caller), 'PT404')
    await expectRefusal(add(tool, ['nothing']), '23514: There is no capability nothing.')
    await add(tool, ['soups', 'stews', 'soups'])
    expect(await readLinks(tool)).toEqual([{ capability: 'soups' }, { capability: 'stews' }])
    expect(await listTools('ladle alias')).toEqual([tool])
    await db.asOwner`update tools set created_at = now() - interval '61 minutes' where id = ${tool}`
    await expectRefusal(add(tool, ['soups']), 'PT404')
  })

  test('of a tool that waits for approval, they appear with it', async () => {
    await db.asOwner(`insert into private.site_settings values ('premoderate_first_posts', '5')`)
    const tool = await submit('Waiter', asMember(ben))
    await add(tool, ['soups'], asMember(ben))
    // The last choice counts.
    await add(tool, [' STEWS '], asMember(ben))
    await expectRefusal(add(tool, ['soups']), 'PT404')
    expect(await readLinks(tool)).toEqual([])
    await moderate(moderator, 'tool', tool, 'restore')
    expect(await readLinks(tool)).toEqual([{ capability: 'stews' }])
    await db.asOwner('delete from private.site_settings')
  })
})

describe('suggested_capabilities', () => {
  const suggest = (caller = asMember(moderator)) =>
    db.as(caller, 'select * from suggested_capabilities()')
  const decide = (tool: string, slugs: string[], caller = asMember(moderator)) =>
    db.as(caller, 'select decide_capabilities($1, $2)', [tool, slugs])
  const describeTool = (id: string, description: string, category = CATEGORY) =>
    db.asOwner`update tools set description = ${description}, category = ${category} where id = ${id}`
  let mail: string
  beforeAll(async () => {
    await save({ slug: 'mail', name: 'Mailbox', synonyms: ['shared inbox', 'post box', 'on time'] })
    await save({ slug: 'forms', name: 'Forms', synonyms: [] })
    mail = await createTool('Aardvark')
    await describeTool(mail, 'Has a shared inbox for letters.', 'Online forms')
    // A single word of a description, and a term with a stop word.
    await describeTool(await createTool(), 'A mailbox, with forms, just in time.')
  })

  test('are those that the text of a tool without capabilities names, for moderators', async () => {
    for (const caller of [ANON, asMember(ana)]) await expectRefusal(suggest(caller), '42501')
    // With statistics the planner could compare each tool with each term.
    await db.asOwner('analyze')
    expect(await suggest()).toMatchObject([
      { id: mail, capabilities: ['forms', 'mail'], names: ['Forms', 'Mailbox'], total: 1 },
    ])
  })

  test('an accepted one is an edit of the tool; others cannot accept it', async () => {
    await expectRefusal(decide(mail, ['mail'], asMember(ana)), '42501')
    await expectRefusal(decide(crypto.randomUUID(), []), 'PT404')
    await expectRefusal(
      db.as(moderator, 'select decide_capabilities($1, null)', [mail]),
      '23514: Please choose uses of this tool.',
    )
    await expectRefusal(decide(mail, ['nothing']), '23514: There is no capability nothing.')
    await decide(mail, ['mail'])
    expect(await listTools('post box')).toEqual([mail])
    expect(await suggest()).toEqual([])
    expect(
      await db.as(ANON, 'select note, changes from tool_edits where tool_id = $1', [mail]),
    ).toEqual([{ note: 'Named in the text', changes: { capabilities: [null, ['mail']] } }])
    await expectRefusal(decide(mail, ['forms']), 'PT409')
  })

  test('a declined tool is not suggested again', async () => {
    const other = await createTool('Bear')
    await describeTool(other, 'It is a shared inbox.')
    expect(await suggest()).toMatchObject([{ id: other }])
    await decide(other, [])
    expect(await suggest()).toEqual([])
  })
})

test('remove_capability removes it from its tools', async () => {
  const tool = await createTool()
  await save({ slug: 'gone', name: 'Vanishing' })
  await link(tool, 'gone')
  expect(await listTools('vanishing')).toEqual([tool])
  await remove('gone')
  expect(await listTools('vanishing')).toEqual([])
  expect(await db.as(ANON, 'select * from tool_capabilities where tool_id = $1', [tool])).toEqual(
    [],
  )
  await expectRefusal(remove('gone'), NO_USE)
})

test('reviewed_capabilities lists those of four reviewed tools, the most reviewed first', async () => {
  await save({ slug: 'four', name: 'Of four' })
  await save({ slug: 'six', name: 'Of six' })
  await save({ slug: 'three', name: 'Of three' })
  const tools: string[] = []
  for (let count = 0; count < 6; count += 1) tools.push(await createTool())
  const [first = '', second = ''] = tools
  for (const tool of tools) await link(tool, 'six')
  for (const tool of tools.slice(0, 4)) await link(tool, 'four')
  for (const tool of tools.slice(0, 3)) await link(tool, 'three')
  for (const tool of tools.slice(0, 3)) await writeReview(ana, tool)
  const list = () => db.as(ANON, 'select * from reviewed_capabilities()')
  expect(await list()).toEqual([])
  for (const tool of tools.slice(3)) await writeReview(ana, tool)
  await writeReview(ben, second)
  await writeReview(moderator, second)
  await writeReview(ben, first)
  const rest = tools.slice(2).toSorted().toReversed()
  const among = (slug: string, reviewed: string[]) => ({
    slug,
    name: `Of ${slug}`,
    tools: [second, first, ...rest.filter((tool) => reviewed.includes(tool))].slice(0, 5),
  })
  expect(await list()).toEqual([among('six', tools), among('four', tools.slice(0, 4))])
})
