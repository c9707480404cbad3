import { parseError, queryError } from '../errors.ts'
import { type JsonStep, parseColumn } from './parse-select.ts'

export type Condition = Filter | Logic

export interface Filter {
  kind: 'filter'
  column: string
  path: JsonStep[]
  negated: boolean
  operator: Operator
  /** `any` or `all` of a list of values, if the operator allows it. */
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

/** Whether a value begins with an operator, as that of a filter does. */
export function hasOperator(value: string): boolean {
  const [, operator] = /^(?:not\.)?([a-z]+)(?:\([A-Za-z_]+\))?\./.exec(value) ?? []
  return OPERATORS.some((each) => each === operator)
}

/** A column's name and its JSON path. */
export function parseFilterColumn(key: string): Pick<Filter, 'column' | 'path'> {
  const { name, path } = parseColumn(key)
  return { column: name, path }
}

/** PostgREST's wording for a value that does not begin with an operator. */
export function operatorError(value: string) {
  let at = 0
  while (at < 3 && value[at] === 'not'[at]) at += 1
  return queryError(
    `"failed to parse filter (${value.slice(0, 200)})" (line 1, column 1)`,
    `unexpected ${value[at] === undefined ? 'end of input' : `"${value[at]}"`} expecting "not" or operator (eq, gt, ...)`,
  )
}

/**
 * Parses the part before a value, such as `not.like(any).`
 * @throws {ApiError} PGRST100 for an unknown operator
 */
export function parseOperation(text: string): Omit<Filter, 'column' | 'path' | 'value'> {
  const match = /^(not\.)?([a-z]+)(?:\(([A-Za-z_]+)\))?\.$/.exec(text)
  const operator = OPERATORS.find((each) => each === match?.[2])
  if (!match || !operator) throw operatorError(text)
  const [, not, , inBrackets] = match
  const isSearch = operator.endsWith('fts')
  const quantifier = inBrackets === 'any' || inBrackets === 'all' ? inBrackets : undefined
  const canQuantify = /^(eq|gt|gte|lt|lte|like|ilike|match|imatch)$/.test(operator)
  if (inBrackets && !isSearch && !(quantifier && canQuantify)) throw parseError('filter', text)
  return {
    kind: 'filter',
    negated: not !== undefined,
    operator,
    ...(isSearch && inBrackets ? { language: inBrackets } : {}),
    ...(!isSearch && quantifier ? { quantifier } : {}),
  }
}
