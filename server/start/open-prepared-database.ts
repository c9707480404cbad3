import type { Database } from '../../backend/database/database.ts'
import { migrate } from '../../backend/database/migrate.ts'
import { openDatabase } from '../../backend/database/open.ts'
import { removeControlFile } from '../backup/backup-requests.ts'
import { loadDemoContent } from '../demo/load.ts'
import type { Environment } from '../environment.ts'
import { printWarning } from '../log.ts'
import { MIGRATIONS } from '../migrations.ts'

/** Opens the database, migrates it and loads demo content into an empty one if it is wanted. */
export async function openPreparedDatabase(environment: Environment): Promise<Database> {
  const { DATA_DIR: dataDir, DATABASE_URL: url } = environment
  const database = await openDatabase({ dataDir, ...(url ? { url } : {}) })
  let hasGrown: boolean
  try {
    // From here on the lock keeps other processes out of the folder.
    if (!url) removeControlFile(dataDir)
    hasGrown = (await migrate(database, MIGRATIONS, printWarning)).length > 0
    if (environment.DEMO_CONTENT === 'on') {
      hasGrown = (await loadDemoContent(database, new Date())) || hasGrown
    }
  } catch (error) {
    await database.close()
    throw error
  }
  if (database.engine !== 'pglite' || !hasGrown) return database
  // WebAssembly's memory never shrinks: a new engine starts without what the filling needed.
  await database.close()
  return openPreparedDatabase(environment)
}
