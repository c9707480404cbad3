// Names that a moderator checks first: they look like another name, or people type them to search for something else
// (spec 3 §1.3).

import { OWNER } from '@toolmark/backend/tests/support/databases/database.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
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
  synonyms: [
    'kanban boards',
    'slide decks',
    'testing',
    'diagrams',
    'passwords',
    'password safe',
    'sign a pdf',
    'form maker',
    'cloud IDE',
    'track time',
    ...['bucket', 'drive', 'storage for files'].map((word) => `cloud ${word}`),
    ...['vault', 'room', 'rack', 'box', 'bag'].flatMap((word) => [
      `${word} storage`,
      `sharing ${word}`,
      `${word} sharing`,
      `file ${word}`,
    ]),
  ],
})
for (const [language, terms] of [
  ['zh', ['项目管理', '密码管理']],
  ['ja', ['プロジェクト管理']],
  ['de', ['Passwörter', 'Aufgabenverwaltung']],
  ['es', ['gestión de proyectos', 'tareas']],
] as const)
  await db.insert(OWNER, 'capability_terms', {
    capability: 'appointment-scheduling',
    language,
    terms,
  })
await db.as(SERVICE, 'select save_attribute($1, $2, $3, options => $4)', [
  'hosting',
  'Hosting',
  'choices',
  JSON.stringify([{ value: 'eu', label: 'Hosted in Europe' }]),
])
await db.as(SERVICE, "select save_attribute('soc2', 'SOC 2', 'yes_no')")
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
  'Diagram',
  'for students',
  'Diagram maker',
  'Diagram Maker App',
  'The Diagrams Generator',
  'Free diagram editor',
  'Software de CRM',
  'CRM programma',
  'Password Mngr',
  'Password mgmt tool',
  'Pasword Manager',
  'Diagrms maker',
  'Gestor de tareas',
  'Passwort Verwaltung',
  'Aufgabenverwaltung für Teams',
  '項目管理',
  '項目管理工具',
  '密碼管理工具',
  'プロジェクト管理ツール',
  'Kanban board 2 for teams',
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
  'App',
  'Apps',
  'Startups',
  'Team',
  'Alternativa',
  'Vergleich',
  'Kanban',
  'Board',
  'Safe',
  'Kanban App',
  'the best Kanban 24',
  'PDF Converter',
  'Merger for PDF 2026',
  'Kanban Planner 2',
  'Deck Viewer App',
  'FormMakr',
  'Cloud ID',
  'Hosted in Europe',
  'EU',
  'Free SOC 2',
  'Cloud Storage',
  'Storage Sharing',
  'The Cloud Sharing App',
  'Cloud Storage Manager Plus',
  'Password Safe Pro',
  'Kanban Lite',
  'Super CRM',
  'Slack Pro',
  'MySlack',
  'OpenSlack',
  'iSlack',
  'eSlack',
  'xSlack',
  'Slackify',
  'SlackHub',
  'Slackbot',
  'FreeSlack',
  'LibreSlack Server',
  'Slack-Alternative',
  'OpenNotion',
  'TrelloPro',
  'Trellomatic',
  'Ultratrello',
  'Slack™ Pro',
  'Open®Slack',
  '0penSlack',
  'OpenS1ack',
  'Tr3llo Pro',
  'SlackGPT',
  'ChatSlack',
  'NeoSlack',
  'SlackOS',
  'Slack v2',
  'FileSharing',
  'Filesharing Pro',
  'MyFileSharing',
  'Cloudstorage',
  'Free Cloudstorage App',
  'iCRM',
  'iCRM 2',
  'eCRM',
  'OpenCRM',
  'CRMify',
  'CRMly',
  'The CRMHub',
  'OpenKanbanBoard',
  'iKanbanBoards',
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
  '5lack',
  'Sl@ck',
  'Not!on',
  '$lack',
  'Tr€ll0',
  '§lack',
  'N°ti○n',
  'No†ion',
  'Gi+Hub',
  'A§ana',
  'Goo9le Docs',
  'Tre//o',
  'Tre/lo',
  'Tre\\\\o',
  'Trel¦o',
  'Tre][o',
  'N()tion',
  'N∅tion',
  'N☉ti{}n',
  'As^na',
  'Git#ub',
  'Sla(k',
  '/\\sana',
  'Goog/e Docs',
  'Micro$of#',
  '₦otion',
  'Goo6le Docs',
  'Slack 0fficiaI',
  '\u{1f17d}\u{1f17e}\u{1f183}\u{1f178}\u{1f17e}\u{1f17d}',
  '\u{1f15d}otion',
  '\uff33\uff4c\uff41\uff43\uff4b \uff21\uff30\uff30',
  'Gооgle Docs',
  'Kubemetes',
  'Samovar для всех',
  'Μicro Samovar',
]
/** Ordinary names. */
const NAMES = [
  'Samo!var',
  'Samovar!',
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
  'Diagram Kettle',
  'Password Samovar',
  'Samovar Lite',
  'OpenSamovar',
  'Samovarify',
  'Cloud Samovar',
  'Slackware',
  'Notional',
  'Trellis',
  'Board Samovar',
  'Samovar 2 Europe',
  'Kettle Maker',
  'Maker',
  'Teapot Manager',
  'Chá de Lisboa',
  'Likewise',
  'Linea',
  'Formbakery',
  'Trackwise',
  'Cloud Nine',
  'PDF Samovar',
  'Kettle Converter',
  'Notary',
  'Trolley',
  'C++ Insights',
  'LINE 証券',
  'ほのぼの Works',
  'Яндекс Почта',
  'Ünïcode Café',
  '🚀',
  'Samovar+',
  'Chat Samovar',
  'Samovar v2',
  'Filekettle',
  'Sharingham',
  'OpenKettle',
  'iSamovar',
  'Bagshaw',
  'Kettle/Pot',
  'Kettle (beta)',
  '#Samovar!',
  'TCP/IP',
  'AC/DC',
]

/** Of the texts those that would wait as the name of a new tool, and as an alias of it. */
const findWaiting = async (texts: string[]) => {
  const waiting = { name: [] as string[], alias: [] as string[] }
  for (const text of texts) {
    const [row] = await db.asOwner`
      select private.has_name_to_check(gen_random_uuid(), ${text}, null, null) as name,
        private.has_name_to_check(gen_random_uuid(), 'Samovar', array['Teapot', ${text}], null) as alias`
    if (row?.name) waiting.name.push(text)
    if (row?.alias) waiting.alias.push(text)
  }
  return waiting
}

test.each([
  ['a search', SEARCHES],
  ['like another name', LOOKS],
])('a name and an alias that are %s wait for a moderator', async (_kind, texts) => {
  expect(await findWaiting(texts)).toEqual({ name: texts, alias: texts })
})

test('an ordinary name, also as an alias, is listed at once', async () => {
  const aliases = NAMES.filter((name) => name !== 'My Tool')
  expect(await findWaiting(aliases)).toEqual({ name: [], alias: [] })
  expect(await findWaiting(['My Tool'])).toEqual({ name: [], alias: ['My Tool'] })
})

test.each([
  { name: 'Kanban board' },
  { name: 'Notion templates' },
  { name: 'N\u043etion' },
  { aliases: ['Teapot', 'Slack alternatives'] },
  { aliases: ['SIack'] },
])('a tool with %o waits, and is listed after a moderator approves it', async (fields) => {
  const id = await addTool(await createMember(), fields)
  expect(await isShown('tools', id)).toBe(false)
  await moderate(moderator, 'tool', id, 'restore')
  expect(await isShown('tools', id)).toBe(true)
  await remove(id)
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
    // An address is no link in a text.
    const repository = { repository_url: [null, 'https://pots.example/pots/pots'] }
    expect((await edit(repository)).waiting).toEqual([])
  })
})

describe('the former name of a tool', () => {
  /** What each way leaves: a tool with another name, which was "Flowpot". */
  const FORMER = {
    'after a rename with its address': (tool: string) =>
      db.as(moderator, 'select rename_tool($1, $2, $3)', [tool, 'Teaworks', 'teaworks']),
    'after a rename that keeps its address': (tool: string) =>
      db.as(moderator, 'select rename_tool($1, $2, $3)', [tool, 'Teaworks', 'flowpot']),
    'after two renames': async (tool: string) => {
      await db.as(moderator, 'select rename_tool($1, $2, $3)', [tool, 'Teaworks', 'flowpot'])
      await db.as(moderator, 'select rename_tool($1, $2, $3)', [tool, 'Steamworks', 'steamworks'])
    },
    'after a merge': async (tool: string) => {
      const target = await db.create(OWNER, 'tools', {
        name: 'Teaworks',
        description: 'd',
        category: 'HR',
      })
      await db.as(moderator, 'select merge_tools($1, $2, $3)', [tool, target, REASON])
      return target
    },
  }
  const REASON = 'Both entries are one and the same tool.'
  const addFormer = async (way: keyof typeof FORMER) => {
    const tool = await db.create(OWNER, 'tools', {
      name: 'Flowpot',
      description: 'Pours.',
      category: 'HR',
      aliases: ['Flowpot Classic'],
    })
    const target = await FORMER[way](tool)
    return typeof target === 'string' ? target : tool
  }
  const search = async (words: string) =>
    (await db.as(ANON, 'select id from search_tools($1)', [words])).map((row) => row.id)
  afterEach(async () => {
    await db.asOwner`delete from tools where name in ('Flowpot', 'Teaworks', 'Steamworks', 'Pot')`
    await db.asOwner`delete from private.removed_content`
  })

  test.each(Object.keys(FORMER) as (keyof typeof FORMER)[])(
    'is found, and waits as a name of others, %s',
    async (way) => {
      const tool = await addFormer(way)
      const unlisted: string[] = []
      for (const name of ['Flow-pot', 'Fl0wpot', 'Flowpott', 'Flowpot app', 'My Flowpot'])
        if (!(await isShown('tools', await addTool(await createMember(), { name }))))
          unlisted.push(name)
      for (const alias of ['Flowpot', 'Flowp\u043et', 'Flow Pot', 'Flowpot templates'])
        if (!(await isShown('tools', await addTool(await createMember(), { aliases: [alias] }))))
          unlisted.push(alias)
      for (const company of ['Flowpot', 'Fl0wpot', 'Official Flowpot']) {
        const member = await createMember()
        const id = await db.create(member, 'companies', { name: company })
        const [row] = await db.as(ANON, 'select name from companies where id = $1', [id])
        if (row?.name === 'Company in review') unlisted.push(company)
      }
      expect(unlisted).toHaveLength(12)
      for (const words of ['flowpot', 'flow pot', 'flow-pot', 'flowpott', 'flowpto'])
        expect({ words, found: await search(words) }).toEqual({ words, found: [tool] })
      expect(await db.as(ANON, "select kind, slug from suggest('flowp')")).toMatchObject([
        { kind: 'tool' },
      ])
    },
  )

  test('is none that a moderator took back, and is free then', async () => {
    const tool = await addFormer('after a rename that keeps its address')
    const rename = (name: string) =>
      db.as(moderator, 'select rename_tool($1, $2, $3)', [tool, name, 'flowpot'])
    await rename('Steamworks')
    await rename('Teaworks')
    expect(await db.asOwner`select former_names from tools where id = ${tool}`).toEqual([
      { former_names: ['Flowpot'] },
    ])
    expect(await search('steamworks')).toEqual([])
    expect(
      await isShown('tools', await addTool(await createMember(), { name: 'Steamworks' })),
    ).toBe(true)
  })

  test('is free after the merge is undone, and its own tool may have it as an alias', async () => {
    const target = await addFormer('after a merge')
    expect(await db.asOwner`select former_names from tools where id = ${target}`).toEqual([
      { former_names: ['Flowpot', 'Flowpot Classic'] },
    ])
    const [merge] =
      await db.asOwner`select source_id from private.tool_merges where target_id = ${target}`
    await moderate(moderator, 'tool', String(merge?.source_id), 'restore')
    expect(await db.asOwner`select former_names from tools where id = ${target}`).toEqual([
      { former_names: [] },
    ])
    await db.as(moderator, 'select rename_tool($1, $2, $3)', [merge?.source_id, 'Pot', 'pot'])
    const maker = await createMember()
    await makeMaker(maker, String(merge?.source_id))
    await suggestEdit(maker, String(merge?.source_id), {
      aliases: [['Flowpot Classic'], ['Flowpot']],
    })
    expect(
      await db.asOwner`select aliases, former_names from tools where id = ${merge?.source_id}`,
    ).toEqual([{ aliases: ['Flowpot'], former_names: ['Flowpot'] }])
    await db.asOwner`delete from tools where name = 'Pot'`
    expect(await isShown('tools', await addTool(await createMember(), { name: 'Flow-pot' }))).toBe(
      true,
    )
  })
})

describe('a company', () => {
  const addCompany = (name: string) =>
    createMember().then((member) => db.create(member, 'companies', { name }))
  const readName = (id: string) => db.value(ANON, 'select name from companies where id = $1', [id])

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
