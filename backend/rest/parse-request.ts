import { badQuery, restError } from './errors.ts'
import { parseCondition } from './parse-condition.ts'
import type { Condition } from './parse-filter.ts'
import { type JsonStep, parseColumn, parseSelect, type Selected } from './parse-select.ts'

export interface Order {
  /** Name of the embedded relation that the column belongs to. */
  embedded?: string
  column: string
  path: JsonStep[]
  direction: 'asc' | 'desc'
  nulls?: 'first' | 'last'
}

/** Conditions, order and window of one relation: the request's own, or an embedded one's. */
export interface Narrowing {
  conditions: Condition[]
  order: Order[]
  limit?: number
  offset: number
}

export interface RestQuery {
  select: Selected[]
  /** By path of embedded names joined with dots; the request's own under `''`. */
  narrowings: Map<string, Narrowing>
  columns?: string[]
  onConflict?: string[]
  /** Parameters that might be a function's arguments. */
  plain: [string, string][]
}

/**
 * @param parameters of the query string
 * @param argumentNames names that are a function's arguments and no filters
 * @throws {ApiError} PGRST100
 */
export function parseQuery(
  parameters: URLSearchParams,
  argumentNames: ReadonlySet<string> = new Set(),
): RestQuery {
  const narrowings = new Map<string, Narrowing>()
  const at = (path: string): Narrowing => {
    const known = narrowings.get(path)
    if (known) return known
    const made: Narrowing = { conditions: [], order: [], offset: 0 }
    narrowings.set(path, made)
    return made
  }
  at('')
  const query: RestQuery = { select: parseSelect('*'), narrowings, plain: [] }
  for (const [key, value] of parameters) {
    if (argumentNames.has(key)) query.plain.push([key, value])
    else if (key === 'select') query.select = value === '' ? parseSelect('*') : parseSelect(value)
    else if (key === 'columns') query.columns = names(value)
    else if (key === 'on_conflict') query.onConflict = names(value)
    else if (key !== 'apikey') narrow(at, key, value)
  }
  return query
}

function narrow(at: (path: string) => Narrowing, key: string, value: string): void {
  const [, path = '', word = ''] =
    /^(?:(?!not\.(?:and|or)$)(.+?)\.)?((?:not\.)?(?:and|or)|order|limit|offset)$/.exec(key) ?? []
  if (word === 'order') at(path).order = parseOrder(value)
  else if (word === 'limit') at(path).limit = wholeNumber('limit', value)
  else if (word === 'offset') at(path).offset = wholeNumber('offset', value)
  else if (word) at(path).conditions.push(parseCondition(word, value))
  else {
    const [, embedded = '', column = key] = /^((?:[^.>-]+\.)*[^.>-]+)\.([^.]+)$/.exec(key) ?? []
    at(embedded).conditions.push(parseCondition(column, value))
  }
}

function parseOrder(value: string): Order[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const match = /^(.+?)(?:\.(asc|desc))?(?:\.nulls(first|last))?$/.exec(part)
      if (!match?.[1]) throw badQuery(`"failed to parse order (${value.slice(0, 200)})"`, part)
      const [, embedded, inside] = /^([^()]+)\(([^()]+)\)$/.exec(match[1]) ?? []
      const { name, path } = parseColumn(inside ?? match[1])
      const nulls = match[3] as Order['nulls']
      return {
        ...(embedded ? { embedded } : {}),
        column: name,
        path,
        direction: match[2] === 'desc' ? 'desc' : 'asc',
        ...(nulls ? { nulls } : {}),
      }
    })
}

function wholeNumber(word: string, value: string): number {
  if (!/^\d{1,9}$/.test(value)) {
    throw badQuery(`"failed to parse ${word} parameter (${value.slice(0, 50)})"`, 'not a number')
  }
  return Number(value)
}

function names(value: string): string[] {
  return value
    .split(',')
    .map((name) => name.trim().replaceAll(/^"|"$/g, ''))
    .filter((name) => name !== '')
}

/**
 * Folds the `Range: 0-9` header into limit and offset: what lies in both is meant.
 * @throws {ApiError} PGRST103 when nothing does
 */
export function applyRange(narrowing: Narrowing, header: string | null): void {
  const match = /^(?:items=)?(\d{1,9})-(\d{1,9})?$/.exec(header ?? '')
  if (!match) return
  const end = Math.min(
    narrowing.offset + (narrowing.limit ?? Number.POSITIVE_INFINITY),
    match[2] === undefined ? Number.POSITIVE_INFINITY : Number(match[2]) + 1,
  )
  const first = Math.max(narrowing.offset, Number(match[1]))
  if (end <= first && narrowing.limit !== 0) {
    throw restError(416, 'PGRST103', 'Requested range not satisfiable', {
      details:
        'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    })
  }
  narrowing.offset = first
  if (end < Number.POSITIVE_INFINITY) narrowing.limit = Math.max(end - first, 0)
}
