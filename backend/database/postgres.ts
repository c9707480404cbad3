import pg from 'pg'
import type { Database } from './database.ts'
import { GIVE_UP_SUPERUSER } from './give-up-superuser.ts'
import { NotificationListener } from './notifications.ts'
import { PooledDatabase, STATEMENT_TIMEOUT } from './pooled-database.ts'
import { prepareReads } from './read-as.ts'

/** What the way to the server and back may take, in milliseconds. */
const WAY = 2000

/**
 * Any PostgreSQL 15 or newer.
 * @param url `postgres://user:password@host:port/database`
 * @param timeLimit the longest that a request's statement may run, in milliseconds
 * @throws {Error} when the server cannot be reached
 */
export async function openPostgres(url: string, timeLimit = STATEMENT_TIMEOUT): Promise<Database> {
  const options = {
    connectionString: url,
    connectionTimeoutMillis: 5000,
    options: '-c timezone=UTC',
  }
  // The first connection is left to `migrate`, which still needs those rights.
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
    statement_timeout: timeLimit,
    idle_in_transaction_session_timeout: 4 * timeLimit,
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
    silence: timeLimit + WAY,
    statementTimeout: timeLimit,
    listen: (listener) => notifications.listen(listener),
    afterCommit: () => notifications.flush(),
    onClose: () => notifications.close(),
  })
}
