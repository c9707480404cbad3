import type { Change, Counters, Table } from './changes.ts'

/** What a page has asked its backend, and the answer. */
export interface Read {
  method: string
  address: string
  body: string
  /** 0 where there was none. */
  status: number
  answer: string
}

/** Whether a change may make an answer another one. */
export type Touches = (change: Change) => boolean

/** What an answer is made of: a table, and which of its changes count. */
export interface Source {
  table: Table
  touches: Touches
}

/** A read as its rule sees it. */
export interface Asked {
  /** Of the address. */
  parameters: URLSearchParams
  /** A function's. */
  named: Readonly<Record<string, unknown>>
  /** What was answered; one object is one row. */
  rows: () => Row[]
}

export type Row = Readonly<Record<string, unknown>>

/** @throws {Error} for what is no address, or no JSON */
export function askedIn({ address, body, answer }: Read): Asked {
  const named: unknown = JSON.parse(body || '{}')
  return {
    parameters: new URL(address).searchParams,
    named: isObject(named) ? named : {},
    rows: () => [JSON.parse(answer || '[]') as unknown].flat().filter(isObject),
  }
}

const isObject = (value: unknown): value is Row => typeof value === 'object' && value !== null

/** Whatever changes in a table. */
export const all = (table: Table): Source => ({ table, touches: () => true })

/** Whatever changes in it but its counts. */
export const uncounted = (table: Table): Source => ({
  table,
  touches: ({ counted }) => !counted,
})

/** What changes in it of one tool or one person; where that is not said, it may be this one. */
export const of = (kind: 'tools' | 'users', id: unknown, table: Table): Source => ({
  table,
  touches: (change) => typeof id !== 'string' || (change[kind]?.includes(id) ?? true),
})

/** Rows that were found without their counts: of those that change, only their own show. */
export function shown(table: Table, rows: readonly Row[]): Source {
  const ids = idsOf(rows)
  return {
    table,
    touches: ({ counted }) => !counted || !ids || counted.some(({ id }) => ids.has(id)),
  }
}

/** So far apart may two averages be that are the same before they are rounded. */
const ROUNDING = 0.01

/**
 * The first of an order that counts decide. A row that is not among them comes in only when it passes
 * the last: what stood before that and was not shown is not asked for, whatever it counts. One that
 * begins to count may be asked for from then on.
 * @param placeOf the higher, the further in front
 */
export function ranked(
  table: Table,
  rows: readonly Row[],
  placeOf: (counters: Counters) => number,
): Source {
  const ids = idsOf(rows)
  const last = placeOf((rows.at(-1) ?? {}) as Counters)
  return {
    table,
    touches: ({ counted }) =>
      !counted ||
      !ids ||
      Number.isNaN(last) ||
      counted.some(
        ({ id, before, after }) =>
          ids.has(id) ||
          before.review_count === 0 ||
          !(placeOf(before) > last + ROUNDING || placeOf(after) < last - ROUNDING),
      ),
  }
}

/** @returns nothing where there are no rows, or one has no id */
function idsOf(rows: readonly Row[]): ReadonlySet<string> | undefined {
  const ids = rows.flatMap(({ id }) => (typeof id === 'string' ? [id] : []))
  return ids.length === rows.length ? new Set(ids) : undefined
}
