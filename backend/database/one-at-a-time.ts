import pg from 'pg'
import { DatabaseError, type StatementTime } from './database.ts'

export interface EndRunaway {
  /** For a statement whose caller has no limit of its own, in milliseconds. */
  after: number
  /** Ends the statement and all that is under way; false where it has just been answered. */
  end: () => boolean
}

interface Statement {
  /** Milliseconds that it may run. */
  limit: number
  /** When the engine began with it, by the process's clock. */
  startedAt: number
  isRunaway: boolean
  /** The connection ended while it waited behind another: it is lost by no fault of its own. */
  isBehindFault: boolean
}

/** Statements at an engine that takes one after the other: only the first one's time runs. */
export class OneAtATime {
  readonly #endRunaway: EndRunaway
  readonly #line: Statement[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(endRunaway: EndRunaway) {
    this.#endRunaway = endRunaway
  }

  /** @throws {DatabaseError} 57014 when it takes too long, 40001 when it is lost with another */
  async inTime<T>(run: () => Promise<T>, time?: StatementTime): Promise<T> {
    const limit = time?.limit ?? this.#endRunaway.after
    const own: Statement = { limit, startedAt: 0, isRunaway: false, isBehindFault: false }
    if (this.#line.push(own) === 1) this.#watch()
    try {
      return await run()
    } catch (error) {
      const isLost = own.isRunaway || !(error instanceof pg.DatabaseError)
      if (isLost) for (const other of this.#line) other.isBehindFault ||= other !== own
      if (own.isRunaway) {
        throw new DatabaseError('57014', 'canceling statement due to statement timeout')
      }
      if (own.isBehindFault && isLost) {
        throw new DatabaseError('40001', 'lost with the statement before it')
      }
      throw error
    } finally {
      const isFirst = this.#line[0] === own
      this.#line.splice(this.#line.indexOf(own), 1)
      if (isFirst) {
        time?.onElapsed(performance.now() - own.startedAt)
        this.#watch()
      }
    }
  }

  #watch(): void {
    clearInterval(this.#timer)
    const [first] = this.#line
    if (!first) return
    first.startedAt = performance.now()
    // Again and again: what was about to begin the first time may run away later.
    this.#timer = setInterval(() => {
      first.isRunaway ||= this.#endRunaway.end()
    }, first.limit)
  }
}
