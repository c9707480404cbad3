// Spec 8 §3: a dump of a running site, its addresses, the page that lists it, and the site that loads it.
import {
  closeSync,
  cpSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Database } from '@toolmark/backend/database/database.ts'
import { openPostgres } from '@toolmark/backend/database/engines/postgres.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharePostgresCopy } from '../support/databases/postgres-copy.ts'
import {
  findLinks,
  followPointer,
  readEntries,
  readHtml,
  readKey,
  send,
  toText,
} from '../support/sites/figures.ts'
import { copyPreparedData } from '../support/sites/prepared-data.ts'
import {
  createServiceClient,
  createTemporaryFolder,
  runCommand,
  type Site,
  startSite,
} from '../support/sites/site.ts'

/** Newer than the dump that a site makes one minute after its start. */
const DAY = '2999-12-31'
const DAY_BEFORE = '2999-12-30'
const { folder, remove } = createTemporaryFolder()
const dump = join(folder, 'dump')
const DATABASE_URL = await sharePostgresCopy('demo')
let database: Database
let demo: Site
let firstPage: string
beforeAll(async () => {
  const env = { DATA_DIR: join(folder, 'demo'), DATABASE_URL, DEMO_CONTENT: 'on' }
  demo = await startSite({ ...env, SITE_DIR: writeSiteFolder() })
  firstPage = await readHtml(demo, '/data')
  database = await openPostgres(DATABASE_URL)
  expect(await run(demo, 'dump', dump)).toMatchObject({ code: 0 })
  mkdirSync(join(demo.dataDir, 'dumps'), { recursive: true })
  cpSync(dump, join(demo.dataDir, 'dumps', DAY), { recursive: true })
})
afterAll(async () => {
  await database?.close()
  await demo?.stop()
  remove()
})

function writeSiteFolder(): string {
  const site = join(folder, 'site')
  mkdirSync(site)
  writeFileSync(join(site, 'site.toml'), 'name = "Kiln"\ndata_license = "ODbL-1.0"\n')
  return site
}

async function run(of: Site, command: string, ...values: string[]) {
  const SITE_DIR = join(folder, 'site')
  const env = { DATA_DIR: of.dataDir, PORT: new URL(of.url).port, SITE_DIR }
  const { code, output, errors } = await runCommand([...command.split(' '), ...values], env)
  return { code, lines: `${output}${errors}`.split('\n') }
}

interface Manifest {
  made_at: string
  license: string
  tables: { name: string; rows: number; sha256: string }[]
  figures: unknown[]
}
const readManifest = (from = dump) =>
  JSON.parse(readFileSync(join(from, 'manifest.json'), 'utf8')) as Manifest
const readRows = (table: string) =>
  gunzipSync(readFileSync(join(dump, `${table}.jsonl.gz`)))
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>)

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${demo.url}${path}`, { headers: { Origin: 'https://elsewhere.example', ...headers } })

/** `fetch` resolves dots in an address. */
const readStatus = (path: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    request(
      { ...new URL(demo.url), host: '127.0.0.1', port: new URL(demo.url).port, path },
      (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      },
    )
      .on('error', reject)
      .end()
  })

test('the figures of the manifest equal /figures.json, and its license is that of site.toml', async () => {
  const { figures, license, made_at } = readManifest()
  expect(figures).toEqual(await readEntries(demo))
  expect(license).toBe('ODbL-1.0')
  expect(Date.now() - Date.parse(made_at)).toBeLessThan(120_000)
  const { licenses, title } = JSON.parse(readFileSync(join(dump, 'datapackage.json'), 'utf8'))
  expect([title, licenses[0].path]).toEqual([
    'Open data of Kiln',
    'https://opendatacommons.org/licenses/odbl/1-0/',
  ])
})

describe('the addresses of a dump', () => {
  test('answer each file with its SHA-256 as ETag, for programs of other sites too', async () => {
    for (const { name, sha256 } of readManifest().tables) {
      const path = `/data/${DAY}/${name}.jsonl.gz`
      const answer = await get(path)
      const headers = (name: string) => answer.headers.get(name)
      expect([path, answer.status, headers('etag')]).toEqual([path, 200, `"${sha256}"`])
      expect([headers('content-type'), headers('content-encoding')]).toEqual([
        'application/gzip',
        null,
      ])
      expect(headers('access-control-allow-origin')).toBe('*')
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect(bytes.equals(readFileSync(join(dump, `${name}.jsonl.gz`)))).toBe(true)
      const unchanged = await get(path, { 'If-None-Match': `"${sha256}"` })
      expect([unchanged.status, await unchanged.text()]).toEqual([304, ''])
    }
    for (const name of ['manifest.json', 'datapackage.json']) {
      const answer = await get(`/data/${DAY}/${name}`)
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
      expect(await answer.json()).toEqual(JSON.parse(readFileSync(join(dump, name), 'utf8')))
      const etag = answer.headers.get('etag') ?? ''
      expect((await get(`/data/${DAY}/${name}`, { 'If-None-Match': etag })).status).toBe(304)
    }
    const head = await fetch(`${demo.url}/data/${DAY}/tools.jsonl.gz`, { method: 'HEAD' })
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(1000)
  })

  test.each([
    '/data/2999-12-31/keys.json',
    '/data/2999-12-29/manifest.json',
    '/data/2999-12-31/lists.jsonl.gz',
    '/data/../keys.json',
    '/data/2999-12-31/../../keys.json',
    '/data/2999-12-31/..%2f..%2fkeys.json',
    '/data/%2e%2e/keys.json',
    '/data/..%5c..%5ckeys.json',
    '/data/2999-12-31%2f..%2f..%2fkeys.json',
    '/data/lock.db',
    '/data/2999-12-31.part/manifest.json',
    '/data//etc/passwd',
  ])('%s is not found', async (path) => {
    expect(await readStatus(`/data/${DAY}/manifest.json`)).toBe(200)
    expect(await readStatus(path)).toBe(404)
  })
})

test('/data lists a dump when it is there, and not when it is gone', async () => {
  expect(firstPage).toContain('There is no dump yet.')
  expect(demo.readOutput()).not.toContain('"level":"error"')
  const other = join(demo.dataDir, 'dumps', DAY_BEFORE)
  expect(await readHtml(demo, '/data')).not.toContain(`/data/${DAY_BEFORE}/`)
  cpSync(dump, other, { recursive: true })
  const html = await readHtml(demo, '/data')
  for (const { name } of readManifest().tables)
    expect(html).toContain(`href="/data/${DAY}/${name}.jsonl.gz"`)
  expect(html).toContain(`href="/data/${DAY_BEFORE}/manifest.json"`)
  expect(html).toContain('Open Database License 1.0')
  rmSync(other, { recursive: true })
  expect(await readHtml(demo, '/data')).not.toContain(`/data/${DAY_BEFORE}/`)
})

describe('toolmark dump', () => {
  test('says as JSON what it wrote', async () => {
    // An empty folder may be a mount, which stays.
    const again = join(folder, 'again')
    mkdirSync(again)
    const { ino } = statSync(again)
    const { code, lines } = await run(demo, 'dump', again, '--json')
    expect([code, lines.length, statSync(again).ino]).toEqual([0, 1, ino])
    expect(readManifest(again).tables.length).toBeGreaterThan(7)
    const { tables } = JSON.parse(lines[0] ?? '') as Manifest
    expect(tables.map(({ name, rows }) => [name, rows])).toEqual(
      readManifest().tables.map(({ name, rows }) => [name, rows]),
    )
  })

  test('replaces an older dump when the new one is complete, and what a crash has left', async () => {
    const at = join(folder, 'twice')
    cpSync(dump, at, { recursive: true })
    cpSync(dump, `${at}.part`, { recursive: true })
    cpSync(dump, join(at, '.part'), { recursive: true })
    writeFileSync(join(at, 'notes.txt'), 'own')
    const { ino } = statSync(at)
    const reader = openSync(join(at, 'tools.jsonl.gz'), 'r')
    const before = readFileSync(join(dump, 'tools.jsonl.gz'))
    expect((await run(demo, 'dump', at)).code).toBe(0)
    expect(readFileSync(reader)).toEqual(before)
    closeSync(reader)
    expect(readdirSync(at).sort()).toEqual([...readdirSync(dump), 'notes.txt'].sort())
    expect(Date.parse(readManifest(at).made_at)).toBeGreaterThan(Date.parse(readManifest().made_at))
    expect(statSync(at).ino).toBe(ino)
  })

  test('refuses a folder with other files and a site that is not running', async () => {
    const other = join(folder, 'other')
    for (const at of [other, `${other}.part`, join(other, '.part')]) {
      mkdirSync(at, { recursive: true })
      const manifest = join(at, 'manifest.json')
      for (const [file, text] of [
        [join(at, 'notes.txt'), 'own'],
        [manifest, '{}'],
      ] as const)
        writeFileSync(file, text)
      expect(await run(demo, 'dump', other)).toEqual({ code: 1, lines: [`${at} is not empty`] })
      expect(readdirSync(at).sort()).toEqual(['manifest.json', 'notes.txt'])
      rmSync(at, { recursive: true })
    }
    const nowhere = { ...demo, url: 'http://127.0.0.1:1' }
    expect(await run(nowhere, 'dump', join(folder, 'none'))).toEqual({
      code: 1,
      lines: [expect.stringMatching(/^no site answers at/)],
    })
    expect(await run(nowhere, 'dump', dump)).toMatchObject({ code: 1 })
    expect(readManifest().tables.length).toBeGreaterThan(7)
  })
})

describe('toolmark dump load', () => {
  let empty: Site
  beforeAll(async () => {
    empty = await startSite({ DATA_DIR: copyPreparedData(join(folder, 'empty')) })
  })
  afterAll(() => empty.stop())

  test('gives an empty site on the other engine equal averages, intervals and adjusted ratings', async () => {
    expect((await run(empty, 'dump load', dump)).lines.at(-1)).toMatch(
      /^The open data of .* is loaded/,
    )
    const copied = await createServiceClient(empty)
    const source = await createServiceClient(demo)
    const read = async (service: typeof copied) => {
      const { data } = await service
        .from('tools')
        .select('id, slug, review_count, rating_average, adjusted_rating')
        .order('id')
        .throwOnError()
      // Tools without reviews have one estimate in common.
      const estimated = [
        ...data.filter(({ review_count }) => review_count),
        ...data.filter(({ review_count }) => !review_count).slice(0, 1),
      ]
      const estimates = await Promise.all(
        estimated.map(({ id }) => service.rpc('tool_rating_estimate', { tool: id }).throwOnError()),
      )
      return { tools: data, estimates: estimates.map(({ data: estimate }) => estimate) }
    }
    const [expected, found] = [await read(source), await read(copied)]
    expect(expected.estimates.length).toBeGreaterThan(50)
    expect(found).toEqual(expected)
    const page = await readHtml(empty, '/tool/figma')
    expect(page).toContain('A review without its text')
  })

  test('refuses a site with content', async () => {
    expect(await run(empty, 'dump load', dump)).toEqual({
      code: 1,
      lines: ['this site has content: a dump can only be loaded into an empty site'],
    })
  })
})

/** The figures of a tool, from its row and its reviews; undefined for those that it does not have. */
function readDumped({ id, adjusted_rating, rating_high }: Record<string, unknown>) {
  const ratings = readRows('reviews').flatMap(({ tool_id, rating }) =>
    tool_id === id ? [Number(rating)] : [],
  )
  const sum = ratings.reduce((total, rating) => total + rating, 0)
  return {
    'tool-average': ratings.length > 0 ? sum / ratings.length : undefined,
    'tool-reviews': ratings.length,
    'tool-low': adjusted_rating,
    'tool-high': rating_high,
    ...Object.fromEntries(
      [1, 2, 3, 4, 5].map((stars) => [
        `tool-reviews-${stars}`,
        ratings.filter((rating) => rating === stars).length,
      ]),
    ),
  } as Record<string, unknown>
}

test('the figures of tools are the same on their pages, in /figures.json, in the dump, through MCP and by SQL', async () => {
  // A dump has no profiles, so no numbers of people.
  const entries = (await readEntries(demo)).filter(
    ({ key }) => key.startsWith('tool-') && !/^tool-(roles|sizes)$/.test(key),
  )
  expect(entries.map((entry) => entry.key).sort()).toEqual(Object.keys(readDumped({})).sort())
  const tools = readRows('tools')
  const listed = tools.filter(({ slug }) => entries[0]?.page === `/tool/${slug}`)
  const withReviews = (count: number) => tools.filter((tool) => tool.review_count === count)
  const walked = [listed, withReviews(12), withReviews(1), withReviews(0)].map(([tool]) => tool)
  const mcp = new Client({ name: 'test', version: '1' })
  await mcp.connect(new StreamableHTTPClientTransport(new URL('/mcp', demo.url)))
  const key = await readKey(demo)
  for (const tool of walked) {
    expect(tool).toBeDefined()
    const { id, slug, review_count } = tool ?? {}
    const html = toText(await readHtml(demo, `/tool/${slug}`))
    const dumped = readDumped(tool ?? {})
    for (const { pointer, rounding, request, ...entry } of entries) {
      const write = (value: unknown) => [
        slug,
        entry.key,
        value === null ? '–' : Number(value).toFixed(rounding),
      ]
      const value = dumped[entry.key] ?? null
      const shown = write(value)
      if (listed[0] === tool) expect([slug, entry.key, entry.shown]).toEqual(shown)
      // A page without reviews has no panel of figures, and one without counted reviews no interval.
      const isOnPage = review_count !== 0 && value !== null
      const links = new Set(findLinks(html, entry.key))
      expect([slug, entry.key, ...links]).toEqual(isOnPage ? shown : shown.slice(0, 2))
      const page = toText(await readHtml(demo, `/figures/${entry.key}?of=${slug}`))
      expect([...shown.slice(0, 2), page]).toEqual([
        ...shown.slice(0, 2),
        expect.stringContaining(`tabular-nums">${shown[2]}</dd>`),
      ])
      const explained = await mcp.callTool({
        name: 'explain_figure',
        arguments: { key: entry.key, of: slug },
      })
      expect(write((explained.structuredContent as { value: unknown }).value)).toEqual(shown)
      const body = { tool: String(id) }
      expect(write(followPointer(await send(demo, { ...request, body }, key), pointer))).toEqual(
        shown,
      )
      const [row] = await database.asOwner<{ value: unknown }>(
        `select ${request.path.split('/').at(-1)}($1) #>> string_to_array(substr($2, 2), '/') as value`,
        [id, pointer],
      )
      expect(write(row?.value)).toEqual(shown)
    }
    const { structuredContent } = await mcp.callTool({ name: 'get_tool', arguments: { slug } })
    const { reviews, mean } = structuredContent as Record<string, number | null>
    const rounded = dumped['tool-average'] && Number(dumped['tool-average']).toFixed(1)
    expect([reviews, mean?.toFixed(1)]).toEqual([review_count, rounded])
  }
  await mcp.close()
  // The figures of all tools can be recomputed from the reviews.
  const stars = Map.groupBy(readRows('reviews'), ({ tool_id }) => tool_id)
  for (const { id, review_count, rating_average } of readRows('tools')) {
    const given = (stars.get(id) ?? []).map(({ rating }) => Number(rating))
    const average = given.reduce((sum, rating) => sum + rating, 0) / given.length
    expect([id, review_count]).toEqual([id, given.length])
    if (given.length > 0) expect(Math.abs(Number(rating_average) - average)).toBeLessThan(0.00501)
  }
})
