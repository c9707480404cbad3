import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { FromWorker, PgliteWorkerData, ToWorker } from './pglite-worker.ts'

/** Longer than a recovery after a power cut takes. */
const START_TIMEOUT_MS = 60_000

/**
 * Stack for deeply nested values; memory is taken only as it is used. With this size PostgreSQL
 * reaches its own limit first and reports 54001. A stack overflow would leave its memory undefined.
 * Code that V8 has not optimized yet needs 60 MB at that limit, optimized code less than 40.
 */
const STACK_SIZE_MB = 128

/** PostgreSQL does not start; the message has its words. */
export class EngineError extends Error {
  override readonly name = 'EngineError'
}

/** PGlite's code. */
export const PGLITE_FILE = createRequire(import.meta.url).resolve(
  '@electric-sql/pglite/pglite.wasm',
)

let compiled: Promise<WebAssembly.Module> | undefined

/** Compiles PGlite once per process: a third of the processor's time of a start. */
export function compilePglite(): Promise<WebAssembly.Module> {
  compiled ??= readFile(PGLITE_FILE).then((bytes) => WebAssembly.compile(bytes))
  return compiled
}

/**
 * Runs PGlite in a worker thread. PGlite cannot cancel a statement, and a full disk may end it, so the
 * thread can be restarted. As after a power cut, acknowledged transactions are there afterwards and
 * unfinished ones are not.
 */
export class PgliteEngine {
  readonly #folder: string
  readonly #onExit: () => void
  readonly #stackSizeMb: number
  /** The worker, or its start; undefined if it has to be started. */
  #current: Promise<Worker> | undefined
  /** The worker while it runs. */
  #live: Worker | undefined
  /** Shared with the worker: 1 while it runs a batch. */
  #busy = new Int32Array(new SharedArrayBuffer(4))

  /**
   * @param folder of the database
   * @param onExit called when a worker ends, which may have lost what it was working on
   */
  constructor(folder: string, onExit: () => void = () => {}, stackSizeMb: number = STACK_SIZE_MB) {
    this.#folder = folder
    this.#onExit = onExit
    this.#stackSizeMb = stackSizeMb
  }

  /**
   * The worker; starts one if none runs.
   * @throws {Error} when it cannot start; the next call tries again
   */
  running(): Promise<Worker> {
    return this.#current ?? this.#track(this.#startWorker())
  }

  /** Whether a batch is under way. A finished batch may be committed though not yet answered. */
  get isBusy(): boolean {
    return Atomics.load(this.#busy, 0) === 1
  }

  /** Ends the worker with everything under way and starts another. Does nothing during a start. */
  restart(): void {
    const ended = this.#live
    if (!ended) return
    this.#live = undefined
    void this.#track(ended.terminate().then(() => this.#startWorker()))
  }

  async close(): Promise<void> {
    const worker = await this.#current?.catch(() => undefined)
    if (!worker || worker !== this.#live) return
    const ended = new Promise((resolve) => worker.once('exit', resolve))
    worker.postMessage('close' satisfies ToWorker)
    await ended
  }

  /** Remembers a worker for as long as it runs. */
  #track(starting: Promise<Worker>): Promise<Worker> {
    this.#current = starting
    const forget = () => {
      if (this.#current === starting) this.#current = undefined
    }
    starting.then((worker) => {
      this.#live = worker
      worker.once('exit', () => {
        if (this.#live === worker) this.#live = undefined
        forget()
        this.#onExit()
      })
    }, forget)
    return starting
  }

  async #startWorker(): Promise<Worker> {
    const wasm = await compilePglite()
    this.#busy = new Int32Array(new SharedArrayBuffer(4))
    const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), {
      workerData: { folder: this.#folder, wasm, busy: this.#busy } satisfies PgliteWorkerData,
      resourceLimits: { stackSizeMb: this.#stackSizeMb },
    })
    // A later error ends the worker, which `exit` reports.
    worker.on('error', () => {})
    return new Promise<Worker>((resolve, reject) => {
      const timer = setTimeout(() => void worker.terminate(), START_TIMEOUT_MS)
      worker.once('message', (message: FromWorker) => {
        clearTimeout(timer)
        if (message.kind === 'failed') reject(new EngineError(message.problems.join(' ')))
        else resolve(worker)
      })
      worker.once('error', reject)
      worker.once('exit', () => {
        clearTimeout(timer)
        reject(new Error('the database could not be opened'))
      })
    })
  }
}
