import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPgbouncer } from '../../../../../scripts/test-tools.js'
import type { Fixture } from '../runner/shared-fixture.ts'
import { findFreePort, waitUntilOpen } from '../services/local-server.ts'
import { runUnprivileged } from './postgres-cluster.ts'

/**
 * Starts PgBouncer in transaction mode.
 * @param server the URL of a database of the server
 * @param user as whom it connects
 * @param settings further lines of its configuration
 * @returns the same URL with PgBouncer's address; any database of the server is behind it
 */
export async function startPooler(
  server: string,
  user: string,
  settings = '',
): Promise<Fixture<string>> {
  const program = findPgbouncer()
  if (!program) throw new Error('no PgBouncer was found')
  const url = new URL(server)
  const folder = mkdtempSync(join(tmpdir(), 'toolmark-pooler-'))
  const port = await findFreePort()
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
* = host=${url.hostname} port=${url.port} user=${user}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_client_conn = 500
default_pool_size = 8
server_idle_timeout = 5
${settings}
`,
  )
  const child = spawn(program, ['-q', file], { ...runUnprivileged(folder), stdio: 'ignore' })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  await waitUntilOpen(port, program)
  url.port = String(port)
  return {
    value: url.href,
    async remove() {
      process.off('exit', end)
      end()
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
