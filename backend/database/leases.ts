import pLimit from 'p-limit'
import type pg from 'pg'
import { unavailable } from './faults.ts'

/** So many at once: enough that the engine need not wait for us between two of them. */
const TOGETHER = 8

/** So long reads may follow each other while somebody waits to have the connection, in milliseconds. */
const SLICE = 15

/** A connection that somebody has. */
export interface Lease {
  readonly client: pg.PoolClient
  /** Why nobody can have it any more. */
  broken?: Error
}

interface Shared {
  /** Waited for, like one that is had alone. */
  coming: Promise<Lease & { end: () => void }>
  lease?: Lease
  /** When it came, in milliseconds. */
  since: number
  users: number
}

/** The connections of a pool, each had by one alone or by several together. */
export class Leases {
  readonly #pool: pg.Pool
  readonly #isWornOut: (client: pg.PoolClient) => boolean
  readonly #together = pLimit(TOGETHER)
  #shared: Shared | undefined

  constructor(pool: pg.Pool, isWornOut: (client: pg.PoolClient) => boolean) {
    this.#pool = pool
    this.#isWornOut = isWornOut
  }

  /** @throws {DatabaseError} 08006 when there is none to be had */
  async alone<T>(work: (lease: Lease) => Promise<T>): Promise<T> {
    const lease = await this.#lend()
    try {
      return await work(lease)
    } finally {
      lease.end()
    }
  }

  /**
   * For what is sent in one go, and so may stand behind others that were: they need not wait for
   * each other's answers.
   * @throws {DatabaseError} 08006 when there is none to be had
   */
  together<T>(work: (lease: Lease) => Promise<T>): Promise<T> {
    return this.#together(async () => {
      const shared = this.#join()
      shared.users += 1
      try {
        return await work(await shared.coming)
      } finally {
        shared.users -= 1
        if (shared.users === 0) {
          if (this.#shared === shared) this.#shared = undefined
          await shared.coming.then(
            ({ end }) => end(),
            () => {},
          )
        }
      }
    })
  }

  #join(): Shared {
    const known = this.#shared
    const isOver = (lease: Lease, since: number) =>
      // Whoever waits to have it alone has it soon; but many of them are not all served first.
      (this.#pool.waitingCount > 0 && performance.now() - since > SLICE) ||
      lease.broken ||
      this.#isWornOut(lease.client)
    if (known && !(known.lease && isOver(known.lease, known.since))) return known
    const shared: Shared = { coming: this.#lend(), since: 0, users: 0 }
    this.#shared = shared
    shared.coming.then(
      (lease) => {
        shared.lease = lease
        shared.since = performance.now()
      },
      () => {
        if (this.#shared === shared) this.#shared = undefined
      },
    )
    return shared
  }

  async #lend(): Promise<Lease & { end: () => void }> {
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw unavailable(error)
    })
    const onError = (error: Error) => {
      lease.broken = error
    }
    const lease: Lease & { end: () => void } = {
      client,
      end: () => {
        client.off('error', onError)
        client.release(lease.broken ?? this.#isWornOut(client))
      },
    }
    client.on('error', onError)
    return lease
  }
}
