import pLimit from 'p-limit'
import { ChangeQueue } from './change-queue.ts'
import { deliverChanges, endAfterFailure, findMoved, type Group } from './deliver-changes.ts'
import type { FeedReader } from './feed-reader.ts'
import type { Change, Notice } from './notices.ts'
import type { PublishedTable } from './published-tables.ts'
import { isStaleTable } from './read-rows.ts'
import type { Subscriber } from './subscriber.ts'

/** Changes of one table that may wait. The key of each takes about 200 bytes. */
const MAX_WAITING_CHANGES = 10_000

/** Rows of one read. */
const BATCH_SIZE = 50

/** Reads of the feed at once: the pool has ten connections, which requests need too. */
const CONCURRENT_READS = 2

interface ChangeDeliveryOptions {
  reader: FeedReader
  /** By their oid. */
  tables: { get: (oid: number) => PublishedTable | undefined }
  /** Reads the tables again. */
  reload: () => Promise<void>
  subscribers: ReadonlySet<Subscriber>
  /** Logs an error for the operator. */
  log: (error: unknown) => void
}

/** Changes that wait, and the reads that deliver them. */
export class ChangeDelivery {
  readonly #options: ChangeDeliveryOptions
  readonly #reader: FeedReader
  readonly #queues = new Map<number, ChangeQueue>()
  readonly #limit = pLimit(CONCURRENT_READS)
  #draining: Promise<void> | undefined
  #isClosed = false

  constructor(options: ChangeDeliveryOptions) {
    this.#options = options
    this.#reader = {
      asReader: (...read) =>
        this.#isClosed
          ? Promise.reject(new Error('the feed is closed'))
          : options.reader.asReader(...read),
    }
  }

  /** Adds the changes of a notification and begins to deliver. */
  add({ table, changes, isIncomplete }: Notice): void {
    if (this.#isClosed || !this.#isWatched(table)) return
    const queue = this.#queues.get(table) ?? new ChangeQueue(MAX_WAITING_CHANGES)
    this.#queues.set(table, queue)
    if (isIncomplete) this.#reportLoss(table, 'one statement changed too many rows')
    let dropped = 0
    for (const change of changes) dropped += queue.add(change)
    if (dropped > 0) this.#reportLoss(table, `${dropped} changes waited`)
    this.#draining ??= this.#drain()
  }

  /** Drops what waits, and waits for the reads that are under way. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#draining
  }

  #isWatched(table: number): boolean {
    for (const subscriber of this.#options.subscribers) if (subscriber.watches(table)) return true
    return false
  }

  #reportLoss(table: number, reason: string): void {
    const { schema, name } = this.#options.tables.get(table) ?? { schema: '', name: table }
    this.#options.log(new Error(`subscribers of ${schema}.${name} miss changes: ${reason}`))
  }

  /** Delivers what waits, a batch of each table in turn. */
  async #drain(): Promise<void> {
    // Collects the notifications that arrive together.
    await null
    try {
      while (this.#queues.size > 0) {
        for (const [table, queue] of [...this.#queues]) {
          if (this.#isClosed) return
          const changes = queue.take(BATCH_SIZE)
          if (changes.length === 0) this.#queues.delete(table)
          else await this.#deliver(table, changes)
        }
      }
    } finally {
      this.#draining = undefined
    }
  }

  async #deliver(oid: number, changes: readonly Change[]): Promise<void> {
    const groups = new Map<string, Group>()
    for (const subscriber of this.#options.subscribers) {
      if (!subscriber.watches(oid)) continue
      const group = groups.get(subscriber.callerKey)
      if (group) group.subscribers.push(subscriber)
      else groups.set(subscriber.callerKey, createGroup(subscriber))
    }
    const results = await Promise.allSettled(
      [...groups.values()].map((group) => this.#limit(() => this.#deliverTo(group, oid, changes))),
    )
    for (const result of results) {
      if (result.status === 'rejected' && !this.#isClosed) this.#options.log(result.reason)
    }
  }

  /** Delivers to subscribers with the same rights. A failure ends their subscriptions alone. */
  async #deliverTo(group: Group, oid: number, changes: readonly Change[]): Promise<void> {
    const { tables, reload, log } = this.#options
    const deliver = async () => {
      const table = tables.get(oid)
      return table ? deliverChanges(this.#reader, table, changes, group) : []
    }
    try {
      const moved = await deliver().catch(async (error: unknown) => {
        if (!isStaleTable(error)) throw error
        await reload()
        return deliver()
      })
      for (const { subscriber, changes: rest } of moved) {
        await this.#deliverTo(createGroup(subscriber), oid, rest)
      }
    } catch (error) {
      if (this.#isClosed) return
      log(error)
      const table = tables.get(oid)
      if (table) endAfterFailure(table, changes, group, error)
      for (const subscriber of findMoved(group)) {
        await this.#deliverTo(createGroup(subscriber), oid, changes)
      }
    }
  }
}

const createGroup = (subscriber: Subscriber): Group => ({
  caller: subscriber.caller,
  callerKey: subscriber.callerKey,
  subscribers: [subscriber],
})
