import type { Caller, Database } from '../../database/database.ts'
import type {
  ChangeListener,
  ChangeRequest,
  ChangeSource,
  ChangeSubscription,
} from '../change-source.ts'
import { bindRequests } from './bind-requests.ts'
import { ChangeDelivery } from './change-delivery.ts'
import { endIfUnpublished, endIfUnreadable } from './deliver-changes.ts'
import { createFeedReader, type FeedReader } from './feed-reader.ts'
import { CHANGES_CHANNEL, parseNotice } from './notices.ts'
import { ChangeRequestError } from './parse-filter.ts'
import { PublishedTables } from './published-tables.ts'
import { type Binding, Subscriber } from './subscriber.ts'

/** How often the publication is read while there are subscriptions, in milliseconds. */
const RELOAD_INTERVAL_MS = 60_000

interface ChangeFeedOptions {
  database: Database
  /** In milliseconds. */
  reloadInterval?: number
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
  readonly #reloads: NodeJS.Timeout
  #renewing: Promise<void> | undefined
  #starting: Promise<() => void> | undefined
  #lastId = 0

  constructor({ database, reloadInterval = RELOAD_INTERVAL_MS, log }: ChangeFeedOptions) {
    this.#database = database
    this.#reader = createFeedReader(database)
    this.#log = log
    this.#tables = new PublishedTables(database, log)
    this.#delivery = new ChangeDelivery({
      reader: this.#reader,
      tables: this.#tables,
      reload: () => this.#reload(),
      subscribers: this.#subscribers,
      log,
    })
    this.#reloads = setInterval(() => {
      if (this.#subscribers.size === 0) return
      this.#renewing ??= this.#renew()
        .catch(log)
        .finally(() => {
          this.#renewing = undefined
        })
    }, reloadInterval).unref()
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
    await this.#reload()
    const bound = await bindRequests(this.#reader, caller, requests, this.#tables.all)
    const bindings = bound.map(({ request: { event }, tables, conditions }): Binding => {
      this.#lastId += 1
      const names = tables.map(({ oid, schema, name }) => [oid, `${schema}.${name}`] as const)
      return { event, id: this.#lastId, tables: new Map(names), conditions }
    })
    await this.#tables.watch(bindings.flatMap(({ tables }) => [...tables.keys()]))
    const subscriber = new Subscriber(caller, bindings, listener, {
      onCaller: (each) => this.#endIfUnreadable(each),
      onClose: (each) => this.#subscribers.delete(each),
    })
    this.#subscribers.add(subscriber)
    return subscriber
  }

  /** Waits for the statements that are under way; the other reads are dropped. */
  async close(): Promise<void> {
    clearInterval(this.#reloads)
    const delivered = this.#delivery.close()
    const stop = await this.#starting?.catch(() => undefined)
    stop?.()
    this.#subscribers.clear()
    await delivered
    await this.#renewing
  }

  /** Reads the tables again, and ends the subscriptions to those that left the publication. */
  async #reload(): Promise<void> {
    await this.#tables.reload()
    for (const subscriber of [...this.#subscribers]) endIfUnpublished(subscriber, this.#tables)
  }

  /** Another process may have removed the triggers of a table that is published again. */
  async #renew(): Promise<void> {
    await this.#reload()
    const bindings = [...this.#subscribers].flatMap((subscriber) => subscriber.bindings)
    const watched = new Set(bindings.flatMap(({ tables }) => [...tables.keys()]))
    await this.#tables.watch([...watched].filter((oid) => this.#tables.has(oid)))
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
