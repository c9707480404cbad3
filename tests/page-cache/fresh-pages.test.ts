// A cached page equals a fresh rendering after every change: the tags of reads
// (app/data/cache-tags.ts) match the tags that triggers announce.
import { createClient } from '@supabase/supabase-js'
import pLimit from 'p-limit'
import { afterAll, test as baseTest, beforeAll, expect, inject } from 'vitest'
import type { Database } from '../../app/data/database.types.ts'
import { pageParameters } from '../../app/shared/page-table.ts'
import { serveBadges } from '../../server/badges/serve-badges.ts'
import { createPageCache, type PageCache, THROTTLED } from '../../server/page-cache/page-cache.ts'
import { loadSite, type Render } from '../../server/rendering/site.ts'
import { startTestBackend, type TestBackend } from '../support/backends/backend.ts'
import {
  createMutations,
  listPages,
  type SeededSite,
  seedSite,
} from '../support/backends/page-cache-fixture.ts'

const CONCURRENCY = 8

/** The tags are the same on both engines; PostgreSQL sends notifications on a separate connection. */
const isPostgres = inject('engine') === 'postgres'
const test = baseTest.runIf(isPostgres)

let backend: TestBackend
let site: SeededSite
let render: Render
let cache: PageCache
/** How often each address was rendered for the cache. */
const renderings = new Map<string, number>()
/** What was rendered for the cache since the last change, by address. */
const renderedTexts = new Map<string, string>()
/** Of reads since the last change: in between, equal reads have equal answers. */
const answers = new Map<string, Promise<Response>>()
const tagsOfPages = new Set<string>()
const announced = new Set<string>()

beforeAll(async () => {
  if (!isPostgres) return
  backend = await startTestBackend()
  const client = (key: string, fetch?: typeof globalThis.fetch) =>
    createClient<Database>(backend.url, key, {
      auth: { persistSession: false },
      ...(fetch ? { global: { fetch } } : {}),
    })
  const members = await Promise.all(Array.from({ length: 5 }, () => backend.createMember()))
  site = await seedSite(client(backend.serviceKey), members)
  const supabase = client(backend.anonKey, readOnce)
  const fail = (error: unknown) => {
    throw error
  }
  const pages = await loadSite({
    supabase,
    visitorClient: supabase,
    siteUrl: backend.url,
    public: { supabaseUrl: '', supabaseAnonKey: backend.anonKey },
    hasDesignPage: false,
    log: fail,
  })
  render = serveBadges(pages, { supabase, siteUrl: backend.url, log: fail })
  cache = createPageCache({
    render: async (request, tags) => {
      const { pathname, search } = new URL(request.url)
      renderings.set(pathname + search, (renderings.get(pathname + search) ?? 0) + 1)
      const response = await render(request, tags)
      const body = await response.arrayBuffer()
      for (const tag of tags) tagsOfPages.add(tag)
      const text = new TextDecoder().decode(body)
      renderedTexts.set(pathname + search, `${response.status} ${text}`)
      return new Response(body, response)
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

const readOnce: typeof fetch = async (input, init) => {
  const key = JSON.stringify([input, init?.method, init?.body, [...new Headers(init?.headers)]])
  const answer = answers.get(key) ?? backend.fetchInternally(input, init)
  answers.set(key, answer)
  return (await answer).clone()
}

/**
 * A request for the data of a page, as the router sends it. The tags come from loaders, and React
 * would take most of the time.
 */
function createDataRequest(page: string): Request {
  const url = new URL(page, backend.url)
  if (!/\.(data|xml|json|svg)$/.test(url.pathname))
    url.pathname += url.pathname === '/' ? '_.data' : '.data'
  return new Request(url)
}
const readText = async (response: Response) => `${response.status} ${await response.text()}`
const countRenderings = () => [...renderings.values()].reduce((sum, count) => sum + count, 0)

/** @returns the parts around the first difference of two texts */
function describeDifference(one: string, other: string): string {
  const at = [...one].findIndex((letter, place) => letter !== other[place])
  const around = (text: string) => text.slice(Math.max(0, at - 80), at + 80)
  return `has …${around(one)}… in place of …${around(other)}…`
}

test('after each kind of change every cached page equals a fresh rendering', {
  timeout: 180_000,
}, async () => {
  const pages = listPages(site)
  const stale: string[] = []
  const withoutEffect: string[] = []
  const previous = new Map<string, string>()
  for (const page of pages)
    previous.set(page, await readText(await cache.fetch(createDataRequest(page))))
  expect(countRenderings()).toBe(pages.length)
  for (const [name, mutate] of createMutations(site)) {
    renderedTexts.clear()
    const { error } = await mutate()
    answers.clear()
    expect([name, error]).toEqual([name, null])
    let changes = 0
    await pLimit(CONCURRENCY).map(pages, async (page) => {
      const request = createDataRequest(page)
      const { pathname, search } = new URL(request.url)
      const cached = await readText(await cache.fetch(request))
      // A page that the change dropped is fresh already.
      const fresh = renderedTexts.get(pathname + search) ?? (await readText(await render(request)))
      if (cached !== fresh) stale.push(`${name}: ${page} ${describeDifference(cached, fresh)}`)
      if (fresh !== previous.get(page)) changes += 1
      previous.set(page, fresh)
    })
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
    const response = await cache.fetch(createDataRequest(page))
    await response.text()
    // A missing page expires after ten seconds, without a change.
    if (response.status !== 404) pages.push(page)
  }
  expect((await change).error).toBeNull()
  answers.clear()
  for (const page of pages) {
    const before = countRenderings()
    await (await cache.fetch(createDataRequest(page))).text()
    if (countRenderings() > before) dropped.push(page)
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
  const tags = new Set<string>()
  await (await render(createDataRequest('/'), tags)).text()
  expect(data).toHaveLength(3)
  expect([...tags]).toEqual(expect.arrayContaining(data.map((row) => `reviews:${row.tool_id}`)))
})

test('reads have the same kinds of tags as triggers announce', () => {
  const readKind = (tag: string) => tag.replace(THROTTLED, '').split(':')[0]
  const kinds = (tags: ReadonlySet<string>) => [...new Set([...tags].map(readKind))].sort()
  expect(kinds(announced)).toEqual(kinds(tagsOfPages).filter((kind) => kind !== 'demo-content'))
})
