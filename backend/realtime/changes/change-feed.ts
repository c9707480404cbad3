import type { Caller, Database } from '../../database/database.ts'
import type {
  ChangeListener,
  ChangeRequest,
  ChangeSource,
  ChangeSubscription,
} from '../change-source.ts'
import { bindRequests } from './bind-requests.ts'
import { ChangeDelivery } from './change-delivery.ts'
import { ChangeRequestError } from './change-request-error.ts'
import { endIfUnreadable } from './deliver-changes.ts'
import { createFeedReader, type FeedReader } from './feed-reader.ts'
import { CHANGES_CHANNEL, parseNotice } from './notices.ts'
import { PublishedTables } from './published-tables.ts'
import { type Binding, Subscriber } from './subscriber.ts'

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
  readonly #reader: FeedReader
  readonly #log: (error: unknown) => void
  readonly #tables: PublishedTables
  readonly #subscribers = new Set<Subscriber>()
  readonly #delivery: ChangeDelivery
  #starting: Promise<() => void> | undefined
  #lastId = 0

  constructor({ database, log }: ChangeFeedOptions) {
    this.#database = database
    this.#reader = createFeedReader(database)
    this.#log = log
    this.#tables = new PublishedTables(database, log)
    this.#delivery = new ChangeDelivery({
      reader: this.#reader,
      tables: this.#tables,
      reload: () => this.#tables.reload(),
      subscribers: this.#subscribers,
      log,
    })
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
    const bound = await bindRequests(this.#reader, caller, requests, this.#tables.all)
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

  /** Waits for the reads that are under way; the others are dropped. */
  async close(): Promise<void> {
    const delivered = this.#delivery.close()
    const stop = await this.#starting?.catch(() => undefined)
    stop?.()
    this.#subscribers.clear()
    await delivered
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
      onNotice: (payload) => {
        const notice = this.#subscribers.size > 0 && parseNotice(payload)
        if (notice) this.#delivery.add(notice)
      },
      onGap: () => this.#endAfterGap(),
    })
  }

  /** Ends all subscriptions: clients join again and read what they show. */
  #endAfterGap(): void {
    if (this.#subscribers.size === 0) return
    const message = 'Changes of tables may have been missed: the listening connection was lost'
    this.#log(new Error(message))
    for (const subscriber of [...this.#subscribers]) subscriber.end(message, true)
  }

  /** Ends a subscription whose role can no longer read what the filters are about. */
  #endIfUnreadable(subscriber: Subscriber): void {
    for (const table of this.#tables.all) endIfUnreadable(subscriber, table)
  }
}
