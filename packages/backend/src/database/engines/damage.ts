import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../database.ts'
import { EngineError } from './pglite-engine.ts'

/** SQLSTATEs of a missing file and of damaged data or indexes. */
const DAMAGE = new Set(['58P01', 'XX001', 'XX002'])

/** What the machine refuses says nothing about the files. */
const REFUSAL = /No space left|Permission denied|Read-only file system|Too many open files|memory/

const describeDamage = (folder: string, problem: string) =>
  new Error(`the database in ${folder} is damaged: restore a backup (${problem})`)

/**
 * Whether a folder has no database, and none that has lost files.
 * @throws {Error} one line if a file is in its place
 */
export function isUnused(folder: string): boolean {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found && !found.isDirectory()) throw describeDamage(folder, 'it is a file, and no folder')
  return !found || readdirSync(folder).length === 0
}

/**
 * PGlite would create another database in a folder without this file, over the files of the first.
 * @throws {Error} one line
 */
export function requireVersionFile(folder: string): void {
  if (!isUnused(folder) && !existsSync(join(folder, 'PG_VERSION')))
    throw describeDamage(folder, 'it has files, and PG_VERSION is missing')
}

/** @returns an error of one line with PostgreSQL's words if the files in the folder are damaged, else the error */
export function explainDamage(error: unknown, folder: string): unknown {
  // An error of a statement that prepares the connection is the cause of the one that says so.
  const found = [error, (error as { cause?: unknown }).cause].find(isDamage)
  if (!found) return error
  if (!REFUSAL.test(found.message)) return describeDamage(folder, found.message)
  return new Error(`the database in ${folder} cannot be opened: ${found.message}`)
}

const isDamage = (error: unknown): error is Error =>
  error instanceof EngineError ||
  (error instanceof Error && 'code' in error && DAMAGE.has(String(error.code)))

/**
 * PostgreSQL opens a file when it needs it: the site would start without some of its tables, and write.
 * A table without rows has an empty file; indexes and sequences always have a first page.
 * @throws {Error} one line that names tables, indexes and sequences without their file
 */
export async function requireRelationFiles(
  database: Pick<Database, 'asOwner'>,
  folder: string,
): Promise<void> {
  const missing = await database.asOwner<{ name: string }>(
    `select relname || ' (' || path || ')' as name
     from pg_class, pg_relation_filepath(oid) path, pg_stat_file(path, true) file
     where relkind in ('r', 't', 'm') and file.size is null
       or relkind in ('i', 'S') and coalesce(file.size, 0) = 0
     limit 3`,
  )
  if (missing.length > 0)
    throw describeDamage(
      folder,
      `files are missing or empty: ${missing.map(({ name }) => name).join(', ')}`,
    )
}
