import { millisecondsInDay } from 'date-fns/constants'
import { ApiError } from './api-error.ts'
import { isOwnAddress, NETWORKS_PER_48, networksOf } from './rate-limit.ts'

export interface DailyLimit {
  /** Per network and UTC day. */
  points: number
  /** For people. */
  message: string
}

/**
 * Limits what each network sends in a UTC day; this machine has no limit. The counts are in this
 * process only.
 * @returns a function that counts for an address and returns what takes that back, for what is
 *   refused afterwards; it throws {ApiError} PT429 once the points are used up
 */
export function createDailyLimit({ points, message }: DailyLimit): (address: string) => () => void {
  let day = 0
  let counts = new Map<string, number>()
  return (address) => {
    if (isOwnAddress(address)) return () => {}
    const today = Math.floor(Date.now() / millisecondsInDay)
    if (today !== day) {
      day = today
      counts = new Map()
    }
    const counted = counts
    const getCount = (network: string) => counted.get(network) ?? 0
    const networks = networksOf(address)
    const isUsedUp = networks.some(
      (network, index) => getCount(network) >= points * (index === 0 ? 1 : NETWORKS_PER_48),
    )
    if (isUsedUp) {
      throw new ApiError(
        429,
        { code: 'PT429', details: null, hint: null, message },
        { 'Retry-After': String(Math.ceil(((day + 1) * millisecondsInDay - Date.now()) / 1000)) },
      )
    }
    for (const network of networks) counted.set(network, getCount(network) + 1)
    return () => {
      for (const network of networks) counted.set(network, getCount(network) - 1)
    }
  }
}
