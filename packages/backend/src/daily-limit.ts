import { millisecondsInDay, secondsInDay } from 'date-fns/constants'
import { RateLimiterRes } from 'rate-limiter-flexible'
import { ApiError } from './api-error.ts'
import { isOwnAddress, NETWORKS_PER_48, networksOf } from './rate-limit.ts'
import { type CreateCounter, createMemoryCounter } from './shared-counters.ts'

export interface DailyLimit {
  /** Per network and UTC day. */
  points: number
  /** For people. */
  message: string
}

/** Counts for an address, and returns what takes that back, for what is refused afterwards. */
export type CountOfDay = (address: string) => Promise<() => Promise<void>>

/**
 * Limits what each network sends in a UTC day; this machine has no limit.
 * @param name of the limit, for the counters
 * @returns a function that throws {ApiError} PT429 once the points are used up
 */
export function createDailyLimit(
  { points, message }: DailyLimit,
  name: string,
  createCounter: CreateCounter = createMemoryCounter,
): CountOfDay {
  const create = (suffix: string, size: number) =>
    createCounter(`${name}${suffix}`, { points: size, duration: secondsInDay, canGiveBack: true })
  const counters = [create('', points), create('_48', points * NETWORKS_PER_48)]
  return async (address) => {
    if (isOwnAddress(address)) return async () => {}
    const day = Math.floor(Date.now() / millisecondsInDay)
    const counted = networksOf(address).flatMap((network, index) => {
      const counter = counters[index]
      return counter ? [{ counter, key: `${day} ${network}` }] : []
    })
    const giveBack = async (taken: typeof counted) => {
      for (const { counter, key } of taken) await counter.reward(key, 1)
    }
    for (const [index, { counter, key }] of counted.entries()) {
      await counter.consume(key, 1).catch(async (error: unknown) => {
        if (!(error instanceof RateLimiterRes)) throw error
        // What is refused does not count.
        await giveBack(counted.slice(0, index + 1))
        throw new ApiError(
          429,
          { code: 'PT429', details: null, hint: null, message },
          { 'Retry-After': String(Math.ceil(((day + 1) * millisecondsInDay - Date.now()) / 1000)) },
        )
      })
    }
    return () => giveBack(counted)
  }
}
