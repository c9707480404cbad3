import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Duplex } from 'node:stream'
import type { Worker } from 'node:worker_threads'
import pg from 'pg'
import type { Database, DatabaseError } from './database.ts'
import { type Listener, Listeners } from './ear.ts'
import { giveUpSuperuser } from './give-up-superuser.ts'
import { PgliteEngine } from './pglite-engine.ts'
import { PooledDatabase, STATEMENT_TIMEOUT } from './pooled-database.ts'

export interface PgliteDatabase extends Database {
  /** The whole database as bytes, for `dump` of another one. */
  dump(): Promise<Uint8Array>
}

/**
 * PGlite in a thread of its own, spoken to by the same driver as a PostgreSQL server.
 * @param dataDir folder that holds `db/` and the lock; in memory when there is none
 * @param timeLimit the longest that a request's statement may run, in milliseconds
 * @throws {Error} when another process has the folder open
 */
export async function openPglite(
  dataDir?: string,
  dump?: Uint8Array,
  timeLimit = STATEMENT_TIMEOUT,
): Promise<PgliteDatabase> {
  const unlock = dataDir ? lock(dataDir) : () => {}
  const engine = new PgliteEngine({
    ...(dataDir ? { folder: join(dataDir, 'db') } : {}),
    ...(dump ? { dump } : {}),
  })
  await engine.running().catch((error: unknown) => {
    unlock()
    throw error
  })
  // The one connection hears its own notices with the commit that sends them.
  const listeners = new Listeners()
  // The first connection is left to `migrate`, which still needs those rights.
  let isFirst = true
  const pool = new pg.Pool({
    onConnect: async (client) => {
      if (!isFirst) await giveUpSuperuser(client)
      isFirst = false
      await listeners.hearOn(client)
    },
    max: 1,
    idleTimeoutMillis: 0,
    user: 'postgres',
    stream: () => new PgliteStream(engine),
  })
  const listen = async (listener: Listener) => {
    const remove = listeners.add(listener)
    const client = await pool.connect()
    await listeners.hear(client, listener.channel)
    client.release()
    return remove
  }
  const onClose = async () => {
    await engine.ask('close').catch(() => {})
    unlock()
  }
  const end = () => {
    engine.restart()
    listeners.gap()
  }
  // Without room for its log PGlite says so once, and then stands still.
  const onError = ({ code, message }: DatabaseError) => {
    if (code.startsWith('53') && message.includes('pg_wal')) end()
  }
  // In memory there is nothing to begin anew from.
  const endRunaway = { after: timeLimit, end }
  const database = new PooledDatabase('pglite', pool, {
    listen,
    onClose,
    ...(dataDir ? { endRunaway, onError } : {}),
  })
  const dumpAll = async () => {
    const bytes = await engine.ask('dump')
    if (!bytes) throw new Error('the database gave no copy of itself')
    return bytes
  }
  return Object.assign(database, { dump: dumpAll })
}

/** PGlite has no lock, and two processes on one folder lose rows without a word. */
function lock(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const sidecar = new DatabaseSync(join(dataDir, 'lock.db'))
  try {
    sidecar.exec('begin exclusive')
  } catch {
    sidecar.close()
    throw new Error(`${dataDir} is in use by another process: stop it, or set another DATA_DIR`)
  }
  return () => sidecar.close()
}

const STARTED = Buffer.concat([
  Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]), // AuthenticationOk
  Buffer.from([0x5a, 0, 0, 0, 5, 0x49]), // ReadyForQuery, idle
])

/** What `pg` takes for a socket. The worker answers each batch of messages with one of its own. */
class PgliteStream extends Duplex {
  readonly #engine: PgliteEngine
  #worker: Worker | undefined
  #started = false
  #waiting: (() => void)[] = []

  constructor(engine: PgliteEngine) {
    super()
    this.#engine = engine
  }

  connect(): this {
    this.#engine.running().then(
      (worker) => {
        this.#worker = worker
        worker.on('message', this.#onAnswer)
        worker.once('exit', () => this.destroy())
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

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#send(Buffer.concat(chunks.map(({ chunk }) => chunk)), done)
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.#send(chunk, done)
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#worker?.off('message', this.#onAnswer)
    done(error)
  }

  #send(bytes: Buffer, done: () => void): void {
    if (!this.#started) {
      this.#started = true
      this.push(STARTED)
      done()
      return
    }
    const isGoodbye = bytes[0] === 0x58
    if (isGoodbye) {
      done()
      this.push(null)
      return
    }
    this.#waiting.push(done)
    this.#worker?.postMessage(new Uint8Array(bytes))
  }

  readonly #onAnswer = (answer: Uint8Array): void => {
    const done = this.#waiting.shift()
    if (!done) return
    if (answer.length > 0) this.push(Buffer.from(answer))
    done()
  }
}
