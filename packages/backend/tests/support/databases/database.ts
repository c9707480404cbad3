import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, inject } from 'vitest'
import type { Database, Role } from '../../../src/database/database.ts'
import { openPglite } from '../../../src/database/engines/pglite.ts'
import { openPostgres } from '../../../src/database/engines/postgres.ts'
import { GIVE_UP_SUPERUSER } from '../../../src/database/give-up-superuser.ts'

type Rows = Record<string, unknown>[]

export interface TestCaller {
  role: Role
  /** The user, in their one session. */
  sub?: string
}

/** The owner of the tables, for `insert` and `create`: without row security. */
export const OWNER = { role: 'owner' } as const

/** A string is the id of a member. */
type Writer = TestCaller | string | typeof OWNER

/** A text with its values, or a template that has them in place. */
type Statement =
  | [text: string, values?: readonly unknown[]]
  | [parts: TemplateStringsArray, ...values: unknown[]]

type RunAsOwner<Result> = (...statement: Statement) => Promise<Result>

interface RunAs<Result> {
  (caller: TestCaller | string): (...statement: Statement) => Promise<Result>
  (caller: TestCaller | string, text: string, values?: readonly unknown[]): Promise<Result>
}

export interface TestDatabase {
  database: Database
  /**
   * Runs one statement with the rights and claims of the caller, or of the member with this id: `db.as(id, text, values)`,
   * or as a template after `db.as(id)`.
   */
  as: RunAs<Rows>
  /** Runs one statement as `as` does. @returns its first row */
  row: RunAs<Rows[number] | undefined>
  /** Runs one statement of one column as `as` does. @returns the value in its first row */
  value: RunAs<unknown>
  /** Inserts a row into a table, with the rights of the caller. */
  insert(caller: Writer, table: string, row: Record<string, unknown>): Promise<void>
  /** Inserts a row as `insert` does. @returns its id */
  create(caller: Writer, table: string, row: Record<string, unknown>): Promise<string>
  /** Runs one statement as the owner of the tables, without row security. */
  asOwner: RunAsOwner<Rows>
  rowAsOwner: RunAsOwner<Rows[number] | undefined>
  valueAsOwner: RunAsOwner<unknown>
  /** Runs one statement as `asOwner` does, without its limit of time: for fixtures of many rows. */
  fill(text: string, values?: readonly unknown[]): Promise<void>
  /** Creates a confirmed user with one session. @returns the id of both */
  createUser(user?: { email?: string; metadata?: object }): Promise<string>
  /** Waits until a connection waits for a lock; on PGlite statements queue, and it returns at once. */
  waitUntilBlocked(): Promise<void>
  /**
   * Ends connections to the database. PGlite has one connection and rejects.
   * @param applicationName ends only the connections with this `application_name`
   */
  endConnections(applicationName?: string): Promise<void>
  /** Lets the server refuse changes of new connections, and ends the open ones. PGlite rejects. */
  setReadOnly(isReadOnly: boolean): Promise<void>
  /** Connects to the database as another process does. PGlite has one process and rejects. */
  connectAgain(): Promise<TestDatabase>
  close(): Promise<void>
}

/** Opens a new migrated database without users on the engine of the project. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const { database, ...copy } = await openTemplateCopy()
  return createTestDatabase(database, copy)
}

/** Opens a database as `openTestDatabase` does, for the tests of a file, and closes it after them. */
export async function shareTestDatabase(): Promise<TestDatabase> {
  const db = await openTestDatabase()
  afterAll(() => db.close())
  return db
}

/** The text of a statement, in which a template has a parameter for each value. */
function toText([first, ...values]: Statement): [text: string, values?: readonly unknown[]] {
  if (typeof first === 'string') return [first, values[0] as readonly unknown[] | undefined]
  return [first.reduce((text, part, place) => `${text}$${place}${part}`), values]
}

/** @throws for rows of several columns, of which it could take the wrong one */
function readValue([row]: Rows): unknown {
  const values = Object.values(row ?? {})
  if (values.length > 1) throw new Error('The statement has several columns')
  return values[0]
}

function createTestDatabase(
  database: Database,
  copy: Omit<DatabaseCopy, 'database'>,
): TestDatabase {
  const runAs = <Result>(read: (rows: Rows) => Result) =>
    ((caller: TestCaller | string, text?: string, values?: readonly unknown[]) => {
      const { role, sub } =
        typeof caller === 'string' ? { role: 'authenticated' as const, sub: caller } : caller
      const claims = sub ? { sub, session_id: sub } : {}
      const run = async (...statement: Statement) =>
        read(await database.as({ role, claims }, ...toText(statement)))
      return text === undefined ? run : run(text, values)
    }) as RunAs<Result>
  const runAsOwner =
    <Result>(read: (rows: Rows) => Result): RunAsOwner<Result> =>
    async (...statement) =>
      read(await database.asOwner(...toText(statement)))
  const as = runAs((rows) => rows)
  const asOwner = runAsOwner((rows) => rows)
  const insert = (writer: Writer, table: string, row: Record<string, unknown>, returning = '') => {
    const places = Object.keys(row).map((_, index) => `$${index + 1}`)
    const text = `insert into ${table} (${Object.keys(row)}) values (${places}) ${returning}`
    if (typeof writer !== 'string' && writer.role === 'owner')
      return asOwner(text, Object.values(row))
    return as(writer, text, Object.values(row))
  }
  return {
    database,
    as,
    row: runAs(([row]) => row),
    value: runAs(readValue),
    async insert(...args) {
      await insert(...args)
    },
    async create(caller, table, row) {
      const [created] = await insert(caller, table, row, 'returning id')
      if (!created) throw new Error('insert returned no row')
      return String(created.id)
    },
    asOwner,
    rowAsOwner: runAsOwner(([row]) => row),
    valueAsOwner: runAsOwner(readValue),
    fill: (text, values) =>
      database.transactionAsOwner(async (transaction) => {
        await transaction.query('set local statement_timeout = 0')
        await transaction.query(text, values)
      }),
    async createUser({ email = `${crypto.randomUUID()}@people.example`, metadata = {} } = {}) {
      const [row] = await database.asOwner<{ id: string }>(
        'insert into auth.users (email, raw_user_meta_data, email_confirmed_at) values ($1, $2::jsonb, now()) returning id',
        [email, JSON.stringify(metadata)],
      )
      if (!row) throw new Error('insert returned no row')
      await database.asOwner('insert into auth.sessions (id, user_id) values ($1, $1)', [row.id])
      return row.id
    },
    async waitUntilBlocked() {
      if (inject('engine') === 'pglite') return
      const blocked = `select from pg_locks l join pg_stat_activity a using (pid)
        where not l.granted and a.datname = current_database()`
      await expect.poll(() => database.asOwner(blocked), { interval: 10 }).not.toHaveLength(0)
    },
    endConnections: copy.endConnections,
    setReadOnly: copy.setReadOnly,
    async connectAgain() {
      return createTestDatabase(await copy.open(), { ...copy, drop: async () => {} })
    },
    async close() {
      await database.close()
      await copy.drop()
    },
  }
}

/** The name of the database in a URL. */
const LAST_PART = /[^/]+$/

/** The longest wait for `drop database`, in milliseconds. */
const DROP_TIMEOUT = 5000

type DatabaseCopy = Pick<TestDatabase, 'database' | 'endConnections' | 'setReadOnly'> & {
  drop: () => Promise<void>
  /** Connects to the database once more. */
  open: () => Promise<Database>
}

async function openTemplateCopy(): Promise<DatabaseCopy> {
  if (inject('engine') === 'pglite') {
    const folder = mkdtempSync(join(tmpdir(), 'toolmark-copy-'))
    copyPgliteFolder(folder)
    const database = await openPglite(folder)
    // As `migrate` does; otherwise the copy has more rights than a site.
    await database.asOwner(GIVE_UP_SUPERUSER)
    const refuse = () => Promise.reject(new Error('PGlite has one connection'))
    const drop = async () => rmSync(folder, { recursive: true, force: true })
    return { database, drop, endConnections: refuse, setReadOnly: refuse, open: refuse }
  }
  const { url, ...copy } = await createPostgresCopy()
  const open = async () => {
    if (inject('isPooled')) {
      const pooledUrl = inject('pooledTemplate').replace(LAST_PART, basename(url))
      return openPostgres(pooledUrl, { directUrl: url })
    }
    const database = await openPostgres(url)
    // As `migrate` does; otherwise the first connection has more rights than the others.
    await database.asOwner(GIVE_UP_SUPERUSER)
    return database
  }
  return { ...copy, database: await open(), open }
}

/**
 * Copies the migrated PGlite.
 * @param dataDir for DATA_DIR
 */
export function copyPgliteFolder(dataDir: string): void {
  cpSync(join(inject('template'), 'db'), join(dataDir, 'db'), { recursive: true })
}

/**
 * Creates a database on the PostgreSQL cluster of the tests.
 * @param from `demo` has demo content, `template0` is empty
 * @param locale options of `create database`, for an empty one
 */
export async function createPostgresCopy(
  from: 'template' | 'demo' | 'template0' = 'template',
  locale = '',
): Promise<Pick<DatabaseCopy, 'drop' | 'endConnections' | 'setReadOnly'> & { url: string }> {
  const template = inject('template')
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  const connectionString = template.replace(LAST_PART, 'postgres')
  /** A plain connection: `openPostgres` makes three and costs five times as much. */
  const withAdmin = async (work: (admin: pg.Client) => Promise<unknown>) => {
    const admin = new pg.Client({ connectionString })
    await admin.connect()
    await work(admin).finally(() => admin.end())
  }
  await withAdmin(async (admin) => {
    await admin.query(
      `create database ${name} template ${from === 'template' ? basename(template) : from} ${locale} strategy file_copy`,
    )
    // PostgreSQL does not copy the rights on the database itself.
    if (from === 'template')
      await admin.query(`grant create, temporary on database ${name} to toolmark_owner`)
  })
  const endConnections: DatabaseCopy['endConnections'] = (applicationName) =>
    withAdmin((admin) =>
      admin.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name = coalesce($2, application_name)',
        [name, applicationName ?? null],
      ),
    )
  return {
    url: template.replace(LAST_PART, name),
    endConnections,
    async setReadOnly(isReadOnly) {
      await withAdmin((admin) =>
        admin.query(`alter database ${name} set default_transaction_read_only = ${isReadOnly}`),
      )
      await endConnections()
    },
    drop: () =>
      withAdmin(async (admin) => {
        await admin.query(`set statement_timeout = ${DROP_TIMEOUT}`)
        try {
          await admin.query(`drop database if exists ${name} with (force)`)
        } catch (error) {
          // It waits for every backend of the cluster, and one that evaluates a regular expression
          // responds only at its end. The cluster is removed after the tests anyway.
          if (!(error instanceof pg.DatabaseError && error.code === '57014')) throw error
        }
      }),
  }
}
