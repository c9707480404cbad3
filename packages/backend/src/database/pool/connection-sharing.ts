import pLimit from 'p-limit'
import type pg from 'pg'
import { unavailableError } from './connection-errors.ts'

/** Reads on one shared connection at once: enough to keep the engine busy between two answers. */
const MAX_SHARED_READS = 8

/** How long reads may keep a shared connection while others wait for an exclusive one. */
const MAX_SHARED_MS = 15

/** A connection while it is in use. */
export interface Checkout {
  readonly client: pg.PoolClient
  /** Set when the connection broke: it is then removed from the pool. */
  broken?: Error
}

type OpenCheckout = Checkout & { release: () => void }

interface SharedCheckout {
  pending: Promise<OpenCheckout>
  checkout?: OpenCheckout
  checkedOutAtMs: number
  users: number
}

/** The connections of a pool: each is used exclusively, or by several reads at once. */
export class ConnectionSharing {
  readonly #pool: pg.Pool
  readonly #shouldReplace: (client: pg.PoolClient) => boolean
  readonly #limitReads = pLimit(MAX_SHARED_READS)
  #shared: SharedCheckout | undefined

  /** @param shouldReplace whether a connection is closed after its use */
  constructor(pool: pg.Pool, shouldReplace: (client: pg.PoolClient) => boolean) {
    this.#pool = pool
    this.#shouldReplace = shouldReplace
  }

  /** @throws {DatabaseError} 08006 when no connection is available */
  async exclusive<T>(work: (checkout: Checkout) => Promise<T>): Promise<T> {
    const checkout = await this.#checkout()
    try {
      return await work(checkout)
    } finally {
      checkout.release()
    }
  }

  /**
   * For work that sends all its messages at once: several such calls can be queued on one connection
   * without waiting for each other's answers.
   * @throws {DatabaseError} 08006 when no connection is available
   */
  shared<T>(work: (checkout: Checkout) => Promise<T>): Promise<T> {
    return this.#limitReads(async () => {
      const shared = this.#joinShared()
      shared.users += 1
      try {
        return await work(await shared.pending)
      } finally {
        shared.users -= 1
        if (shared.users === 0) {
          if (this.#shared === shared) this.#shared = undefined
          await shared.pending.then(
            ({ release }) => release(),
            () => {},
          )
        }
      }
    })
  }

  #joinShared(): SharedCheckout {
    const current = this.#shared
    if (current && !this.#isOver(current)) return current
    const shared: SharedCheckout = { pending: this.#checkout(), checkedOutAtMs: 0, users: 0 }
    this.#shared = shared
    shared.pending.then(
      (checkout) => {
        shared.checkout = checkout
        shared.checkedOutAtMs = performance.now()
      },
      () => {
        if (this.#shared === shared) this.#shared = undefined
      },
    )
    return shared
  }

  /** Whether no further read may join. */
  #isOver({ checkout, checkedOutAtMs }: SharedCheckout): boolean {
    if (!checkout) return false
    // Exclusive users get their turn soon, but a queue of them is not served before all reads.
    const isOverdue =
      this.#pool.waitingCount > 0 && performance.now() - checkedOutAtMs > MAX_SHARED_MS
    return isOverdue || checkout.broken !== undefined || this.#shouldReplace(checkout.client)
  }

  async #checkout(): Promise<OpenCheckout> {
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw unavailableError(error)
    })
    const onError = (error: Error) => {
      checkout.broken = error
    }
    const checkout: OpenCheckout = {
      client,
      release: () => {
        client.off('error', onError)
        client.release(checkout.broken ?? this.#shouldReplace(client))
      },
    }
    client.on('error', onError)
    return checkout
  }
}
