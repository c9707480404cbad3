import { isOwnAddress, NETWORKS_PER_48, networksOf } from '../../rate-limit.ts'

/** The networks of an address with the share of the limit that each has. This machine has none. */
function listCountedNetworks(address: string): { network: string; factor: number }[] {
  if (isOwnAddress(address)) return []
  return networksOf(address).map((network, index) => ({
    network,
    factor: index === 0 ? 1 : NETWORKS_PER_48,
  }))
}

/** Counts what networks hold at the moment. */
export class NetworkCounts {
  readonly #most: number
  readonly #counts = new Map<string, number>()

  constructor(most: number) {
    this.#most = most
  }

  /** @returns false, and counts nothing, when a network of the address has the most already */
  add(address: string): boolean {
    const networks = listCountedNetworks(address)
    const isFull = networks.some(
      ({ network, factor }) => (this.#counts.get(network) ?? 0) >= this.#most * factor,
    )
    if (isFull) return false
    for (const { network } of networks) {
      this.#counts.set(network, (this.#counts.get(network) ?? 0) + 1)
    }
    return true
  }

  remove(address: string): void {
    for (const { network } of listCountedNetworks(address)) {
      const left = (this.#counts.get(network) ?? 0) - 1
      if (left > 0) this.#counts.set(network, left)
      else this.#counts.delete(network)
    }
  }
}

/**
 * Counts messages of networks in windows of fixed length. Unlike `createRateLimit` it answers at
 * once, so that messages of one socket stay in order.
 */
export class NetworkRates {
  readonly #points: number
  readonly #durationMs: number
  #counts = new Map<string, number>()
  #endsAt = 0

  /** @param size points in so many seconds */
  constructor({ points, duration }: { points: number; duration: number }) {
    this.#points = points
    this.#durationMs = duration * 1000
  }

  /** @returns false when the points of the address's networks are used up */
  consume(address: string, points = 1): boolean {
    const now = Date.now()
    if (now >= this.#endsAt) {
      this.#counts = new Map()
      this.#endsAt = now + this.#durationMs
    }
    let isWithin = true
    for (const { network, factor } of listCountedNetworks(address)) {
      const count = (this.#counts.get(network) ?? 0) + points
      this.#counts.set(network, count)
      if (count > this.#points * factor) isWithin = false
    }
    return isWithin
  }
}
