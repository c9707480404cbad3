import pLimit from 'p-limit'
import { ApiError } from '../api-error.ts'
import type { Database } from '../database/database.ts'

/** How many statements of one network are at the database at once: others find room beside them. */
const AT_ONCE = 3

/** How many more may wait; each costs memory until its turn comes. */
const MOST_WAITING = 100

type Turn = ReturnType<typeof pLimit>

/** Statements of each network one after the other, so that none takes the database for itself. */
export class Turns {
  readonly #byNetwork = new Map<string, Turn>()

  /** The same database, as far as requests use it, for what comes from one network. */
  at(database: Database, network: string): Pick<Database, 'asReader' | 'transactionAs'> {
    return {
      asReader: (...asked) => this.#take(network, () => database.asReader(...asked)),
      transactionAs: (...asked) => this.#take(network, () => database.transactionAs(...asked)),
    }
  }

  /** @throws {ApiError} 429 when too many wait already */
  async #take<T>(network: string, work: () => Promise<T>): Promise<T> {
    const turn = this.#byNetwork.get(network) ?? pLimit(AT_ONCE)
    if (turn.pendingCount >= MOST_WAITING) {
      const message = 'Too many requests from your network are waiting'
      throw new ApiError(429, { code: 429, message }, { 'Retry-After': '1' })
    }
    this.#byNetwork.set(network, turn)
    try {
      return await turn(work)
    } finally {
      if (turn.activeCount === 0 && turn.pendingCount === 0) this.#byNetwork.delete(network)
    }
  }
}
