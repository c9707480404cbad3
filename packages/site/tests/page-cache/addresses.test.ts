// Hostile and former addresses: every route answers them without a failure, and a tool is found by each address it had.
import { createClient } from '@supabase/supabase-js'
import { afterAll, test as baseTest, beforeAll, expect, inject } from 'vitest'
import type { Database } from '../../app/data/database.types.ts'
import { PAGES } from '../../app/shared/page-table.ts'
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
  for (const [index, [key, kind]] of ATTRIBUTES.entries()) {
    const options = kind.startsWith('choice') ? '[{"value": "saml", "label": "SAML"}]' : '[]'
    await backend.db
      .asOwner`insert into attributes (key, label, kind, options, in_filter, position) values (${key}, ${`Hostile ${key}`}, ${kind}, ${options}::jsonb, true, ${30_000 + index})`
  }
  const supabase = createClient<Database>(backend.url, backend.anonKey, {
    auth,
    global: { fetch: (input, init) => backend.fetchInternally(input, init) },
  })
  render = await loadSite({
    supabase,
    visitorClient: supabase,
    siteUrl: backend.url,
    log: (error) => logged.push(error),
    public: { supabaseUrl: '', supabaseAnonKey: backend.anonKey },
    hasDesignPage: false,
  })
})
afterAll(() => backend?.close())

/** One of each kind that filters; a page reads six. */
const ATTRIBUTES = [
  ['is_kept', 'yes_no'],
  ['sign_in', 'choices'],
  ['tier', 'choice'],
  ['seats', 'number'],
  ['audited', 'date'],
] as const

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
  ...['..', '-1e999..', '..9999-99-99', '5..1', 'a%00..b'],
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
    const names = parameters.flatMap((name) =>
      name === 'a.*' ? [...ATTRIBUTES.map(([key]) => `a.${key}`), 'a.unknown'] : [name],
    )
    return [{ path: filled ?? `/${path.replace(/:\w+\??/g, 'unknown')}`, parameters: names }]
  })
}

test('a page with one hostile parameter answers without a failure', TIMEOUT, async () => {
  const addresses = listFilledPages().flatMap(({ path, parameters }) =>
    parameters.map((name) => `${path}?${name}=`),
  )
  expect(addresses.length).toBeGreaterThan(50)
  // Loaders get each value; screens, which take ten times as long, a name of Object.prototype.
  const requests = addresses.flatMap((address) => [
    toRequest(`${address}constructor`),
    toDataRequest(`${address}${'x'.repeat(199)}${EMOJI}`),
    toDataRequest(`${address}%5B%22%5Cu0000%22%5D`),
  ])
  expect(await listFaults(requests)).toEqual([])
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
  expect(await listFaults(paths.map(toDataRequest))).toEqual([])
})

/** Each kind of address that names a tool. */
const ADDRESS_KINDS: Record<string, (address: string) => string | Request> = {
  page: (address) => `/tool/${address}`,
  'short page': (address) => `/${address}`,
  alternatives: (address) => `/tool/${address}/alternatives`,
  history: (address) => `/tool/${address}/history`,
  'suggested edit': (address) => `/tool/${address}/suggest-edit`,
  claim: (address) => `/tool/${address}/claim`,
  'badge page': (address) => `/tool/${address}/badge`,
  'badge picture': (address) => `/tool/${address}/badge.svg`,
  review: (address) => `/write-review/${address}`,
  Markdown: (address) => `/tool/${address}.md`,
  'Atom feed': (address) => `/tool/${address}/reviews.atom`,
  'JSON feed': (address) => `/tool/${address}/reviews.json`,
  oEmbed: (address) => `/oembed?url=${encodeURIComponent(`${backend.url}/tool/${address}`)}`,
  comparison: (address) => `/compare?tools=${address},tool-05`,
  list: (address) => `/lists?add=${address}`,
  explanation: (address) => `/explain?list=tools&tool=${address}`,
  figure: (address) => `/figures/tool-average?of=${address}`,
  MCP: (address) =>
    new Request(`${backend.url}/mcp`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'get_tool', arguments: { slug: address } },
      }),
    }),
}

async function readFollowing(request: Request): Promise<string> {
  const response = await render(request)
  const location = response.headers.get('location')
  if (location?.endsWith('?')) return `${response.status} to ${location}`
  if (response.status !== 301 || !location) return `${response.status} ${await response.text()}`
  return readFollowing(new Request(new URL(location, backend.url)))
}

test('every kind of address of a tool follows its rename and its merge', TIMEOUT, async () => {
  const [renamed, merged, target] = site.tools
  const [, , , , moderator] = site.members
  if (!renamed || !merged || !target || !moderator) throw new Error('the site has too few rows')
  await backend.db
    .asOwner`insert into private.staff (user_id, role) values (${moderator.id}, 'moderator')`
  const rename = { tool: renamed.id, name: 'Quite new', slug: 'quite-new' }
  await moderator.client.rpc('rename_tool', rename).throwOnError()
  const merge = {
    source: merged.id,
    target: target.id,
    explanation: 'Both entries describe the same tool, as its website says.',
  }
  await moderator.client.rpc('merge_tools', merge).throwOnError()
  const former = [
    [renamed.slug, 'Quite new'],
    [renamed.slug.toUpperCase(), 'Quite new'],
    [merged.slug, 'Tool 02'],
    [merged.id, 'Tool 02'],
  ] as const
  const lost: string[] = []
  for (const [kind, toAddress] of Object.entries(ADDRESS_KINDS)) {
    for (const [address, name] of former) {
      const target = toAddress(address)
      const text = await readFollowing(typeof target === 'string' ? toRequest(target) : target)
      if (!text.startsWith('200') || !text.includes(name)) lost.push(`${kind} of ${address}`)
    }
    const unknown = toAddress('no-such-tool')
    const text = await readFollowing(typeof unknown === 'string' ? toRequest(unknown) : unknown)
    if (text.includes('Quite new') || text.includes('Tool 02')) lost.push(`${kind} of no tool`)
  }
  expect(lost).toEqual([])
})
