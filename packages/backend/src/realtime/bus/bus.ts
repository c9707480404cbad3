import type { Database } from '../../database/database.ts'
import type { Broadcast } from '../protocol/broadcast.ts'
import { decodeBroadcast, encodeBroadcast, type SentMessage } from './bus-messages.ts'
import { BusQueue } from './bus-queue.ts'
import { decodeNotices } from './decode-notices.ts'

/** The channel of `notify` that all processes on one PostgreSQL listen on. */
const CHANNEL = 'realtime'

interface BusOptions {
  database: Database
  /** The id of this process. */
  process: string
  /** Delivers a message of another process, or of `realtime.send`, on this process. */
  deliver: (broadcast: Broadcast) => void
  log: (error: unknown) => void
}

/**
 * Carries broadcasts between the processes on one PostgreSQL, and messages of `realtime.send` from
 * the database. PGlite has one process, which needs only the latter.
 */
export class Bus {
  readonly #options: BusOptions
  readonly #queue: BusQueue
  readonly #hasPeers: boolean
  #starting: Promise<void> | undefined
  #stopListening: (() => void) | undefined
  #notices: string[] = []
  /** While notices are being handled. */
  #handling: Promise<void> | undefined

  constructor(options: BusOptions) {
    const { database, process, log } = options
    this.#options = options
    this.#hasPeers = database.engine === 'postgres'
    this.#queue = new BusQueue(database, process, log)
  }

  /**
   * Listens, from the first call on.
   * @throws {Error} when the database cannot be reached now
   */
  start(): Promise<void> {
    this.#starting ??= this.#listen().catch((error: unknown) => {
      this.#starting = undefined
      throw error
    })
    return this.#starting
  }

  publishBroadcast(broadcast: Broadcast): void {
    if (this.#hasPeers) this.#queue.add(encodeBroadcast(broadcast))
  }

  async close(): Promise<void> {
    await this.#starting?.catch(() => {})
    this.#stopListening?.()
    await this.#queue.close()
    await this.#handling
  }

  async #listen(): Promise<void> {
    this.#stopListening = await this.#options.database.listen({
      channel: CHANNEL,
      onNotice: (payload) => this.#receive(payload),
      // Broadcasts are not stored, so what was sent in the meantime is lost.
      onGap: () => {},
    })
  }

  #receive(payload: string): void {
    this.#notices.push(payload)
    this.#handling ??= this.#handleAll()
  }

  /** In their order, also if one has to be read from a table. */
  async #handleAll(): Promise<void> {
    const { database, process, log } = this.#options
    // Collects the notices of this tick.
    await null
    while (this.#notices.length > 0) {
      const notices = this.#notices
      this.#notices = []
      try {
        for (const message of await decodeNotices(database, process, notices, log))
          this.#handle(message)
      } catch (error) {
        log(error)
      }
    }
    this.#handling = undefined
  }

  #handle(message: SentMessage): void {
    const { deliver, log } = this.#options
    try {
      deliver(decodeBroadcast(message))
    } catch (error) {
      // One with the wrong fields does not stop those behind it.
      log(error)
    }
  }
}
