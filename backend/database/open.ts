import type { Database } from './database.ts'
import { lockFolder } from './folder-lock.ts'
import { openPglite } from './pglite.ts'
import { openPostgres } from './postgres.ts'

interface Place {
  /** A PostgreSQL server; without it PGlite stores its files in `dataDir`. */
  url?: string
  dataDir: string
  /** Opens a PostgreSQL server without the lock, for a command that runs beside the site. */
  isBesideSite?: boolean
}

/**
 * Opens the database and locks the folder until it is closed.
 * @throws {InUseError} when another process has the folder open
 * @throws {Error} one clear line
 */
export async function openDatabase({ url, dataDir, isBesideSite }: Place): Promise<Database> {
  if (!url) return openPglite(dataDir)
  if (isBesideSite) return openPostgres(url)
  const unlock = lockFolder(dataDir)
  try {
    const database = await openPostgres(url)
    const close = database.close.bind(database)
    return Object.assign(database, { close: () => close().finally(unlock) })
  } catch (error) {
    unlock()
    throw error
  }
}
