import type { NetworkRates } from '../limits/network-counts.ts'
import type { Frame } from '../protocol/frames.ts'
import { countPoints } from './join-options.ts'

/** A heartbeat is free if the last one is older; clients send one every 25 seconds. */
const HEARTBEAT_INTERVAL_MS = 1000

/**
 * A larger frame is counted before it is parsed. A smaller one may be a heartbeat, which is free, and if
 * it is one too many, the channel that it names is closed instead of the socket.
 */
const MAX_UNCOUNTED_BYTES = 4 * 1024

/** Counts the frames of one socket as messages of its network, each once. */
export class FrameCounter {
  readonly #rates: NetworkRates
  readonly #clientAddress: string
  /** Of the last free heartbeat, in milliseconds since 1970. */
  #heartbeatAt = 0
  /** Whether the last frame is counted already. */
  #isCounted = false

  constructor(rates: NetworkRates, clientAddress: string) {
    this.#rates = rates
    this.#clientAddress = clientAddress
  }

  /**
   * Counts a frame before it is parsed, if it is large.
   * @returns false when the points of the network are used up
   */
  countUnread(bytes: number): boolean {
    this.#isCounted = bytes > MAX_UNCOUNTED_BYTES
    return !this.#isCounted || this.#rates.consume(this.#clientAddress)
  }

  /** @param now milliseconds since 1970. @returns false when the points of the network are used up */
  count(frame: Frame, now: number): boolean {
    if (isHeartbeat(frame) && now - this.#heartbeatAt >= HEARTBEAT_INTERVAL_MS) {
      this.#heartbeatAt = now
      return true
    }
    const points = countPoints(frame) - (this.#isCounted ? 1 : 0)
    return points === 0 || this.#rates.consume(this.#clientAddress, points)
  }

  countMalformed(): void {
    if (!this.#isCounted) this.#rates.consume(this.#clientAddress)
  }
}

export const isHeartbeat = ({ topic, event }: Frame) => topic === 'phoenix' && event === 'heartbeat'
