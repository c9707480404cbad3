import type { Caller } from '../../database/database.ts'
import type { ChangeListener, ChangeRequest, ChangeSubscription } from '../change-source.ts'
import type { ChangeKind } from './notices.ts'
import type { Condition } from './parse-filter.ts'

export interface Binding extends Pick<ChangeRequest, 'event'> {
  id: number
  /** The tables it is about: their names by oid. */
  tables: ReadonlyMap<number, string>
  conditions: readonly Condition[]
}

/** What the feed does when a subscriber changes. */
interface SubscriberEvents {
  onCaller: (subscriber: Subscriber) => void
  onClose: (subscriber: Subscriber) => void
}

/** One open subscription. */
export class Subscriber implements ChangeSubscription {
  readonly bindings: readonly Binding[]
  readonly #listener: ChangeListener
  readonly #events: SubscriberEvents
  #caller: Caller
  #callerKey: string
  isOpen = true

  constructor(
    caller: Caller,
    bindings: readonly Binding[],
    listener: ChangeListener,
    events: SubscriberEvents,
  ) {
    this.bindings = bindings
    this.#listener = listener
    this.#events = events
    this.#caller = caller
    this.#callerKey = toCallerKey(caller)
  }

  get caller(): Caller {
    return this.#caller
  }

  /** Equal for subscribers that see the same rows. */
  get callerKey(): string {
    return this.#callerKey
  }

  setCaller(caller: Caller): void {
    this.#caller = caller
    this.#callerKey = toCallerKey(caller)
    this.#events.onCaller(this)
  }

  /** @param ids of the bindings that match. @param data JSON text */
  deliver(ids: number[], data: string): void {
    if (this.isOpen) this.#listener.onChange(ids, data)
  }

  /** Ends the subscription for a reason that the client learns. */
  end(message: string, canRejoin: boolean): void {
    if (!this.isOpen) return
    this.close()
    this.#listener.onEnd(message, canRejoin)
  }

  close(): void {
    this.isOpen = false
    this.#events.onClose(this)
  }

  watches(table: number): boolean {
    return this.bindings.some(({ tables }) => tables.has(table))
  }

  /** The bindings about any of these kinds of changes of a table. */
  findBindings(table: number, kinds: ReadonlySet<ChangeKind>): Binding[] {
    return this.bindings.filter(
      ({ tables, event }) => tables.has(table) && (event === '*' || kinds.has(event)),
    )
  }
}

/** Without the times of the token: a member's new token sees the rows of the last one. */
function toCallerKey({ role, claims: { iat, exp, ...claims } }: Caller): string {
  return JSON.stringify([role, claims])
}
