import { createHash } from 'node:crypto'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
} from 'rate-limiter-flexible'
import type { Database } from './database/database.ts'

/** Points in so many seconds. */
export interface LimitSize {
  points: number
  duration: number
  /** Points may be given back, so a key that has used them is not refused without a look. */
  canGiveBack?: boolean
}

/** Creates the counter of one limit. @param name differs from the names of all other limits */
export type CreateCounter = (name: string, size: LimitSize) => Counter

/** A counter of points by key. */
export type Counter = Pick<RateLimiterAbstract, 'consume' | 'get' | 'penalty' | 'reward' | 'delete'>

/** Counts in this process only. */
export const createMemoryCounter: CreateCounter = (_name, { points, duration }) =>
  new RateLimiterMemory({ points, duration })

/**
 * Counts for all processes on one PostgreSQL, in an unlogged table. A key that has used its points is
 * refused without a statement until they are back, and if a statement fails this process counts alone.
 */
export function createSharedCounters(database: Database): CreateCounter {
  const storeClient = {
    query: async ({ text, values }: { text: string; values: unknown[] }) => {
      const rows = await database.asOwner(text, values)
      return { rows, rowCount: rows.length }
    },
  }
  let isFirst = true
  return (name, { points, duration, canGiveBack = false }) => {
    const limiter = new RateLimiterPostgres({
      points,
      duration,
      storeClient,
      storeType: 'client',
      schemaName: 'auth',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: name,
      inMemoryBlockOnConsumed: canGiveBack ? 0 : points,
      insuranceLimiter: new RateLimiterMemory({ points, duration, keyPrefix: name }),
      // One of them removes the expired rows of all.
      clearExpiredByTimeout: isFirst,
    })
    isFirst = false
    return withDigests(limiter)
  }
}

/** The table has digests in place of addresses, which are also shorter than its column. */
const withDigests = (counter: Counter): Counter => ({
  consume: (key, points) => counter.consume(digest(key), points),
  get: (key) => counter.get(digest(key)),
  penalty: (key, points) => counter.penalty(digest(key), points),
  reward: (key, points) => counter.reward(digest(key), points),
  delete: (key) => counter.delete(digest(key)),
})

const digest = (key: string | number) =>
  createHash('sha256').update(String(key)).digest('base64url').slice(0, 22)

/** How long the number of processes is kept, in milliseconds. */
const COUNT_LIFETIME_MS = 10_000

/**
 * Counts the processes of the site on one PostgreSQL by their listening connections.
 * @returns a function that returns the last number and starts to read the next one
 */
export function watchProcesses(database: Database): () => number {
  if (database.engine === 'pglite') return () => 1
  let count = 1
  let readAt = 0
  const read = async () => {
    const [row] = await database.asOwner<{ processes: number }>(
      `select count(*) as processes from pg_stat_activity
       where datname = current_database() and application_name = 'toolmark listener'`,
    )
    count = Math.max(row?.processes ?? 1, 1)
  }
  return () => {
    const now = Date.now()
    if (now - readAt >= COUNT_LIFETIME_MS) {
      readAt = now
      // Without an answer the last number stays.
      read().catch(() => {})
    }
    return count
  }
}
