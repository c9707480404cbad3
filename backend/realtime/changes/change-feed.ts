import pLimit from 'p-limit'
import { type Caller, type Database, DatabaseError } from '../../database/database.ts'
import type {
  ChangeRequest,
  ChangeSource,
  ChangeSubscription,
  DeliverChange,
} from '../change-source.ts'
import { bindRequest } from './bind-request.ts'
import { ChangeQueue } from './change-queue.ts'
import { ChangeRequestError } from './change-request-error.ts'
import { deliverChanges } from './deliver-changes.ts'
import { CHANGES_CHANNEL, parseNotice } from './notices.ts'
import { PublishedTables } from './published-tables.ts'
import { type Binding, Subscriber } from './subscriber.ts'

/** Changes of one table that may wait. The key of each takes about 200 bytes. */
const MAX_WAITING_CHANGES = 10_000

/** Rows of one read. */
const BATCH_SIZE = 50

/** Reads of the feed at once: the pool has ten connections, which requests need too. */
const CONCURRENT_READS = 2

/** Errors of a table that changed after it was loaded: columns, relations and privileges. */
const STALE_TABLE = /^(42703|42P01|42501|3F000)$/

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
   * @param deliver receives the ids of the bindings that match and the JSON text of `data`
   * @throws {ChangeRequestError}
   */
  async subscribe(
    caller: Caller,
    requests: readonly ChangeRequest[],
    deliver: DeliverChange,
  ): Promise<ChangeSubscription> {
    await this.#start()
    await this.#tables.reload()
    const bindings: Binding[] = []
    for (const request of requests) {
      const bound = await bindRequest(this.#database, caller, request, this.#tables.all)
      this.#lastId += 1
      const tables = new Set(bound.tables.map(({ oid }) => oid))
      const { event } = request
      bindings.push({ event, id: this.#lastId, tables, conditions: bound.conditions })
    }
    await this.#tables.watch(bindings.flatMap(({ tables }) => [...tables]))
    const subscriber = new Subscriber(caller, bindings, deliver, (each) =>
      this.#subscribers.delete(each),
    )
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

  async #deliver(oid: number, changes: ReturnType<ChangeQueue['take']>): Promise<void> {
    const table = this.#tables.get(oid)
    if (!table) return
    const groups = new Map<string, Subscriber[]>()
    for (const subscriber of this.#subscribers) {
      if (!subscriber.watches(oid)) continue
      const group = groups.get(subscriber.callerKey)
      if (group) group.push(subscriber)
      else groups.set(subscriber.callerKey, [subscriber])
    }
    const results = await Promise.allSettled(
      [...groups.values()].map((group) =>
        this.#limit(() => deliverChanges(this.#database, table, changes, group)),
      ),
    )
    const failure = results.find((result) => result.status === 'rejected')
    if (failure) await this.#handleFailure(failure.reason)
  }

  async #handleFailure(error: unknown): Promise<void> {
    if (!this.#isClosed) this.#log(error)
    if (!(error instanceof DatabaseError && STALE_TABLE.test(error.code))) return
    await this.#tables.reload().catch(this.#log)
  }
}
