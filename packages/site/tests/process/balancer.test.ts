// Three processes on one PostgreSQL behind Debian's HAProxy, with deploy/haproxy.cfg.
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { rotateKeyFile } from '@toolmark/backend/keys/key-file.ts'
import { openKeys } from '@toolmark/backend/keys/keys.ts'
import { createPostgresCopy } from '@toolmark/backend/tests/support/databases/database.ts'
import { findFreePort } from '@toolmark/backend/tests/support/services/local-server.ts'
import {
  type SilentProxy,
  startSilentProxy,
} from '@toolmark/backend/tests/support/services/silent-proxy.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findHaproxy } from '../../../../scripts/test-tools.js'
import type { Database } from '../../app/data/database.types.ts'
import { PASSWORD } from '../support/backends/backend.ts'
import { type FrontServer, startHaproxy } from '../support/services/proxies.ts'
import { createTemporaryFolder, readStatus, type Site, startSite } from '../support/sites/site.ts'

const program = findHaproxy()
const NAMES = ['one', 'two', 'three']

const { folder, remove } = createTemporaryFolder()
const sites: Site[] = []
let environment: Record<string, string>
let drop = async () => {}
let haproxy: FrontServer | undefined
/** Before the database, to take it away. */
let proxy: SilentProxy
let address: string
let service: SupabaseClient<Database>
let anonKey: string

const start = (name: string, port: string) =>
  startSite({ ...environment, DATA_DIR: join(folder, name), PORT: port })

beforeAll(async () => {
  if (!program) return
  const copy = await createPostgresCopy()
  drop = copy.drop
  const url = new URL(copy.url)
  proxy = await startSilentProxy(Number(url.port))
  url.port = String(proxy.port)
  environment = {
    DATABASE_URL: url.href,
    KEYS_FILE: join(folder, 'keys.json'),
    DRAIN_SECONDS: '2',
  }
  const ports: Record<string, number> = {}
  for (const [index, name] of NAMES.entries()) {
    const port = await findFreePort()
    sites.push(await start(name, String(port)))
    ports[`300${index + 1}`] = port
  }
  haproxy = await startHaproxy('haproxy.cfg', '8080', ports, folder)
  address = `http://127.0.0.1:${haproxy.port}`
  await vi.waitFor(async () => expect((await fetch(`${address}/_/live`)).status).toBe(200), 10_000)
  const keys = await openKeys(join(folder, 'keys.json'))
  anonKey = keys.anonKey
  service = createClient<Database>(address, keys.serviceKey, { auth: { persistSession: false } })
})
afterAll(async () => {
  await haproxy?.stop()
  await Promise.all(sites.map((site) => site.stop('SIGKILL')))
  proxy?.close()
  await drop()
  remove()
})

test.runIf(program)('spec 1 §5: five wrong passwords through the balancer, then 429', async () => {
  const email = 'ana@people.example'
  const account = { email, password: PASSWORD, email_confirm: true }
  expect((await service.auth.admin.createUser(account)).error).toBeNull()
  const statuses = []
  for (let count = 0; count < 7; count += 1) {
    const { error } = await createClient(address, anonKey).auth.signInWithPassword({
      email,
      password: 'Wrong-Kettle-84',
    })
    statuses.push(error?.status)
  }
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429])
})

test.runIf(program)(
  'a new signing key reaches all processes, and tokens of the old one stay valid',
  async () => {
    const member = () =>
      createClient<Database>(address, anonKey, { auth: { persistSession: false } })
    const account = { email: 'ben@people.example', password: PASSWORD }
    await service.auth.admin.createUser({ ...account, email_confirm: true })
    const before = member()
    expect((await before.auth.signInWithPassword(account)).error).toBeNull()
    const kid = await rotateKeyFile(join(folder, 'keys.json'))
    const after = member()
    const { data } = await after.auth.signInWithPassword(account)
    const [head = ''] = data.session?.access_token.split('.') ?? []
    expect(JSON.parse(atob(head))).toMatchObject({ kid })
    // One request at least to each process.
    for (const client of [before, after, before, after, before, after])
      expect((await client.auth.getUser()).error).toBeNull()
  },
)

/** Between two requests of a reader or a writer: each restart of 4 s meets more than 100 requests. */
const PAUSE_MS = 100

/** Sends reads and writes until it is ended. */
function startLoad() {
  const acknowledged: string[] = []
  const failed: string[] = []
  let hasEnded = false
  const write = async (worker: number) => {
    for (let count = 0; !hasEnded; count += 1) {
      const name = `Tool ${worker} ${count} ${crypto.randomUUID()}`
      const { error } = await service
        .from('tools')
        .insert({ name, slug: '', description: 'd', category: 'HR' })
      if (error) failed.push(`write: ${error.message}`)
      else acknowledged.push(name)
      await pause(PAUSE_MS)
    }
  }
  const read = async () => {
    while (!hasEnded) {
      const status = await fetch(`${address}/categories`).then(
        (response) => response.status,
        (error: unknown) => String(error),
      )
      if (status !== 200) failed.push(`read: ${status}`)
      await pause(PAUSE_MS)
    }
  }
  const workers = [write(1), write(2), read(), read()]
  return {
    acknowledged,
    failed,
    async end() {
      hasEnded = true
      await Promise.all(workers)
    },
  }
}

async function expectStored(names: readonly string[]): Promise<void> {
  const stored = new Set<string>()
  for (let from = 0; from < names.length; from += 50) {
    const { data } = await service
      .from('tools')
      .select('name')
      .in('name', names.slice(from, from + 50))
      .throwOnError()
    for (const { name } of data) stored.add(name)
  }
  expect(names.filter((name) => !stored.has(name))).toEqual([])
}

test.runIf(program)('a rolling restart answers every request', async () => {
  const load = startLoad()
  // The third restart would repeat the second.
  for (const [index, name] of NAMES.slice(0, 2).entries()) {
    const site = sites[index] as Site
    await site.stop()
    sites[index] = await start(name, new URL(site.url).port)
    // The balancer's next check.
    await pause(1000)
  }
  await load.end()
  expect(load.failed).toEqual([])
  expect(load.acknowledged.length).toBeGreaterThan(20)
  await expectStored(load.acknowledged)
})

test.runIf(program)(
  'pages in memory are served while the database is away, and changes again when it is back',
  async () => {
    const readPage = async () => (await fetch(`${address}/categories`)).status
    // Each process has it.
    for (let count = 0; count < 6; count += 1) expect(await readPage()).toBe(200)
    proxy.refuse()
    const ready = Promise.all(sites.map(({ url }) => readStatus(`${url}/_/ready`)))
    expect(await ready).toEqual([503, 503, 503])
    const statuses = new Set<number>()
    const since = performance.now()
    // The balancer's checks find within a second that no process is ready.
    while (performance.now() - since < 3000) statuses.add(await readPage())
    expect([...statuses]).toEqual([200])
    const other = await fetch(`${address}/tool/not-in-memory`)
    // The site's answer, and not the balancer's own.
    expect([other.status, other.headers.get('retry-after')]).toEqual([503, '5'])
    proxy.restore()
    const insertTool = async () => {
      const name = `Tool ${crypto.randomUUID()}`
      const row = { name, slug: '', description: 'd', category: 'HR' }
      return (await service.from('tools').insert(row)).error?.message
    }
    await expect.poll(insertTool).toBeUndefined()
  },
)

test.runIf(program)('a process that is killed under load loses no acknowledged write', async () => {
  const load = startLoad()
  await pause(1000)
  await sites[1]?.stop('SIGKILL')
  const before = load.acknowledged.length
  // More than were in progress, also on a busy machine.
  await expect
    .poll(() => load.acknowledged.length, { timeout: 30_000 })
    .toBeGreaterThan(before + 10)
  await load.end()
  // What was in progress there has no answer; everything later has.
  expect(load.failed.length).toBeLessThanOrEqual(4)
  await expectStored(load.acknowledged)
})
