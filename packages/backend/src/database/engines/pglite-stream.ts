import { Duplex } from 'node:stream'
import type { Worker } from 'node:worker_threads'
import type { PgliteEngine } from './pglite-engine.ts'
import type { FromWorker } from './pglite-worker.ts'

/** The answer to the startup message. */
const STARTED = Buffer.concat([
  Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]), // AuthenticationOk
  Buffer.from([0x5a, 0, 0, 0, 5, 0x49]), // ReadyForQuery, idle
])

/** Types of the messages that ask for an answer. */
const SYNC = 0x53
const QUERY = 0x51
const TERMINATE = 0x58

/**
 * A stream that `pg` uses as a socket. It sends all messages up to a Sync or Query to the worker as
 * one batch.
 */
export class PgliteStream extends Duplex {
  readonly #engine: PgliteEngine
  #worker: Worker | undefined
  #isStarted = false
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
        worker.on('message', this.#onMessage).on('exit', this.#onExit)
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
    if (!this.#isStarted) {
      this.#isStarted = true
      this.push(STARTED)
    } else if (chunk[0] === TERMINATE) this.push(null)
    else {
      this.#batch.push(chunk)
      if (chunk[0] === SYNC || chunk[0] === QUERY) this.#send()
    }
    done()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#worker?.off('message', this.#onMessage).off('exit', this.#onExit)
    done(error)
  }

  #send(): void {
    const bytes = new Uint8Array(Buffer.concat(this.#batch))
    this.#worker?.postMessage(bytes, [bytes.buffer])
    this.#batch = []
  }

  readonly #onExit = () => this.destroy()

  readonly #onMessage = (message: FromWorker): void => {
    if (message.kind === 'answer') this.push(Buffer.from(message.bytes))
  }
}
