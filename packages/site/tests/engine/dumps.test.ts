// Spec 8 §3: the open data of the demo is written, contains nobody's address, vote or private name, and gives another
// site the same tools and figures.
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { createClient } from '@supabase/supabase-js'
import { millisecondsInHour } from 'date-fns/constants'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { Json, Database as Schema } from '../../app/data/database.types.ts'
import { DATA_LICENSES } from '../../server/branding/data-licenses.ts'
import { connectToSite } from '../../server/commands/connect-to-site.ts'
import { beginDemoContent, loadDemoContent } from '../../server/demo/load.ts'
import { DUMP_TABLES } from '../../server/dumps/dump-tables.ts'
import { loadDump } from '../../server/dumps/load-dump.ts'
import { writeDump } from '../../server/dumps/write-dump.ts'
import { readEnvironment } from '../../server/environment.ts'
import { startTestBackend, type TestBackend } from '../support/backends/backend.ts'
import { findWrongCounts } from '../support/databases/wrong-counts.ts'

type Row = Record<string, unknown>

const folder = mkdtempSync(join(tmpdir(), 'toolmark-dumps-'))
const FIGURES = [{ key: 'home-tools', shown: '5' }]
const EMAIL = /[\w.+-]+@[\w-]+\.\w+/
/** What people wrote about others: null unless the site has opened it. */
const TEXTS = ['title', 'content', 'pros', 'cons', 'note', 'legal_basis', 'explanation']
let demo: TestBackend
/** Has a few rows in the last tests, of which `empty` gets a dump. */
let small: TestBackend
let empty: TestBackend
let dump: string
/** A member with a private profile and a review. */
let hidden: { username: string; email: string }
beforeAll(async () => {
  demo = await startTestBackend()
  small = await startTestBackend()
  empty = await startTestBackend()
  await beginDemoContent(demo.db.database, new Date())
  await loadDemoContent(demo.db.database)
  const [person] = await demo.db
    .asOwner`select p.username, u.email from private.profiles p join auth.users u on u.id = p.user_id
     where p.profile_visibility = 'private' and exists (select from reviews r where r.user_id = p.user_id) limit 1`
  hidden = z.object({ username: z.string(), email: z.email() }).parse(person)
  const written = `${hidden.username} asked me at ${hidden.email} to change this.`
  await demo.db.asOwner(
    `update tool_edits set note = $1 where id = (select min(id::text)::uuid from tool_edits where status = 'accepted')`,
    [written],
  )
  await demo.db.asOwner(
    'update moderation_decisions set explanation = $1, legal_basis = $1 where number = (select min(number) from moderation_decisions)',
    [written],
  )
  await demo.db
    .asOwner`update tools set former_names = '{Figma Draw}', more_categories = '{Development}' where slug = 'figma'`
  await demo.db.asOwner(
    "insert into attributes (key, label, kind, position) values ('gdpr', 'GDPR', 'yes_no', 1), ('cost', 'Cost', 'number', 2), ('hint', 'Hint', 'text', 3)",
  )
  await demo.db.asOwner(
    `update tool_facts set more = '{"gdpr": true, "cost": 12.5}' where tool_id = (select id from tools where slug = 'figma')`,
  )
  // PGlite answers nothing else meanwhile, and reads of the backend may wait too long on a busy machine.
  demo.loggedErrors.length = 0
  dump = await write('of-demo')
})
afterAll(async () => {
  expect(demo.loggedErrors).toEqual([])
  await demo.close()
  await small.close()
  await empty.close()
  rmSync(folder, { recursive: true })
})

/** @returns its folder */
async function write(name: string, { url, serviceKey }: TestBackend = demo): Promise<string> {
  const to = join(folder, name)
  const service = createClient<Schema>(url, serviceKey, { auth: { persistSession: false } })
  const [license] = DATA_LICENSES
  const source = { service, readFigures: async () => FIGURES, license }
  await writeDump({ ...source, siteName: 'Toolmark', siteUrl: url }, to)
  return to
}

const connect = ({ url, filesDir }: TestBackend) =>
  connectToSite(readEnvironment({ DATA_DIR: dirname(filesDir), PORT: new URL(url).port }))

const readText = (from: string, file: string) => {
  const bytes = readFileSync(join(from, file))
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
}
const readRows = (from: string, table: string): Row[] =>
  readText(from, `${table}.jsonl.gz`)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Row)
const readAll = (from: string) =>
  readdirSync(from)
    .map((file) => readText(from, file))
    .join('\n')
const readManifest = (from: string) =>
  z
    .object({
      made_at: z.iso.datetime(),
      license: z.literal('CC-BY-4.0'),
      tables: z.array(z.object({ name: z.string(), rows: z.int(), sha256: z.string() })),
      figures: z.array(z.unknown()),
    })
    .strict()
    .parse(JSON.parse(readText(from, 'manifest.json')))

const count = async (backend: TestBackend, table: string): Promise<number> =>
  Number(await backend.db.valueAsOwner(`select count(*) from ${table}`))

test('the manifest has the rows and the SHA-256 of each file, and the figures', async () => {
  const { tables, figures } = readManifest(dump)
  expect(figures).toEqual(FIGURES)
  expect(readdirSync(dump).sort()).toEqual(
    [...tables.map(({ name }) => `${name}.jsonl.gz`), 'datapackage.json', 'manifest.json'].sort(),
  )
  for (const { name, rows, sha256 } of tables) {
    const bytes = readFileSync(join(dump, `${name}.jsonl.gz`))
    expect([name, sha256]).toEqual([name, createHash('sha256').update(bytes).digest('hex')])
    expect([name, rows]).toEqual([name, readRows(dump, name).length])
    expect([name, rows > (name === 'rating_priors' ? 0 : 2)]).toEqual([name, true])
  }
  const written = Object.fromEntries(tables.map(({ name, rows }) => [name, rows]))
  for (const table of [
    'capabilities',
    'tools',
    'tool_facts',
    'fact_sources',
    'reviews',
    'review_replies',
  ])
    expect([table, written[table]]).toEqual([table, await count(demo, `public.${table}`)])
  expect(written.moderation_decisions).toBe(await count(demo, 'public.moderation_decisions'))
  expect(written.tool_edits).toBe(await count(demo, `public.tool_edits where status = 'accepted'`))
})

test('datapackage.json describes each field of each file', () => {
  const { resources } = z
    .object({
      $schema: z.literal('https://datapackage.org/profiles/2.0/datapackage.json'),
      licenses: z.tuple([z.object({ name: z.string(), title: z.string(), path: z.url() })]),
      resources: z.array(
        z.object({
          name: z.string(),
          path: z.string(),
          bytes: z.int(),
          hash: z.string(),
          schema: z.object({
            fields: z.array(z.object({ name: z.string(), type: z.string() })),
            primaryKey: z.array(z.string()),
          }),
        }),
      ),
    })
    .parse(JSON.parse(readText(dump, 'datapackage.json')))
  const { tables } = readManifest(dump)
  const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
    string: (value) => typeof value === 'string',
    integer: (value) => Number.isInteger(value),
    number: (value) => typeof value === 'number',
    boolean: (value) => typeof value === 'boolean',
    array: Array.isArray,
    object: (value) => typeof value === 'object',
    date: (value) => z.iso.date().safeParse(value).success,
    datetime: (value) => z.iso.datetime({ offset: true }).safeParse(value).success,
  }
  for (const { name, path, bytes, hash, schema } of resources) {
    const sha256 = tables.find((table) => table.name === name)?.sha256
    expect([name, hash, bytes]).toEqual([
      name,
      `sha256:${sha256}`,
      readFileSync(join(dump, path)).length,
    ])
    const types = new Map(schema.fields.map((field) => [field.name, field.type]))
    const keys = new Set<unknown>()
    for (const row of readRows(dump, name)) {
      expect(Object.keys(row)).toEqual([...types.keys()])
      const wrong = Object.entries(row).filter(
        ([field, value]) => value !== null && !TYPES[types.get(field) ?? '']?.(value),
      )
      expect([name, wrong]).toEqual([name, []])
      keys.add(row[schema.primaryKey[0] ?? ''])
    }
    expect(keys.size).toBe(readRows(dump, name).length)
  }
})

describe('with its texts closed and open', () => {
  let open: string
  beforeAll(async () => {
    await demo.db
      .asOwner`insert into private.site_settings (key, value) values ('open_review_texts', 'true')`
    open = await write('with-texts')
    await demo.db.asOwner('delete from private.site_settings')
  })

  test.each(['closed', 'open'])(
    'no file of a dump has an address, an id or a private username of a person, or who voted: %s',
    async (texts) => {
      const from = texts === 'open' ? open : dump
      const people = (await demo.db
        .asOwner`select u.email, p.user_id, p.username, p.profile_visibility, coalesce(s.total_reviews, 0) as reviews
         from auth.users u join private.profiles p on p.user_id = u.id left join user_stats s on s.user_id = u.id`) as {
        email: string
        user_id: string
        username: string
        profile_visibility: string
        reviews: number
      }[]
      const text = readAll(from)
      expect(
        people.filter(({ email, user_id }) => text.includes(email) || text.includes(user_id)),
      ).toEqual([])
      expect(text).not.toMatch(EMAIL)
      // An open text may name anybody; the other columns do not.
      const words = new Set((texts === 'open' ? readWithoutTexts(from) : text).split(/[^\w-]+/))
      const unnamed = people.filter(({ profile_visibility }) => profile_visibility === 'private')
      expect(unnamed.map(({ username }) => username)).toContain(hidden.username)
      expect(unnamed.filter(({ username }) => words.has(username))).toEqual([])
      const named = people.filter(
        ({ profile_visibility, reviews }) => profile_visibility !== 'private' && reviews > 0,
      )
      expect(named.length).toBeGreaterThan(20)
      expect(named.filter(({ username }) => !words.has(username))).toEqual([])
      for (const table of ['review_helpful_votes', 'launch_upvotes', 'lists', 'private.launches']) {
        const rows = await demo.db.asOwner(`select id::text from ${table} limit 500`)
        expect(rows.length).toBeGreaterThan(5)
        expect(rows.filter(({ id }) => text.includes(String(id)))).toEqual([])
      }
      const votes = readRows(from, 'reviews').map(({ helpful_count }) => Number(helpful_count))
      expect(Math.max(...votes)).toBeGreaterThan(0)
    },
  )

  test('texts about others are in a dump only with the setting open_review_texts', async () => {
    const texts = await demo.db
      .asOwner`select title as written from reviews union select content from reviews union select unnest(pros) from reviews
       union select unnest(cons) from reviews union select content from review_replies
       union select note from tool_edits where status = 'accepted' union select explanation from moderation_decisions
       union select legal_basis from moderation_decisions`
    const written = texts.map((row) => String(row.written)).filter((each) => each.length > 20)
    expect(written.length).toBeGreaterThan(100)
    const closed = readAll(dump)
    expect(written.filter((each) => closed.includes(each))).toEqual([])
    const rows = DUMP_TABLES.flatMap(({ name }) => readRows(open, name))
    const said = new Set(rows.flatMap((row) => TEXTS.flatMap((field) => row[field] ?? [])))
    const expected = written.map((each) => each.replace(hidden.email, 'address-removed'))
    expect(expected.filter((each) => !said.has(each))).toEqual([])
  })
})

const readWithoutTexts = (from: string) =>
  DUMP_TABLES.flatMap(({ name }) => readRows(from, name))
    .map((row) =>
      JSON.stringify({ ...row, ...Object.fromEntries(TEXTS.map((key) => [key, null])) }),
    )
    .join('\n')

test('an email address and the id of an account in any column are replaced, and nothing else is', async () => {
  const id = '00000000-0000-4000-8000-000000000000'
  await demo.db.asOwner(
    `insert into tools (id, name, slug, category, description, website_url, logo_url, aliases, former_names)
     values ($1, 'Kiln', 'kiln-with-addresses', 'Development', $2, 'https://tool.example/%40jane.o?to=jane@mail.example&from=jim%40mail.example&at=1',
       'https://site.example/storage/v1/object/public/avatars/3f2504e0-4f89-41d3-9a0c-0305e82c3301/me.png', $3, $3)`,
    [
      id,
      'Write to\n"jane.o+x@mail.example.org". Built with react@18.2 by @jane, \\n@ (müller@bücher.example)',
      ['me@mail.example', 'R@D'],
    ],
  )
  const service = createClient<Schema>(demo.url, demo.serviceKey)
  const { data } = await service.rpc('dump_page', { dumped: 'tools', how_many: 1 }).throwOnError()
  await demo.db.asOwner('delete from tools where id = $1', [id])
  const tool = JSON.parse(data.lines) as Row
  expect(tool).toMatchObject({
    ...{ id, name: 'Kiln', review_count: 0, adjusted_rating: null },
    description:
      'Write to\n"address-removed". Built with react@18.2 by @jane, \\n@ (address-removed)',
    website_url: 'https://tool.example/%40jane.o?to=address-removed&from=address-removed&at=1',
    logo_url: 'https://site.example/storage/v1/object/public/avatars/id-removed/me.png',
    aliases: ['address-removed', 'R@D'],
    former_names: ['address-removed', 'R@D'],
  })
  expect(Object.keys(tool)).toEqual(Object.keys(readRows(dump, 'tools')[0] ?? {}))
})

describe('a dump that is loaded into an empty site', () => {
  const TOOLS = `select id, slug, name, description, category, more_categories, categories, website_url, aliases, former_names, facets, created_at, updated_at,
      review_count, rating_average, rating_counts, adjusted_rating, tool_rating_estimate(id) as estimate,
      tool_review_summary(id) -> 'distribution' as distribution, to_jsonb(f) as facts,
      array(select capability from tool_capabilities l where l.tool_id = t.id order by 1) as capabilities
    from tools t left join tool_facts f on f.tool_id = t.id order by id`
  const REVIEWS = `select r.id, r.tool_id, rating, r.created_at, edited_at, revision, first_published_on, used_version, used_plan,
      used_from, used_until, used_for, relationship, incentive, is_sample,
      case when p.profile_visibility <> 'private' then p.username end as author
    from reviews r left join private.profiles p on p.user_id = r.user_id order by r.id`
  const EDITS = `select e.id, e.tool_id, number, changes, source_url, as_maker, decided_at,
      case when p.profile_visibility <> 'private' then p.username end as author
    from tool_edits e left join private.profiles p on p.user_id = e.suggested_by where status = 'accepted' order by e.id`
  const REPLIES = `select review_id, a.tool_id, c.name, review_revision, a.created_at, edited_at
    from review_replies a join companies c on c.id = a.company_id order by 1`
  const READS = {
    tools: TOOLS,
    reviews: REVIEWS,
    edits: EDITS,
    replies: REPLIES,
    decisions: `select to_jsonb(d) - '{legal_basis,explanation}'::text[] as decision from moderation_decisions d order by number`,
    values: 'select * from fact_values order by tool_id, field, source_id',
    bursts: 'select t.id, b.* from tools t, tool_review_bursts(t.id) b order by 1, 2',
    probabilities: `select * from compare_probabilities(array(select slug from tools order by review_count desc, slug limit 8))`,
    ranks: `select slug from search_tools(sort => 'adjusted-desc', page_size => 100)`,
  }
  let copy: TestBackend
  beforeAll(async () => {
    copy = await startTestBackend()
    // A member who has the name of a reviewer is somebody else.
    const [reviewer] = readRows(dump, 'people')
    await copy.createMember({ username: String(reviewer?.username).toUpperCase() })
    const tables: string[] = []
    const connection = await connect(copy)
    await loadDump(connection, dump, ({ name }) => tables.push(name))
    expect(tables).toEqual(DUMP_TABLES.map(({ name }) => name))
  })
  afterAll(async () => {
    expect(copy.loggedErrors).toEqual([])
    await copy.close()
  })

  test.each(Object.entries(READS))('has the same %s', async (name, read) => {
    const rows = await demo.db.asOwner(read)
    if (name !== 'bursts') expect(rows.length).toBeGreaterThan(2)
    const [{ username = '' } = {}] = readRows(dump, 'people')
    const expected = rows.map((row) => (row.author === username ? { ...row, author: null } : row))
    expect(await copy.db.asOwner(read)).toEqual(expected)
  })

  test('has right counts, and its next decision has the next number', async () => {
    expect(await findWrongCounts(copy.db)).toEqual([])
    const [row] = await copy.db.asOwner(
      `select nextval(pg_get_serial_sequence('moderation_decisions', 'number')) = max(number) + 1 as is_next from moderation_decisions`,
    )
    expect(row).toEqual({ is_next: true })
  })

  test('says of texts that they are missing, and of people that they have no account', async () => {
    const [review] = await copy.db.asOwner(
      'select title, content, pros, p.bio, u.email, u.encrypted_password, u.email_confirmed_at from reviews r join private.profiles p using (user_id) join auth.users u on u.id = p.user_id limit 1',
    )
    expect(review).toEqual({
      title: 'A review without its text',
      content: 'The open data that it comes from has the rating and no text.',
      pros: [],
      bio: 'From the open data of another site. This profile has no account here.',
      ...{ email: null, encrypted_password: null, email_confirmed_at: null },
    })
  })

  test('is written again as the same dump, without those who are not named', async () => {
    const again = await write('again', copy)
    for (const table of [
      ...['capabilities', 'tools', 'tool_facts', 'fact_sources', 'moderation_decisions'],
    ])
      expect(readRows(again, table)).toEqual(readRows(dump, table))
  })

  test('refuses a second dump, and keeps what it has', async () => {
    const before = await copy.db.asOwner(TOOLS)
    await expect(loadDump(await connect(copy), dump)).rejects.toThrow(
      'this site has content: a dump can only be loaded into an empty site',
    )
    expect(await copy.db.asOwner(TOOLS)).toEqual(before)
  })
})

describe('a damaged dump', () => {
  const REFUSED: readonly (readonly [
    name: string,
    damage: (at: string) => void,
    message: string,
  ])[] = [
    [
      'a changed file',
      (at) => writeFileSync(join(at, 'tools.jsonl.gz'), gzipSync('{}')),
      'is damaged',
    ],
    ['a missing file', (at) => rmSync(join(at, 'reviews.jsonl.gz')), 'is missing'],
    ['no manifest', (at) => rmSync(join(at, 'manifest.json')), 'is missing'],
    [
      'another manifest',
      (at) => writeFileSync(join(at, 'manifest.json'), '{}'),
      'is not the manifest of a dump',
    ],
    [
      'a manifest without a table',
      (at) => {
        const manifest = readManifest(at)
        const tables = manifest.tables.filter(({ name }) => name !== 'people')
        writeFileSync(join(at, 'manifest.json'), JSON.stringify({ ...manifest, tables }))
      },
      'has no table people',
    ],
  ]
  test.each(REFUSED)(
    'with %s is refused before anything is written',
    async (name, damage, message) => {
      const at = join(folder, name.replaceAll(' ', '-'))
      cpSync(dump, at, { recursive: true })
      damage(at)
      await expect(loadDump(await connect(empty), at)).rejects.toThrow(message)
      expect(await count(empty, 'tools')).toBe(0)
    },
  )
})

test('pages between which tools were merged and renamed are loaded without what is there twice', async () => {
  const service = createClient<Schema>(small.url, small.serviceKey)
  const load = (dumped: string, ...rows: Record<string, Json>[]) =>
    service.rpc('load_dump_page', { dumped, rows }).throwOnError()
  const id = (last: number) => `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`
  const times = { created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' }
  const tool = { slug: 'kiln', name: 'Kiln', category: 'Development', description: 'Fires clay.' }
  const more = { ...times, aliases: [], capabilities: ['audio-editing'] }
  const review = { tool_id: id(1), author: 'ana', rating: 5, revision: 1, helpful_count: 0 }
  const flags = { is_sample: false, is_signed: true, is_invited: false, ...times }
  const edit = { tool_id: id(1), number: 1, as_maker: false, note: null, ...times }
  const reply = { company_id: id(9), company: 'Kiln Inc.', review_revision: 1, ...times }
  await load('people', { username: 'ana', ...times })
  await load('capabilities', { ...tool, slug: 'audio-editing', synonyms: [] })
  for (const one of [1, 2]) await load('tools', { ...tool, id: id(one), ...more })
  for (const one of [1, 2]) await load('tool_facts', { tool_id: id(one), platforms: ['web'] })
  const source = { tool_id: id(1), kind: 'site', address: 'https://kiln.example' }
  const values = {
    license: { value: 'MIT', read_at: times.created_at, confirmed_at: times.created_at },
  }
  for (const one of [7, 8])
    await load('fact_sources', { ...source, id: id(one), last_ok_at: times.created_at, values })
  for (const one of [3, 4])
    await load('tool_edits', { ...edit, id: id(one), changes: { name: [`v${one}`, 'Kiln'] } })
  for (const one of [5, 6]) await load('reviews', { ...review, id: id(one), ...flags })
  for (const one of [5, 6])
    await load('review_replies', { ...reply, review_id: id(one), tool_id: id(1) })
  const read = (text: string) => small.db.asOwner(text)
  expect(await read('select id, review_count from tools')).toEqual([{ id: id(1), review_count: 1 }])
  expect(await read('select tool_id from tool_facts')).toEqual([{ tool_id: id(1) }])
  expect(await read('select tool_id from tool_capabilities')).toEqual([{ tool_id: id(1) }])
  expect(await read('select source_id, value from fact_values')).toEqual([
    { source_id: id(7), value: 'MIT' },
  ])
  expect(await read('select id from tool_edits')).toEqual([{ id: id(3) }])
  expect(await read('select id from reviews')).toEqual([{ id: id(5) }])
  expect(await read('select review_id from review_replies')).toEqual([{ review_id: id(5) }])
  expect(await findWrongCounts(small.db)).toEqual([])
})

test('texts of any length that had addresses are loaded', async () => {
  const { client, id } = await small.createMember()
  const { data: tool } = await client
    .from('tools')
    .insert({
      ...{ slug: '', category: 'HR', name: `${'n'.repeat(93)} a@b.co` },
      description: `${'d'.repeat(993)} a@b.co`,
    })
    .select('id')
    .single()
    .throwOnError()
  const pros = ['jane@mail.example', 'jim@mail.example', 'Fast']
  await client
    .from('reviews')
    .insert({ tool_id: tool.id, user_id: id, rating: 4, title: 'Tea', content: 'ab@cde.com', pros })
    .throwOnError()
  await small.db
    .asOwner`insert into moderation_decisions (subject_type, subject_id, action, reason, detected_by, legal_basis, explanation)
     values ('tool', ${tool.id}, 'keep', 'other', 'staff', 'Rules', 'Asked somebody.long@mail.example.')`
  await small.db
    .asOwner`insert into private.site_settings (key, value) values ('open_review_texts', 'true')`
  await loadDump(await connect(empty), await write('long-texts', small))
  expect(
    await empty.db
      .asOwner`select length(name) as name, right(description, 7) as ending, content, pros, rating_average
       from tools t join reviews r on r.tool_id = t.id where name like 'nnn%'`,
  ).toEqual([
    {
      ...{ name: 100, ending: ' addres', content: 'address-re', rating_average: '4.00' },
      pros: ['address-removed', 'Fast'],
    },
  ])
  expect(await empty.db.asOwner('select explanation from moderation_decisions')).toEqual([
    { explanation: null },
  ])
})

test.each([-1, 1])(
  'a dump is made by the clock of the database, also if its own is %i h ahead',
  async (hours) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * millisecondsInHour })
    const at = await write(`${hours}-hours-ahead`, small).finally(() => vi.useRealTimers())
    expect(Math.abs(Date.parse(readManifest(at).made_at) - Date.now())).toBeLessThan(60_000)
    expect(readManifest(at).tables).toEqual(readManifest(join(folder, 'long-texts')).tables)
  },
)

test('a dump that fails leaves nothing, and one that is ended stops', async () => {
  const { url, serviceKey } = demo
  const service = createClient<Schema>(url, serviceKey)
  const source = { service, license: DATA_LICENSES[0], siteName: 'Toolmark', siteUrl: url }
  const to = join(folder, 'failed')
  const readFigures = () => Promise.reject(new Error('no figures'))
  await expect(writeDump({ ...source, readFigures }, to)).rejects.toThrow('no figures')
  const ended = writeDump({ ...source, readFigures: async () => [] }, to, AbortSignal.abort())
  await expect(ended).rejects.toThrow('aborted')
  expect([existsSync(to), existsSync(`${to}.part`)]).toEqual([false, false])
  mkdirSync(to)
  await expect(writeDump({ ...source, readFigures }, to)).rejects.toThrow('no figures')
  expect(readdirSync(to)).toEqual([])
})

test('members and visitors can neither read nor load pages of a dump', async () => {
  const member = await demo.createMember()
  for (const client of [member.client, demo.createClient()]) {
    expect((await client.rpc('dump_page', { dumped: 'tools' })).error?.code).toBe('42501')
    const load = await client.rpc('load_dump_page', { dumped: 'tools', rows: [] })
    expect(load.error?.code).toBe('42501')
  }
  const service = createClient<Schema>(demo.url, demo.serviceKey)
  expect((await service.rpc('dump_page', { dumped: 'tools' })).data?.rows).toBeGreaterThan(50)
  for (const { error } of [
    await service.rpc('dump_page', { dumped: 'votes' }),
    await service.rpc('load_dump_page', { dumped: 'votes', rows: [] }),
  ])
    expect([error?.code, error?.message]).toEqual(['23514', 'A dump has no table votes.'])
})

test('pages of any size have each row once, and none that is newer than the dump', async () => {
  const service = createClient<Schema>(demo.url, demo.serviceKey)
  const readPages = async (dumped: string, how_many: number, made_at?: string) => {
    const lines: string[] = []
    let after: { after?: string } | null = {}
    while (after) {
      const more = made_at ? { made_at } : {}
      const { data } = await service
        .rpc('dump_page', { dumped, how_many, ...more, ...after })
        .throwOnError()
      lines.push(...data.lines.split('\n').filter(Boolean))
      after = data.next === null ? null : { after: data.next }
    }
    return lines
  }
  for (const [table, sizes] of [
    ['people', [7]],
    ['moderation_decisions', [2]],
    ['review_replies', [1, 7, readRows(dump, 'review_replies').length]],
  ] as const)
    for (const size of sizes)
      expect((await readPages(table, size)).map((line) => JSON.parse(line))).toEqual(
        readRows(dump, table),
      )
  expect(await readPages('reviews', 5000, '2001-01-01')).toEqual([])
})
