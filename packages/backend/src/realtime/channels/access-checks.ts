import type { Caller, Database } from '../../database/database.ts'
import { type ChannelAccess, loadAccess } from './channel-access.ts'

/**
 * Checks rights on private channels. Callers with equal claims share a check of one topic, such as all
 * sockets with the anonymous key that join a channel again after a restart.
 */
export class AccessChecks {
  readonly #database: Database
  /** By claims and topic. */
  readonly #running = new Map<string, Promise<ChannelAccess>>()
  readonly #waiting = new Map<string, Promise<ChannelAccess>>()

  constructor(database: Database) {
    this.#database = database
  }

  /** @throws {DatabaseError} of a policy, or if the database cannot be reached */
  load({ role, claims }: Caller, topic: string): Promise<ChannelAccess> {
    const key = JSON.stringify([role, claims, topic])
    const waiting = this.#waiting.get(key)
    if (waiting) return waiting
    const start = () => {
      const check = loadAccess(this.#database, { role, claims }, topic).finally(() =>
        this.#running.delete(key),
      )
      this.#running.set(key, check)
      return check
    }
    const running = this.#running.get(key)
    if (!running) return start()
    // The rights may have changed since the running check began.
    const next = running
      .catch(() => {})
      .then(() => {
        this.#waiting.delete(key)
        return start()
      })
    this.#waiting.set(key, next)
    return next
  }
}
