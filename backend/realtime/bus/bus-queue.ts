import type { Database } from '../../database/database.ts'
import type { SentMessage } from './bus-messages.ts'

/** Unsent bytes after which messages are dropped, as when the database does not answer. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024

/** Sends messages to the other processes: those of one tick in one statement, in their order. */
export class BusQueue {
  readonly #database: Database
  readonly #log: (error: unknown) => void
  #waiting: string[] = []
  #bytes = 0
  #sending: Promise<void> | undefined

  constructor(database: Database, log: (error: unknown) => void) {
    this.#database = database
    this.#log = log
  }

  add(message: SentMessage): void {
    const text = JSON.stringify(message)
    if (this.#bytes + text.length > MAX_WAITING_BYTES) return
    this.#bytes += text.length
    this.#waiting.push(text)
    this.#sending ??= this.#send()
  }

  /** Resolves when all messages are sent or given up. */
  async close(): Promise<void> {
    await this.#sending
  }

  async #send(): Promise<void> {
    // Collects the messages of this tick.
    await new Promise((resolve) => setImmediate(resolve))
    while (this.#waiting.length > 0) {
      const messages = this.#waiting
      this.#waiting = []
      this.#bytes = 0
      await this.#database
        .asOwner('select realtime.publish($1::text[])', [messages])
        .catch(this.#log)
    }
    this.#sending = undefined
  }
}
