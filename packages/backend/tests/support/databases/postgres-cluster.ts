import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findPostgres } from '../../../../../scripts/test-tools.js'
import { findFreePort } from '../services/local-server.ts'

/** The unprivileged user and group of most Linux systems. */
const UNPRIVILEGED_ID = 65_534

/** Options to start a server that refuses to run as root. @param folder of its files */
export function runUnprivileged(folder: string) {
  if (process.getuid?.() !== 0) return { cwd: folder }
  chownSync(folder, UNPRIVILEGED_ID, UNPRIVILEGED_ID)
  return { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID, cwd: folder }
}

export type Cluster = Awaited<ReturnType<typeof startServer>>

const SETTINGS = ['fsync=off', 'max_connections=200']

/** Starts a PostgreSQL server in a temporary folder. */
export function startCluster() {
  return startServer((programs, data, as) =>
    execFileSync(
      join(programs, 'initdb'),
      ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'],
      { ...as, stdio: ['ignore', 'ignore', 'inherit'] },
    ),
  )
}

/**
 * Starts a server in a temporary folder.
 * @param fill creates its data folder, with the programs of PostgreSQL
 */
export async function startServer(
  fill: (programs: string, data: string, as: ReturnType<typeof runUnprivileged>) => void,
) {
  const programs = findPostgres()
  if (!programs) throw new Error('no PostgreSQL server programs were found')
  const folder = mkdtempSync(join(tmpdir(), 'toolmark-postgres-'))
  const as = runUnprivileged(folder)
  const data = join(folder, 'data')
  fill(programs, data, as)
  const port = await findFreePort()
  const run = () => {
    const server = spawn(
      join(programs, 'postgres'),
      ['-D', data, '-p', String(port), '-k', folder, ...SETTINGS.flatMap((each) => ['-c', each])],
      { ...as, stdio: 'ignore' },
    )
    return { server, exited: once(server, 'exit') }
  }
  let running = run()
  const removeAll = () => rmSync(folder, { recursive: true, force: true })
  const onExit = () => {
    running.server.kill('SIGQUIT')
    removeAll()
  }
  process.once('exit', onExit)
  const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`
  const end = async (kill: () => void) => {
    process.off('exit', onExit)
    kill()
    await running.exited
    removeAll()
  }
  await waitUntilReady(url('postgres'))
  return {
    port,
    /** Of the server, which starts one process for each connection. */
    pid: running.server.pid ?? 0,
    /** The URL of a database, as the superuser. */
    url,
    stop: () => end(() => running.server.kill('SIGINT')),
    /** Stops it, so that `resume` can start it again on the same port. */
    async halt() {
      running.server.kill('SIGINT')
      await running.exited
    },
    async resume() {
      running = run()
      await waitUntilReady(url('postgres'))
    },
    /** Ends all its processes at once, as a power cut does. */
    kill: () => end(() => killTree(running.server.pid ?? 0)),
  }
}

/** The backends of a server that is killed alone finish their statements. */
function killTree(server: number): void {
  const children = readFileSync(`/proc/${server}/task/${server}/children`, 'utf8')
  for (const pid of [server, ...children.trim().split(' ').map(Number)]) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended meanwhile.
    }
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
