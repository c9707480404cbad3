// How a search is understood, and what it finds by capabilities, aliases, facts and names.

import { OWNER, shareTestDatabase } from '@toolmark/backend/tests/support/databases/database.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { ANON } from '../../support/databases/moderation.ts'
import { expectRefusal } from '../../support/databases/refusals.ts'

interface NewTool {
  name: string
  aliases?: string[]
  description?: string
  category?: string
  capabilities?: string[]
  pricing?: string
  license?: string
  platforms?: string[]
}

const CAPABILITIES = [
  ['video-editing', 'Video editing', 'Video & Audio', ['video editor', 'cut clips']],
  ['error-tracking', 'Error tracking', 'Development', ['crash reports', 'bug tracker']],
  ['team-chat', 'Team chat', 'Communication', ['group messaging']],
  ['text-to-speech', 'Text to speech', 'AI & Automation', ['tts']],
  ['speech-to-text', 'Speech to text', 'AI & Automation', ['transcription']],
  ['online-shops', 'Online shops', 'E-commerce & Retail', ['e-commerce platform', 'web shop']],
  ['ci-cd', 'CI/CD', 'DevOps & Infrastructure', ['continuous integration']],
] as const

const TOOLS: NewTool[] = [
  { name: 'Cutter', capabilities: ['video-editing'], pricing: 'paid', platforms: ['macos'] },
  { name: 'Openreel', capabilities: ['video-editing'], pricing: 'free', license: 'GPL-3.0-only' },
  { name: 'Fademaker', capabilities: ['video-editing', 'text-to-speech'], pricing: 'freemium' },
  { name: 'Watchdoggy', capabilities: ['error-tracking'], license: 'MIT', pricing: 'freemium' },
  { name: 'Chatter', capabilities: ['team-chat', 'video-editing'], category: 'Communication' },
  { name: 'Babble', capabilities: ['team-chat'], category: 'Communication' },
  { name: 'Mumble', category: 'Communication' },
  { name: 'Speakly', capabilities: ['text-to-speech'] },
  { name: 'Scribbler', capabilities: ['speech-to-text'] },
  { name: 'Storeland', capabilities: ['online-shops'] },
  { name: 'Pipeliner', capabilities: ['ci-cd'] },
  { name: 'GitForge', aliases: ['VC Forge', 'gf8'] },
  { name: 'Macro Teams', description: 'Meetings with slides.' },
  { name: 'C++ Studio', description: 'Compiles.' },
  { name: 'Quill', description: 'Creates invoices, with reminders.' },
]

const db = await shareTestDatabase()
await db.asOwner(
  `insert into capabilities (slug, name, category, synonyms)
   select * from jsonb_to_recordset($1) as r(slug text, name text, category text, synonyms text[])`,
  [
    JSON.stringify(
      CAPABILITIES.map(([slug, name, category, synonyms]) => ({ slug, name, category, synonyms })),
    ),
  ],
)
await addTools(TOOLS)

async function addTools(tools: readonly NewTool[]) {
  const rows = tools.map((tool) => ({
    ...{ aliases: [], description: 'Does its work.', category: 'Legal', capabilities: [] },
    ...tool,
  }))
  await db.asOwner`insert into tools (name, aliases, description, category)
     select name, aliases, description, category from jsonb_to_recordset(${JSON.stringify(rows)})
       as r(name text, aliases text[], description text, category text)`
  await db.asOwner`insert into tool_capabilities select t.id, unnest(r.capabilities)
     from jsonb_to_recordset(${JSON.stringify(rows)}) as r(name text, capabilities text[]) join tools t using (name)`
  await db.asOwner`insert into tool_facts (tool_id, pricing_model, license, platforms) select t.id, r.pricing, r.license, r.platforms
     from jsonb_to_recordset(${JSON.stringify(rows)}) as r(name text, pricing text, license text, platforms text[]) join tools t using (name)`
}

const find = async (query: string): Promise<string[]> =>
  (
    await db.as(ANON, "select name from search_tools($1, sort => 'relevance', page_size => 100)", [
      query,
    ])
  ).map(({ name }) => String(name))

const understand = async (query: string) =>
  (await db.value(ANON, 'select understand_query($1) as u', [query])) as Record<string, unknown>

describe('capabilities', () => {
  test.each([
    ['video editing', 'video-editing'],
    ['video editor', 'video-editing'],
    ['edit a video', 'video-editing'],
    ['crash report', 'error-tracking'],
    ['bug tracking', 'error-tracking'],
    ['TTS', 'text-to-speech'],
    ['ecommerce platform', 'online-shops'],
    ['web shops', 'online-shops'],
    ['ci/cd', 'ci-cd'],
    ['cicd', 'ci-cd'],
  ])('%s names %s', async (query, slug) => {
    expect((await understand(query)).capabilities).toEqual([slug])
    const tools = TOOLS.filter(({ capabilities }) => capabilities?.includes(slug))
    expect((await find(query)).slice(0, tools.length).sort()).toEqual(
      tools.map(({ name }) => name).sort(),
    )
  })

  test('the order of the words tells apart terms of the same words', async () => {
    expect((await find('text to speech')).slice(0, 2).sort()).toEqual(['Fademaker', 'Speakly'])
    expect((await find('speech to text'))[0]).toBe('Scribbler')
  })

  test('a tool for little else precedes one for much', async () => {
    expect((await find('team chat')).slice(0, 2)).toEqual(['Babble', 'Chatter'])
  })

  test('a new synonym finds the tools, and a removed one does not', async () => {
    expect(await find('vlogging')).toEqual([])
    await db.asOwner`update capabilities set synonyms = synonyms || '{vlogging}' where slug = 'video-editing'`
    expect(await find('vlogging')).toHaveLength(4)
    await db.asOwner`update capabilities set synonyms = array_remove(synonyms, 'vlogging') where slug = 'video-editing'`
    expect(await find('vlogging')).toEqual([])
  })

  test('a link counts, and without it the tool is not found', async () => {
    const read = () => db.value(ANON, "select tool_count from capabilities where slug = 'ci-cd'")
    await db.asOwner`insert into tool_capabilities select id, 'ci-cd' from tools where name = 'Quill'`
    expect(await read()).toBe(2)
    expect(await find('continuous integration')).toContain('Quill')
    await db.asOwner`delete from tool_capabilities where tool_id in (select id from tools where name = 'Quill')`
    expect(await read()).toBe(1)
    expect(await find('continuous integration')).not.toContain('Quill')
  })

  test('A tool can have at most 20 capabilities.', async () => {
    await db.asOwner`insert into capabilities (slug, name, category)
       select 'many-' || n, 'Many ' || n, 'Legal & Compliance' from generate_series(1, 21) n`
    const link = (count: number) =>
      db.asOwner`insert into tool_capabilities select t.id, 'many-' || n from tools t, generate_series(1, ${count}::integer) n
         where t.name = 'Mumble'`
    await expectRefusal(link(21), '23514: A tool can have at most 20 capabilities.')
    const count = () => db.rowAsOwner("select capability_count from tools where name = 'Mumble'")
    await link(20)
    expect(await count()).toEqual({ capability_count: 20 })
    await db.asOwner("delete from capabilities where slug like 'many-%'")
    expect(await count()).toEqual({ capability_count: 0 })
  })
})

describe('names', () => {
  test.each([
    ['gitforge', 'GitForge'],
    ['git forge', 'GitForge'],
    ['git-forge', 'GitForge'],
    ['vcforge', 'GitForge'],
    ['gf8', 'GitForge'],
    ['macroteams', 'Macro Teams'],
    ['macro teams', 'Macro Teams'],
    ['C++', 'C++ Studio'],
  ])('%s finds %s first', async (query, name) => {
    expect((await find(query))[0]).toBe(name)
  })

  test('a word that is else ignored is part of a name', async () => {
    expect((await understand('best macro teams')).ignored).toEqual(['best'])
  })
})

describe('words without a meaning', () => {
  test('are ignored and named, if another word remains', async () => {
    expect(await understand('best video editor for my small team')).toMatchObject({
      text: 'video editor',
      ignored: ['best', 'small', 'team'],
    })
    expect(await find('best video editor for my small team')).toEqual(await find('video editor'))
    expect(await understand('best tool')).toMatchObject({ text: 'best tool', ignored: [] })
  })

  test.each([
    ['I am a novelist and need a video editor', ['novelist']],
    ['As a teacher I need a video editor', ['teacher']],
    ['Our law firm wants a video editor', ['law', 'firm']],
    ['Je suis photographe et je cherche video editor', ['photographe']],
    ['Unser Sportverein möchte einen video editor für uns', ['Sportverein']],
    ['als Lehrer einen video editor', ['Lehrer']],
  ])('%s: who searches is ignored and named', async (query, ignored) => {
    expect(await understand(query)).toMatchObject({ text: 'video editor', ignored })
  })

  test.each([
    ['a video editor for schools that need subtitles', 'video editor schools subtitles'],
    ['use a phone as a webcam', 'phone webcam'],
    ['im Verein einen video editor', 'video editor'],
    ['como editar vídeo no telefone', 'editar video telefone'],
  ])('%s says nothing of who searches', async (query, text) => {
    expect((await understand(query)).text).toBe(text)
  })

  test('in quotation marks count as text', async () => {
    expect(await understand('"best" video editor')).toMatchObject({
      text: 'best video editor',
      ignored: [],
    })
  })
})

describe('facts', () => {
  test.each([
    ['free video editor', { pricing: 'free' }, ['Openreel', 'Fademaker']],
    ['open source video editor', { license: 'open_source' }, ['Openreel']],
    ['video editor for mac', { platform: 'macos' }, ['Cutter']],
  ])('%s ranks tools with the fact before the others', async (query, facts, first) => {
    expect(await understand(query)).toMatchObject({ ...facts, text: 'video editor' })
    const found = await find(query)
    expect(found.slice(0, first.length)).toEqual(first)
    expect(found.toSorted()).toEqual((await find('video editor')).toSorted())
  })

  test.each([
    ['actively maintained video editor', 'active'],
    ['still maintained video editor', 'active'],
    ['unmaintained video editor', 'abandoned'],
    ['gepflegte Buchhaltung', 'active'],
    ['verwaiste Buchhaltung', 'abandoned'],
    ['logiciel abandonné de comptabilité', 'abandoned'],
    ['gestor de contraseñas con desarrollo activo', 'active'],
    ['gerenciador de senhas em desenvolvimento ativo', 'active'],
    ['gestione password con sviluppo attivo', 'active'],
    ['actief ontwikkeld boekhoudprogramma', 'active'],
    ['aktywnie rozwijany menedżer haseł', 'active'],
    ['заброшенный менеджер паролей', 'abandoned'],
    ['開発終了', 'abandoned'],
    ['持续维护', 'active'],
  ])('%s asks for tools that are %s', async (query, value) => {
    expect((await understand(query)).facts).toMatchObject([{ kind: 'alive', value }])
  })

  test.each([
    'maintenance planning',
    'active directory',
    'abandoned cart emails',
    'archive emails',
    '"maintained" video editor',
  ])('%s does not ask for tools that are alive', async (query) => {
    expect((await understand(query)).facts).toEqual([])
  })

  test.each(['video editor to get paid', 'tax free video editor', 'video editor for free time'])(
    '%s asks for no fact',
    async (query) => {
      expect((await understand(query)).facts).toEqual([])
    },
  )

  test.each([
    ['video editor with a free plan', { pricing: 'free' }],
    ['video editor, free tier', { pricing: 'free' }],
    ['video editor with an open source license', { license: 'open_source' }],
  ])('%s names one fact', async (query, facts) => {
    expect(await understand(query)).toMatchObject({ ...facts, text: 'video editor' })
  })

  test('a tool whose text mentions the use has no better facts than one with the use', async () => {
    await addTools([
      { name: 'Mentioner', description: 'Shows the tts of others.', pricing: 'free' },
      { name: 'Whisperer', capabilities: ['text-to-speech'], pricing: 'paid' },
    ])
    const found = await find('free tts')
    expect(found).toContain('Mentioner')
    expect(found.indexOf('Whisperer')).toBeLessThan(found.indexOf('Mentioner'))
    await db.asOwner("delete from tools where name in ('Mentioner', 'Whisperer')")
  })

  test('a fact in quotation marks is text', async () => {
    expect(await understand('"free" video editor')).toMatchObject({ pricing: null, facts: [] })
  })

  test('free and open source is about the license', async () => {
    expect((await understand('free and open source video editor')).facts).toEqual([
      { kind: 'license', value: 'open_source', words: 'free and open source' },
    ])
  })
})

describe('alternatives and comparisons', () => {
  test.each([
    'chatter alternatives',
    'alternatives to Chatter',
    'apps like chatter',
    'alternative for chattter',
  ])('%s lists the alternatives in their order, without the tool', async (query) => {
    expect((await understand(query)).alternatives_to).toBe('chatter')
    const listed = await db.as(
      ANON,
      "select name from tool_alternatives((select id from tools where name = 'Chatter'), 24)",
    )
    expect(await find(query)).toEqual(listed.map(({ name }) => name))
    expect(listed[0]?.name).toBe('Babble')
  })

  test('open source alternatives come first', async () => {
    expect((await find('open source cutter alternatives'))[0]).toBe('Openreel')
  })

  test.each(['babble vs mumble', 'Babble or Mumble', 'babble versus mumble'])(
    '%s lists both tools first',
    async (query) => {
      expect((await understand(query)).compare).toEqual(['babble', 'mumble'])
      expect((await find(query)).slice(0, 2)).toEqual(['Babble', 'Mumble'])
    },
  )

  test.each(['babble vs mumble vs chatter', 'Babble or Mumble or Chatter'])(
    '%s lists the three tools first',
    async (query) => {
      expect((await understand(query)).compare).toEqual(['babble', 'mumble', 'chatter'])
      expect((await find(query)).slice(0, 3)).toEqual(['Babble', 'Mumble', 'Chatter'])
    },
  )

  test.each(['video or audio editor', 'babble vs babble', 'babble vs mumble vs babble'])(
    '%s compares nothing',
    async (query) => {
      expect((await understand(query)).compare).toEqual([])
    },
  )
})

describe('typing errors', () => {
  test.each([
    ['vidio editing', 'video editing', 'Cutter'],
    ['trnscription', 'transcription', 'Scribbler'],
    ['watchdogy', 'watchdoggy', 'Watchdoggy'],
    ['wathcdoggy', 'watchdoggy', 'Watchdoggy'],
    ['hcatter', 'chatter', 'Chatter'],
    ['babbel', 'babble', 'Babble'],
  ])('%s is corrected to %s', async (query, corrected, name) => {
    expect((await understand(query)).corrected).toBe(corrected)
    expect(await find(query)).toContain(name)
  })

  test('of two corrections the one that makes a term with the word beside it is taken', async () => {
    await addTools([{ name: 'Tracing', description: 'Pulls.' }])
    expect((await understand('error traking')).corrected).toBe('error tracking')
    expect((await understand('traking')).corrected).toBe('tracing')
    await db.asOwner("delete from tools where name = 'Tracing'")
  })

  test.each([
    ['https://www.watchdoggy.com/pricing?a=1', 'Watchdoggy'],
    ['www.watchdoggy.com', 'Watchdoggy'],
    ['http://watchdoggy', 'Watchdoggy'],
    ['TTSs', 'Speakly'],
  ])('%s finds %s', async (query, name) => {
    expect((await understand(query)).unknown).toEqual([])
    expect((await find(query))[0]).toBe(name)
  })

  test('a word that only joins others begins a name', async () => {
    await addTools([{ name: 'Help Scooter' }])
    expect(await find('help')).toEqual(['Help Scooter'])
    expect(await find('help me')).toEqual([])
    await db.asOwner("delete from tools where name = 'Help Scooter'")
    expect((await understand('help')).unknown).toEqual(['help'])
  })

  test('a short word is the beginning of a name, and of no word of a text', async () => {
    expect(await find('pip')).toEqual(['Pipeliner'])
    expect(await find('rem')).toEqual([])
    expect(await find('reminder')).toEqual(['Quill'])
  })

  test('a known word is not corrected, and neither is its stem', async () => {
    expect((await understand('invoicing')).corrected).toBeNull()
    expect((await understand('invoicing for 2000 people')).corrected).toBeNull()
    expect(await find('invoicing')).toEqual(['Quill'])
  })
})

interface FoundTool {
  name: string
  matches: string[]
  lacks?: string[]
}

const openPage = async (query: string) =>
  (await db.value(ANON, "select search_page($1, sort => 'relevance', page_size => 100) as page", [
    query,
  ])) as { total: number; tools: FoundTool[]; parts: FoundTool[]; unmet: string[] }

describe('a search that no tool answers', () => {
  test('finds nothing, and names tools with half of it and what they lack', async () => {
    const page = await openPage('invoice transcription')
    expect(page).toMatchObject({ total: 0, tools: [] })
    expect(page.parts.map(({ name, matches, lacks }) => [name, matches, lacks])).toEqual(
      expect.arrayContaining([
        ['Quill', ['invoice'], ['transcription']],
        ['Scribbler', ['Speech to text'], ['invoice']],
      ]),
    )
  })

  test.each([
    ['church video editing', ['church']],
    ['horse', ['horse']],
    ['xqzvkw', ['xqzvkw']],
    ['50% & "a+b" #kctqzdbr', ['kctqzdbr']],
    ['???', []],
    ['la la la', []],
    ['dating app', ['dating']],
    ['InDesign', ['InDesign']],
    ['Möbel', ['Möbel']],
    ['the of and', []],
  ])('%s has 0 results and the unknown words %j', async (query, unknown) => {
    expect(await find(query)).toEqual([])
    expect((await understand(query)).unknown).toEqual(unknown)
  })

  test('a word of another term of the same use excludes none', async () => {
    await db.asOwner(
      "update capabilities set synonyms = '{tts,podcasts of teachers}' where slug = 'text-to-speech'",
    )
    expect(await find('text to speech for teachers')).toEqual(['Speakly', 'Fademaker'])
    expect(await find('text to speech for nurses')).toEqual([])
    await db.asOwner("update capabilities set synonyms = '{tts}' where slug = 'text-to-speech'")
  })

  test('a verb in two words is the noun in one', async () => {
    await addTools([{ name: 'Vaulty', description: 'Makes a backup every night.' }])
    expect(await find('back up my work')).toEqual(['Vaulty'])
    expect(await find('"back up"')).toEqual([])
    await db.asOwner("delete from tools where name = 'Vaulty'")
  })

  test('of two uses tools with either are close', async () => {
    const { total, parts } = await openPage('crash reports with group messaging')
    expect(total).toBe(0)
    expect(parts.map(({ name, lacks }) => [name, lacks]).toSorted()).toEqual([
      ['Babble', ['crash reports']],
      ['Chatter', ['crash reports']],
      ['Watchdoggy', ['group messaging']],
    ])
  })

  test('a frequent word that no tool has excludes none', async () => {
    expect((await openPage('video editor for my work')).total).toBe(
      (await openPage('video editor')).total,
    )
  })
})

describe('words are shown as they are typed', () => {
  test.each([
    ['buch für Kirchen', 'unknown', ['buch', 'Kirchen']],
    ['video editing in Xylo++, #Zyxw', 'unknown', ['Xylo++', 'Zyxw']],
    ['zarządzanie parafią', 'unknown', ['parafią']],
    ['Best video editor', 'ignored', ['Best']],
    ['video editor -Cutter', 'without', ['Cutter']],
  ])('%s has the %s words %j', async (query, kind, words) => {
    expect((await understand(query))[kind]).toEqual(words)
  })

  test('also what a tool lacks', async () => {
    const { parts } = await openPage('invoice Trånscription')
    expect(parts.find(({ name }) => name === 'Quill')).toMatchObject({ lacks: ['Trånscription'] })
  })

  test('a name beside a sign of another script is not corrected', async () => {
    expect(await understand('chatterの代わり')).toMatchObject({
      ...{ corrected: null, alternatives_to: 'chatter' },
    })
  })

  test('an excluded word in quotation marks is text again', async () => {
    expect((await understand('video editor without "cutter"')).without).toEqual([])
    expect(await find('video editor without "cutter"')).toContain('Cutter')
  })
})

describe('what results should not have', () => {
  test.each(['video editor -cutter', 'video editor not cutter', 'video editor except Cutter'])(
    '%s leaves the tool out',
    async (query) => {
      expect(String((await understand(query)).without).toLowerCase()).toBe('cutter')
      const found = await find(query)
      expect(found).toContain('Openreel')
      expect(found).not.toContain('Cutter')
      expect(await find('video editor')).toContain('Cutter')
    },
  )

  test.each([
    'video editing other than cutter and openreel',
    'video editing except Cutter, Openreel',
    'video editing besides openreel or cutter',
    'video editing mais pas cutter et openreel',
    'Video editing ohne Cutter und Openreel',
    'video editing sin cutter ni openreel',
  ])('%s leaves out both', async (query) => {
    expect((await find(query)).toSorted()).toEqual(['Chatter', 'Fademaker'])
    expect((await find('video editing')).toSorted()).toEqual([
      ...['Chatter', 'Cutter', 'Fademaker', 'Openreel'],
    ])
  })

  test('a tool that only mentions a name or a use is not left out', async () => {
    await addTools([
      {
        name: 'Linker',
        description: 'Works with Cutter and text to speech.',
        capabilities: ['video-editing'],
      },
    ])
    expect(await find('video editing without cutter')).toContain('Linker')
    expect(await find('video editing without text to speech')).toContain('Linker')
    await db.asOwner("delete from tools where name = 'Linker'")
  })

  test('without a use leaves out the tools that are used for it', async () => {
    const found = await find('video editing without text to speech')
    expect(found).toContain('Cutter')
    expect(found).not.toContain('Fademaker')
  })

  test('without a word leaves out the tools that have it in their names', async () => {
    await addTools([{ name: 'Macro Gadget' }])
    expect((await find('macro')).sort()).toEqual(['Macro Gadget', 'Macro Teams'])
    expect(await find('macro without gadget')).toEqual(['Macro Teams'])
    expect(await find('macro not for any gadget')).toEqual(['Macro Teams'])
    await db.asOwner("delete from tools where name = 'Macro Gadget'")
  })
})

describe('what tools say that they do without', () => {
  const addQuietly = () =>
    addTools([
      {
        name: 'Quietly',
        description: 'Chat without tracking, ad-free.',
        capabilities: ['team-chat'],
      },
    ])
  afterEach(() => db.asOwner("delete from tools where name = 'Quietly'"))

  test.each([
    ['team chat without tracking', 'without tracking'],
    ['team chat without any tracking', 'without tracking'],
    ['team chat, no tracking please', 'no tracking'],
    ['team chat without ads', 'without ads'],
  ])('%s finds those, and names what the others do not say', async (query, lacks) => {
    await addQuietly()
    expect((await understand(query)).without).toEqual([])
    const { tools, parts } = await openPage(query)
    expect(tools.map(({ name }) => name)).toEqual(['Quietly'])
    expect(parts.find(({ name }) => name === 'Babble')).toMatchObject({ lacks: [lacks] })
  })

  test('what no tool says is unknown', async () => {
    expect((await understand('video editor without watermark')).unknown).toEqual([
      'without watermark',
    ])
    expect(await find('video editor without watermark')).toEqual([])
  })

  test('“not with” a word finds those first, and the others too', async () => {
    await addQuietly()
    expect(await find('team chat but not with tracking')).toEqual(['Quietly', 'Babble', 'Chatter'])
  })

  test('except and a minus sign leave out each tool with the word', async () => {
    await addQuietly()
    expect(await find('team chat except tracking')).not.toContain('Quietly')
    expect(await find('team chat -tracking')).toEqual(['Babble', 'Chatter'])
  })
})

describe('words beside a use', () => {
  test.each(['record remote team chat', 'print team chat', 'team chat members'])(
    '%s needs the use alone',
    async (query) => {
      expect((await openPage(query)).total).toBe((await openPage('team chat')).total)
    },
  )

  test('without a use they count', async () => {
    expect((await openPage('print horses')).total).toBe(0)
    expect(await find('reminders print')).toEqual([])
  })

  test('a term whose words stand apart does not take a generic word of another one', async () => {
    await db.asOwner`update capabilities set synonyms = synonyms || '{online meetings}' where slug = 'team-chat'`
    const { parts } = await openPage('online shop for meetings')
    expect(parts.find(({ name }) => name === 'Storeland')).toMatchObject({ lacks: ['meetings'] })
    expect((await openPage('online meetings')).total).toBe((await openPage('team chat')).total)
    await db.asOwner`update capabilities set synonyms = array_remove(synonyms, 'online meetings') where slug = 'team-chat'`
  })
})

describe('questions for alternatives and comparisons', () => {
  test.each([
    'better than chatter',
    'cheaper chatter',
    'replace chatter',
    'chatter replacement',
    'something like chatter',
    'chatter but open source',
    'chatter that works for teams',
    'Alternative zu Chatter',
    'alternativa a chatter',
    'chatter の代替',
    'chatter clone',
    'similar a chatter',
    'igual a chatter',
    'odpowiednik chatter',
    'switch from chatter',
    'chatterみたいな',
  ])('%s lists alternatives', async (query) => {
    expect((await understand(query)).alternatives_to).toBe('chatter')
    expect(await find(query)).toContain('Babble')
  })

  test('what no alternative has is unknown, and orders none of them', async () => {
    const [all, some] = [
      await find('chatter alternatives'),
      await find('chatter alternatives with slides'),
    ]
    expect((await understand('chatter alternatives with slides')).unknown).toEqual(['slides'])
    expect(some).toEqual(all)
    expect(await find('slides')).toEqual(['Macro Teams'])
  })

  test.each([
    'compare babble and mumble',
    'difference between Babble and Mumble',
    'which is better, babble or mumble',
    'Vergleich Babble oder Mumble',
    'which is cheaper, babble or mumble',
    'Was ist besser, Babble oder Mumble',
    'Unterschied zwischen Babble und Mumble',
    'babble和mumble哪个好',
  ])('%s compares', async (query) => {
    expect((await understand(query)).compare).toEqual(['babble', 'mumble'])
  })
})

describe('products that are not listed', () => {
  const addSigner = () =>
    addTools([
      { name: 'Dropbox Sign', description: 'Signs documents.' },
      { name: 'Grand Sketchpad', description: 'Draws.' },
    ])
  afterEach(() => db.asOwner("delete from tools where name in ('Dropbox Sign', 'Grand Sketchpad')"))

  test('a maker is no listed tool with its name, and its alternatives are unknown', async () => {
    await addSigner()
    expect(await understand('dropbox alternatives')).toMatchObject({
      alternatives_to: null,
      unknown: ['dropbox'],
    })
    expect(await find('dropbox alternatives')).toEqual([])
    expect(await find('dropbox')).toEqual(['Dropbox Sign'])
  })

  test('the end of a name means the tool, and its beginning does not', async () => {
    await addSigner()
    expect((await understand('mumble vs sketchpad')).compare).toEqual(['mumble', 'grand-sketchpad'])
    expect((await understand('mumble vs grand')).compare).toEqual([])
  })
})

describe('other languages', () => {
  const TERMS = [
    ['video-editing', 'de', ['Videoschnitt', 'Videos schneiden', 'Aufnahmen bearbeiten']],
    ['video-editing', 'fr', ['montage vidéo']],
    ['video-editing', 'es', ['edición de vídeo']],
    ['video-editing', 'pl', ['montaż wideo']],
    ['video-editing', 'ru', ['монтаж видео']],
    ['video-editing', 'ja', ['動画編集']],
    ['video-editing', 'zh', ['视频剪辑']],
    ['online-shops', 'de', ['Onlineshop', 'Shopsystem']],
  ] as const
  const isReady = db.asOwner(
    `insert into capability_terms select * from jsonb_to_recordset($1)
       as r(capability text, language text, terms text[])`,
    [
      JSON.stringify(
        TERMS.map(([capability, language, terms]) => ({ capability, language, terms })),
      ),
    ],
  )

  test.each([
    ['Videoschnittprogramm', 'de', 'Cutter'],
    ['Videos schneiden', 'de', 'Cutter'],
    ['kostenlose Software für Videoschnitt', 'de', 'Openreel'],
    ['logiciel de montage vidéo gratuit', 'fr', 'Openreel'],
    ['programas de edicion de video', 'es', 'Cutter'],
    ['program do montażu wideo', 'pl', 'Cutter'],
    ['программа для монтажа видео', 'ru', 'Cutter'],
    ['無料の動画編集ソフト', 'ja', 'Openreel'],
    ['免费视频剪辑软件', 'zh', 'Openreel'],
    ['Shopsoftware', 'de', 'Storeland'],
    ['Kundenvideoschnitt', 'de', 'Cutter'],
    ['Programm für Aufnahmen', 'de', 'Cutter'],
    ['Videoschnitt speichern', 'de', 'Cutter'],
    ['tts kostenlos', 'de', 'Fademaker'],
    ['TTS für Android', 'de', 'Speakly'],
    ['tts para android', 'es', 'Speakly'],
    ['不要Cutter的视频剪辑', 'zh', 'Openreel'],
  ])('%s is %s and finds %s', async (query, language, name) => {
    await isReady
    const { corrected, unknown, ...understood } = await understand(query)
    expect({ corrected, unknown, language: understood.language }).toEqual({
      corrected: null,
      unknown: [],
      language,
    })
    expect(await find(query)).toContain(name)
  })

  test.each([
    ['Videoschnit', 'videoschnitt', 'Cutter'],
    ['Shopsysem', 'shopsystem', 'Storeland'],
    ['чаттер', 'chatter', 'Chatter'],
    ['баббле', 'babble', 'Babble'],
  ])('%s alone is corrected to %s', async (query, corrected, name) => {
    await isReady
    expect((await understand(query)).corrected).toBe(corrected)
    expect(await find(query)).toContain(name)
  })

  // Terms with one stem, with a word that excludes, and with a word that many begin with.
  test.each([
    ['paie', ['Scribbler']],
    ['paiement', ['Storeland']],
    ['paies', ['Scribbler', 'Storeland']],
    ['chat sans compte', ['Babble', 'Chatter']],
    ['zarządzanie sklepem', ['Storeland']],
    ['zarządzanie', []],
  ])('%s finds %j', async (query, names) => {
    await isReady
    await db.asOwner`insert into capability_terms values
      ('speech-to-text', 'fr', '{paie}'), ('online-shops', 'fr', '{paiement}'), ('team-chat', 'fr', '{chat sans compte}'),
      ('online-shops', 'pl', '{zarządzanie sklepem}'), ('ci-cd', 'pl', '{zarządzanie wydaniami}')`
    expect((await find(query)).toSorted()).toEqual(names)
    await db.asOwner`delete from capability_terms where terms && '{paie,paiement,chat sans compte,zarządzanie sklepem,zarządzanie wydaniami}'`
  })

  test('terms leave the search with their row', async () => {
    await isReady
    await db.asOwner(
      "insert into capability_terms values ('ci-cd', 'it', '{integrazione continua}')",
    )
    expect(await find('integrazione continua')).toEqual(['Pipeliner'])
    await db.asOwner("delete from capability_terms where language = 'it'")
    expect(await find('integrazione continua')).toEqual([])
  })
})

test.each([
  'video editor',
  'invoice transcription',
  'chatter alternatives',
  'babble vs mumble',
  '',
])(
  'search_page of “%s” agrees with search_tools, count_tools, search_matches and understand_query',
  async (query) => {
    const [row] = await db.as(
      ANON,
      `select p.page, count_tools($1)::integer as total, understand_query($1) as understood,
         array(select s.name from search_tools($1, sort => 'relevance') s) as names,
         (select jsonb_object_agg(m.id, to_jsonb(m.matches)) from search_matches($1, array(
           select (t ->> 'id')::uuid from jsonb_array_elements(p.page -> 'tools') as t)) m) as matches
       from search_page($1, sort => 'relevance') as p(page)`,
      [query],
    )
    const page = row?.page as { tools: (FoundTool & { id: string })[] }
    expect(page).toMatchObject({ total: row?.total, understood: row?.understood })
    expect(page.tools.map(({ name }) => name)).toEqual(row?.names)
    expect(Object.fromEntries(page.tools.map(({ id, matches }) => [id, matches]))).toEqual(
      row?.matches ?? {},
    )
  },
)

test.each([
  ['video editor open source', []],
  ['open-source video editor', []],
  ['video editor for linux', ['linux']],
  ['free church video editing for linux', ['linux']],
  ['video editor', []],
])('of “%s” the facts %j are unmet', async (query, unmet) => {
  expect((await openPage(query)).unmet).toEqual(unmet)
})

test('search_matches names a use of several words once', async () => {
  const [row] = await db.as(
    ANON,
    `select m.matches from search_matches('text to speech tts', array(select id from tools where name = 'Speakly')) m`,
  )
  expect(row?.matches).toEqual(['Text to speech'])
})

test('a pro that two reviews have is found, until one of them loses it', async () => {
  const [tool] = await db.asOwner("select id from tools where name = 'Mumble'")
  const review = async (pros: string[]) => {
    return db.create(OWNER, 'reviews', {
      tool_id: tool?.id,
      user_id: await db.createUser(),
      rating: 4,
      title: 'Good',
      content: 'It does what it says.',
      pros,
    })
  }
  await review(['Walkie-talkie mode', 'Foghorn'])
  expect(await find('walkie talkie')).toEqual([])
  // A review counts once.
  const twice = await review(['Tin can', 'tin CAN'])
  expect(await find('tin can')).toEqual([])
  await db.asOwner('delete from reviews where id = $1', [twice])
  const second = await review(['walkie-talkie MODE'])
  expect(await find('walkie talkie')).toEqual(['Mumble'])
  expect(await find('foghorn')).toEqual([])
  await db.asOwner("update reviews set pros = '{Foghorn}' where id = $1", [second])
  expect(await find('walkie talkie')).toEqual([])
  expect(await find('foghorn')).toEqual(['Mumble'])
  await db.asOwner('delete from reviews where id = $1', [second])
  expect(await find('foghorn')).toEqual([])
  await db.asOwner('delete from reviews')
})

test('search_matches names what each result matches', async () => {
  expect(
    await db.as(
      ANON,
      `select t.name, m.matches from search_matches('free video editor', array(select id from tools)) m
       join tools t using (id) where t.name in ('Openreel', 'Cutter', 'Quill') order by 1`,
    ),
  ).toEqual([
    { name: 'Cutter', matches: ['Video editing'] },
    { name: 'Openreel', matches: ['Video editing', 'free'] },
    { name: 'Quill', matches: [] },
  ])
})

describe('suggest', () => {
  const suggest = (query: string) => db.as(ANON, 'select * from suggest($1)', [query])

  test('returns tools, capabilities and categories that begin with the words', async () => {
    const [speakly] = await db.asOwner("select id from tools where slug = 'speakly'")
    const none = { id: null, rating_average: null }
    expect(await suggest('spe')).toEqual([
      {
        kind: 'tool',
        slug: 'speakly',
        name: 'Speakly',
        detail: 'Legal',
        matched: '',
        id: speakly?.id,
        rating_average: null,
      },
      {
        kind: 'capability',
        slug: 'speech-to-text',
        name: 'Speech to text',
        detail: '1',
        matched: '',
        ...none,
      },
      {
        kind: 'capability',
        slug: 'text-to-speech',
        name: 'Text to speech',
        detail: '2',
        matched: '',
        ...none,
      },
    ])
    const [category] = await suggest('product')
    expect(category).toMatchObject({ kind: 'category', slug: 'productivity', name: 'Productivity' })
  })

  test.each([
    ['vc fo', 'GitForge'],
    ['vcforge', 'GitForge'],
    ['best clips', 'Video editing'],
    ['bable', 'Babble'],
    ['team chat f', 'Team chat'],
    ['open source vid', 'Video editing'],
  ])('%s suggests %s', async (query, name) => {
    expect((await suggest(query)).map((row) => row.name)).toContain(name)
  })

  test('names the synonym that begins with the words', async () => {
    expect(await suggest('cut cl')).toContainEqual(
      expect.objectContaining({ name: 'Video editing', matched: 'cut clips' }),
    )
    expect(await suggest('video ed')).toContainEqual(
      expect.objectContaining({ name: 'Video editing', matched: '' }),
    )
  })

  test('returns at most eight rows, and none for one letter', async () => {
    await db.asOwner(
      "insert into tools (name, description, category) select 'Zebra ' || n, 'Striped', 'Productivity' from generate_series(1, 9) n",
    )
    expect(await suggest('zebra')).toHaveLength(8)
    expect(await suggest('z')).toEqual([])
    await db.asOwner("delete from tools where name like 'Zebra %'")
  })
})

test('suggest returns more of one kind', async () => {
  const rows = await db.as(ANON, "select kind, slug from suggest('sp', 'capability')")
  expect(rows).toEqual([
    { kind: 'capability', slug: 'speech-to-text' },
    { kind: 'capability', slug: 'text-to-speech' },
  ])
})

test('nearest_capabilities returns the uses with similar names', async () => {
  expect(await db.as(ANON, "select name from nearest_capabilities('spech too text')")).toEqual([
    { name: 'Speech to text' },
    { name: 'Text to speech' },
  ])
  // A word that no term has weighs more than one that some have.
  for (const query of ['qqqq', 'beehive speech'])
    expect(await db.as(ANON, 'select * from nearest_capabilities($1)', [query])).toEqual([])
})
