import { execFile, execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pLimit from 'p-limit'
import type { Database } from '../database.ts'
import { listBootstrapFiles, listSqlFiles, migrate } from '../migrate.ts'
import { vacuumFilledTables } from './autovacuum.ts'
import { isUnused } from './damage.ts'
import { lockFolder, makePrivate } from './folder-lock.ts'
import { openPglite } from './pglite.ts'
import { compilePglite, PGLITE_FILE } from './pglite-engine.ts'

/** Beside the folder of the migrations, as `.tar.gz` and `.json`. */
const NAME = 'first-database'

/** Open at once. */
const limitFiles = pLimit(4)

/** The log of the migrations is half of the archive otherwise. */
const WITHOUT_LOG = ['set wal_recycle = off', 'select pg_switch_wal()', 'checkpoint']

interface About {
  /** Of the archive. */
  digest: string
  /** Of what the archive is made of. */
  sources: string
}

const toFiles = (migrations: string) => {
  const path = join(dirname(migrations), NAME)
  return { archive: `${path}.tar.gz`, about: `${path}.json` }
}

/**
 * Writes the database that a first start on PGlite makes, with all migrations, as an archive of its files: unpacking
 * them takes a tenth of the time and memory.
 * @param migrations folder of the SQL files
 * @param finish statements that replace what each site has to make for itself
 */
export async function writeFirstDatabase(migrations: string, finish: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), `${NAME}-`))
  try {
    await withPglite(folder, async (database) => {
      await migrate(database, migrations)
      await database.asOwner(finish)
      await vacuumFilledTables(database)
    })
    // Another session has the rights of a superuser.
    await withPglite(folder, async (database) => {
      for (const statement of WITHOUT_LOG) await database.asOwner(statement)
    })
    const { archive, about } = toFiles(migrations)
    execFileSync('tar', ['-czf', archive, '-C', folder, 'db'])
    const found: About = { digest: digestFiles([archive]), sources: digestSources(migrations) }
    writeFileSync(about, JSON.stringify(found))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function withPglite(folder: string, work: (database: Database) => Promise<void>) {
  const database = await openPglite(folder)
  try {
    await work(database)
  } finally {
    await database.close()
  }
}

/**
 * Unpacks the archive into a data folder without a database. Without an archive for this version of PGlite and of the
 * migrations, opening and migrating make the same database.
 * @param warn reports an archive that cannot be used
 * @returns whether the folder has the database
 * @throws {InUseError} when another process has the folder open
 */
export async function unpackFirstDatabase(
  dataDir: string,
  migrations: string,
  warn: (message: string) => void = () => {},
): Promise<boolean> {
  const folder = join(dataDir, 'db')
  const { archive, about } = toFiles(migrations)
  if (!isUnused(folder) || !existsSync(about)) return false
  const made = JSON.parse(readFileSync(about, 'utf8')) as About
  if (made.sources !== digestSources(migrations)) return false
  const unlock = lockFolder(dataDir)
  // Meanwhile. The engine reports its error.
  compilePglite().catch(() => {})
  // A start that ends meanwhile leaves a folder with another name.
  const part = join(dataDir, 'db.part')
  try {
    if (!existsSync(archive) || digestFiles([archive]) !== made.digest)
      throw new Error('its digest differs')
    rmSync(part, { recursive: true, force: true })
    makePrivate(part)
    const options = ['-C', part, '--strip-components=1']
    await promisify(execFile)('tar', ['-xzof', archive, ...options])
    await syncFiles(part)
    renameSync(part, folder)
    return true
  } catch (error) {
    warn(
      `${basename(archive)} cannot be used, so the start makes the database itself: ${(error as Error).message}`,
    )
    return false
  } finally {
    rmSync(part, { recursive: true, force: true })
    unlock()
  }
}

/** PostgreSQL syncs what it changes, and takes the rest for written. */
async function syncFiles(folder: string): Promise<void> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  await Promise.all(
    entries.map((entry) =>
      limitFiles(async () => {
        await using file = await open(join(entry.parentPath, entry.name))
        await file.sync()
      }),
    ),
  )
}

const digestSources = (migrations: string) =>
  digestFiles([PGLITE_FILE, ...listBootstrapFiles(), ...listSqlFiles(migrations)])

function digestFiles(files: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${basename(file)}\0`).update(readFileSync(file))
  return hash.digest('hex')
}
