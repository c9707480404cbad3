import pg from 'pg'
import type { Database } from './database.ts'
import { PooledDatabase } from './pooled-database.ts'

/** The longest that one statement may run, in milliseconds. */
const STATEMENT_TIMEOUT = 8000

/**
 * Any PostgreSQL 15 or newer.
 * @param url `postgres://user:password@host:port/database`
 * @throws {Error} when the server cannot be reached
 */
export async function openPostgres(url: string): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    statement_timeout: STATEMENT_TIMEOUT,
    idle_in_transaction_session_timeout: 4 * STATEMENT_TIMEOUT,
    connectionTimeoutMillis: 5000,
    options: '-c timezone=UTC',
  })
  try {
    await pool.query('select 1')
  } catch (error) {
    await pool.end()
    throw new Error(
      `DATABASE_URL cannot be used: ${error instanceof Error ? error.message : error}`,
    )
  }
  // After 0-owner.sql has run, no connection keeps a superuser's rights.
  pool.on('connect', (client) => {
    client
      .query(
        "do $$ begin if (select rolsuper from pg_roles where rolname = session_user) and exists (select from pg_roles where rolname = 'toolmark_owner') then set session authorization toolmark_owner; end if; end $$",
      )
      .catch(() => {})
  })
  return new PooledDatabase('postgres', pool)
}
