import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Database, DatabaseError } from '@toolmark/backend/database/database.ts'
import { vacuumFilledTables } from '@toolmark/backend/database/engines/autovacuum.ts'
import { explainDamage } from '@toolmark/backend/database/engines/damage.ts'
import { migrate } from '@toolmark/backend/database/migrate.ts'
import { openDatabase } from '@toolmark/backend/database/open.ts'
import { isAbsent } from '@toolmark/backend/database/pool/connection-errors.ts'
import { printWarning } from '@toolmark/backend/server/log.ts'
import { removeControlFile } from '../backup/backup-requests.ts'
import { hasSite } from '../backup/tables.ts'
import { loadDemoContent } from '../demo/load.ts'
import { directUrlOf, type Environment, keysFileOf } from '../environment.ts'
import { MIGRATIONS } from '../migrations.ts'

/** As long as a machine or a failover may take until PostgreSQL answers. */
const WAIT_MS = 120_000

const RETRY_MS = 1000

/**
 * Opens and prepares the database as `openPreparedDatabase` does, and waits for a PostgreSQL server that does not
 * answer yet.
 * @param waitMs how long
 */
export async function waitForDatabase(
  environment: Environment,
  versions: readonly string[],
  waitMs = WAIT_MS,
): Promise<Database> {
  const startedAt = performance.now()
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await openPreparedDatabase(environment, versions)
    } catch (error) {
      const isOver = performance.now() - startedAt > waitMs
      if (!environment.DATABASE_URL || !isAbsent(error) || isOver) throw error
      if (attempt === 0)
        printWarning(
          `the database does not answer yet, and the start waits ${waitMs / 1000} s for it: ${(error as Error).message}`,
        )
      await pause(RETRY_MS)
    }
  }
}

/**
 * Opens the database, migrates it and loads demo content into an empty one if it is wanted.
 * @param versions marks what the process was started with, for the others
 * @param isReopened whether this start has filled the database a moment ago
 */
export async function openPreparedDatabase(
  environment: Environment,
  versions: readonly string[] = [],
  isReopened = false,
): Promise<Database> {
  const { DATA_DIR: dataDir, DATABASE_DIRECT_URL: directUrl } = environment
  const url = directUrlOf(environment)
  const database = await openDatabase({ dataDir, url, versions })
  let hasGrown: boolean
  try {
    // From here on the lock keeps other processes out of the folder.
    if (!url) removeControlFile(dataDir)
    await requireWritable(database)
    // A first start opens the database again after it has filled it, before there are keys.
    if (!isReopened && (await hasSite(database))) warnOfNewKeys(environment)
    hasGrown = (await migrate(database, MIGRATIONS, printWarning)).length > 0
    if (environment.DEMO_CONTENT === 'on' && (await loadDemoContent(database, new Date()))) {
      hasGrown = true
      // PostgreSQL's own autovacuum does this within a minute.
      if (database.engine === 'pglite') await vacuumFilledTables(database)
    }
  } catch (error) {
    await database.close()
    throw url ? error : explainDamage(error, join(dataDir, 'db'))
  }
  if (directUrl) {
    const owner = await readIdentity(database)
    await database.close()
    return openPooledDatabase(environment, versions, owner)
  }
  if (database.engine !== 'pglite' || !hasGrown) return database
  // WebAssembly's memory never shrinks: a new engine starts without what the filling needed.
  await database.close()
  return openPreparedDatabase(environment, versions, true)
}

/** The start creates keys that are not there, also beside a database that has been used with others. */
function warnOfNewKeys(environment: Environment): void {
  const file = keysFileOf(environment)
  if (environment.JWT_SECRET || existsSync(file)) return
  printWarning(
    `${file} is missing, so the start creates new keys: everybody is signed out, programs need the new keys, and secrets of two-step sign-in cannot be read. If there is a copy of the file, stop and put it there`,
  )
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
  { DATA_DIR: dataDir, DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl }: Environment,
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
