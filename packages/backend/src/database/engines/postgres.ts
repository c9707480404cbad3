import pg from 'pg'
import { type Database, LISTENER_NAME } from '../database.ts'
import { GIVE_UP_SUPERUSER } from '../give-up-superuser.ts'
import { NotificationListener } from '../notifications.ts'
import { describeConnectionError } from '../pool/connection-errors.ts'
import { prepareReads } from '../pool/pipelined-read.ts'
import { PooledDatabase, STATEMENT_TIMEOUT_MS } from '../pool/pooled-database.ts'

/** The longest that the network may take for a statement and its answer. */
const ROUND_TRIP_MS = 2000

const NO_SESSIONS =
  'a pooler in transaction mode answers: set DATABASE_DIRECT_URL to the address of the server itself'

/**
 * Without statistics the planner compiles statements that read a few rows, which takes longer than
 * running them: 0.5 s to remove a tool.
 */
const SETTINGS = { timezone: 'UTC', jit: 'off' }

interface PostgresOptions {
  /** The longest that a request's statement may run. */
  timeoutMs?: number
  /** The server itself, if `url` leads to a pooler in transaction mode. It gets the listening connection. */
  directUrl?: string | undefined
  /** Marks what the process was started with, in the name of its listening connection. */
  versions?: readonly string[] | undefined
}

/**
 * Connects to any PostgreSQL 15 or newer.
 * @param url `postgres://user:password@host:port/database`
 * @throws {Error} when the server cannot be reached, or a pooler answers that only `directUrl` allows
 */
export async function openPostgres(
  url: string,
  { timeoutMs = STATEMENT_TIMEOUT_MS, directUrl, versions = [] }: PostgresOptions = {},
): Promise<Database> {
  const timeouts = {
    statement_timeout: timeoutMs,
    idle_in_transaction_session_timeout: 4 * timeoutMs,
  }
  const connection = { connectionString: url, connectionTimeoutMillis: 5000 }
  const options = Object.entries(SETTINGS).map(([name, value]) => `-c ${name}=${value}`)
  const session = { ...connection, options: options.join(' '), ...timeouts }
  // The first connection keeps the superuser's rights: `migrate` needs them.
  let isFirst = true
  const onConnect = async (client: pg.ClientBase) => {
    if (!isFirst) await client.query(GIVE_UP_SUPERUSER)
    isFirst = false
    await prepareReads(client)
  }
  // A pooler refuses settings of a session.
  const pool = new pg.Pool({
    ...(directUrl ? connection : { ...session, onConnect }),
    pipeline: true,
    max: 10,
  })
  try {
    if (directUrl) await pool.query('select 1')
    else await requireSessions(session)
  } catch (error) {
    await pool.end()
    throw new Error(`DATABASE_URL cannot be used: ${describeConnectionError(error)}`, {
      cause: error,
    })
  }
  const notifications = new NotificationListener({
    ...connection,
    connectionString: directUrl ?? url,
    options: session.options,
    application_name: [LISTENER_NAME, ...versions].join(' '),
  })
  return new PooledDatabase('postgres', pool, {
    silenceMs: timeoutMs + ROUND_TRIP_MS,
    engineTimeoutMs: timeoutMs,
    canShareReads: false,
    listen: (listener) => notifications.listen(listener),
    afterCommit: () => notifications.flush(),
    onClose: () => notifications.close(),
    ...(directUrl
      ? {
          perTransaction: Object.entries({ ...SETTINGS, ...timeouts })
            .map(([name, value]) => `set local ${name} = '${value}'`)
            .join('; '),
        }
      : {}),
  })
}

/**
 * Recognizes a pooler in transaction mode: it refuses the settings of a session, or gives two connections
 * the same session.
 * @throws {Error} when the server cannot be reached, or such a pooler answers
 */
async function requireSessions(options: pg.ClientConfig): Promise<void> {
  const clients = [new pg.Client(options), new pg.Client(options)]
  const sessions = new Set<unknown>()
  try {
    for (const client of clients) {
      client.on('error', () => {})
      await client.connect()
      const { rows } = await client.query('select pg_backend_pid() as id')
      sessions.add(rows[0].id)
    }
    if (sessions.size < clients.length) throw new Error(NO_SESSIONS)
  } catch (error) {
    throw String(error).includes('unsupported startup parameter') ? new Error(NO_SESSIONS) : error
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})))
  }
}
