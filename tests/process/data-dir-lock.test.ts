// One process for each DATA_DIR, also on PostgreSQL; commands that only read it work beside the site.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cluster, startCluster } from '../support/postgres-cluster.ts'
import { type Site, startAndFail, startSite, temporaryFolder } from '../support/site.ts'

const { folder, remove } = temporaryFolder()
const DATA_DIR = join(folder, 'data')
let cluster: Cluster
let site: Site
let onPostgres: { DATA_DIR: string; DATABASE_URL: string }
beforeAll(async () => {
  cluster = await startCluster()
  onPostgres = { DATA_DIR, DATABASE_URL: cluster.url('postgres') }
  site = await startSite(onPostgres)
})
afterAll(async () => {
  await site.stop()
  await cluster.stop()
  remove()
})

const inUse = `${DATA_DIR} is in use by another process: stop it, or set another DATA_DIR`

function run(command: string, ...parameters: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join('server', `${command}-command.ts`), ...parameters],
    { env: { PATH: process.env.PATH, ...onPostgres }, encoding: 'utf8' },
  )
  return { status, output: `${stdout}${stderr}`.trim() }
}

test('a second start on a DATA_DIR in use is refused with and without DATABASE_URL', async () => {
  for (const environment of [onPostgres, { DATA_DIR }]) {
    expect(await startAndFail(environment)).toEqual({
      exitCode: 1,
      output: `Toolmark cannot start: ${inUse}`,
    })
  }
})

test('keys, keys:rotate and backup work beside the site; restore and demo:remove are refused', () => {
  const copy = join(folder, 'copy')
  expect(run('keys').status).toBe(0)
  expect(run('rotate-keys').status).toBe(0)
  expect(run(join('backup', 'backup'), copy)).toMatchObject({ status: 0 })
  expect(run(join('backup', 'restore'), copy)).toEqual({ status: 1, output: inUse })
  expect(run(join('demo', 'remove'))).toEqual({ status: 1, output: inUse })
})
