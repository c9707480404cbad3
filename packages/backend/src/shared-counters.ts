import { createHash } from 'node:crypto'
import {
  type IRateLimiterStoreNoAutoExpiryOptions,
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
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

type StoreOptions = Omit<IRateLimiterStoreNoAutoExpiryOptions, 'storeClient'>

/** Counts in this process only. */
export const createMemoryCounter: CreateCounter = (_name, { points, duration }) =>
  new RateLimiterMemory({ points, duration })

/**
 * Counts for all processes in one store. A key that has used its points is refused without asking the store
 * until they are back, and if the store fails this process counts alone.
 */
const createStoredCounters =
  (createLimiter: (options: StoreOptions) => RateLimiterAbstract): CreateCounter =>
  (name, { points, duration, canGiveBack = false }) =>
    withDigests(
      createLimiter({
        points,
        duration,
        keyPrefix: name,
        inMemoryBlockOnConsumed: canGiveBack ? 0 : points,
        insuranceLimiter: new RateLimiterMemory({ points, duration, keyPrefix: name }),
      }),
    )

/** Counts for all processes on one PostgreSQL, in an unlogged table. */
export function createSharedCounters(database: Database): CreateCounter {
  const storeClient = {
    query: async ({ text, values }: { text: string; values: unknown[] }) => {
      const rows = await database.asOwner(text, values)
      return { rows, rowCount: rows.length }
    },
  }
  let isFirst = true
  return createStoredCounters((options) => {
    const limiter = new RateLimiterPostgres({
      ...options,
      storeClient,
      storeType: 'client',
      schemaName: 'auth',
      tableName: 'rate_limits',
      tableCreated: true,
      // One of them removes the expired rows of all.
      clearExpiredByTimeout: isFirst,
    })
    isFirst = false
    return limiter
  })
}

/** The longest wait for an answer of Valkey; then the process counts alone. */
const VALKEY_TIMEOUT_MS = 1000

/**
 * Counts for all processes in one Valkey or Redis.
 * @param log reports the first of several failures to connect
 * @throws {Error} one line, when it cannot be reached now
 */
export async function openValkeyCounters(
  url: string,
  log: (error: unknown) => void,
): Promise<{ createCounter: CreateCounter; close: () => void }> {
  const { Redis } = await import('ioredis')
  const client = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    connectTimeout: 5000,
    commandTimeout: VALKEY_TIMEOUT_MS,
    keyPrefix: 'toolmark:',
  })
  let isLogged = true
  let reason: unknown
  client.on('error', (error) => {
    reason = error
    if (!isLogged) log(new Error('Valkey does not answer', { cause: error }))
    isLogged = true
  })
  client.on('ready', () => {
    isLogged = false
  })
  try {
    await client.connect()
  } catch (error) {
    client.disconnect()
    throw new Error(`VALKEY_URL cannot be used: ${reason ?? error}`)
  }
  const createCounter = createStoredCounters(
    (options) =>
      new RateLimiterRedis({ ...options, storeClient: client, rejectIfRedisNotReady: true }),
  )
  return { createCounter, close: () => client.disconnect() }
}

/** The store has digests in place of addresses, which are also shorter than PostgreSQL's column. */
const withDigests = (counter: Counter): Counter => ({
  consume: (key, points) => counter.consume(digest(key), points),
  get: (key) => counter.get(digest(key)),
  penalty: (key, points) => counter.penalty(digest(key), points),
  reward: (key, points) => counter.reward(digest(key), points),
  delete: (key) => counter.delete(digest(key)),
})

const digest = (key: string | number) =>
  createHash('sha256').update(String(key)).digest('base64url').slice(0, 22)

/** The lifetime of the cached figures of the processes, in milliseconds. */
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
 * @returns `read` reads the figures now, `getLast` returns the last ones and starts to read the next
 */
export function watchProcesses(
  database: Database,
  onDifference: (processes: Processes) => void = () => {},
): { read: () => Promise<Processes>; getLast: () => Processes } {
  if (database.engine === 'pglite') return { read: async () => ALONE, getLast: () => ALONE }
  let last = ALONE
  let readAt = 0
  const read = async () => {
    const [row] = await database.asOwner<{ count: number; settings: number; folder: number }>(
      `select count(*) as count, count(distinct split_part(application_name, ' ', 3)) as settings,
         count(distinct split_part(application_name, ' ', 4)) as folder
       from pg_stat_activity
       where datname = current_database() and application_name like '${LISTENER_NAME}%'`,
    )
    if (!row?.count) return last
    const { count, ...versions } = row
    const before = last.versions
    last = { count, versions }
    if (before.settings !== versions.settings || before.folder !== versions.folder)
      onDifference(last)
    return last
  }
  // Without an answer the last figures stay.
  const readNow = () => read().catch(() => last)
  const getLast = () => {
    const now = Date.now()
    if (now - readAt >= FIGURES_LIFETIME_MS) {
      readAt = now
      void readNow()
    }
    return last
  }
  return { read: readNow, getLast }
}
