import { Worker } from 'node:worker_threads'
import type { FromWorker, PgliteStart, PgliteWorkerData, ToWorker } from './pglite-worker.ts'

/** Longer than it takes to come back after a power cut, in milliseconds. */
const START_LIMIT = 60_000

/**
 * Room for what nests deeply, in MB, taken only as it is used: PostgreSQL then meets its own limit
 * first and says so (54001), where a stack that is full leaves its memory as it happens to be.
 */
const STACK_SIZE = 64

/**
 * The thread in which PGlite runs. It cannot be told to stop a statement, and a full disk may end
 * it: then it begins anew, as after a power cut: what was acknowledged is there, what was under way
 * is not.
 */
export class PgliteEngine {
  readonly #start: PgliteStart
  readonly #onEnd: () => void
  readonly #stackSizeMb: number
  /** The thread, or its beginning; nothing when it has to be begun. */
  #current: Promise<Worker> | undefined
  /** The thread while it lives. */
  #live: Worker | undefined
  /** Shared with the thread: 1 while it is at a batch. */
  #busy = new Int32Array(new SharedArrayBuffer(4))

  /** @param onEnd hears of each thread's end, with which something may have been lost */
  constructor(start: PgliteStart, onEnd: () => void = () => {}, stackSizeMb = STACK_SIZE) {
    this.#start = start
    this.#onEnd = onEnd
    this.#stackSizeMb = stackSizeMb
  }

  /**
   * The thread, begun anew where it has ended.
   * @throws {Error} when it cannot begin; the next call tries again
   */
  running(): Promise<Worker> {
    return this.#current ?? this.#keep(this.#begin())
  }

  /** Whether a batch is under way: one that is done may have been committed, and is about to be told. */
  get isBusy(): boolean {
    return Atomics.load(this.#busy, 0) === 1
  }

  /** Ends the thread and all that is under way; one that only begins has nothing under way. */
  restart(): void {
    const ended = this.#live
    if (!ended) return
    this.#live = undefined
    void this.#keep(ended.terminate().then(() => this.#begin()))
  }

  /** The whole database as bytes. @throws {Error} when the thread ends before it has them */
  async dump(): Promise<Uint8Array> {
    const worker = await this.running()
    return new Promise((resolve, reject) => {
      const onMessage = (message: FromWorker) => {
        if (message.kind !== 'dump') return
        done()
        resolve(message.bytes)
      }
      const onExit = () => {
        done()
        reject(new Error('the database has ended'))
      }
      const done = () => worker.off('message', onMessage).off('exit', onExit)
      worker.on('message', onMessage).on('exit', onExit)
      worker.postMessage('dump' satisfies ToWorker)
    })
  }

  async close(): Promise<void> {
    const worker = await this.#current?.catch(() => undefined)
    if (!worker || worker !== this.#live) return
    const ended = new Promise((resolve) => worker.once('exit', resolve))
    worker.postMessage('close' satisfies ToWorker)
    await ended
  }

  /** Remembers a thread for as long as it lives. */
  #keep(beginning: Promise<Worker>): Promise<Worker> {
    this.#current = beginning
    const forget = () => {
      if (this.#current === beginning) this.#current = undefined
    }
    beginning.then((worker) => {
      this.#live = worker
      worker.once('exit', () => {
        if (this.#live === worker) this.#live = undefined
        forget()
        this.#onEnd()
      })
    }, forget)
    return beginning
  }

  #begin(): Promise<Worker> {
    this.#busy = new Int32Array(new SharedArrayBuffer(4))
    const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), {
      workerData: { ...this.#start, busy: this.#busy } satisfies PgliteWorkerData,
      resourceLimits: { stackSizeMb: this.#stackSizeMb },
    })
    // What goes wrong later ends the thread, and its end is heard.
    worker.on('error', () => {})
    return new Promise<Worker>((resolve, reject) => {
      const impatience = setTimeout(() => void worker.terminate(), START_LIMIT)
      worker.once('message', () => {
        clearTimeout(impatience)
        resolve(worker)
      })
      worker.once('error', reject)
      worker.once('exit', () => {
        clearTimeout(impatience)
        reject(new Error('the database could not be opened'))
      })
    })
  }
}
