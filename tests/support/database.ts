import { readFileSync } from 'node:fs'
import { inject } from 'vitest'
import { type Database, DatabaseError, type Role } from '../../backend/database/database.ts'
import { GIVE_UP_SUPERUSER } from '../../backend/database/give-up-superuser.ts'
import { migrate } from '../../backend/database/migrate.ts'
import { openPglite } from '../../backend/database/pglite.ts'
import { openPostgres } from '../../backend/database/postgres.ts'
import { MIGRATIONS } from '../../server/migrations.ts'

type Rows = Record<string, unknown>[]

export interface TestDatabase {
  database: Database
  /** Rows of one statement, under that role's rights and claims; a person in his one session. */
  as(who: { role: Role; sub?: string }, text: string, values?: readonly unknown[]): Promise<Rows>
  /** Behind the curtain. */
  asOwner(text: string, values?: readonly unknown[]): Promise<Rows>
  /** @returns the new person's id, which is the id of the one session as well */
  createUser(who?: { email?: string; metadata?: object }): Promise<string>
  /**
   * Ends connections to it, as only an operator may; PostgreSQL alone has several.
   * @param named those of that application, else all
   */
  endConnections(named?: string): Promise<void>
  close(): Promise<void>
}

/** A fresh, migrated database of the project's engine, with nobody in it. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const { database, drop, endConnections } = await openCopy()
  return {
    database,
    as: ({ role, sub }, text, values) =>
      database.as({ role, claims: sub ? { sub, session_id: sub } : {} }, text, values),
    asOwner: (text, values) => database.asOwner(text, values),
    async createUser({ email = `${crypto.randomUUID()}@people.example`, metadata = {} } = {}) {
      const [row] = await database.asOwner<{ id: string }>(
        'insert into auth.users (email, raw_user_meta_data, email_confirmed_at) values ($1, $2::jsonb, now()) returning id',
        [email, JSON.stringify(metadata)],
      )
      if (!row) throw new Error('insert returned no row')
      await database.asOwner('insert into auth.sessions (id, user_id) values ($1, $1)', [row.id])
      return row.id
    },
    endConnections,
    async close() {
      await database.close()
      await drop()
    },
  }
}

/** The longest wait for `create database`, in milliseconds. */
const CREATE_TIMEOUT = 50_000

/** The longest wait for `drop database`, in milliseconds. */
const DROP_TIMEOUT = 5000

type Copy = Pick<TestDatabase, 'database' | 'endConnections'> & { drop: () => Promise<void> }

async function openCopy(): Promise<Copy> {
  const template = inject('template')
  if (inject('engine') === 'pglite') {
    const database = await openPglite(undefined, readFileSync(template))
    // A copy wakes up as the superuser; the migration gives that up again.
    await migrate(database, MIGRATIONS)
    const endConnections = () => Promise.reject(new Error('PGlite has one connection'))
    return { database, drop: async () => {}, endConnections }
  }
  const { url, drop, endConnections } = await createPostgresCopy()
  const database = await openPostgres(url)
  // As `migrate` does: or what runs on the first connection has more rights than on the others.
  await database.asOwner(GIVE_UP_SUPERUSER)
  return { database, drop, endConnections }
}

/**
 * A copy on the tests' PostgreSQL, by its address; for whole processes as well.
 * @param from `demo` for one with demo content, `template0` for an empty one
 */
export async function createPostgresCopy(
  from: 'template' | 'demo' | 'template0' = 'template',
): Promise<Omit<Copy, 'database'> & { url: string }> {
  const template = inject('template')
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  const run = async (statement: string, values?: readonly unknown[], timeout = CREATE_TIMEOUT) => {
    const admin = await openPostgres(template.replace(/template$/, 'postgres'), timeout)
    try {
      await admin.asOwner(statement, values)
    } finally {
      await admin.close()
    }
  }
  await run(`create database ${name} template ${from}`)
  // A copy has everything of its template but the rights on the database itself.
  if (from === 'template')
    await run(`grant create, temporary on database ${name} to toolmark_owner`)
  return {
    url: template.replace(/template$/, name),
    endConnections: (named) =>
      run(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name = coalesce($2, application_name)',
        [name, named ?? null],
      ),
    async drop() {
      try {
        await run(`drop database if exists ${name} with (force)`, [], DROP_TIMEOUT)
      } catch (error) {
        // It waits for every backend of the cluster, and one that evaluates a regular expression
        // responds only at its end. The cluster is removed after the tests anyway.
        if (!(error instanceof DatabaseError && error.code === '57014')) throw error
      }
    },
  }
}
