import pg from 'pg'
import type { Database } from '../database.ts'
import { GIVE_UP_SUPERUSER } from '../give-up-superuser.ts'
import { NotificationListener } from '../notifications.ts'
import { prepareReads } from '../pool/pipelined-read.ts'
import { PooledDatabase, STATEMENT_TIMEOUT_MS } from '../pool/pooled-database.ts'

/** The longest that the network may take for a statement and its answer. */
const ROUND_TRIP_MS = 2000

/**
 * Connects to any PostgreSQL 15 or newer.
 * @param url `postgres://user:password@host:port/database`
 * @param timeoutMs the longest that a request's statement may run
 * @throws {Error} when the server cannot be reached
 */
export async function openPostgres(
  url: string,
  timeoutMs: number = STATEMENT_TIMEOUT_MS,
): Promise<Database> {
  const options = {
    connectionString: url,
    connectionTimeoutMillis: 5000,
    options: '-c timezone=UTC',
  }
  // The first connection keeps the superuser's rights: `migrate` needs them.
  let isFirst = true
  const pool = new pg.Pool({
    ...options,
    pipeline: true,
    onConnect: async (client) => {
      if (!isFirst) await client.query(GIVE_UP_SUPERUSER)
      isFirst = false
      await prepareReads(client)
    },
    max: 10,
    statement_timeout: timeoutMs,
    idle_in_transaction_session_timeout: 4 * timeoutMs,
  })
  try {
    await pool.query('select 1')
  } catch (error) {
    await pool.end()
    throw new Error(
      `DATABASE_URL cannot be used: ${error instanceof Error ? error.message : error}`,
    )
  }
  const notifications = new NotificationListener({
    ...options,
    application_name: 'toolmark listener',
  })
  return new PooledDatabase('postgres', pool, {
    silenceMs: timeoutMs + ROUND_TRIP_MS,
    engineTimeoutMs: timeoutMs,
    canShareReads: false,
    listen: (listener) => notifications.listen(listener),
    afterCommit: () => notifications.flush(),
    onClose: () => notifications.close(),
  })
}
