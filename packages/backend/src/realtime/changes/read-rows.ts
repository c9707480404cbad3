import { type Caller, DatabaseError } from '../../database/database.ts'
import { quoteIdentifier, Values } from '../../database/sql-text.ts'
import { buildFilter } from './build-filter.ts'
import type { FeedReader } from './feed-reader.ts'
import type { Change } from './notices.ts'
import type { Condition } from './parse-filter.ts'
import type { PublishedTable } from './published-tables.ts'

/** A larger record has only its short values. Supabase allows 1 MB; a socket buffers less here. */
const MAX_RECORD_BYTES = 64 * 1024

/** As on Supabase. */
const SHORT_VALUE_BYTES = 64

/** Filters in one statement. */
const FILTERS_PER_STATEMENT = 50

/** A changed row as the caller sees it. */
export interface VisibleRow {
  /** JSON text. */
  record: string
  isTooLarge: boolean
  /** Whether each of the filters matches. */
  matches: boolean[]
}

/** What the rows and the filters are. */
export interface Evaluated<Row> {
  /** By the index of the change; without the rows that the caller does not see. */
  rows: Map<number, Row>
  /** Why filters cannot be tested, by their index. Such a filter matches no row. */
  failures: Map<number, string>
}

interface RowsRequest {
  table: PublishedTable
  changes: readonly Change[]
  filters: readonly (readonly Condition[])[]
}

/** Reads inserted and updated rows as the caller. */
export async function readChangedRows(
  reader: FeedReader,
  caller: Caller,
  { table, changes, filters }: RowsRequest,
): Promise<Evaluated<VisibleRow>> {
  const columns = table.columns.filter(({ roles }) => roles.includes(caller.role))
  const list = columns.map(({ name }) => `t.${quoteIdentifier(name)}`).join(', ')
  const join = columns
    .filter(({ isKey }) => isKey)
    .map((column) => `t.${quoteIdentifier(column.name)} = ${buildKeyColumn(column)}`)
  const from = `join ${quoteIdentifier(table.schema)}.${quoteIdentifier(table.name)} as t on ${join.join(' and ')}`
  // `offset 0`: PostgreSQL would build the record for each use of it.
  const record = `cross join lateral (
    select row_to_json(v)::text as record from (select ${list}) as v offset 0) as r`
  const short = `(select coalesce(json_object_agg(e.key, e.value), '{}')::text
    from json_each(r.record::json) as e where octet_length(e.value::text) <= ${SHORT_VALUE_BYTES})`
  const isTooLarge = `octet_length(r.record) > ${MAX_RECORD_BYTES}`
  const fields = `case when ${isTooLarge} then ${short} else r.record end as record, ${isTooLarge} as "isTooLarge"`
  return evaluate<VisibleRow>(reader, caller, {
    ...{ table, changes, filters },
    source: { fields, from: `${from} ${record}` },
  })
}

/** Tests filters on the keys of deleted rows. A filter on another column matches none. */
export async function matchDeletedKeys(
  reader: FeedReader,
  caller: Caller,
  { table, changes, filters }: RowsRequest,
): Promise<Evaluated<{ matches: boolean[] }>> {
  const keys = table.columns.filter(({ isKey }) => isKey)
  const isOfKey = ({ column }: Condition) => keys.some(({ name }) => name === column)
  const list = keys
    .map((column) => `${buildKeyColumn(column)} as ${quoteIdentifier(column.name)}`)
    .join(', ')
  const testable = filters.map((filter) => (filter.every(isOfKey) ? filter : undefined))
  const found = await evaluate<{ matches: boolean[] }>(reader, caller, {
    ...{ table, changes, filters: testable.map((filter) => filter ?? []) },
    source: { fields: 'true', from: `cross join lateral (select ${list}) as t` },
  })
  for (const row of found.rows.values()) {
    row.matches = row.matches.map((isMatch, index) => isMatch && testable[index] !== undefined)
  }
  return found
}

/** The value of a key column, from the JSON of the notification. */
const buildKeyColumn = ({ name, sqlType }: PublishedTable['columns'][number]) =>
  `(k.key ->> '${name.replaceAll("'", "''")}')::${sqlType}`

interface Source {
  /** What to select besides the position and the matches. */
  fields: string
  /** What to join to the keys `k`, with the row as `t`. */
  from: string
}

/**
 * Reads the rows and tests the filters, with few statements. If one of these fails, the filters are
 * halved until those that fail are known.
 */
async function evaluate<Row extends { matches: boolean[] }>(
  reader: FeedReader,
  caller: Caller,
  { table, changes, filters, source }: RowsRequest & { source: Source },
): Promise<Evaluated<Row>> {
  const rows = new Map<number, Row>()
  const failures = new Map<number, string>()
  const keys = `[${changes.map(({ key }) => key).join(',')}]`
  const read = async (from: number, to: number) => {
    const values = new Values()
    const list = values.add(keys)
    const tests = filters.slice(from, to).map((filter) => buildFilter(table, filter, 't', values))
    const found = await reader.asReader<Row & { position: number }>(
      caller,
      `select k.position::int as position, ${source.fields}, array[${tests.join(', ')}]::boolean[] as matches
       from json_array_elements(${list}::json) with ordinality as k (key, position) ${source.from}`,
      values.list,
    )
    for (const { position, ...row } of found) {
      // Two statements may see different rows.
      const before = rows.get(position - 1)?.matches ?? filters.map(() => false)
      const matches = [
        ...before.slice(0, from),
        ...row.matches,
        ...before.slice(from + tests.length),
      ]
      rows.set(position - 1, { ...(row as unknown as Row), matches })
    }
  }
  const isolate = async (from: number, to: number): Promise<void> => {
    try {
      await read(from, to)
    } catch (error) {
      if (!isOfFilter(error)) throw error
      if (to - from === 1) {
        failures.set(from, error.message)
        return
      }
      const middle = Math.ceil((from + to) / 2)
      await isolate(from, middle)
      await isolate(middle, to)
    }
  }
  for (let at = 0; at === 0 || at < filters.length; at += FILTERS_PER_STATEMENT) {
    const end = Math.min(at + FILTERS_PER_STATEMENT, filters.length)
    try {
      await read(at, end)
    } catch (error) {
      if (end === at || !isOfFilter(error)) throw error
      // Fails if the filters are not the reason.
      await read(at, at)
      await isolate(at, end)
    }
  }
  return { rows, failures }
}

/** Whether a filter may be the reason, and not a table that changed. */
const isOfFilter = (error: unknown): error is DatabaseError =>
  isOfStatement(error) && !isStaleTable(error)

/** Whether the statement is the reason, with its policies, and not the connection or the server. */
export const isOfStatement = (error: unknown): error is DatabaseError =>
  error instanceof DatabaseError &&
  (error.code === '57014' || !/^(08|40|53|55|57|58|XX)/.test(error.code))

/** Errors of a table that changed after it was loaded: columns, relations and privileges. */
export const isStaleTable = (error: unknown): boolean =>
  error instanceof DatabaseError && /^(42703|42P01|42501|3F000)$/.test(error.code)
