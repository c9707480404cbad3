import { setImmediate } from 'node:timers/promises'
import type { Database } from '../../database/database.ts'
import { encodeChange, encodeError, findTableError } from './change-data.ts'
import type { Change } from './notices.ts'
import type { Condition } from './parse-filter.ts'
import type { PublishedTable } from './published-tables.ts'
import { matchDeletedKeys, readChangedRows, type VisibleRow } from './read-rows.ts'
import type { Binding, Subscriber } from './subscriber.ts'

/** Deliveries after which the process handles other events. */
const DELIVERIES_PER_TURN = 500

/** One binding of a subscriber, with the place of its filter in the list of all. */
interface Target {
  subscriber: Subscriber
  binding: Binding
  filter: number | undefined
}

/**
 * Delivers changes of one table, in their order, to subscribers with the same rights.
 * @param subscribers all have the same `callerKey`
 */
export async function deliverChanges(
  database: Database,
  table: PublishedTable,
  changes: readonly Change[],
  subscribers: readonly Subscriber[],
): Promise<void> {
  const [first] = subscribers
  if (!first) return
  const { caller, callerKey } = first
  const { role } = caller
  if (!table.columns.some(({ roles }) => roles.includes(role))) return
  const { filters, targets } = collectTargets(table, changes, subscribers)
  const error = findTableError(table, role)
  const wanted = changes.filter(({ kind }) => targets.some(({ binding }) => wants(binding, kind)))
  const present = wanted.filter(({ kind }) => kind !== 'DELETE')
  const deleted = wanted.filter(({ kind }) => kind === 'DELETE')
  const [rows, matches] = error
    ? [new Map<number, VisibleRow>(), new Map<number, { matches: boolean[] }>()]
    : await Promise.all([
        present.length > 0
          ? readChangedRows(database, caller, { table, changes: present, filters })
          : new Map<number, VisibleRow>(),
        deleted.length > 0 && filters.length > 0
          ? matchDeletedKeys(database, caller, { table, changes: deleted, filters })
          : new Map<number, { matches: boolean[] }>(),
      ])
  let deliveries = 0
  for (const change of wanted) {
    const row = rows.get(present.indexOf(change))
    if (error === undefined && change.kind !== 'DELETE' && !row) continue
    // A table's error says nothing about the deleted row.
    if (error !== undefined && change.kind === 'DELETE') continue
    const tested = row ?? matches.get(deleted.indexOf(change))
    const isMatch = ({ binding, filter }: Target) =>
      wants(binding, change.kind) &&
      (filter === undefined || error !== undefined || tested?.matches[filter] === true)
    const data = error ? encodeError(table, change, error) : encodeChange(table, change, role, row)
    for (const [subscriber, ids] of groupIds(targets.filter(isMatch))) {
      // The client may have signed out while the rows were read.
      if (subscriber.isOpen && subscriber.callerKey === callerKey) subscriber.deliver(ids, data)
      deliveries += 1
      if (deliveries % DELIVERIES_PER_TURN === 0) await setImmediate()
    }
  }
}

const wants = ({ event }: Binding, kind: Change['kind']) => event === '*' || event === kind

function collectTargets(
  { oid }: PublishedTable,
  changes: readonly Change[],
  subscribers: readonly Subscriber[],
): { filters: (readonly Condition[])[]; targets: Target[] } {
  const kinds = new Set(changes.map(({ kind }) => kind))
  const indexes = new Map<string, number>()
  const filters: (readonly Condition[])[] = []
  const targets: Target[] = []
  const indexOf = (conditions: readonly Condition[]) => {
    if (conditions.length === 0) return undefined
    const key = JSON.stringify(conditions)
    const index = indexes.get(key) ?? filters.push(conditions) - 1
    indexes.set(key, index)
    return index
  }
  for (const subscriber of subscribers) {
    for (const binding of subscriber.bindingsOf(oid, kinds)) {
      targets.push({ subscriber, binding, filter: indexOf(binding.conditions) })
    }
  }
  return { filters, targets }
}

function groupIds(targets: readonly Target[]): Map<Subscriber, number[]> {
  const ids = new Map<Subscriber, number[]>()
  for (const { subscriber, binding } of targets) {
    ids.set(subscriber, [...(ids.get(subscriber) ?? []), binding.id])
  }
  return ids
}
