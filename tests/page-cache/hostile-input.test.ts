// Hostile paths and parameters: every route answers them without a failure, as a page and as data.
import { createClient } from '@supabase/supabase-js'
import { afterAll, test as baseTest, beforeAll, expect, inject } from 'vitest'
import type { Database } from '../../app/data/database.types.ts'
import { PAGES } from '../../app/shared/page-table.ts'
import { serveBadges } from '../../server/badges/serve-badges.ts'
import { loadSite, type Render } from '../../server/rendering/site.ts'
import { startTestBackend, type TestBackend } from '../support/backends/backend.ts'
import {
  createDataRequest,
  listPages,
  type SeededSite,
  seedSite,
} from '../support/backends/page-cache-fixture.ts'

/** Both engines get the same texts, so one is enough. */
const isPostgres = inject('engine') === 'postgres'
const TIMEOUT = { timeout: 90_000 }
const test = baseTest.runIf(isPostgres)

let backend: TestBackend
let site: SeededSite
let render: Render
const logged: unknown[] = []

beforeAll(async () => {
  if (!isPostgres) return
  backend = await startTestBackend()
  const members = await Promise.all(Array.from({ length: 5 }, () => backend.createMember()))
  const auth = { persistSession: false }
  const service = createClient<Database>(backend.url, backend.serviceKey, { auth })
  site = await seedSite(service, members)
  const supabase = createClient<Database>(backend.url, backend.anonKey, {
    auth,
    global: { fetch: (input, init) => backend.fetchInternally(input, init) },
  })
  const options = { supabase, siteUrl: backend.url, log: (error: unknown) => logged.push(error) }
  const rendered = await loadSite({
    ...options,
    visitorClient: supabase,
    public: { supabaseUrl: '', supabaseAnonKey: backend.anonKey },
    hasDesignPage: false,
  })
  render = serveBadges(rendered, options)
})
afterAll(() => backend?.close())

const EMOJI = encodeURIComponent('🎈')

/** As they stand in an address. */
const HOSTILE = [
  ...['toString', 'constructor', '__proto__'],
  ...[39, 99].map((length) => 'x'.repeat(length) + EMOJI),
  ...[
    'a%00b',
    '%ED%A0%80',
    '%EF%BF%BF',
    '%E2%80%AE',
    '%20',
    '%0D%0A',
    '%C0%AF',
    '%25',
    '%27%22%5C',
  ],
  ...['-1', '99999999999999999999', 'Infinity', '0000-00-00', '2026-02-30', '20x6-W54'],
  ...['%5B1%5D', '%5B%22a%22%2C1e999%2Cnull%5D', '..%2f..', '(', ',,a%2Cb%2C%00'],
  ...['00000000-0000-0000-0000-000000000000', 'x'.repeat(3000)],
]

/** Choices of the pages; another case must not fail either. */
const CHOICES = ['NAME', 'ADJUSTED', 'LAUNCHES', 'ALTERNATIVES', 'LOWEST', 'FREE', 'REMOVE', 'PAST']

/** @returns what is wrong with the answers */
async function listFaults(requests: readonly Request[]): Promise<string[]> {
  const faults: string[] = []
  for (const request of requests) {
    logged.length = 0
    const response = await render(request)
    const text = await response.text()
    const isRight = [200, 301, 302, 400, 404, 405, 501].includes(response.status)
    if (!isRight) faults.push(`${request.url} answers ${response.status}`)
    if (text.includes('Could not be loaded.')) faults.push(`${request.url} has a failed section`)
    if (logged.length > 0) faults.push(`${request.url} logs ${String(logged[0])}`)
  }
  return faults
}

const toRequest = (path: string) => new Request(`${backend.url}${path}`)

const toDataRequest = (path: string) => createDataRequest(new URL(`${backend.url}${path}`))

/** The routes with a loader of their own, without the second address of a screen. */
const SECOND_ADDRESSES = ['all-tools', 'trust-center']
const ROUTES = PAGES.filter(
  ({ path }) => !/^(moderation(\/|$)|admin)/.test(path) && !SECOND_ADDRESSES.includes(path),
)

/** An existing page of each route with parameters, without its query. */
function listFilledPages(): { path: string; parameters: readonly string[] }[] {
  const known = listPages(site).map((page) => new URL(page, backend.url).pathname)
  return ROUTES.flatMap(({ path, parameters }) => {
    if (!parameters) return []
    const pattern = new RegExp(`^/${path.replace(/:\w+\??/g, '[^/]+')}$`)
    const filled = known.find((page) => pattern.test(page))
    return [{ path: filled ?? `/${path.replace(/:\w+\??/g, 'unknown')}`, parameters }]
  })
}

test('a page with one hostile parameter answers without a failure', TIMEOUT, async () => {
  const values = [
    'constructor',
    `${'x'.repeat(199)}${EMOJI}`,
    '%00',
    '1e999',
    '%5B%22%5Cu0000%22%5D',
  ]
  const paths = listFilledPages().flatMap(({ path, parameters }) =>
    parameters.flatMap((name) => values.map((value) => `${path}?${name}=${value}`)),
  )
  expect(paths.length).toBeGreaterThan(300)
  expect(await listFaults(paths.map(toRequest))).toEqual([])
})

test('a page whose parameters are all hostile answers without a failure', TIMEOUT, async () => {
  const paths = listFilledPages().flatMap(({ path, parameters }) =>
    [...HOSTILE, ...CHOICES].map(
      (value) => `${path}?${parameters.map((name) => `${name}=${value}`).join('&')}`,
    ),
  )
  expect(await listFaults(paths.map(toDataRequest))).toEqual([])
})

test('a hostile part of a path answers without a failure', TIMEOUT, async () => {
  const files = [
    ...['tool/:slug.md', 'best/:slug.md', 'tool/:slug/reviews.atom', 'user/:name/reviews.json'],
    ...['list/:id/tools.atom', 'feeds/:name.atom', 'sitemaps/:part', 'tool/:slug/badge.svg'],
    ...['launch/:id/badge.svg', ':slug'],
  ]
  const patterns = [...ROUTES.map(({ path }) => path), ...files].filter((path) => /[:*]/.test(path))
  const paths = patterns.flatMap((path) =>
    HOSTILE.map((value) => `/${path.replaceAll(/:\w+\??|\*/g, () => value)}`),
  )
  expect(await listFaults(paths.map(toRequest))).toEqual([])
})
