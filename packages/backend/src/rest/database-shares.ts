import pLimit from 'p-limit'
import { ApiError } from '../api-error.ts'
import { type Caller, type Database, DatabaseError, type Role } from '../database/database.ts'
import { createRateLimit, isOwnAddress, networksOf } from '../rate-limit.ts'
import type { RestContext, RestOptions } from './context.ts'

/** Concurrent statements of one network. PGlite runs one after the other anyway. */
const MAX_CONCURRENT = { pglite: 1, postgres: 3 }

/** Concurrent statements of all networks; the site's own reads use the rest of the pool. */
const MAX_CONCURRENT_IN_ALL = 8

/** Further requests of one network that may wait; each costs memory. */
const MAX_WAITING = 100

/**
 * The longest that one statement may run. On PostgreSQL these are Supabase's values. PGlite runs
 * nothing else meanwhile, and restarts to end a statement.
 */
const STATEMENT_LIMIT_MS: Record<
  Database['engine'],
  Record<Exclude<Role, 'service_role'>, number>
> = {
  pglite: { anon: 1000, authenticated: 2000 },
  postgres: { anon: 3000, authenticated: 8000 },
}

/**
 * Milliseconds of database time that one network may use in so many seconds. On PostgreSQL time is
 * counted on ten connections, and includes the wait for a processor.
 */
const TIME_BUDGET: Record<Database['engine'], { points: number; duration: number }> = {
  pglite: { points: 10_000, duration: 60 },
  postgres: { points: 20_000, duration: 60 },
}

export interface DatabaseShares {
  /**
   * The database and the caller for one request from a network. The database throws 429 once the
   * network has used its time, or when too many of its requests wait. A program on this machine has
   * the limits of one statement alone, and none on PGlite, which restarts at them.
   * @param address as `clientAddressOf` gives it; none for the site itself
   */
  of(address: string | undefined, caller: Caller): Pick<RestContext, 'database' | 'caller'>
}

/**
 * Limits how much of the database one network uses: concurrent statements, the time of each, and their
 * time per minute. IPv6 addresses count by /48, which one customer may have.
 */
export function createDatabaseShares({
  database,
  timeBudget: budget = TIME_BUDGET[database.engine],
  countProcesses,
}: Pick<RestOptions, 'database' | 'timeBudget' | 'countProcesses'>): DatabaseShares {
  const times = createRateLimit(budget, { countProcesses })
  const all = pLimit(MAX_CONCURRENT_IN_ALL)
  const queues = new Map<string, ReturnType<typeof pLimit>>()

  const take = async <T>(network: string, { time }: Caller, work: () => Promise<T>) => {
    const queue = queues.get(network) ?? pLimit(MAX_CONCURRENT[database.engine])
    if (queue.pendingCount >= MAX_WAITING) {
      const message = 'Too many requests from your network are waiting'
      throw new ApiError(429, { code: 429, message }, { 'Retry-After': '1' })
    }
    queues.set(network, queue)
    try {
      return await queue(async () => {
        // A statement of this network that ended just now may have used up the time.
        if (time) await times.check(network)
        try {
          return await all(work)
        } catch (error) {
          const isTimedOut = error instanceof DatabaseError && error.code === '57014'
          // PGlite restarts its engine to end a statement: once a minute is enough.
          if (isTimedOut && time && database.engine === 'pglite') {
            await times.charge(network, budget.points)
          }
          throw error
        }
      })
    } finally {
      if (queue.activeCount === 0 && queue.pendingCount === 0) queues.delete(network)
    }
  }

  return {
    of(address, verified) {
      if (address === undefined) return { database, caller: verified }
      const isOwn = isOwnAddress(address)
      if (isOwn && database.engine === 'pglite') return { database, caller: verified }
      const network = networksOf(address).at(-1) ?? address
      // The service key belongs to the operator.
      const time =
        verified.role === 'service_role'
          ? undefined
          : {
              limitMs: STATEMENT_LIMIT_MS[database.engine][verified.role],
              onElapsed: (ms: number) => void (isOwn || times.charge(network, ms)),
            }
      const caller: Caller = { ...verified, ...(time ? { time } : {}) }
      if (isOwn) return { database, caller }
      return {
        caller,
        database: {
          asReader: (...read) => take(network, caller, () => database.asReader(...read)),
          transactionAs: (...write) =>
            take(network, caller, () => database.transactionAs(...write)),
        },
      }
    },
  }
}
