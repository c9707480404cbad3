import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import type { Database } from './database.ts'
import type { PgliteStart } from './pglite-worker.ts'
import { PooledDatabase } from './pooled-database.ts'

export interface PgliteDatabase extends Database {
  /** The whole database as bytes, for `dump` of another one. */
  dump(): Promise<Uint8Array>
}

/**
 * PGlite in a thread of its own, spoken to by the same driver as a PostgreSQL server.
 * @param dataDir folder that holds `db/` and the lock; in memory when there is none
 * @throws {Error} when another process has the folder open
 */
export async function openPglite(dataDir?: string, dump?: Uint8Array): Promise<PgliteDatabase> {
  const unlock = dataDir ? lock(dataDir) : () => {}
  const start: PgliteStart = {
    ...(dataDir ? { folder: join(dataDir, 'db') } : {}),
    ...(dump ? { dump } : {}),
  }
  const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), { workerData: start })
  await new Promise<void>((resolve, reject) => {
    worker.once('message', () => resolve())
    worker.once('error', reject)
  }).catch((error: unknown) => {
    unlock()
    throw error
  })
  const pool = new pg.Pool({
    max: 1,
    idleTimeoutMillis: 0,
    user: 'postgres',
    stream: () => new PgliteStream(worker),
  })
  const close = async () => {
    worker.postMessage('close')
    await new Promise((resolve) => worker.once('exit', resolve))
    unlock()
  }
  const database = new PooledDatabase('pglite', pool, close)
  const dumpAll = async () => {
    const bytes = new Promise<Uint8Array>((resolve) => worker.once('message', resolve))
    worker.postMessage('dump')
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
  readonly #worker: Worker
  #started = false
  #waiting: (() => void)[] = []

  constructor(worker: Worker) {
    super()
    this.#worker = worker
    worker.on('message', this.#onAnswer)
    worker.once('exit', () => this.destroy())
  }

  connect(): this {
    process.nextTick(() => this.emit('connect'))
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
    this.#worker.off('message', this.#onAnswer)
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
    this.#worker.postMessage(new Uint8Array(bytes))
  }

  readonly #onAnswer = (answer: Uint8Array): void => {
    const done = this.#waiting.shift()
    if (!done) return
    if (answer.length > 0) this.push(Buffer.from(answer))
    done()
  }
}
