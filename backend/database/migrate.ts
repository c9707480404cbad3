import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Database, Transaction } from './database.ts'
import { GIVE_UP_SUPERUSER } from './give-up-superuser.ts'

const BOOTSTRAP = join(import.meta.dirname, 'bootstrap')

/** Any number, the same for every process that starts on one database. */
const MIGRATION_LOCK = 7_319_462

/**
 * Brings a database up to date: what Supabase would own, then each migration that has not run yet,
 * each in a transaction of its own. Two starters at the same time queue; a failing migration
 * leaves the version before it.
 * @param folder of `{version}_{name}.sql` files
 * @returns names of the migrations that ran now
 * @throws {Error} that names the file and what the database said
 */
export async function migrate(database: Database, folder: string): Promise<string[]> {
  await database.transactionAsOwner(async (transaction) => {
    await queue(transaction)
    const [session] = await transaction.query<{ superuser: boolean }>(
      'select rolsuper as superuser from pg_roles where rolname = session_user',
    )
    if (session?.superuser) {
      await runFile(transaction, join(BOOTSTRAP, '0-owner.sql'))
      await runFile(transaction, join(BOOTSTRAP, '1-roles.sql'))
    }
  })
  await database.asOwner(GIVE_UP_SUPERUSER)
  await database.transactionAsOwner(async (transaction) => {
    await queue(transaction)
    for (const file of sqlFiles(BOOTSTRAP).slice(1))
      await runFile(transaction, join(BOOTSTRAP, file))
  })
  const ran = await database.asOwner<{ version: string }>(
    'select version from supabase_migrations.schema_migrations',
  )
  const known = new Set(ran.map(({ version }) => version))
  const done: string[] = []
  for (const file of sqlFiles(folder)) {
    const [version = '', name = ''] = basename(file, '.sql').split(/_(.*)/)
    if (known.has(version)) continue
    const isNew = await database.transactionAsOwner(async (transaction) => {
      await queue(transaction)
      // Another starter may have run it meanwhile.
      const others = await transaction.query(
        'select from supabase_migrations.schema_migrations where version = $1',
        [version],
      )
      if (others.length > 0) return false
      // A session knows an extension's settings once it has used it, and a migration may set them.
      await transaction.query("select extensions.similarity('', '')")
      await runFile(transaction, join(folder, file))
      await transaction.query(
        'insert into supabase_migrations.schema_migrations (version, name) values ($1, $2)',
        [version, name],
      )
      return true
    })
    if (isNew) done.push(file)
  }
  return done
}

/** One starter after the other, however long each takes: the limit is for requests. */
export async function queue(transaction: Transaction): Promise<void> {
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

function sqlFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
}
