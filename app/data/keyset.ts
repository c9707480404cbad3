/** A column of a sort order. */
export interface SortKey {
  column: string
  ascending?: boolean
}

type Value = string | number

/** The mark of a row: where a list goes on after it, as text for an address. */
export function markOf(row: Readonly<Record<string, unknown>>, keys: readonly SortKey[]): string {
  return JSON.stringify(keys.map(({ column }) => row[column]))
}

/**
 * The `or` filter for the rows beyond a mark: later in the first column, or equal there and later
 * in the second, and so on. Unlike an offset it costs the same on every page.
 * @returns nothing when the mark is not one of these keys: the list then begins anew
 */
export function beyond(mark: string | null, keys: readonly SortKey[]): string | undefined {
  const values = read(mark)
  if (!values || values.length !== keys.length) return undefined
  return keys
    .map(({ column, ascending }, place) => {
      const equal = keys.slice(0, place).map((key, index) => term(key.column, 'eq', values[index]))
      const later = term(column, ascending ? 'gt' : 'lt', values[place])
      return equal.length > 0 ? `and(${[...equal, later].join(',')})` : later
    })
    .join(',')
}

function read(mark: string | null): Value[] | undefined {
  try {
    const values: unknown = JSON.parse(mark ?? '')
    const isMark =
      Array.isArray(values) &&
      values.every((value) => typeof value === 'string' || typeof value === 'number')
    return isMark ? values : undefined
  } catch {
    return undefined
  }
}

/** Quoted, so that no sign in a value reads as part of the filter. */
function term(column: string, operator: string, value: Value | undefined): string {
  return `${column}.${operator}."${String(value).replaceAll(/["\\]/g, '\\$&')}"`
}
