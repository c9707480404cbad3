// The first start of a site.
import { join } from 'node:path'
import {
  type Cluster,
  startCluster,
} from '@toolmark/backend/tests/support/databases/postgres-cluster.ts'
import { findFreePort } from '@toolmark/backend/tests/support/services/local-server.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findPostgres } from '../../../../scripts/test-tools.js'
import {
  createServiceClient,
  createTemporaryFolder,
  type Site,
  startDemoSite,
  startSite,
} from '../support/sites/site.ts'

const program = findPostgres()
const { folder, remove } = createTemporaryFolder()
const sites: Site[] = []
let cluster: Cluster

beforeAll(async () => {
  if (program) cluster = await startCluster()
})
afterAll(async () => {
  await Promise.all(sites.map((site) => site.stop('SIGKILL')))
  await cluster?.stop()
  remove()
})

/** Occupies the server's processors until it is stopped. */
async function keepBusy(url: string): Promise<() => Promise<void>> {
  const clients = Array.from({ length: 2 }, () => new pg.Client(url))
  let isOver = false
  const working = clients.map(async (client) => {
    await client.connect()
    while (!isOver) await client.query('select sum(n) from generate_series(1, 300000) n')
    await client.end()
  })
  return async () => {
    isOver = true
    await Promise.all(working)
  }
}

test.runIf(program)(
  'three processes on an empty, busy PostgreSQL become ready, with one schema and the same keys',
  { timeout: 120_000 },
  async () => {
    const url = cluster.url('postgres')
    const KEYS_FILE = join(folder, 'keys.json')
    const stop = await keepBusy(url)
    const start = (name: string) =>
      startSite({ DATA_DIR: join(folder, name), DATABASE_URL: url, KEYS_FILE })
    sites.push(...(await Promise.all(['one', 'two', 'three'].map(start))))
    await stop()
    const get = async (path: string) =>
      Promise.all(
        sites.map(async (site) => {
          const response = await fetch(`${site.url}${path}`)
          return [response.status, await response.text()]
        }),
      )
    expect((await get('/_/ready')).map(([status]) => status)).toEqual([200, 200, 200])
    const [first, ...others] = await get('/auth/v1/.well-known/jwks.json')
    expect(others).toEqual([first, first])
    expect(first).toEqual([200, expect.stringContaining('"kid"')])
    for (const site of sites)
      expect(site.readOutput()).not.toMatch(/"level":"error"|keys\.json is missing/)
  },
)

test('pages answer while the demo content is added, and a start after a kill adds the rest', async () => {
  const environment = { DATA_DIR: join(folder, 'demo'), DEMO_CONTENT: 'on' }
  const note = 'Sample content is still being added'
  const readHome = async ({ url }: Site) => (await fetch(url)).text()
  const killed = await startSite(environment)
  sites.push(killed)
  expect(await readHome(killed)).toMatch(new RegExp(`Demo data: figures are samples[^]*${note}`))
  await expect
    .poll(async () => (await fetch(`${killed.url}/tools`)).text(), { timeout: 60_000 })
    .toContain('<h3')
  await killed.stop('SIGKILL')
  const site = await startDemoSite(environment)
  sites.push(site)
  await expect.poll(() => readHome(site)).not.toContain(note)
  expect(await readHome(site)).toContain('Demo data: figures are samples')
  const service = await createServiceClient(site)
  const counts = ['tools', 'reviews', 'tool_makers', 'lists'] as const
  const found = counts.map(
    async (name) => (await service.from(name).select('*', { count: 'exact', head: true })).count,
  )
  expect(await Promise.all(found)).toEqual([517, 1224, 12, 12])
  expect(site.readOutput()).toContain('The demo content is complete')
  expect(site.readOutput()).not.toContain('"level":"error"')
}, 180_000)

test('on PGlite the port answers while the database opens: a page that loads again, 503 and alive', async () => {
  const PORT = String(await findFreePort())
  const address = `http://localhost:${PORT}`
  const starting = startSite({ DATA_DIR: join(folder, 'pglite'), PORT, HOST: 'localhost' })
  const get = (path: string, headers = {}) =>
    fetch(`${address}${path}`, { headers }).catch(() => null)
  const asPage = { Accept: 'text/html' }
  await expect.poll(async () => (await get('/tools', asPage))?.status, { interval: 20 }).toBe(503)
  const [page, call, ready, alive] = await Promise.all([
    get('/tools', asPage),
    get('/rest/v1/tools'),
    get('/_/ready'),
    get('/_/live'),
  ])
  expect(page?.headers.get('refresh')).toBe('2')
  expect(await page?.text()).toContain('<h1>Toolmark is starting</h1>')
  expect(call?.headers.get('retry-after')).toBe('2')
  expect(await call?.json()).toMatchObject({ code: '503', message: 'Toolmark is starting' })
  expect([page?.status, call?.status, ready?.status, alive?.status]).toEqual([503, 503, 503, 200])
  sites.push(await starting)
  const found = await get('/tools', asPage)
  expect([found?.status, (await get('/_/ready'))?.status]).toEqual([200, 200])
})
