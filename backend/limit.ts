import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { ApiError } from './api-error.ts'

/** Counts attempts in this process; several processes would each count their own. */
export interface Limit {
  /** @throws {ApiError} 429 with Retry-After once the count is used up */
  spend(key: string): Promise<void>
  /**
   * Refuses where `spend` would, and counts nothing.
   * @throws {ApiError} 429 with Retry-After
   */
  check(key: string): Promise<void>
  /** Counts what has already happened, and refuses nothing. */
  charge(key: string, points: number): Promise<void>
  clear(key: string): Promise<void>
}

/** The site's own pages, and programs on this machine. */
export const isOwn = (address: string) => /^(the site itself|127\.|0:0:0:0$)/.test(address)

/**
 * The networks that an address is part of, narrowest first: its own, and for IPv6 the /48 that one
 * customer may hold 65,536 of the former in.
 * @param address as `clientAddressOf` writes it: four groups for IPv6
 */
export function networksOf(address: string): string[] {
  const [, wide] = /^((?:[0-9a-f]{1,4}:){2}[0-9a-f]{1,4}):[0-9a-f]{1,4}$/i.exec(address) ?? []
  return wide ? [address, `${wide}::/48`] : [address]
}

/** A /48 may be one customer's, or that of many homes. */
const HOMES_IN_48 = 4

/**
 * Counts the requests of other machines by network; an IPv6 /48 has the share of four.
 * @throws {ApiError} as `Limit.spend`
 */
export function limitOfNetworks(size: {
  points: number
  duration: number
}): (address: string) => Promise<void> {
  const limits = [limit(size), limit({ ...size, points: size.points * HOMES_IN_48 })]
  return async (address) => {
    if (isOwn(address)) return
    for (const [index, network] of networksOf(address).entries()) {
      await limits[index]?.spend(network)
    }
  }
}

/**
 * @param size so many attempts in so many seconds; no seconds, no limit
 * @param code of the refusal, as GoTrue names it
 * @param onSpent called with how many of the window's points are spent, after each one
 */
export function limit(
  size: { points: number; duration: number },
  code = 'over_request_rate_limit',
  onSpent: (points: number) => void = () => {},
): Limit {
  // No interval: no limit.
  if (size.duration === 0) {
    const ignore = async () => {}
    return { spend: ignore, check: ignore, charge: ignore, clear: ignore }
  }
  const limiter = new RateLimiterMemory(size)
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
    async spend(key) {
      const spent = await limiter.consume(key).catch((refusal: unknown) => {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        return refuse(refusal)
      })
      onSpent(spent.consumedPoints)
    },
    async check(key) {
      const known = await limiter.get(key)
      if (known && known.remainingPoints <= 0) refuse(known)
    },
    async charge(key, points) {
      await limiter.penalty(key, points)
    },
    async clear(key) {
      await limiter.delete(key)
    },
  }
}
