import pLimit from 'p-limit'
import type { Caller, Database } from '../../database/database.ts'
import type {
  ChangeListener,
  ChangeRequest,
  ChangeSource,
  ChangeSubscription,
} from '../change-source.ts'
import { bindRequests } from './bind-requests.ts'
import { ChangeQueue } from './change-queue.ts'
import { ChangeRequestError } from './change-request-error.ts'
import { deliverChanges, endIfUnreadable } from './deliver-changes.ts'
import { CHANGES_CHANNEL, type Change, parseNotice } from './notices.ts'
import { PublishedTables } from './published-tables.ts'
import { isStaleTable } from './read-rows.ts'
import { type Binding, limitTime, Subscriber } from './subscriber.ts'

/** Changes of one table that may wait. The key of each takes about 200 bytes. */
const MAX_WAITING_CHANGES = 10_000

/** Rows of one read. */
const BATCH_SIZE = 50

/** Reads of the feed at once: the pool has ten connections, which requests need too. */
const CONCURRENT_READS = 2

interface ChangeFeedOptions {
  database: Database
  /** Logs an error for the operator. */
  log: (error: unknown) => void
}

/**
 * The changes of tables of the publication `supabase_realtime`. Triggers announce the keys; the feed
 * reads the rows as each subscriber. Delivery is not guaranteed, as on Supabase.
 */
export class ChangeFeed implements ChangeSource {
  readonly #database: Database
  readonly #log: (error: unknown) => void
  readonly #tables: PublishedTables
  readonly #subscribers = new Set<Subscriber>()
  readonly #queues = new Map<number, ChangeQueue>()
  readonly #limit = pLimit(CONCURRENT_READS)
  #starting: Promise<() => void> | undefined
  #draining: Promise<void> | undefined
  #lastId = 0
  #isClosed = false

  constructor({ database, log }: ChangeFeedOptions) {
    this.#database = database
    this.#log = log
    this.#tables = new PublishedTables(database)
  }

  isRequestError(error: unknown): error is ChangeRequestError {
    return error instanceof ChangeRequestError
  }

  /**
   * Subscribes to the tables that match the requests now.
   * @throws {ChangeRequestError}
   */
  async subscribe(
    caller: Caller,
    requests: readonly ChangeRequest[],
    listener: ChangeListener,
  ): Promise<ChangeSubscription> {
    await this.#start()
    await this.#tables.reload()
    const bound = await bindRequests(this.#database, limitTime(caller), requests, this.#tables.all)
    const bindings = bound.map(({ request: { event }, tables, conditions }): Binding => {
      this.#lastId += 1
      return { event, id: this.#lastId, tables: new Set(tables.map(({ oid }) => oid)), conditions }
    })
    await this.#tables.watch(bindings.flatMap(({ tables }) => [...tables]))
    const subscriber = new Subscriber(caller, bindings, listener, {
      onCaller: (each) => this.#endIfUnreadable(each),
      onClose: (each) => this.#subscribers.delete(each),
    })
    this.#subscribers.add(subscriber)
    return subscriber
  }

  /** Waits for the reads that are under way. */
  async close(): Promise<void> {
    this.#isClosed = true
    const stop = await this.#starting?.catch(() => undefined)
    stop?.()
    this.#subscribers.clear()
    this.#queues.clear()
    await this.#draining
  }

  #start(): Promise<unknown> {
    this.#starting ??= this.#listen().catch((error: unknown) => {
      this.#starting = undefined
      throw error
    })
    return this.#starting
  }

  async #listen(): Promise<() => void> {
    return this.#database.listen({
      channel: CHANGES_CHANNEL,
      onNotice: (payload) => this.#receive(payload),
      onGap: () => {
        if (this.#subscribers.size === 0) return
        this.#log(
          new Error('changes of tables may have been missed: the listening connection was lost'),
        )
      },
    })
  }

  #receive(payload: string): void {
    if (this.#isClosed || this.#subscribers.size === 0) return
    const notice = parseNotice(payload)
    if (!notice || !this.#isWatched(notice.table)) return
    const queue = this.#queues.get(notice.table) ?? new ChangeQueue(MAX_WAITING_CHANGES)
    this.#queues.set(notice.table, queue)
    if (notice.isIncomplete) this.#reportLoss(notice.table, 'one statement changed too many rows')
    let dropped = 0
    for (const change of notice.changes) dropped += queue.add(change)
    if (dropped > 0) this.#reportLoss(notice.table, `${dropped} changes waited`)
    this.#draining ??= this.#drain()
  }

  #isWatched(table: number): boolean {
    for (const subscriber of this.#subscribers) if (subscriber.watches(table)) return true
    return false
  }

  #reportLoss(table: number, reason: string): void {
    const { schema, name } = this.#tables.get(table) ?? { schema: '', name: table }
    this.#log(new Error(`subscribers of ${schema}.${name} miss changes: ${reason}`))
  }

  /** Delivers what waits, a batch of each table in turn. */
  async #drain(): Promise<void> {
    // Collects the notifications that arrive together.
    await null
    try {
      while (this.#queues.size > 0) {
        for (const [table, queue] of [...this.#queues]) {
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
    const groups = new Map<string, Subscriber[]>()
    for (const subscriber of this.#subscribers) {
      if (!subscriber.watches(oid)) continue
      const group = groups.get(subscriber.callerKey)
      if (group) group.push(subscriber)
      else groups.set(subscriber.callerKey, [subscriber])
    }
    const results = await Promise.allSettled(
      [...groups.values()].map((group) => this.#limit(() => this.#deliverTo(group, oid, changes))),
    )
    for (const result of results) {
      if (result.status === 'rejected' && !this.#isClosed) this.#log(result.reason)
    }
  }

  async #deliverTo(
    group: readonly Subscriber[],
    oid: number,
    changes: readonly Change[],
  ): Promise<void> {
    const deliver = async () => {
      const table = this.#tables.get(oid)
      if (table) await deliverChanges(this.#database, table, changes, group)
    }
    try {
      await deliver()
    } catch (error) {
      if (!isStaleTable(error)) throw error
      await this.#tables.reload()
      await deliver()
    }
  }

  /** Ends a subscription whose role can no longer read what the filters are about. */
  #endIfUnreadable(subscriber: Subscriber): void {
    for (const table of this.#tables.all) endIfUnreadable(subscriber, table)
  }
}
