import { THROTTLE_MS, THROTTLED } from './cache-key.ts'

/** Changes of this time are one request, in milliseconds. */
const BATCH_MS = 100

/** Before the next attempt after a failed one, and the longest such pause, in milliseconds. */
const RETRY_MS = { first: 1000, longest: 60_000 }

const TIMEOUT_MS = 5000

/** A request with more keys purges everything: proxies limit the length of a header. */
const MAX_KEYS = 100

/** The key of a cache tag in headers, where spaces and commas separate keys. */
export const toSurrogateKey = (tag: string): string => encodeURIComponent(tag)

export interface Purger {
  purge(tag: string): void
  purgeAll(): void
  /** Sends what waits, once. */
  close(): Promise<void>
}

interface PurgerOptions {
  /** Of the proxy in front of the site. It gets PURGE requests with a header Surrogate-Key. */
  url: string
  log: (error: unknown) => void
  send?: typeof fetch
}

/**
 * Tells the cache in front of the site which keys have changed: at most once in a tenth of a second,
 * throttled keys once a second. What fails is repeated with the next keys; the key `*` purges all pages.
 */
export function createPurger({ url, log, send = fetch }: PurgerOptions): Purger {
  let keys = new Set<string>()
  const throttled = new Set<string>()
  let failures = 0
  let throttledAt = Number.NEGATIVE_INFINITY
  let isClosed = false
  let timer: NodeJS.Timeout | undefined

  const sendKeys = async () => {
    const sent = keys
    keys = new Set()
    const isAll = sent.has('*') || sent.size > MAX_KEYS
    try {
      const { ok, status } = await send(url, {
        method: 'PURGE',
        headers: { 'Surrogate-Key': isAll ? '*' : [...sent].join(' ') },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      if (!ok) throw new Error(`the cache at PURGE_URL answers ${status}`)
      failures = 0
    } catch (error) {
      if (failures === 0) log(error)
      failures += 1
      keys = new Set([...sent, ...keys])
    }
  }

  const schedule = () => {
    if (timer || isClosed || keys.size + throttled.size === 0) return
    const backoff = failures > 0 ? RETRY_MS.first * 2 ** (failures - 1) : 0
    timer = setTimeout(run, Math.max(BATCH_MS, Math.min(backoff, RETRY_MS.longest)))
    timer.unref()
  }
  const run = async () => {
    const now = performance.now()
    if (now - throttledAt >= THROTTLE_MS) {
      for (const key of throttled) keys.add(key)
      throttled.clear()
      throttledAt = now
    }
    if (keys.size > 0) await sendKeys()
    timer = undefined
    schedule()
  }
  return {
    purge(tag) {
      keys.add(toSurrogateKey(tag))
      throttled.add(toSurrogateKey(THROTTLED + tag))
      schedule()
    },
    purgeAll() {
      keys.add('*')
      schedule()
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      for (const key of throttled) keys.add(key)
      if (keys.size > 0) await sendKeys()
    },
  }
}
