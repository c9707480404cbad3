import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import {
  type Cluster,
  startServer,
} from '@toolmark/backend/tests/support/databases/postgres-cluster.ts'
import pg from 'pg'

export type Standby = Awaited<ReturnType<typeof startSynchronousStandby>>

/** Starts a server that repeats every change of the primary before the primary acknowledges it. */
export async function startSynchronousStandby(primary: Cluster) {
  let promote = () => {}
  const standby = await startServer((programs, data, as) => {
    execFileSync(
      join(programs, 'pg_basebackup'),
      ['-D', data, '-d', primary.url('postgres'), '-R', '-c', 'fast'],
      { ...as, stdio: ['ignore', 'ignore', 'inherit'] },
    )
    promote = () =>
      void execFileSync(join(programs, 'pg_ctl'), ['promote', '-W', '-D', data], {
        ...as,
        stdio: ['ignore', 'ignore', 'inherit'],
      })
  })
  const admin = new pg.Client(primary.url('postgres'))
  await admin.connect()
  await admin.query("alter system set synchronous_standby_names = '*'")
  await admin.query('select pg_reload_conf()')
  for (;;) {
    const { rowCount } = await admin.query(
      "select from pg_stat_replication where sync_state = 'sync' and state = 'streaming'",
    )
    if (rowCount === 1) break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await admin.end()
  return { ...standby, /** Makes it a primary. */ promote: () => promote() }
}
