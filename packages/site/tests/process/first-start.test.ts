// Three processes that start at the same moment on an empty PostgreSQL whose processors are busy.
import { join } from 'node:path'
import {
  type Cluster,
  startCluster,
} from '@toolmark/backend/tests/support/databases/postgres-cluster.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findPostgres } from '../../../../scripts/test-tools.js'
import { createTemporaryFolder, type Site, startSite } from '../support/sites/site.ts'

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
  'all become ready, with one schema and the same keys',
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
