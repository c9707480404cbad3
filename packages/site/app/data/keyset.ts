import { isInvalidValue } from './command-error.ts'

/** A column of a sort order. */
export interface SortKey {
  column: string
  ascending?: boolean
}

type Value = string | number

/** Returns the cursor of a row for a URL: the values of its sort keys as JSON. */
export function encodeCursor(
  row: Readonly<Record<string, unknown>>,
  keys: readonly SortKey[],
): string {
  return JSON.stringify(keys.map(({ column }) => row[column]))
}

/**
 * Builds PostgREST's `or` filter for the rows after a cursor: later in the first column, or equal in
 * the first and later in the second, and so on. Unlike an offset it costs the same on every page.
 * @returns undefined if the cursor does not have a value for each key; the list then starts at its
 *   first page
 */
export function buildCursorFilter(
  cursor: string | null,
  keys: readonly SortKey[],
): string | undefined {
  const values = parseCursor(cursor)
  if (!values || values.length !== keys.length) return undefined
  return keys
    .map(({ column, ascending }, position) => {
      const equal = keys
        .slice(0, position)
        .map((key, index) => formatCondition(key.column, 'eq', values[index]))
      const later = formatCondition(column, ascending ? 'gt' : 'lt', values[position])
      return equal.length > 0 ? `and(${[...equal, later].join(',')})` : later
    })
    .join(',')
}

/**
 * Reads a page of a list. If the cursor of the URL has a value that PostgreSQL cannot convert, it reads
 * the first page. Any other failure of a later page is one: its first page would be a wrong answer.
 */
export async function readFromCursor<T>(
  cursor: string | null,
  read: (cursor: string | null) => Promise<T>,
): Promise<T> {
  try {
    return await read(cursor)
  } catch (error) {
    if (cursor === null || !isInvalidValue(error)) throw error
    return read(null)
  }
}

function parseCursor(cursor: string | null): Value[] | undefined {
  try {
    const values: unknown = JSON.parse(cursor ?? '')
    const isCursor =
      Array.isArray(values) &&
      values.every((value) => typeof value === 'string' || typeof value === 'number')
    return isCursor ? values : undefined
  } catch {
    return undefined
  }
}

/** Quotes the value, so that PostgREST does not parse its characters as a part of the filter. */
function formatCondition(column: string, operator: string, value: Value | undefined): string {
  return `${column}.${operator}."${String(value).replaceAll(/["\\]/g, '\\$&')}"`
}
