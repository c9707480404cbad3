import type { Database } from './database.ts'
import { lockFolder } from './engines/folder-lock.ts'
import { openPglite } from './engines/pglite.ts'
import { openPostgres } from './engines/postgres.ts'

interface DatabaseLocation {
  /** A PostgreSQL server; without it PGlite stores its files in `dataDir`. */
  url?: string | undefined
  /** The server itself, if `url` leads to a pooler in transaction mode. */
  directUrl?: string | undefined
  /** Marks of what the process was started with, for the others. */
  versions?: readonly string[] | undefined
  dataDir: string
  /** Opens a PostgreSQL server without locking `dataDir`, for a command while the site runs. */
  isBesideSite?: boolean
}

/**
 * Opens the database and locks the folder until it is closed.
 * @throws {InUseError} when another process has the folder open
 * @throws {Error} with a message of one line
 */
export async function openDatabase({
  url,
  directUrl,
  versions,
  dataDir,
  isBesideSite,
}: DatabaseLocation): Promise<Database> {
  if (!url) return openPglite(dataDir)
  if (isBesideSite) return openPostgres(url)
  const unlock = lockFolder(dataDir)
  try {
    const database = await openPostgres(url, { directUrl, versions })
    const close = database.close.bind(database)
    return Object.assign(database, { close: () => close().finally(unlock) })
  } catch (error) {
    unlock()
    throw error
  }
}
