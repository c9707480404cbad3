import type { Database } from './database/database.ts'
import { type Claims, type Keys, TokenError } from './keys/keys.ts'

/** How often sessions whose tokens have expired are forgotten, in milliseconds. */
const SWEEP_INTERVAL_MS = 600_000

/** The pause before the sessions are read again after a failure, in milliseconds. */
const RETRY_MS = 1000

/** Sessions that have ended before their access tokens expired, of all processes on one database. */
export type EndedSessions = ReturnType<typeof followEndedSessions>

/**
 * Follows the ends of sessions by `notify`, so that a request reads nothing from the database. After a
 * lost connection it reads all of them again.
 */
export function followEndedSessions(database: Database, log: (error: unknown) => void) {
  /** By id, until when its tokens are valid, in milliseconds since 1970. */
  const ended = new Map<string, number>()
  const watchers: ((id: string) => void)[] = []
  let isClosed = false
  let retry: NodeJS.Timeout | undefined
  let stop: (() => void) | undefined
  const { promise: loaded, resolve: setLoaded } = Promise.withResolvers<void>()

  const add = (id: string, seconds: number) => {
    if (ended.has(id)) return
    ended.set(id, Date.now() + seconds * 1000)
    for (const onEnd of watchers) onEnd(id)
  }
  const readAll = async () => {
    const rows = await database.asOwner<{ session_id: string; seconds: number }>(
      `select session_id, extract(epoch from access_until - now())::float8 as seconds
       from auth.ended_sessions where access_until > now()`,
    )
    for (const { session_id, seconds } of rows) add(session_id, seconds)
    retry = undefined
    setLoaded()
  }
  const later = (work: () => Promise<void>) => (error: unknown) => {
    if (isClosed) return
    // The last known ids stay in use; one line for a series of failures.
    if (!retry) log(error)
    clearTimeout(retry)
    retry = setTimeout(() => void work().catch(later(work)), RETRY_MS).unref()
  }
  const start = async () => {
    stop = await database.listen({
      channel: 'ended_sessions',
      onNotice(payload) {
        const [id = '', seconds] = payload.split(' ')
        add(id, Number(seconds))
      },
      onGap: () => void readAll().catch(later(readAll)),
    })
    if (isClosed) stop()
  }
  void start().catch(later(start))

  const sweep = setInterval(() => {
    const now = Date.now()
    for (const [id, until] of ended) if (until <= now) ended.delete(id)
    database.asOwner('delete from auth.ended_sessions where access_until <= now()').catch(log)
  }, SWEEP_INTERVAL_MS).unref()

  return {
    /** Resolves when the sessions that ended before this process listened are known. */
    loaded,
    has: (id: string) => ended.has(id),
    /** @param onEnd called with the id of each session that ends */
    watch: (onEnd: (id: string) => void) => void watchers.push(onEnd),
    close() {
      isClosed = true
      clearTimeout(retry)
      clearInterval(sweep)
      stop?.()
      setLoaded()
    },
  }
}

/** @returns keys that refuse the tokens of ended sessions */
export function refuseEndedSessions(keys: Keys, sessions: EndedSessions): Keys {
  return {
    ...keys,
    get serviceKey() {
      return keys.serviceKey
    },
    async verify(token): Promise<Claims> {
      const claims = await keys.verify(token)
      if (claims.session_id === undefined) return claims
      await sessions.loaded
      if (sessions.has(claims.session_id)) throw new TokenError('ended')
      return claims
    },
  }
}
