import { RateLimiterRes } from 'rate-limiter-flexible'
import { ApiError } from './api-error.ts'
import { type Counter, createMemoryCounter, type LimitSize } from './shared-counters.ts'

/** Counts attempts by key. */
export interface RateLimit {
  /** @throws {ApiError} 429 with Retry-After once the points are used up */
  consume(key: string): Promise<void>
  /**
   * Like `consume`, but counts nothing.
   * @throws {ApiError} 429 with Retry-After
   */
  check(key: string): Promise<void>
  /** Counts what has already happened, without refusing it. */
  charge(key: string, points: number): Promise<void>
  clear(key: string): Promise<void>
}

/** In place of a client's address, for the site's own rendering and jobs. */
export const SITE_ITSELF = 'the site itself'

/** Whether a request comes from the site's own rendering or from a program on this machine. */
export const isOwnAddress = (address: string) =>
  address === SITE_ITSELF || /^(127\.|0:0:0:0$)/.test(address)

/**
 * The networks of an address, narrowest first: the address itself, and for IPv6 its /48, in which one
 * customer may have 65,536 networks.
 * @param address as `clientAddressOf` returns it: four groups for IPv6
 */
export function networksOf(address: string): string[] {
  const [, wide] = /^((?:[0-9a-f]{1,4}:){2}[0-9a-f]{1,4}):[0-9a-f]{1,4}$/i.exec(address) ?? []
  return wide ? [address, `${wide}::/48`] : [address]
}

/** A /48 may belong to one customer or to many homes: it has the points of four networks. */
export const NETWORKS_PER_48 = 4

/**
 * Counts requests by network, except this machine's.
 * @throws {ApiError} as `RateLimit.consume`
 */
export function createNetworkLimit(
  size: LimitSize,
  countProcesses?: () => number,
): (address: string) => Promise<void> {
  const limits = [
    createRateLimit(size, { countProcesses }),
    createRateLimit({ ...size, points: size.points * NETWORKS_PER_48 }, { countProcesses }),
  ]
  return async (address) => {
    if (isOwnAddress(address)) return
    for (const [index, network] of networksOf(address).entries()) {
      await limits[index]?.consume(network)
    }
  }
}

interface LimitOptions {
  /** Of the error, as in GoTrue. */
  code?: string
  /** Called after each point with the number of points consumed in this window. */
  onConsume?: (points: number) => void
  /** By default one of this process. */
  counter?: Counter
  /** Processes that each count for themselves: a point costs as many as there are. */
  countProcesses?: (() => number) | undefined
}

/** @param size with 0 seconds there is no limit */
export function createRateLimit(
  size: LimitSize,
  {
    code = 'over_request_rate_limit',
    onConsume = () => {},
    counter = createMemoryCounter('', size),
    countProcesses = () => 1,
  }: LimitOptions = {},
): RateLimit {
  if (size.duration === 0) {
    const ignore = async () => {}
    return { consume: ignore, check: ignore, charge: ignore, clear: ignore }
  }
  const refuse = ({ msBeforeNext }: RateLimiterRes): never => {
    const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000))
    const msg = `For security purposes, you can only request this after ${seconds} seconds.`
    throw new ApiError(
      429,
      // auth-js reads `msg`, postgrest-js `message`.
      { code: 429, error_code: code, msg, message: msg },
      { 'Retry-After': String(seconds) },
    )
  }
  return {
    async consume(key) {
      const { consumedPoints } = await counter
        .consume(key, countProcesses())
        .catch((error: unknown) => {
          if (!(error instanceof RateLimiterRes)) throw error
          return refuse(error)
        })
      onConsume(consumedPoints)
    },
    async check(key) {
      const current = await counter.get(key)
      if (current && current.remainingPoints <= 0) refuse(current)
    },
    async charge(key, points) {
      await counter.penalty(key, points * countProcesses())
    },
    async clear(key) {
      await counter.delete(key)
    },
  }
}
