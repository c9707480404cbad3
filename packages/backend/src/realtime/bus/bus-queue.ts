import type { Database } from '../../database/database.ts'
import type { EncodedBroadcast } from './bus-messages.ts'

/** Unsent characters after which messages are dropped, as when the database does not answer. */
const MAX_WAITING_LENGTH = 16 * 1024 * 1024

/** Messages of one statement. */
class Batch {
  readonly messages: string[] = []
  length = 0
  /** Logged once per batch. */
  hasDropped = false
}

/** Sends messages to the other processes: those of one tick in one statement, in their order. */
export class BusQueue {
  readonly #database: Database
  readonly #process: string
  readonly #log: (error: unknown) => void
  #waiting = new Batch()
  #sending: Promise<void> | undefined

  /** @param process the id of this process */
  constructor(database: Database, process: string, log: (error: unknown) => void) {
    this.#database = database
    this.#process = process
    this.#log = log
  }

  /** @returns false if too many messages wait, and this one is dropped */
  add(message: EncodedBroadcast): boolean {
    const batch = this.#waiting
    const text = JSON.stringify({ from: this.#process, ...message })
    if (batch.length + text.length > MAX_WAITING_LENGTH) {
      if (!batch.hasDropped) {
        this.#log(new Error('Messages to the other processes are dropped: 16 MB of them wait'))
      }
      batch.hasDropped = true
      return false
    }
    batch.length += text.length
    batch.messages.push(text)
    this.#sending ??= this.#send()
    return true
  }

  /** Resolves when all messages are sent or given up. */
  async close(): Promise<void> {
    await this.#sending
  }

  async #send(): Promise<void> {
    // Collects the messages of this tick.
    await new Promise((resolve) => setImmediate(resolve))
    while (this.#waiting.messages.length > 0) {
      const { messages } = this.#waiting
      this.#waiting = new Batch()
      try {
        await this.#database.asOwner('select realtime.publish($1::text[], $2)', [
          messages,
          this.#process,
        ])
      } catch (error) {
        this.#log(error)
      }
    }
    this.#sending = undefined
  }
}
