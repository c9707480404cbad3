import pg from 'pg'
import { DatabaseError, type StatementTime } from '../database.ts'

export interface StatementTimeout {
  /** For statements whose caller has no limit. */
  defaultLimitMs: number
  /** Ends the running statement and everything behind it; false if it was just answered. */
  endStatement: () => boolean
}

interface WatchedStatement {
  limitMs: number
  /** When the engine began with it. */
  startedAtMs: number
  isTimedOut: boolean
  /** The connection ended while this statement waited behind another one. */
  isLostWithOther: boolean
}

/**
 * Ends statements of an engine that runs one after the other and cannot end one by itself. Only the
 * time of the first in the queue counts.
 */
export class StatementWatchdog {
  readonly #timeout: StatementTimeout
  readonly #queue: WatchedStatement[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(timeout: StatementTimeout) {
    this.#timeout = timeout
  }

  /** @throws {DatabaseError} 57014 for a timeout, 40001 if another statement's timeout ended it */
  async watch<T>(run: () => Promise<T>, time?: StatementTime): Promise<T> {
    const own: WatchedStatement = {
      limitMs: time?.limitMs ?? this.#timeout.defaultLimitMs,
      startedAtMs: 0,
      isTimedOut: false,
      isLostWithOther: false,
    }
    if (this.#queue.push(own) === 1) this.#startTimer()
    try {
      return await run()
    } catch (error) {
      const isLost = own.isTimedOut || !(error instanceof pg.DatabaseError)
      if (isLost) for (const other of this.#queue) other.isLostWithOther ||= other !== own
      if (own.isTimedOut) {
        throw new DatabaseError('57014', 'canceling statement due to statement timeout')
      }
      if (own.isLostWithOther && isLost) {
        throw new DatabaseError('40001', 'lost with the statement before it')
      }
      throw error
    } finally {
      const isFirst = this.#queue[0] === own
      this.#queue.splice(this.#queue.indexOf(own), 1)
      if (isFirst) {
        time?.onElapsed(performance.now() - own.startedAtMs)
        this.#startTimer()
      }
    }
  }

  #startTimer(): void {
    clearInterval(this.#timer)
    const [first] = this.#queue
    if (!first) return
    first.startedAtMs = performance.now()
    // Repeats: at the first check the engine may not have begun with the statement.
    this.#timer = setInterval(() => {
      first.isTimedOut ||= this.#timeout.endStatement()
    }, first.limitMs)
  }
}
