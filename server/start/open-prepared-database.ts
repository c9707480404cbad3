import type { Database } from '../../backend/database/database.ts'
import { vacuumFilledTables } from '../../backend/database/engines/autovacuum.ts'
import { migrate } from '../../backend/database/migrate.ts'
import { openDatabase } from '../../backend/database/open.ts'
import { removeControlFile } from '../backup/backup-requests.ts'
import { loadDemoContent } from '../demo/load.ts'
import { directUrlOf, type Environment } from '../environment.ts'
import { printWarning } from '../log.ts'
import { MIGRATIONS } from '../migrations.ts'

/**
 * Opens the database, migrates it and loads demo content into an empty one if it is wanted.
 * @param versions marks what the process was started with, for the others
 */
export async function openPreparedDatabase(
  environment: Environment,
  versions: readonly string[] = [],
): Promise<Database> {
  const { DATA_DIR: dataDir, DATABASE_DIRECT_URL: directUrl } = environment
  const url = directUrlOf(environment)
  const database = await openDatabase({ dataDir, url, versions })
  let hasGrown: boolean
  try {
    // From here on the lock keeps other processes out of the folder.
    if (!url) removeControlFile(dataDir)
    hasGrown = (await migrate(database, MIGRATIONS, printWarning)).length > 0
    if (environment.DEMO_CONTENT === 'on' && (await loadDemoContent(database, new Date()))) {
      hasGrown = true
      // PostgreSQL's own autovacuum does this within a minute.
      if (database.engine === 'pglite') await vacuumFilledTables(database)
    }
  } catch (error) {
    await database.close()
    throw error
  }
  if (directUrl) {
    const owner = await readIdentity(database)
    await database.close()
    return openPooledDatabase(environment, versions, owner)
  }
  if (database.engine !== 'pglite' || !hasGrown) return database
  // WebAssembly's memory never shrinks: a new engine starts without what the filling needed.
  await database.close()
  return openPreparedDatabase(environment)
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
