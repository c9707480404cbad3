import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Database, Transaction } from './database.ts'
import { GIVE_UP_SUPERUSER } from './give-up-superuser.ts'

/** Folder of the SQL files that create what Supabase owns. */
const BOOTSTRAP = join(import.meta.dirname, 'bootstrap')

/** Key of the advisory lock that all processes take to migrate a database. The number is arbitrary. */
const MIGRATION_LOCK = 7_319_462

/**
 * Creates what Supabase owns, then runs each migration that has not run yet, in one transaction: if
 * one fails, the previous version can still start. Processes that migrate at the same time queue.
 * @param folder of `{version}_{name}.sql` files
 * @param warn reports in one line what the operator should change
 * @returns names of the migrations that ran now
 * @throws {Error} one line: the locale of the database cannot be used, it has migrations that the folder
 *   lacks, or the file that failed and the error of the database
 */
export async function migrate(
  database: Database,
  folder: string,
  warn: (message: string) => void = () => {},
): Promise<string[]> {
  await checkLocale(database, warn)
  await assertMigrationsAreKnown(database, folder)
  const digest = computeDigest(listBootstrapFiles())
  const isBootstrapped = await isBootstrapCurrent(database, digest)
  if (!isBootstrapped) await runAsSuperuser(database, ['00-owner.sql', '01-roles.sql'])
  await database.asOwner(GIVE_UP_SUPERUSER)
  if (!isBootstrapped) await bootstrap(database, digest)
  return database.transactionAsOwner(async (transaction) => {
    await lockMigrations(transaction)
    const applied = await transaction.query<{ version: string }>(
      'select version from supabase_migrations.schema_migrations',
    )
    const versions = new Set(applied.map(({ version }) => version))
    const pending = listSqlFiles(folder)
      .map((file) => ({ file, parts: basename(file, '.sql').split(/_(.*)/) }))
      .filter(({ parts: [version = ''] }) => !versions.has(version))
    // Loads the extension: its settings, which a migration may set, exist only after its first use.
    if (pending.length > 0) await transaction.query("select extensions.similarity('', '')")
    for (const { file, parts } of pending) {
      await runFile(transaction, file)
      await transaction.query(
        'insert into supabase_migrations.schema_migrations (version, name) values ($1, $2)',
        [parts[0], parts[1] ?? null],
      )
    }
    return pending.map(({ file }) => basename(file))
  })
}

/**
 * A Turkish or Azerbaijani locale makes "ı" of "I", so that names, addresses and searches in lower case
 * differ from those of every other program. A database that works with less gets a warning: the locale C
 * knows no letters but A to Z, and clients tell PostgreSQL's own messages, which name tables, from the
 * rules' messages by their English words.
 */
async function checkLocale(database: Database, warn: (message: string) => void): Promise<void> {
  const [found] = await database.asOwner<{
    encoding: string
    has_latin_case: boolean
    knows_letters: boolean
    name: string
    messages: string
  }>(
    `select current_setting('server_encoding') as encoding, lower('I') = 'i' and upper('i') = 'I' as has_latin_case,
       lower('É') = 'é' as knows_letters, current_setting('lc_messages') as messages,
       concat_ws(' ', datcollate, to_jsonb(d) ->> 'daticulocale', to_jsonb(d) ->> 'datlocale') as name
     from pg_database d where datname = current_database()`,
  )
  if (!found) return
  const create = `create it with "create database … template template0 encoding 'UTF8' locale 'C.UTF-8'" or another locale of UTF-8 that is not Turkish or Azerbaijani`
  if (found.encoding !== 'UTF8' || !found.has_latin_case) {
    throw new Error(
      `the locale of the database cannot be used (${found.encoding} ${found.name}): ${create}`,
    )
  }
  if (!found.knows_letters) {
    warn(
      `the locale of the database knows no letters but A to Z (${found.name}), so names with others are refused: ${create}`,
    )
  }
  if (!/^(C([._].*)?|POSIX|en([._].*)?|English.*)?$/i.test(found.messages)) {
    warn(
      `the messages of the database are not in English (lc_messages ${found.messages}), so clients may show them: run "alter database … set lc_messages to 'C'" as a superuser`,
    )
  }
}

/**
 * A database of another version is refused before anything in it changes. Without this check, its
 * tables would make the first migration fail with "relation already exists".
 */
async function assertMigrationsAreKnown(database: Database, folder: string): Promise<void> {
  const [table] = await database.asOwner<{ exists: boolean }>(
    "select to_regclass('supabase_migrations.schema_migrations') is not null as exists",
  )
  if (!table?.exists) return
  const ran = await database.asOwner<{ version: string; name: string | null }>(
    'select version, name from supabase_migrations.schema_migrations order by version',
  )
  const versions = new Set(
    listSqlFiles(folder).map((file) => basename(file, '.sql').split('_', 1)[0]),
  )
  const unknown = ran.filter(({ version }) => !versions.has(version))
  if (unknown.length === 0) return
  const names = unknown
    .slice(0, 2)
    .map(({ version, name }) => (name ? `${version}_${name}` : version))
  const list =
    unknown.length > 2 ? `${names.join(', ')} and ${unknown.length - 2} more` : names.join(', ')
  throw new Error(
    `the database has migrations that this version lacks (${list}): another version created it. Use that version, or an empty DATA_DIR or database`,
  )
}

/**
 * Whether these bootstrap files ran last. This can be known for PGlite only: its roles are in the same
 * folder, and no other program changes them.
 */
async function isBootstrapCurrent(database: Database, digest: string): Promise<boolean> {
  if (database.engine !== 'pglite') return false
  const [mark] = await database.asOwner<{ digest: string | null }>(
    "select obj_description(to_regnamespace('supabase_migrations'), 'pg_namespace') as digest",
  )
  return mark?.digest === digest
}

async function runAsSuperuser(database: Database, files: readonly string[]): Promise<void> {
  await database.transactionAsOwner(async (transaction) => {
    await lockMigrations(transaction)
    const [session] = await transaction.query<{ superuser: boolean }>(
      'select rolsuper as superuser from pg_roles where rolname = session_user',
    )
    if (!session?.superuser) return
    for (const file of files) await runFile(transaction, join(BOOTSTRAP, file))
  })
}

/** @param digest of the files, stored in the comment of a schema */
async function bootstrap(database: Database, digest: string): Promise<void> {
  await database.transactionAsOwner(async (transaction) => {
    await lockMigrations(transaction)
    for (const file of listBootstrapFiles().slice(1)) await runFile(transaction, file)
    await transaction.query(`comment on schema supabase_migrations is '${digest}'`)
  })
}

function computeDigest(files: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of files) hash.update(readFileSync(file))
  return hash.digest('hex')
}

/** Waits for other processes that migrate, without a timeout: that is for requests. */
export async function lockMigrations(transaction: Transaction): Promise<void> {
  await transaction.query('set local statement_timeout = 0')
  await transaction.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
}

async function runFile(transaction: Transaction, file: string): Promise<void> {
  try {
    await transaction.query(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Error(`${basename(file)}: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    })
  }
}

/** @returns their paths, in the order in which they run */
export const listSqlFiles = (folder: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => join(folder, file))

/** The files that create what Supabase owns. */
export const listBootstrapFiles = (): string[] => listSqlFiles(BOOTSTRAP)
