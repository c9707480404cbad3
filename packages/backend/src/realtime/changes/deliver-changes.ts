import { setImmediate } from 'node:timers/promises'
import type { Caller } from '../../database/database.ts'
import { findFilterProblem } from './bind-requests.ts'
import { encodeChange, encodeError, findTableError } from './change-data.ts'
import type { FeedReader } from './feed-reader.ts'
import type { Change } from './notices.ts'
import type { Condition } from './parse-filter.ts'
import type { PublishedTable } from './published-tables.ts'
import {
  type Evaluated,
  isOfStatement,
  matchDeletedKeys,
  readChangedRows,
  type VisibleRow,
} from './read-rows.ts'
import type { Binding, Subscriber } from './subscriber.ts'

/** Deliveries after which the process handles other events. */
const DELIVERIES_PER_TURN = 500

/** One binding of a subscriber, with the place of its filter in the list of all. */
interface Target {
  subscriber: Subscriber
  binding: Binding
  filter: number | undefined
}

/** Subscribers with the same rights. */
export interface Group {
  caller: Caller
  callerKey: string
  subscribers: Subscriber[]
}

/** A subscriber whose claims are no longer those of its group, with the changes that it lacks. */
interface Moved {
  subscriber: Subscriber
  changes: readonly Change[]
}

/**
 * Delivers changes of one table, in their order, to subscribers with the same rights. A subscriber
 * whose filter fails is ended, and the others get the changes.
 * @param group a new token may have given one of its subscribers other rights since it was made
 * @throws {DatabaseError} if the rows cannot be read; then no change was delivered
 */
export async function deliverChanges(
  reader: FeedReader,
  table: PublishedTable,
  changes: readonly Change[],
  group: Group,
): Promise<Moved[]> {
  const { caller, callerKey, subscribers } = group
  const { role } = caller
  if (!table.columns.some(({ roles }) => roles.includes(role))) {
    return findMoved(group).map((subscriber) => ({ subscriber, changes }))
  }
  for (const subscriber of subscribers) endIfUnreadable(subscriber, table)
  const { filters, targets } = collectTargets(
    table,
    changes,
    subscribers.filter(({ isOpen }) => isOpen),
  )
  const error = findTableError(table, role)
  const wanted = changes.filter(({ kind }) =>
    targets.some(({ binding }) => isWanted(binding, kind)),
  )
  const present = wanted.filter(({ kind }) => kind !== 'DELETE')
  const deleted = wanted.filter(({ kind }) => kind === 'DELETE')
  const [read, tested] = await Promise.all([
    error === undefined && present.length > 0
      ? readChangedRows(reader, caller, { table, changes: present, filters })
      : nothing<VisibleRow>(),
    error === undefined && deleted.length > 0 && filters.length > 0
      ? matchDeletedKeys(reader, caller, { table, changes: deleted, filters })
      : nothing<{ matches: boolean[] }>(),
  ])
  const failures = new Map([...read.failures, ...tested.failures])
  for (const { subscriber, filter } of targets) {
    const problem = filter === undefined ? undefined : failures.get(filter)
    if (problem !== undefined)
      subscriber.end(describeProblem(formatTableName(table), problem), false)
  }
  /** With the index of the first change that they lack. */
  const moved = new Map<Subscriber, number>()
  let deliveries = 0
  for (const [index, change] of wanted.entries()) {
    const row = read.rows.get(present.indexOf(change))
    // A table's error says nothing about the deleted row.
    const isDeliverable =
      change.kind === 'DELETE' ? error === undefined : error !== undefined || row !== undefined
    const match = row ?? tested.rows.get(deleted.indexOf(change))
    const isMatch = ({ binding, filter, subscriber }: Target) =>
      isWanted(binding, change.kind) &&
      (filter === undefined ||
        error !== undefined ||
        subscriber.callerKey !== callerKey ||
        match?.matches[filter] === true)
    const data = () =>
      error ? encodeError(table, change, error) : encodeChange(table, change, role, row)
    let text: string | undefined
    for (const [subscriber, ids] of groupIds(targets.filter(isMatch))) {
      if (subscriber.callerKey !== callerKey) {
        if (!moved.has(subscriber)) moved.set(subscriber, index)
      } else if (isDeliverable && !moved.has(subscriber)) {
        text ??= data()
        subscriber.deliver(ids, text)
      }
      deliveries += 1
      if (deliveries % DELIVERIES_PER_TURN === 0) await setImmediate()
    }
  }
  return [...moved].map(([subscriber, index]) => ({ subscriber, changes: wanted.slice(index) }))
}

/** @returns the subscribers whose claims are no longer those of their group */
export const findMoved = ({ callerKey, subscribers }: Group): Subscriber[] =>
  subscribers.filter((subscriber) => subscriber.callerKey !== callerKey)

/** Ends the subscriptions of a group that changes could not be read for. */
export function endAfterFailure(
  table: PublishedTable,
  changes: readonly Change[],
  { callerKey, subscribers }: Group,
  error: unknown,
): void {
  const kinds = new Set(changes.map(({ kind }) => kind))
  for (const subscriber of subscribers) {
    if (subscriber.callerKey !== callerKey) continue
    if (subscriber.findBindings(table.oid, kinds).length === 0) continue
    if (isOfStatement(error))
      subscriber.end(describeProblem(formatTableName(table), error.message), false)
    else
      subscriber.end(describeProblem(formatTableName(table), 'the database does not answer'), true)
  }
}

const nothing = <Row>(): Evaluated<Row> => ({ rows: new Map(), failures: new Map() })

const formatTableName = ({ schema, name }: PublishedTable) => `${schema}.${name}`

const describeProblem = (table: string, problem: string) =>
  `Unable to deliver changes of ${table}. Exception: ${problem}`

/**
 * Ends a subscription with an entry whose tables have all left the publication.
 * @param published the tables of the publication, by oid
 */
export function endIfUnpublished(
  subscriber: Subscriber,
  published: { has: (oid: number) => boolean },
): void {
  for (const { tables } of subscriber.bindings) {
    const oids = [...tables.keys()]
    if (oids.some((oid) => published.has(oid))) continue
    const names = [...tables.values()].join(', ')
    subscriber.end(describeProblem(names, 'not in the publication supabase_realtime'), false)
  }
}

/** Ends a subscription with a filter on a column that its role can no longer read. */
export function endIfUnreadable(subscriber: Subscriber, table: PublishedTable): void {
  const { role } = subscriber.caller
  for (const { tables, conditions } of subscriber.bindings) {
    const problem = tables.has(table.oid) && findFilterProblem(table, role, conditions)
    if (problem) subscriber.end(describeProblem(formatTableName(table), problem), false)
  }
}

const isWanted = ({ event }: Binding, kind: Change['kind']) => event === '*' || event === kind

function collectTargets(
  { oid }: PublishedTable,
  changes: readonly Change[],
  subscribers: readonly Subscriber[],
): { filters: (readonly Condition[])[]; targets: Target[] } {
  const kinds = new Set(changes.map(({ kind }) => kind))
  const indexes = new Map<string, number>()
  const filters: (readonly Condition[])[] = []
  const targets: Target[] = []
  const addFilter = (conditions: readonly Condition[]) => {
    if (conditions.length === 0) return undefined
    const key = JSON.stringify(conditions)
    const index = indexes.get(key) ?? filters.push(conditions) - 1
    indexes.set(key, index)
    return index
  }
  for (const subscriber of subscribers) {
    for (const binding of subscriber.findBindings(oid, kinds)) {
      targets.push({ subscriber, binding, filter: addFilter(binding.conditions) })
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
