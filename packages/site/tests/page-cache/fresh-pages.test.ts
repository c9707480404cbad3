// A cached page equals a fresh rendering after every change: the tags of reads
// (app/data/cache-tags.ts) match the tags that triggers announce.
import { AsyncLocalStorage } from 'node:async_hooks'
import { createClient } from '@supabase/supabase-js'
import pLimit from 'p-limit'
import { afterAll, test as baseTest, beforeAll, expect, inject } from 'vitest'
import type { Database } from '../../app/data/database.types.ts'
import { pageParameters } from '../../app/shared/page-table.ts'
import { THROTTLED } from '../../server/page-cache/cache-key.ts'
import { createPageCache, type PageCache } from '../../server/page-cache/page-cache.ts'
import { loadSite, type Render } from '../../server/rendering/site.ts'
import { startTestBackend, type TestBackend } from '../support/backends/backend.ts'
import {
  createDataRequest,
  createMutations,
  listPages,
  type SeededSite,
  seedSite,
} from '../support/backends/page-cache-fixture.ts'

/** Each connection prepares the statements again, and one alone waits for the scheduler of a busy machine. */
const CONCURRENCY = 3

/** The tags are the same on both engines; PostgreSQL sends notifications on a separate connection. */
const isPostgres = inject('engine') === 'postgres'
const test = baseTest.runIf(isPostgres)

let backend: TestBackend
let site: SeededSite
let renderPage: Render
let cache: PageCache
/** How many pages the cache got. */
let renderingsOfCache = 0
/** A statement that pages read with. */
interface Read {
  send: () => Promise<object[]>
  rows: Promise<object[]>
}
const reads = new Map<string, Read>()
interface Rendering {
  reads: Set<Read>
  tags: Set<string>
  status: number
  headers: Headers
  text: string
}
/** The renderings whose reads have had the same answers since. */
const renderings = new Map<string, Rendering>()
const readsOfRendering = new AsyncLocalStorage<Set<Read>>()
const tagsOfPages = new Set<string>()
const announced = new Set<string>()

beforeAll(async () => {
  if (!isPostgres) return
  backend = await startTestBackend()
  const client = (key: string, fetch = globalThis.fetch) =>
    createClient<Database>(backend.url, key, {
      auth: { persistSession: false },
      global: { fetch },
    })
  const members = await Promise.all(Array.from({ length: 5 }, () => backend.createMember()))
  site = await seedSite(client(backend.serviceKey), members)
  const supabase = client(backend.anonKey, backend.fetchInternally)
  shareReads(backend.db.database)
  const fail = (error: unknown) => {
    throw error
  }
  renderPage = await loadSite({
    supabase,
    visitorClient: supabase,
    siteUrl: backend.url,
    public: { supabaseUrl: '', supabaseAnonKey: backend.anonKey },
    hasDesignPage: false,
    log: fail,
  })
  cache = createPageCache({
    render: async (request, tags) => {
      renderingsOfCache += 1
      const rendering = await renderFresh(request)
      for (const tag of rendering.tags) {
        tags.add(tag)
        tagsOfPages.add(tag)
      }
      return new Response(rendering.text, rendering)
    },
    parametersOf: pageParameters,
    origin: backend.url,
    throttle: 0,
  })
  await backend.db.database.listen({
    channel: 'page_tags',
    onNotice: (tag) => {
      announced.add(tag)
      cache.drop(tag)
    },
    onGap: cache.clear,
  })
})
afterAll(() => backend?.close())

/** Lets the pages share the rows of equal reads, until `findChanges` reads again. */
function shareReads(database: TestBackend['db']['database']): void {
  const { asReader } = database
  database.asReader = async <Row extends object>(...read: Parameters<typeof asReader>) => {
    const send = () => asReader.apply(database, read)
    const ofRendering = readsOfRendering.getStore()
    if (!ofRendering) return (await send()) as Row[]
    const key = JSON.stringify(read)
    const known = reads.get(key) ?? { send, rows: send() }
    reads.set(key, known)
    ofRendering.add(known)
    return (await known.rows) as Row[]
  }
}

/** A refusal is an answer too. */
const describeRows = ({ rows }: Read) => rows.then((found) => JSON.stringify(found), String)

/** Reads again what pages have read, and forgets the pages with another answer. A page is made of its reads. */
async function findChanges(): Promise<void> {
  const used = new Set([...renderings.values()].flatMap((rendering) => [...rendering.reads]))
  const changed = new Set<Read>()
  for (const [key, read] of reads) if (!used.has(read)) reads.delete(key)
  await pLimit(CONCURRENCY).map(reads.values(), async (read) => {
    const before = await describeRows(read)
    read.rows = read.send()
    if ((await describeRows(read)) !== before) changed.add(read)
  })
  for (const [address, rendering] of renderings)
    if ([...rendering.reads].some((read) => changed.has(read))) renderings.delete(address)
}

async function renderFresh(request: Request): Promise<Rendering> {
  const known = renderings.get(request.url)
  if (known) return known
  const rendering = { reads: new Set<Read>(), tags: new Set<string>() }
  const response = await readsOfRendering.run(rendering.reads, () =>
    renderPage(request, rendering.tags),
  )
  const { status, headers } = response
  const fresh = { ...rendering, status, headers, text: await response.text() }
  renderings.set(request.url, fresh)
  return fresh
}

const createRequest = (page: string) => createDataRequest(new URL(page, backend.url))
const readText = async (response: Response) => `${response.status} ${await response.text()}`

/** @returns the parts around the first difference of two texts */
function describeDifference(one: string, other: string): string {
  const at = [...one].findIndex((letter, place) => letter !== other[place])
  const around = (text: string) => text.slice(Math.max(0, at - 80), at + 80)
  return `has …${around(one)}… in place of …${around(other)}…`
}

test('after each kind of change every cached page equals a fresh rendering', {
  timeout: 300_000,
}, async () => {
  const pages = listPages(site)
  const stale: string[] = []
  const withoutEffect: string[] = []
  const previous = new Map<string, string>()
  for (const page of pages)
    previous.set(page, await readText(await cache.fetch(createRequest(page))))
  expect(renderingsOfCache).toBe(pages.length)
  for (const [name, mutate] of createMutations(site)) {
    const { error } = await mutate()
    expect([name, error]).toEqual([name, null])
    await findChanges()
    let changes = 0
    for (const page of pages) {
      const request = createRequest(page)
      const cached = await readText(await cache.fetch(request))
      const { status, text } = await renderFresh(request)
      const fresh = `${status} ${text}`
      if (cached !== fresh) stale.push(`${name}: ${page} ${describeDifference(cached, fresh)}`)
      if (fresh !== previous.get(page)) changes += 1
      previous.set(page, fresh)
    }
    if (changes === 0) withoutEffect.push(name)
  }
  expect(stale).toEqual([])
  // A change without an effect on a page tests nothing.
  expect(withoutEffect).toEqual([])
})

function getMember(place: number) {
  const member = site.members[place]
  if (!member) throw new Error(`there is no member ${place}`)
  return member
}

/** Fills the cache and makes a change. @returns the pages that the change dropped */
async function findDroppedPages(change: PromiseLike<{ error: unknown }>): Promise<string[]> {
  const pages: string[] = []
  const dropped: string[] = []
  for (const page of listPages(site)) {
    const response = await cache.fetch(createRequest(page))
    await response.text()
    // A missing page expires after ten seconds, without a change.
    if (response.status !== 404) pages.push(page)
  }
  expect((await change).error).toBeNull()
  await findChanges()
  for (const page of pages) {
    const before = renderingsOfCache
    await (await cache.fetch(createRequest(page))).text()
    if (renderingsOfCache > before) dropped.push(page)
  }
  return dropped
}

test('an upvote drops only the pages and positions of launches and the home page with the top three', async () => {
  const upvote = { launch_id: site.launches[4] ?? '', user_id: getMember(0).id }
  const dropped = await findDroppedPages(getMember(0).client.from('launch_upvotes').insert(upvote))
  expect(dropped).toContain('/launches')
  expect(dropped.filter((page) => !/^\/(launch|explain\?list=launches)/.test(page))).toEqual(['/'])
})

test('a review keeps other tools and listings by name in the cache', async () => {
  const review = { tool_id: site.tools[45]?.id ?? '', user_id: getMember(1).id, rating: 4 }
  const words = { title: 'As good', content: 'In use for a year, every day.' }
  const dropped = await findDroppedPages(
    getMember(1)
      .client.from('reviews')
      .insert({ ...review, ...words }),
  )
  expect(dropped).toContain('/trust')
  const cached = listPages(site).filter((page) => !dropped.includes(page))
  const others = ['/tools', '/launches', '/add-tool', `/company/${site.companies[0]}`]
  expect(cached).toEqual(expect.arrayContaining(others))
})

test('home has a tag without throttling for each review that it shows', async () => {
  const newest = site.service.from('reviews').select('tool_id').limit(3).throwOnError()
  const { data } = await newest
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
  const { tags } = await renderFresh(createRequest('/'))
  expect(data).toHaveLength(3)
  expect([...tags]).toEqual(expect.arrayContaining(data.map((row) => `reviews:${row.tool_id}`)))
})

test('reads have the same kinds of tags as triggers announce', () => {
  const readKind = (tag: string) => tag.replace(THROTTLED, '').split(':')[0]
  const kinds = (tags: ReadonlySet<string>) => [...new Set([...tags].map(readKind))].sort()
  expect(kinds(announced)).toEqual(kinds(tagsOfPages).filter((kind) => kind !== 'demo-content'))
})
