import { join } from 'node:path'
import { Duplex } from 'node:stream'
import type { Worker } from 'node:worker_threads'
import pg from 'pg'
import type { Database, DatabaseError } from './database.ts'
import { lockFolder, makePrivate } from './folder-lock.ts'
import { GIVE_UP_SUPERUSER } from './give-up-superuser.ts'
import { type Listener, Listeners } from './notifications.ts'
import { PgliteEngine } from './pglite-engine.ts'
import type { FromWorker } from './pglite-worker.ts'
import { PooledDatabase, STATEMENT_TIMEOUT } from './pooled-database.ts'
import { prepareReads } from './read-as.ts'
import { startUpkeep } from './upkeep.ts'

/** Behind a statement that runs away and the thread's new beginning, in milliseconds. */
const LONGEST_WAIT = 30_000

export interface PgliteDatabase extends Database {
  /** The whole database as bytes, for `dump` of another one. */
  dump(): Promise<Uint8Array>
}

/**
 * PGlite in a thread of its own, spoken to by the same driver as a PostgreSQL server.
 * @param dataDir folder that holds `db/` and the lock; in memory when there is none
 * @param timeLimit the longest that a request's statement may run, in milliseconds
 * @throws {InUseError} when another process has the folder open
 */
export async function openPglite(
  dataDir?: string,
  dump?: Uint8Array,
  timeLimit = STATEMENT_TIMEOUT,
): Promise<PgliteDatabase> {
  const unlock = dataDir ? lock(dataDir) : () => {}
  // The one connection receives its own notifications with the answer to the commit.
  const listeners = new Listeners()
  const engine = new PgliteEngine(
    { ...(dataDir ? { folder: join(dataDir, 'db') } : {}), ...(dump ? { dump } : {}) },
    // Notices come with the answer to a commit: an engine that ends during a read has lost none.
    () => {
      if (database.hasWriteUnderWay) listeners.reportGap()
    },
  )
  await engine.running().catch((error: unknown) => {
    unlock()
    throw error
  })
  // The first connection is left to `migrate`, which still needs those rights.
  let isFirst = true
  const pool = new pg.Pool({
    onConnect: async (client) => {
      // The thread, and with it PostgreSQL's session, may be older than the connection.
      await client.query('rollback; reset role; deallocate all')
      if (!isFirst) await client.query(GIVE_UP_SUPERUSER)
      isFirst = false
      await prepareReads(client)
      await listeners.listenOn(client)
    },
    pipeline: true,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: LONGEST_WAIT,
    user: 'postgres',
    stream: () => new PgliteStream(engine),
  })
  const listen = (listener: Listener) => listeners.add(listener, (text) => pool.query(text))
  const onClose = async () => {
    await endUpkeep?.()
    await engine.close()
    unlock()
  }
  const onError = (error: DatabaseError) => {
    if (isLost(error)) engine.restart()
  }
  const endRunaway = {
    after: timeLimit,
    end: () => {
      // A database in memory has no files to restart from.
      if (!dataDir || !engine.isBusy) return false
      engine.restart()
      return true
    },
  }
  const database = new PooledDatabase('pglite', pool, {
    listen,
    onClose,
    statementTimeout: 0,
    endRunaway,
    ...(dataDir ? { onError } : {}),
  })
  const endUpkeep = dataDir ? startUpkeep(database) : undefined
  return Object.assign(database, { dump: () => engine.dump() })
}

/**
 * Whether the engine must begin anew. Without room for its log it says so once, and then stands
 * still; after an internal error its memory may be damaged, and it would go on with that.
 */
function isLost({ code, message }: DatabaseError): boolean {
  return /^XX00[012]$/.test(code) || (code.startsWith('53') && message.includes('pg_wal'))
}

/** PGlite leaves its files readable for others on the machine: the folder keeps them out. */
function lock(dataDir: string): () => void {
  const unlock = lockFolder(dataDir)
  makePrivate(join(dataDir, 'db'))
  return unlock
}

const STARTED = Buffer.concat([
  Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]), // AuthenticationOk
  Buffer.from([0x5a, 0, 0, 0, 5, 0x49]), // ReadyForQuery, idle
])

/** The first letters of the messages that want an answer at once. */
const SYNC = 0x53
const QUERY = 0x51

/** What `pg` takes for a socket. All up to a question's end is one message for the thread. */
class PgliteStream extends Duplex {
  readonly #engine: PgliteEngine
  #worker: Worker | undefined
  #started = false
  #batch: Buffer[] = []

  constructor(engine: PgliteEngine) {
    super()
    this.#engine = engine
  }

  connect(): this {
    this.#engine.running().then(
      (worker) => {
        if (this.destroyed) return
        this.#worker = worker
        worker.on('message', this.#onAnswer).on('exit', this.#onExit)
        this.emit('connect')
      },
      (error: Error) => this.destroy(error),
    )
    return this
  }
  setNoDelay(): this {
    return this
  }
  setKeepAlive(): this {
    return this
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    const isGoodbye = chunk[0] === 0x58
    if (!this.#started) {
      this.#started = true
      this.push(STARTED)
    } else if (isGoodbye) this.push(null)
    else {
      this.#batch.push(chunk)
      if (chunk[0] === SYNC || chunk[0] === QUERY) this.#send()
    }
    done()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#worker?.off('message', this.#onAnswer).off('exit', this.#onExit)
    done(error)
  }

  #send(): void {
    const bytes = new Uint8Array(Buffer.concat(this.#batch))
    this.#worker?.postMessage(bytes, [bytes.buffer])
    this.#batch = []
  }

  readonly #onExit = () => this.destroy()

  readonly #onAnswer = (answer: FromWorker): void => {
    if (answer.kind === 'answer') this.push(Buffer.from(answer.bytes))
  }
}
