import { badQuery } from './errors.ts'
import { type JsonStep, parseColumn } from './parse-select.ts'

export type Condition = Filter | Logic

export interface Filter {
  kind: 'filter'
  column: string
  path: JsonStep[]
  negated: boolean
  operator: Operator
  /** `any` or `all` of a list of values, where the operator allows it. */
  quantifier?: 'any' | 'all'
  /** Text search configuration. */
  language?: string
  value: string
}

export interface Logic {
  kind: 'and' | 'or'
  negated: boolean
  conditions: Condition[]
}

const OPERATORS = [
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'like',
  'ilike',
  'match',
  'imatch',
  'in',
  'is',
  'isdistinct',
  'fts',
  'plfts',
  'phfts',
  'wfts',
  'cs',
  'cd',
  'ov',
  'sl',
  'sr',
  'nxr',
  'nxl',
  'adj',
] as const
export type Operator = (typeof OPERATORS)[number]

/** More conditions than this make a query, not a filter. */
const MAX_CONDITIONS = 100

/**
 * One parameter of the query string that is no reserved word.
 * @param key a column (`rating`, `data->>name`), or `and`, `or`, `not.and`, `not.or`
 * @param value as in `gte.4`, `not.in.(1,2)`, or `(rating.gt.3,title.ilike.*good*)`
 * @throws {ApiError} PGRST100
 */
export function parseCondition(key: string, value: string): Condition {
  const logic = /^(not\.)?(and|or)$/.exec(key)
  if (logic) {
    const tree = value.trim()
    if (!tree.startsWith('(') || !tree.endsWith(')')) throw unreadable('logic tree', value)
    return logicOf(logic[2] as 'and' | 'or', logic[1] !== undefined, tree.slice(1, -1), 0)
  }
  return { ...parseOperation(value), ...columnOf(key) }
}

function columnOf(key: string) {
  const { name, path } = parseColumn(key)
  return { column: name, path }
}

function logicOf(kind: 'and' | 'or', negated: boolean, inside: string, depth: number): Logic {
  const parts = splitTopLevel(inside)
  if (depth > 5 || parts.length > MAX_CONDITIONS) throw unreadable('logic tree', inside)
  return { kind, negated, conditions: parts.map((part) => logicEntry(part, depth)) }
}

/** Space after a comma or a bracket means nothing; at the end of a value it is part of that. */
function logicEntry(spaced: string, depth: number): Condition {
  const part = /[)}"]\s+$/.test(spaced) ? spaced.trim() : spaced.trimStart()
  const nested = /^(not\.)?(and|or)\((.*)\)$/s.exec(part)
  if (nested) {
    return logicOf(nested[2] as 'and' | 'or', nested[1] !== undefined, nested[3] ?? '', depth + 1)
  }
  const dot = /^("(?:[^"\\]|\\.)*"|[^."]+)\.(.+)$/s.exec(part)
  if (!dot?.[1] || dot[2] === undefined) throw unreadable('logic tree', part)
  const operation = parseOperation(dot[2])
  const isList = operation.operator === 'in' || operation.quantifier !== undefined
  return {
    ...operation,
    ...columnOf(dot[1]),
    value: isList ? operation.value : unquoted(operation.value),
  }
}

function parseOperation(text: string): Omit<Filter, 'column' | 'path'> {
  const match = /^(not\.)?([a-z]+)(?:\(([A-Za-z_]+)\))?\.(.*)$/s.exec(text)
  const operator = OPERATORS.find((known) => known === match?.[2])
  if (!match || !operator) throw unreadable('filter', text)
  const [, not, , inBrackets, value = ''] = match
  const isSearch = operator.endsWith('fts')
  const quantifier = inBrackets === 'any' || inBrackets === 'all' ? inBrackets : undefined
  const canQuantify = /^(eq|gt|gte|lt|lte|like|ilike|match|imatch)$/.test(operator)
  if (inBrackets && !isSearch && !(quantifier && canQuantify)) throw unreadable('filter', text)
  return {
    kind: 'filter',
    negated: not !== undefined,
    operator,
    value,
    ...(isSearch && inBrackets ? { language: inBrackets } : {}),
    ...(!isSearch && quantifier ? { quantifier } : {}),
  }
}

/** The values of `(a,"b,c")` or `{a,b}`. */
export function parseList(value: string): string[] {
  const inside = /^[({](.*)[)}]$/s.exec(value)?.[1]
  if (inside === undefined) throw unreadable('list', value)
  return inside === '' ? [] : splitTopLevel(inside).map(unquoted)
}

function splitTopLevel(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let isQuoted = false
  let start = 0
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (isQuoted && character === '\\') at += 1
    else if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && (character === '(' || character === '{')) depth += 1
    else if (!isQuoted && (character === ')' || character === '}')) depth -= 1
    else if (!isQuoted && depth === 0 && character === ',') {
      parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  if (isQuoted || depth !== 0) throw unreadable('list', text)
  return [...parts, text.slice(start)]
}

function unquoted(text: string): string {
  const inside = /^"((?:[^"\\]|\\.)*)"$/s.exec(text)?.[1]
  return inside === undefined ? text : inside.replaceAll(/\\(.)/gs, '$1')
}

function unreadable(what: string, text: string) {
  return badQuery(`"failed to parse ${what} (${text.slice(0, 200)})"`, 'unexpected input')
}
