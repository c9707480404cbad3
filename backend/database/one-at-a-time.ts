import pg from 'pg'
import { DatabaseError } from './database.ts'

export interface EndRunaway {
  /** Milliseconds. */
  after: number
  /** Ends the statement and all that is under way; false where it has just been answered. */
  end: () => boolean
}

interface Statement {
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
  async inTime<T>(run: () => Promise<T>): Promise<T> {
    const own: Statement = { isRunaway: false, isBehindFault: false }
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
      if (isFirst) this.#watch()
    }
  }

  #watch(): void {
    clearInterval(this.#timer)
    const [first] = this.#line
    if (!first) return
    // Again and again: what was about to begin the first time may run away later.
    this.#timer = setInterval(() => {
      first.isRunaway ||= this.#endRunaway.end()
    }, this.#endRunaway.after)
  }
}
