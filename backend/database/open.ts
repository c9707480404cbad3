import type { Database } from './database.ts'
import { openPglite } from './pglite.ts'
import { openPostgres } from './postgres.ts'

/**
 * @param where.url a PostgreSQL server; without it PGlite keeps its files in `where.dataDir`
 * @throws {Error} one clear line
 */
export function openDatabase(where: { url?: string; dataDir: string }): Promise<Database> {
  return where.url ? openPostgres(where.url) : openPglite(where.dataDir)
}
