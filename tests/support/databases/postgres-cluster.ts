import { execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findPostgres } from '../../../scripts/test-tools.js'

/** The unprivileged user and group of most Linux systems. */
const UNPRIVILEGED_ID = 65_534

/** Options to start a server that refuses to run as root. @param folder of its files */
export function runUnprivileged(folder: string) {
  if (process.getuid?.() !== 0) return { cwd: folder }
  chownSync(folder, UNPRIVILEGED_ID, UNPRIVILEGED_ID)
  return { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID, cwd: folder }
}

export interface Cluster {
  /** The URL of a database, as the superuser. */
  url(database: string): string
  stop(): Promise<void>
}

/** Starts a PostgreSQL server in a temporary folder. */
export async function startCluster(): Promise<Cluster> {
  const programs = findPostgres()
  if (!programs) throw new Error('no PostgreSQL server programs were found')
  const folder = mkdtempSync(join(tmpdir(), 'toolmark-postgres-'))
  const as = runUnprivileged(folder)
  const data = join(folder, 'data')
  execFileSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'],
    { ...as, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const port = await findFreePort()
  const server = spawn(
    join(programs, 'postgres'),
    ['-D', data, '-p', String(port), '-k', folder, '-c', 'fsync=off', '-c', 'max_connections=200'],
    { ...as, stdio: 'ignore' },
  )
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const removeAll = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', () => {
    server.kill('SIGQUIT')
    removeAll()
  })
  const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`
  await waitUntilReady(url('postgres'))
  return {
    url,
    async stop() {
      server.kill('SIGINT')
      await exited
      removeAll()
    },
  }
}

async function waitUntilReady(connectionString: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const client = new pg.Client({ connectionString })
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  throw new Error('PostgreSQL did not start')
}

/** A port that no program listens on. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
