import { queryError, restError } from '../errors.ts'
import {
  type Condition,
  hasOperator,
  type Logic,
  operatorError,
  parseFilterColumn,
  parseOperation,
} from './parse-filter.ts'
import { parseLogic } from './parse-logic.ts'
import { type JsonStep, parseColumn, parseSelect, type Selected } from './parse-select.ts'

export interface Order {
  /** Name of the embedded relation that the column belongs to. */
  embedded?: string
  column: string
  path: JsonStep[]
  direction: 'asc' | 'desc'
  nulls?: 'first' | 'last'
}

/** Conditions, order, limit and offset of the requested relation or of an embedded one. */
export interface Modifiers {
  conditions: Condition[]
  order: Order[]
  limit?: number
  offset: number
}

export interface RestQuery {
  select: Selected[]
  /** By path of embedded names, joined with dots; the requested relation's under `''`. */
  modifiers: Map<string, Modifiers>
  columns?: string[]
  onConflict?: string[]
  /** Parameters that are arguments of a function. */
  callArguments: [string, string][]
}

/**
 * @param parameters of the query string
 * @param argumentNames of a function that the request calls by GET. A parameter is an argument if its
 *   value has no operator, or if its name is an argument's and no other value of that name has none
 * @throws {ApiError} PGRST100
 */
export function parseQuery(
  parameters: URLSearchParams,
  argumentNames?: ReadonlySet<string>,
): RestQuery {
  const modifiers = new Map<string, Modifiers>()
  const at = (path: string): Modifiers => {
    const existing = modifiers.get(path)
    if (existing) return existing
    const added: Modifiers = { conditions: [], order: [], offset: 0 }
    modifiers.set(path, added)
    return added
  }
  at('')
  const query: RestQuery = { select: parseSelect('*'), modifiers, callArguments: [] }
  const isArgument = (key: string, value: string) => {
    if (!argumentNames || RESERVED.test(key)) return false
    if (!hasOperator(value)) return true
    return argumentNames.has(key) && parameters.getAll(key).every(hasOperator)
  }
  for (const [key, value] of parameters) {
    if (argumentNames?.has(key) && RESERVED.test(key)) query.callArguments.push([key, value])
    else if (isArgument(key, value)) query.callArguments.push([key, value])
    else if (key === 'select') query.select = value === '' ? parseSelect('*') : parseSelect(value)
    else if (key === 'columns') query.columns = parseColumns(value)
    else if (key === 'on_conflict') query.onConflict = parseNames(value)
    else if (key !== 'apikey') addModifier(at, key, value)
  }
  return query
}

/** Names that are not arguments of a function unless it has an argument of that name. */
const RESERVED =
  /^(select|columns|on_conflict|apikey|(.+\.)?(order|limit|offset|(not\.)?(and|or)))$/

function addModifier(at: (path: string) => Modifiers, key: string, value: string): void {
  const [, path = '', word = ''] =
    /^(?:(?!not\.(?:and|or)$)(.+?)\.)?((?:not\.)?(?:and|or)|order|limit|offset)$/.exec(key) ?? []
  if (word === 'order') at(path).order = parseOrder(value)
  else if (word === 'limit') at(path).limit = requireLimit(parseWholeNumber('limit', value))
  else if (word === 'offset') at(path).offset = Math.max(parseWholeNumber('offset', value), 0)
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
      if (!match?.[1]) throw queryError(`"failed to parse order (${value.slice(0, 200)})"`, part)
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

function parseWholeNumber(word: string, value: string): number {
  if (!/^-?\d{1,9}$/.test(value)) {
    throw queryError(`"failed to parse ${word} parameter (${value.slice(0, 50)})"`, 'not a number')
  }
  return Number(value)
}

/** @throws {ApiError} PGRST103 for a negative limit; a negative offset is 0 */
function requireLimit(limit: number): number {
  if (limit >= 0) return limit
  throw restError(416, 'PGRST103', 'Requested range not satisfiable', {
    details: 'Limit should be greater than or equal to zero.',
  })
}

/** @throws {ApiError} PGRST100 for an empty list */
function parseColumns(value: string): string[] {
  const names = parseNames(value)
  if (names.length > 0) return names
  throw queryError(
    `"failed to parse columns parameter (${value.slice(0, 50)})" (line 1, column 1)`,
    'unexpected end of input expecting field name (* or [a..z0..9_$])',
  )
}

function parseNames(value: string): string[] {
  return value
    .split(',')
    .map((name) => name.trim().replaceAll(/^"|"$/g, ''))
    .filter((name) => name !== '')
}

/**
 * Intersects limit and offset with the `Range: 0-9` header.
 * @throws {ApiError} PGRST103 if the intersection is empty
 */
export function applyRange(modifiers: Modifiers, header: string | null): void {
  const match = /^(?:items=)?(\d{1,9})-(\d{1,9})?$/.exec(header ?? '')
  if (!match) return
  const end = Math.min(
    modifiers.offset + (modifiers.limit ?? Number.POSITIVE_INFINITY),
    match[2] === undefined ? Number.POSITIVE_INFINITY : Number(match[2]) + 1,
  )
  const first = Math.max(modifiers.offset, Number(match[1]))
  if (end <= first && modifiers.limit !== 0) {
    throw restError(416, 'PGRST103', 'Requested range not satisfiable', {
      details:
        'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    })
  }
  modifiers.offset = first
  if (end < Number.POSITIVE_INFINITY) modifiers.limit = Math.max(end - first, 0)
}

/**
 * Parses a parameter of the query string that is not a reserved word.
 * @param key a column (`rating`, `data->>name`), or `and`, `or`, `not.and`, `not.or`
 * @param value as in `gte.4`, `not.in.(1,2)`, or `(rating.gt.3,title.ilike.*good*)`
 * @throws {ApiError} PGRST100
 */
function parseCondition(key: string, value: string): Condition {
  const logic = /^(not\.)?(and|or)$/.exec(key)
  if (logic) return parseLogic(logic[2] as Logic['kind'], logic[1] !== undefined, value)
  const operation = /^(?:not\.)?[a-z]+(?:\([A-Za-z_]+\))?\./.exec(value)?.[0]
  if (operation === undefined) throw operatorError(value)
  return {
    ...parseOperation(operation),
    ...parseFilterColumn(key),
    value: value.slice(operation.length),
  }
}
