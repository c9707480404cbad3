import { createHash } from 'node:crypto'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
} from 'rate-limiter-flexible'
import { type Database, LISTENER_NAME } from './database/database.ts'

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

/** How long the figures of the processes are kept, in milliseconds. */
const FIGURES_LIFETIME_MS = 10_000

/** The processes of the site on one PostgreSQL. */
export interface Processes {
  count: number
  /** How many different versions of the settings and of the site's folder they have. */
  versions: { settings: number; folder: number }
}

const ALONE: Processes = { count: 1, versions: { settings: 1, folder: 1 } }

/**
 * Watches the processes of the site on one PostgreSQL by the names of their listening connections.
 * @param onDifference called when their settings or folders begin or cease to differ
 * @returns a function that returns the last figures and starts to read the next ones
 */
export function watchProcesses(
  database: Database,
  onDifference: (processes: Processes) => void = () => {},
): () => Processes {
  if (database.engine === 'pglite') return () => ALONE
  let last = ALONE
  let readAt = 0
  const read = async () => {
    const [row] = await database.asOwner<{ count: number; settings: number; folder: number }>(
      `select count(*) as count, count(distinct split_part(application_name, ' ', 3)) as settings,
         count(distinct split_part(application_name, ' ', 4)) as folder
       from pg_stat_activity
       where datname = current_database() and application_name like '${LISTENER_NAME}%'`,
    )
    if (!row?.count) return
    const { count, ...versions } = row
    const before = last.versions
    last = { count, versions }
    if (before.settings !== versions.settings || before.folder !== versions.folder)
      onDifference(last)
  }
  return () => {
    const now = Date.now()
    if (now - readAt >= FIGURES_LIFETIME_MS) {
      readAt = now
      // Without an answer the last figures stay.
      read().catch(() => {})
    }
    return last
  }
}
