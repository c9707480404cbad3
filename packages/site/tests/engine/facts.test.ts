// Reads of many tools with a server that plays all hosts (spec 10 §3).
import { afterAll, expect, test } from 'vitest'
import { createFactFetch } from '../../server/facts/fact-fetch.ts'
import { readFacts } from '../../server/facts/read-facts.ts'
import { shareTestBackend } from '../support/backends/backend.ts'
import { addTool } from '../support/backends/content.ts'
import { type Played, playHosts } from '../support/services/play-hosts.ts'

const hosts = await playHosts()
afterAll(() => hosts.close())
const { service, db } = await shareTestBackend()

let time = 1_800_000_000_000
const clock = {
  now: () => time,
  pause: (ms: number) => {
    time += ms
    return Promise.resolve()
  },
}
const createFetch = () =>
  createFactFetch({ tokens: {}, userAgent: 'Kettles/1', testOrigin: hosts.url, clock })
const readAll = () => readFacts({ service, fetch: createFetch() }, () => false)

const API: Readonly<Record<string, (path: string) => string>> = {
  'github.com': (path) => `api.github.com/repos/${path}`,
  'gitlab.com': (path) => `gitlab.com/api/v4/projects/${path}`,
  'codeberg.org': (path) => `codeberg.org/api/v1/repos/${path}`,
}
/** A good answer that suits the three hosts. */
const answer = (host: string, path: string) => ({
  full_name: path,
  path_with_namespace: path,
  html_url: `https://${host}/${path}`,
  web_url: `https://${host}/${path}`,
  archived: false,
  stargazers_count: 7,
  star_count: 7,
  stars_count: 7,
  pushed_at: '2026-01-02T00:00:00Z',
  last_activity_at: '2026-01-02T00:00:00Z',
  updated_at: '2026-01-02T00:00:00Z',
  license: { spdx_id: 'MIT', key: 'MIT' },
  licenses: ['MIT'],
})
const releases = [
  { tag_name: 'v1.2', published_at: '2026-01-01T00:00:00Z', released_at: '2026-01-01T00:00:00Z' },
]

const HOSTS = Object.keys(API)
const TOOLS = Array.from({ length: 36 }, (_, index) => {
  const host = HOSTS[index % HOSTS.length] ?? ''
  const path = `pots/kettle-${index}`
  return { host, path, api: API[host]?.(path) ?? '' }
})
function playAll(change: (index: number) => Played | undefined = () => undefined) {
  for (const [index, { host, path, api }] of TOOLS.entries()) {
    const good = { body: answer(host, path) }
    hosts.answers.set(api, change(index) ?? good)
    hosts.answers.set(`${api}/releases`, change(index) ?? { body: releases })
  }
}
const readValues = () =>
  db.asOwner('select tool_id, field, value, confirmed_at from fact_values order by 1, 2')
const makeDue = () => db.asOwner('update fact_sources set due_at = now(), leased_until = null')

test('each tool gets its values, and 30 faults change and confirm none', async () => {
  for (const { host, path } of TOOLS) {
    const tool = await addTool({ client: service })
    await service
      .from('tool_facts')
      .insert({ tool_id: tool, repository_url: `https://${host}/${path}` })
      .throwOnError()
  }
  playAll()
  await readAll()
  const facts = await db.asOwner('select distinct license, latest_version from tool_facts')
  expect(facts).toEqual([{ license: 'MIT', latest_version: '1.2' }])
  const before = await readValues()
  expect(before).toHaveLength(TOOLS.length * 8)

  const faults: Played[] = [
    ...[400, 401, 403, 404, 410, 451, 500, 502, 503, 504].map((status) => ({ status, body: '{}' })),
    ...['', 'null', '[]', '{}', '"x"', '<html>', '{"archived":true', '0'].map((body) => ({ body })),
    ...[
      { archived: 'true' },
      { stargazers_count: -1.5, star_count: -1.5, stars_count: -1.5 },
      { full_name: 5, path_with_namespace: 5 },
      { html_url: null, web_url: null, full_name: null, path_with_namespace: null },
    ].map((odd) => ({ body: { ...answer('x', 'y'), ...odd } })),
    ...[
      'http://127.0.0.1/',
      'http://[::1]/',
      'http://169.254.169.254/',
      'ftp://a.example/',
      'https://a.example:22/',
    ].map((location) => ({ status: 302, headers: { location } })),
    { body: answer('x', 'y'), isCut: true },
    { body: `"${'x'.repeat(2_200_000)}"` },
    { status: 301 },
  ]
  expect(faults).toHaveLength(30)
  playAll((index) => faults[index % faults.length])
  await makeDue()
  await readAll()
  expect(await readValues()).toEqual(before)
  const { data: status } = await service.rpc('fact_status').throwOnError()
  expect(status).toMatchObject({ sources: TOOLS.length, due: 0, failing: TOOLS.length })
  expect(status.problems.every(({ problem }) => problem.length > 10)).toBe(true)
})

test('a host that does not answer holds up no other', async () => {
  playAll()
  await makeDue()
  let others = TOOLS.length - TOOLS.length / HOSTS.length
  const { promise: haveRead, resolve } = Promise.withResolvers<void>()
  const fetch = createFetch()
  const countRead = () => {
    others -= 1
    if (others === 0) resolve()
  }
  const waiting: typeof fetch = async (address, request) => {
    if (address.includes('api.github.com')) await haveRead
    return fetch(address, request)
  }
  await readFacts({ service, fetch: waiting, countRead }, () => false)
  expect(
    await db.asOwner(
      "select 1 from fact_sources where problem is null and last_read_at > now() - interval '1 minute'",
    ),
  ).toHaveLength(TOOLS.length)
})

test('a page that always refuses does not hold up the others of its host', async () => {
  playAll((index) => (index === 0 ? { status: 429, headers: { 'retry-after': '1' } } : undefined))
  await db.asOwner('update fact_sources set last_ok_at = null')
  await makeDue()
  await readAll()
  // It is due after those that were refused with it.
  await db.asOwner(
    'update fact_sources set due_at = now() where due_at < (select max(due_at) from fact_sources)',
  )
  await readAll()
  expect(await db.asOwner('select address from fact_sources where last_ok_at is null')).toEqual([
    { address: 'https://github.com/pots/kettle-0' },
  ])
})

test('a host that limits is left alone and is no failure; the others are read', async () => {
  playAll((index) =>
    index === 0 ? { status: 429, headers: { 'retry-after': '3600' } } : undefined,
  )
  await db.asOwner('update fact_sources set failures = 0')
  await makeDue()
  hosts.requests.length = 0
  await readAll()
  const toGithub = hosts.requests.filter(({ at }) => at.startsWith('api.github.com'))
  const limited = toGithub.findIndex(({ at }) => at.endsWith('/kettle-0'))
  // Those of the same batch may be on their way.
  expect(toGithub.length - limited).toBeLessThanOrEqual(5)
  expect(
    await db.asOwner(
      'select host, max(failures) as failures, bool_and(problem is null) as is_read from fact_sources group by 1 order by 1',
    ),
  ).toEqual([
    { host: 'codeberg.org', failures: 0, is_read: true },
    { host: 'github.com', failures: 0, is_read: false },
    { host: 'gitlab.com', failures: 0, is_read: true },
  ])
})
