// A primary with a synchronous standby behind Debian's HAProxy, with deploy/haproxy-postgres.cfg.
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { SupabaseClient } from '@supabase/supabase-js'
import {
  type Cluster,
  startCluster,
} from '@toolmark/backend/tests/support/databases/postgres-cluster.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findHaproxy } from '../../../../scripts/test-tools.js'
import type { Database } from '../../app/data/database.types.ts'
import { type FrontServer, startHaproxy } from '../support/services/proxies.ts'
import { type Standby, startSynchronousStandby } from '../support/services/standby.ts'
import {
  createServiceClient,
  createTemporaryFolder,
  type Site,
  startSite,
} from '../support/sites/site.ts'

const program = findHaproxy()
const { folder, remove } = createTemporaryFolder()
let primary: Cluster
let standby: Standby
let haproxy: FrontServer | undefined
let site: Site
let service: SupabaseClient<Database>

beforeAll(async () => {
  if (!program) return
  primary = await startCluster()
  standby = await startSynchronousStandby(primary)
  const ports = { 5431: primary.port, 5432: standby.port }
  haproxy = await startHaproxy('haproxy-postgres.cfg', '5430', ports, folder)
  const url = new URL(primary.url('postgres'))
  url.port = String(haproxy.port)
  await primary.halt()
  let output = ''
  const starting = startSite({ DATA_DIR: join(folder, 'data'), DATABASE_URL: url.href }, (text) => {
    output = text
  })
  await vi.waitFor(() => expect(output).toContain('waits 120 s for it'), 20_000)
  await primary.resume()
  site = await starting
  service = await createServiceClient(site)
})
afterAll(async () => {
  await site?.stop('SIGKILL')
  await haproxy?.stop()
  await standby?.stop()
  remove()
})

/** None of them is in the cache. */
const PAGES = [
  '/all-tools?search=gone',
  '/tool/not-there',
  '/best/not-there',
  '/categories',
  '/categories.data',
  '/tool/not-there.md',
  '/launches.atom',
]

test.runIf(program)('a start waits while a standby alone answers, and says so', () => {
  expect(site.readOutput()).toMatch(
    /^the database does not answer yet, and the start waits 120 s for it: .*(a standby|cannot be used: .+)$/m,
  )
})

test.runIf(program)(
  'a standby that replaces a killed primary has every acknowledged write, within 10 s',
  async () => {
    const acknowledged: string[] = []
    const refused = new Set<string>()
    let hasEnded = false
    const write = async () => {
      while (!hasEnded) {
        const name = `Tool ${crypto.randomUUID()}`
        const { status, error } = await service
          .from('tools')
          .insert({ name, description: 'd', category: 'HR' })
        if (error) refused.add(`${status} ${error.message}`)
        else acknowledged.push(name)
        await pause(5)
      }
    }
    const load = Promise.all([write(), write(), write(), write()])
    await expect.poll(() => acknowledged.length).toBeGreaterThan(100)
    await primary.kill()
    await expect.poll(() => [...refused].join()).toContain('503 Nothing can be saved at the moment')
    const readPage = async () => (await fetch(`${site.url}/tools`)).status
    await expect.poll(readPage).toBe(200)
    standby.promote()
    const before = acknowledged.length
    await expect.poll(() => acknowledged.length).toBeGreaterThan(before)
    hasEnded = true
    await load
    expect([...refused].filter((answer) => !answer.startsWith('503'))).toEqual([])
    const { data } = await service.from('tools').select('name').limit(100_000).throwOnError()
    const stored = new Set(data.map(({ name }) => name))
    expect(acknowledged.filter((name) => !stored.has(name))).toEqual([])
  },
)

test.runIf(program)(
  'pages that are not cached name the database while PostgreSQL is stopped',
  async () => {
    const read = async (path: string) => {
      const response = await fetch(`${site.url}${path}`)
      const text = await response.text()
      const retry = response.headers.get('retry-after')
      return [path, response.status, retry, text.includes('contact support'), text] as const
    }
    const sentence =
      'The database does not answer at the moment. Please try again in a few seconds.'
    await standby.halt()
    for (const path of PAGES) {
      expect(await read(path)).toEqual([path, 503, '5', false, expect.stringContaining(sentence)])
    }
    await standby.resume()
    const getStatus = async () => (await read('/categories'))[1]
    await expect.poll(getStatus, { timeout: 20_000 }).toBe(200)
  },
)
