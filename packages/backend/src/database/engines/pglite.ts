import { join } from 'node:path'
import pg from 'pg'
import type { Database, DatabaseError } from '../database.ts'
import { GIVE_UP_SUPERUSER } from '../give-up-superuser.ts'
import { type Listener, Listeners } from '../notifications.ts'
import { prepareReads } from '../pool/pipelined-read.ts'
import { PooledDatabase, STATEMENT_TIMEOUT_MS } from '../pool/pooled-database.ts'
import { startAutovacuum } from './autovacuum.ts'
import { explainDamage, isUnused, requireRelationFiles, requireVersionFile } from './damage.ts'
import { lockFolder, makePrivate } from './folder-lock.ts'
import { PgliteEngine } from './pglite-engine.ts'
import { PgliteStream } from './pglite-stream.ts'

/** The longest wait for the connection: a statement's timeout and a restart of the engine. */
const CONNECTION_TIMEOUT_MS = 30_000

/**
 * Opens PGlite in a worker thread. The same driver talks to it as to a PostgreSQL server.
 * @param dataDir folder that holds `db/` and the lock
 * @param timeoutMs the longest that a request's statement may run
 * @throws {InUseError} when another process has the folder open
 * @throws {Error} one line if the files are damaged
 */
export async function openPglite(
  dataDir: string,
  timeoutMs: number = STATEMENT_TIMEOUT_MS,
): Promise<Database> {
  const unlock = lock(dataDir)
  let stopAutovacuum: (() => Promise<void>) | undefined
  // The one connection receives its own notifications with the answer to the commit.
  const listeners = new Listeners()
  const folder = join(dataDir, 'db')
  const isNew = isUnused(folder)
  const engine = new PgliteEngine(folder, () => {
    // Notifications come with the answer to a commit: an engine that ends during a read loses none.
    if (database.hasPendingWrite) listeners.reportGap()
  })
  await engine.running().catch((error: unknown) => {
    unlock()
    throw explainDamage(error, folder)
  })
  // The first connection keeps the superuser's rights: `migrate` needs them.
  let isFirst = true
  const pool = new pg.Pool({
    onConnect: async (client) => {
      // The worker, and with it PostgreSQL's session, may be older than the connection.
      await client.query('rollback; reset role; deallocate all')
      if (!isFirst) await client.query(GIVE_UP_SUPERUSER)
      isFirst = false
      await prepareReads(client)
      await listeners.listenOn(client)
    },
    pipeline: true,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    user: 'postgres',
    stream: () => new PgliteStream(engine),
  })
  const listen = (listener: Listener) => listeners.add(listener, (text) => pool.query(text))
  const onClose = async () => {
    await stopAutovacuum?.()
    await engine.close()
    unlock()
  }
  const onError = (error: DatabaseError) => {
    if (needsRestart(error)) engine.restart()
  }
  const statementTimeout = {
    defaultLimitMs: timeoutMs,
    endStatement: () => {
      if (!engine.isBusy) return false
      engine.restart()
      return true
    },
  }
  const database = new PooledDatabase('pglite', pool, {
    listen,
    onClose,
    engineTimeoutMs: 0,
    statementTimeout,
    canShareReads: true,
    onError,
  })
  try {
    if (!isNew) await requireRelationFiles(database, folder)
  } catch (error) {
    await database.close()
    throw explainDamage(error, folder)
  }
  stopAutovacuum = startAutovacuum(database)
  return database
}

/**
 * Whether the engine must restart: after an internal error its memory may be damaged, and without
 * disk space for its log it reports the error once and then hangs.
 */
function needsRestart({ code, message }: DatabaseError): boolean {
  return /^XX00[012]$/.test(code) || (code.startsWith('53') && message.includes('pg_wal'))
}

/** PGlite makes its files readable for every user of the machine, so the folder has to exclude them. */
function lock(dataDir: string): () => void {
  const unlock = lockFolder(dataDir)
  const folder = join(dataDir, 'db')
  try {
    requireVersionFile(folder)
    makePrivate(folder)
  } catch (error) {
    unlock()
    throw error
  }
  return unlock
}
