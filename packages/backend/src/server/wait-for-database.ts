import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Database, DatabaseError } from '../database/database.ts'
import { explainDamage } from '../database/engines/damage.ts'
import { openDatabase } from '../database/open.ts'
import { isAbsent } from '../database/pool/connection-errors.ts'
import { directUrlOf, type Places } from './environment.ts'
import { printWarning } from './log.ts'

/** As long as a machine or a failover may take until PostgreSQL answers. */
const WAIT_MS = 120_000

const RETRY_MS = 1000

/**
 * Opens the database, and waits for a PostgreSQL server that does not answer yet.
 * @param prepare migrates it; @returns whether that has filled it
 * @param versions marks what the process was started with, for the others
 * @param waitMs how long
 */
export async function waitForDatabase(
  place: Places,
  prepare: (database: Database) => Promise<boolean>,
  versions: readonly string[] = [],
  waitMs = WAIT_MS,
): Promise<Database> {
  const startedAt = performance.now()
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await openPreparedDatabase(place, prepare, versions)
    } catch (error) {
      const isOver = performance.now() - startedAt > waitMs
      if (!place.DATABASE_URL || !isAbsent(error) || isOver) throw error
      if (attempt === 0)
        printWarning(
          `the database does not answer yet, and the start waits ${waitMs / 1000} s for it: ${(error as Error).message}`,
        )
      await pause(RETRY_MS)
    }
  }
}

async function openPreparedDatabase(
  place: Places,
  prepare: (database: Database) => Promise<boolean>,
  versions: readonly string[],
): Promise<Database> {
  const { DATA_DIR: dataDir, DATABASE_DIRECT_URL: directUrl } = place
  const url = directUrlOf(place)
  const open = () => openDatabase({ dataDir, url, versions })
  const database = await open()
  let hasGrown: boolean
  try {
    await requireWritable(database)
    hasGrown = await prepare(database)
  } catch (error) {
    await database.close()
    throw url ? error : explainDamage(error, join(dataDir, 'db'))
  }
  if (directUrl) {
    const owner = await readIdentity(database)
    await database.close()
    return openPooledDatabase(place, versions, owner)
  }
  if (database.engine !== 'pglite' || !hasGrown) return database
  // WebAssembly's memory never shrinks: a new engine starts without what the filling needed.
  await database.close()
  const reopened = await open()
  // A new connection of PGlite has the rights of a superuser until `migrate` gives them up.
  await prepare(reopened)
  return reopened
}

/** @throws {DatabaseError} PT503 for a standby, or a server that an operator has made read-only */
async function requireWritable(database: Database): Promise<void> {
  const [row] = await database.asOwner<{ is_standby: boolean; is_read_only: string }>(
    "select pg_is_in_recovery() as is_standby, current_setting('default_transaction_read_only') as is_read_only",
  )
  const problem = row?.is_standby
    ? 'it is a standby'
    : row?.is_read_only === 'on' && 'default_transaction_read_only is on'
  if (problem) throw new DatabaseError('PT503', `the database takes no changes: ${problem}`)
}

/** Opens a migrated database through a pooler in transaction mode. */
async function openPooledDatabase(
  { DATA_DIR: dataDir, DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl }: Places,
  versions: readonly string[],
  owner: string,
): Promise<Database> {
  const database = await openDatabase({ dataDir, url, directUrl, versions })
  const user = await readIdentity(database)
  if (user === owner) return database
  await database.close()
  throw new Error(
    `DATABASE_URL must lead to ${owner}, as DATABASE_DIRECT_URL does, and leads to ${user}`,
  )
}

/** A superuser changes to the owner of the tables, which a pooled connection cannot do. */
async function readIdentity(database: Database): Promise<string> {
  const [row] = await database.asOwner<{ identity: string }>(
    "select format('the database %s as the user %s', current_database(), current_user) as identity",
  )
  return row?.identity ?? ''
}
