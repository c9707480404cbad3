import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type Cluster,
  startCluster,
} from '@toolmark/backend/tests/support/databases/postgres-cluster.ts'
import { findFreePort } from '@toolmark/backend/tests/support/services/local-server.ts'
import { startHaproxy, startVarnish } from '@toolmark/site/tests/support/services/proxies.ts'
import pg from 'pg'
import { measureLoad, type Pace } from '../compare-loads.ts'
import { formatInteger } from '../figures.ts'
import { readProcessorTime } from '../processor-time.ts'
import type { Result } from '../results.ts'
import { createServiceClient, startSite } from '../site.ts'
import type { Server } from '../start-server.ts'

/** Concurrent requests, writes and transactions. */
const CLIENTS = 16

/** The longest time of the first checks. */
const CHECKS_MS = 3000

/** One or three processes behind HAProxy, with and without Varnish before it. */
const SETUPS = [
  { processes: 1, hasCache: false },
  { processes: 3, hasCache: false },
  { processes: 1, hasCache: true },
  { processes: 3, hasCache: true },
]

/** A page that is always cached, and one that never is. */
const PAGES = { cached: '/tool/figma', rendered: '/all-tools?search=design%20TURN' }

/**
 * Measures the site on one PostgreSQL with deploy/haproxy.cfg and deploy/varnish.vcl, and the commits with
 * `notify` that PostgreSQL takes. All parts and the load share this machine, so the processor time of each
 * part counts, not the number of requests.
 */
export async function measureScaling(folder: string, pace: Pace): Promise<Result[]> {
  const cluster = await startCluster()
  const admin = new pg.Client(cluster.url('postgres'))
  await admin.connect()
  try {
    await admin.query('create database filled')
    const first = await startSite(join(folder, 'filled'), { DATABASE_URL: cluster.url('filled') })
    await first.stop()
    const results: Result[] = []
    for (const [index, setup] of SETUPS.entries()) {
      // Each setup begins with the same rows.
      await admin.query(`create database copy${index} template filled`)
      const place = { url: cluster.url(`copy${index}`), folder: join(folder, `copy${index}`) }
      results.push(...(await measureSetup(cluster, place, setup, pace)))
    }
    return [...results, ...(await measureNotify(cluster, pace))]
  } finally {
    await admin.end()
    await cluster.stop()
  }
}

async function measureSetup(
  cluster: Cluster,
  { url, folder }: { url: string; folder: string },
  { processes, hasCache }: (typeof SETUPS)[number],
  pace: Pace,
): Promise<Result[]> {
  await using opened = new AsyncDisposableStack()
  const cachePort = await findFreePort()
  const ports: Record<string, number> = {}
  const sites: Server[] = []
  for (let number = 1; number <= processes; number += 1) {
    const site = await startSite(join(folder, String(number)), {
      DATABASE_URL: url,
      KEYS_FILE: join(folder, 'keys.json'),
      DRAIN_SECONDS: '0',
      PORT: String(await findFreePort()),
      ...(hasCache ? { PURGE_URL: `http://127.0.0.1:${cachePort}` } : {}),
    })
    opened.defer(site.stop)
    sites.push(site)
    ports[`300${number}`] = Number(new URL(site.url).port)
  }
  // Checks of the other two fail, as of processes that are stopped.
  for (const port of ['3001', '3002', '3003']) ports[port] ??= await findFreePort()
  const balancer = await startHaproxy('haproxy.cfg', '8080', ports, folder)
  opened.defer(balancer.stop)
  const cache = hasCache ? await startVarnish(balancer.port, cachePort, folder) : undefined
  if (cache) opened.defer(cache.stop)
  const front = `http://127.0.0.1:${(cache ?? balancer).port}`
  const parts = {
    site: () => sites.reduce((sum, { pid }) => sum + readProcessorTime(pid), 0),
    front: () => readProcessorTime(balancer.pid) + (cache ? readProcessorTime(cache.pid) : 0),
    database: () => readProcessorTime(cluster.pid),
  }
  const name = `${processes} ${processes === 1 ? 'process' : 'processes'}${hasCache ? ' and Varnish' : ''}`
  const results: Result[] = []
  const measure = async (what: string, apply: () => Promise<{ perSecond: number }>) => {
    const before = Object.values(parts).map((read) => read())
    const startedAt = performance.now()
    const { perSecond } = await apply()
    const count = (perSecond * (performance.now() - startedAt)) / 1000
    const times = Object.entries(parts).map(
      ([part, read], index) => `${part} ${((read() - (before[index] ?? 0)) / count).toFixed(2)}`,
    )
    results.push({
      name: `${what}, ${name}`,
      measured: `${formatInteger(perSecond)} a second; ms of processor time: ${times.join(', ')}`,
    })
  }
  // Until the balancer and the cache have checked what is behind them.
  await pause(CHECKS_MS)
  const load = (path: string) => measureLoad(front + path, { ...pace, connections: CLIENTS })
  await load(PAGES.cached)
  await measure('cached pages', () => load(PAGES.cached))
  await measure('new searches', () => load(PAGES.rendered))
  const service = await createServiceClient(front, folder)
  await measure('new tools', async () => {
    const perSecond = await repeat(pace.seconds, () => {
      const name = `Tool ${crypto.randomUUID()}`
      const row = { name, slug: '', description: 'd', category: 'HR' }
      return service.from('tools').insert(row).throwOnError()
    })
    return { perSecond }
  })
  return results
}

/** Commits that notify take a lock of the whole server, one after the other. */
async function measureNotify(cluster: Cluster, { seconds }: Pace): Promise<Result[]> {
  const pool = new pg.Pool({ connectionString: cluster.url('postgres'), max: CLIENTS })
  await pool.query('create table commits (n int)')
  const results: Result[] = []
  const measure = async (name: string, text: string) => {
    const perSecond = await repeat(seconds, () => pool.query(text))
    results.push({ name, measured: `${formatInteger(perSecond)} a second` })
  }
  await measure('commits of one row', 'insert into commits values (1)')
  const listeners: pg.Client[] = []
  for (const count of [1, 3, 10]) {
    while (listeners.length < count) {
      const client = new pg.Client(cluster.url('postgres'))
      await client.connect()
      await client.query('listen commits')
      listeners.push(client)
    }
    await measure(
      `the same with notify, ${count} listening`,
      "with i as (insert into commits values (1)) select pg_notify('commits', gen_random_uuid()::text)",
    )
  }
  await Promise.all(listeners.map((client) => client.end()))
  await pool.end()
  return results
}

/** @returns how often a second */
async function repeat(seconds: number, work: () => PromiseLike<unknown>): Promise<number> {
  const startedAt = performance.now()
  const until = startedAt + seconds * 1000
  let count = 0
  const client = async () => {
    while (performance.now() < until) {
      await work()
      count += 1
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return (count * 1000) / (performance.now() - startedAt)
}
