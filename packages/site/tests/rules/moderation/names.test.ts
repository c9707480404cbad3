// Names that a moderator checks first: they look like another name, or people type them to search for something else
// (spec 3 §1.3).

import { OWNER } from '@toolmark/backend/tests/support/databases/database.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { shareCommunity } from '../../support/databases/community.ts'
import { ANON, SERVICE } from '../../support/databases/moderation.ts'

const { db, moderator, createMember, createTool, moderate, makeMaker, suggestEdit } =
  await shareCommunity()
for (const [name, aliases] of Object.entries({
  Slack: [],
  Trello: [],
  Asana: [],
  Notion: [],
  GitHub: [],
  'Google Docs': [],
  Kubernetes: ['k8s'],
  'Visual Studio': [],
}))
  await db.insert(OWNER, 'tools', { name, description: 'Works.', category: 'HR', aliases })
await db.insert(OWNER, 'companies', { name: 'Microsoft' })
await db.insert(OWNER, 'capabilities', {
  slug: 'appointment-scheduling',
  name: 'Appointment scheduling',
  category: 'Productivity',
  synonyms: ['kanban boards', 'slide decks', 'testing'],
})
beforeEach(async () => {
  await db.asOwner('delete from private.site_settings')
})

const addTool = (member: string, fields: object) =>
  db.create(member, 'tools', {
    name: `Samovar ${crypto.randomUUID()}`,
    description: 'Boils water.',
    category: 'HR',
    ...fields,
  })
const isShown = async (table: string, id: string) =>
  (await db.as(ANON, `select from ${table} where id = $1`, [id])).length === 1
const remove = (id: string) => db.asOwner('delete from tools where id = $1', [id])

/** What people type to find something else, as a name and as an alias. */
const SEARCHES = [
  'Project management',
  'project managements',
  'Appointment Scheduling',
  'scheduling of appointments',
  'Kanban board',
  'Slide deck',
  'ProjectManagement',
  'Projectmanagement App',
  'p r o j e c t management',
  'projcet management',
  'Apointment scheduling',
  'SlideDecks',
  'open sorce',
  'CRM',
  'CRM24',
  'Kanban boards 2',
  '24/7 CRM',
  'Free CRM',
  'best crm for startups',
  'Social media',
  'open source',
  'opensource',
  'free',
  'for mac',
  'for Linux',
  'self-hosted',
  'Free app for Windows',
  'alternatives',
  'alternative',
  'Slack alternatives',
  'Slack alternative',
  'alternatives to trello',
  'Trello competitors',
  'instead of',
  'instead of Slack',
  'like trello',
  'vs',
  'trello vs asana',
  'Trello versus Jira',
  'Trello or Asana',
  'similar to Notion',
  'compared with Notion',
  'replace Slack',
  'Notion app',
  'NotionApp',
  'get Notion',
  'Notion templates',
  'Notion for teams',
  'free Notion',
  'Slack login',
  'Slack pricing',
  'My Trello',
  'git hub',
  'k8s dashboard',
  'trelo',
  'Trelllo',
  'Terllo',
  'Asanna',
  'Kubernets',
  'Kubernettes app',
  'Gogle Docs',
  'Docs Google',
  'Google Docs 4',
  'Trello2',
]
/** Names that others look like. */
const LOOKS = [
  'N\u043etion',
  'Noti\u03bfn',
  'N o t i o n',
  'N.o.t.i.o.n',
  'Notion (official)',
  'Official Notion',
  'Notion HQ',
  'Nоtiоn',
  'ＮＯＴＩ０Ｎ',
  '\u039d\u039f\u03a4\u0399\u039f\u039d',
  'N0tion',
  'NotIon\u200b\u0301',
  'NOTl0N',
  'S|ack',
  'SIack',
  '5lack vеrified',
  '\uff33\uff4c\uff41\uff43\uff4b \uff21\uff30\uff30',
  'Gооgle Docs',
  'Kubemetes',
  'Samovar для всех',
  'Μicro Samovar',
]
/** Ordinary names. */
const NAMES = [
  'Test Tool',
  'My Tool',
  'Samovar',
  'Samovar 3000',
  'Samovar Pro',
  'Tool 1',
  'Tool 2',
  'Test Tool A',
  'Test Tool B',
  'Freehand',
  'Likewise',
  'Linea',
  'Notary',
  'Trolley',
  'C++ Insights',
  'LINE 証券',
  'ほのぼの Works',
  'Яндекс Почта',
  'Ünïcode Café',
  '🚀',
]

test.each([...SEARCHES, ...LOOKS])('a tool named “%s” waits for a moderator', async (name) => {
  const member = await createMember()
  const id = await addTool(member, { name })
  expect(await isShown('tools', id)).toBe(false)
  await moderate(moderator, 'tool', id, 'restore')
  expect(await isShown('tools', id)).toBe(true)
  await remove(id)
})

/** Those are refused: "… is the name of another tool." */
const NAMES_OF_OTHERS = ['vs', 'git hub', 'N o t i o n', 'N.o.t.i.o.n', 'NotIon\u200b\u0301']

test.each([...SEARCHES, ...LOOKS].filter((name) => !NAMES_OF_OTHERS.includes(name)))(
  'a tool with the alias “%s” waits for a moderator',
  async (alias) => {
    const id = await addTool(await createMember(), { aliases: ['Teapot', alias] })
    expect(await isShown('tools', id)).toBe(false)
  },
)

test.each(NAMES)('a tool named “%s”, or with this alias, is listed at once', async (name) => {
  const named = await addTool(await createMember(), { name })
  expect(await isShown('tools', named)).toBe(true)
  await remove(named)
  if (name.length < 3 || name === 'My Tool') return
  const called = await addTool(await createMember(), { aliases: [name] })
  expect(await isShown('tools', called)).toBe(true)
  await remove(called)
})

test('an alias with the own name, and one like the own family, are no search', async () => {
  for (const [name, aliases] of [
    ['Percolator', ['Percolator App', 'The Percolator', 'percolater', 'Percolator (official)']],
    ['Visual Studio Code', ['VS Code', 'VSCode', 'Visual Studio Code Insiders']],
  ] as const) {
    const id = await addTool(moderator, { name, aliases })
    expect(await isShown('tools', id)).toBe(true)
    await remove(id)
    const own = await db.create(OWNER, 'tools', { name, description: 'd', category: 'HR' })
    const maker = await createMember()
    await makeMaker(maker, own)
    await suggestEdit(maker, own, { aliases: [null, aliases] })
    expect(await db.as(ANON, 'select aliases from tools where id = $1', [own])).toEqual([
      { aliases },
    ])
    await remove(own)
  }
})

test('names of imports, of the service and of staff do not wait', async () => {
  for (const writer of [moderator, SERVICE, OWNER]) {
    const id = await db.create(writer, 'tools', {
      name: 'Notion templates',
      description: 'd',
      category: 'HR',
    })
    expect(await isShown('tools', id)).toBe(true)
    await remove(id)
  }
})

describe('an edit by the maker', () => {
  const edit = async (changes: object, { isNew = true } = {}) => {
    const maker = await createMember()
    const tool = await createTool()
    await makeMaker(maker, tool)
    if (!isNew)
      await db.asOwner`update private.profiles set created_at = now() - interval '9 days' where user_id = ${maker}`
    await suggestEdit(maker, tool, { ...changes, latest_version: [null, '2.0'] })
    const [row] = await db.as(
      ANON,
      'select t.description, t.aliases, t.website_url, f.latest_version from tools t left join tool_facts f on f.tool_id = t.id where t.id = $1',
      [tool],
    )
    const waiting = await db.asOwner(
      "select changes, as_maker from tool_edits where tool_id = $1 and status = 'open'",
      [tool],
    )
    return { row, waiting }
  }
  const describeAs = (text: string) => ({ description: ['Boils water.', text] })

  test.each([
    ['an alias that is a search', { aliases: [null, ['Slack alternatives']] }],
    ['an alias that looks like another name', { aliases: [null, ['N\u043etion']] }],
    ['a word that is held', describeAs('A casino.')],
    ['a link of a new account', describeAs('See www.spam.example')],
    ['a website with a word that is held', { website_url: [undefined, 'https://casino.example'] }],
  ])('waits with %s, and the rest of it appears at once', async (_case, change) => {
    await db.asOwner(
      `insert into private.site_settings values ('word_filter', '[{"text": "casino", "action": "hold"}]'), ('premoderate_links', 'true')`,
    )
    const fields = Object.keys(change)
    if ('website_url' in change) {
      // The value before is the website of the tool.
      const maker = await createMember()
      const tool = await createTool()
      await makeMaker(maker, tool)
      const [before] = await db.as(ANON, 'select website_url from tools where id = $1', [tool])
      await suggestEdit(maker, tool, {
        website_url: [before?.website_url, 'https://casino.example'],
      })
      expect(await db.as(ANON, 'select website_url from tools where id = $1', [tool])).toEqual([
        before,
      ])
      return
    }
    const { row, waiting } = await edit(change)
    expect(row).toMatchObject({ description: 'Boils water.', aliases: [], latest_version: '2.0' })
    expect(waiting).toEqual([{ changes: expect.objectContaining(change), as_maker: true }])
    expect(Object.keys(waiting[0]?.changes as object)).toEqual(fields)
  })

  test('appears at once with a plain text, and with a link of an older account', async () => {
    await db.asOwner("insert into private.site_settings values ('premoderate_links', 'true')")
    const text = 'See www.pots.example'
    expect((await edit(describeAs('Boils tea.'))).row).toMatchObject({ description: 'Boils tea.' })
    expect((await edit(describeAs(text), { isNew: false })).row).toMatchObject({
      description: text,
    })
  })
})

describe('a company', () => {
  const addCompany = (name: string) =>
    createMember().then((member) => db.create(member, 'companies', { name }))
  const readName = async (id: string) =>
    (await db.as(ANON, 'select name from companies where id = $1', [id]))[0]?.name

  test.each([
    'Micr\u043esoft',
    'Microsoft (verified)',
    'M i c r o s o f t',
    'N\u043etion',
    'Official Slack',
  ])('named “%s” waits for a moderator', async (name) => {
    const id = await addCompany(name)
    expect(await readName(id)).toBe('Company in review')
    await moderate(moderator, 'company', id, 'restore')
    expect(await readName(id)).toBe(name)
    await db.asOwner('delete from companies where id = $1', [id])
  })

  test.each(['Microsoft', 'Notion', 'Slack Technologies', 'Kettle & Sons', 'Группа Чайник'])(
    'named “%s” is shown at once',
    async (name) => {
      expect(await readName(await addCompany(name))).toBe(name)
    },
  )
})
