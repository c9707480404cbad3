import { Worker } from 'node:worker_threads'
import type { FromWorker, PgliteStart, ToWorker } from './pglite-worker.ts'

/** Longer than it takes to come back after a power cut, in milliseconds. */
const START_LIMIT = 60_000

/**
 * The thread in which PGlite runs. It cannot be told to stop a statement, and a full disk may end
 * it: then it begins anew, as after a power cut: what was acknowledged is there, what was under way
 * is not.
 */
export class PgliteEngine {
  readonly #start: PgliteStart
  #current: Promise<Worker> | undefined

  constructor(start: PgliteStart) {
    this.#start = start
  }

  /**
   * The thread, begun anew where it has ended.
   * @throws {Error} when it cannot begin; the next call tries again
   */
  running(): Promise<Worker> {
    this.#current ??= this.#begin()
    return this.#current
  }

  restart(): void {
    const ended = this.#current
    this.#current = (async () => {
      await (await ended?.catch(() => undefined))?.terminate()
      return this.#begin()
    })()
    this.#forgetIfFailed(this.#current)
  }

  /** The whole database as bytes. @throws {Error} when the thread ends before it has them */
  async dump(): Promise<Uint8Array> {
    const worker = await this.running()
    return new Promise((resolve, reject) => {
      worker.on('message', (message: FromWorker) => {
        if (message.kind === 'dump') resolve(message.bytes)
      })
      worker.once('exit', () => reject(new Error('the database has ended')))
      worker.postMessage('dump' satisfies ToWorker)
    })
  }

  async close(): Promise<void> {
    const worker = await this.#current?.catch(() => undefined)
    if (!worker) return
    const ended = new Promise((resolve) => worker.once('exit', resolve))
    worker.postMessage('close' satisfies ToWorker)
    await ended
  }

  #begin(): Promise<Worker> {
    const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), {
      workerData: this.#start,
    })
    const started = new Promise<Worker>((resolve, reject) => {
      const impatience = setTimeout(() => void worker.terminate(), START_LIMIT)
      worker.once('message', () => {
        clearTimeout(impatience)
        resolve(worker)
      })
      worker.once('error', reject)
      worker.once('exit', () => {
        clearTimeout(impatience)
        reject(new Error('the database could not be opened'))
        if (this.#current === started) this.#current = undefined
      })
    })
    // What goes wrong later ends the thread, and its end is heard.
    worker.on('error', () => {})
    this.#forgetIfFailed(started)
    return started
  }

  #forgetIfFailed(started: Promise<Worker>): void {
    started.catch(() => {
      if (this.#current === started) this.#current = undefined
    })
  }
}
