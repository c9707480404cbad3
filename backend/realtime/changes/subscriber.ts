import type { Caller } from '../../database/database.ts'
import type { ChangeRequest, ChangeSubscription, DeliverChange } from '../change-source.ts'
import type { ChangeKind } from './notices.ts'
import type { Condition } from './parse-filter.ts'

export interface Binding extends Pick<ChangeRequest, 'event'> {
  id: number
  /** The tables it is about. */
  tables: ReadonlySet<number>
  conditions: readonly Condition[]
}

/** One open subscription. */
export class Subscriber implements ChangeSubscription {
  readonly bindings: readonly { id: number }[]
  readonly deliver: DeliverChange
  readonly #bindings: readonly Binding[]
  readonly #onClose: (subscriber: Subscriber) => void
  #caller: Caller
  #callerKey: string
  isOpen = true

  constructor(
    caller: Caller,
    bindings: readonly Binding[],
    deliver: DeliverChange,
    onClose: (subscriber: Subscriber) => void,
  ) {
    this.#bindings = bindings
    this.bindings = bindings.map(({ id }) => ({ id }))
    this.deliver = deliver
    this.#onClose = onClose
    this.#caller = caller
    this.#callerKey = keyOf(caller)
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
    this.#callerKey = keyOf(caller)
  }

  close(): void {
    this.isOpen = false
    this.#onClose(this)
  }

  watches(table: number): boolean {
    return this.#bindings.some(({ tables }) => tables.has(table))
  }

  /** The bindings about any of these kinds of changes of a table. */
  bindingsOf(table: number, kinds: ReadonlySet<ChangeKind>): Binding[] {
    return this.#bindings.filter(
      ({ tables, event }) => tables.has(table) && (event === '*' || kinds.has(event)),
    )
  }
}

/** Without the times of the token: a member's new token sees the rows of the last one. */
function keyOf({ role, claims: { iat, exp, ...claims } }: Caller): string {
  return JSON.stringify([role, claims])
}
