import { toArrayLiteral, type Values } from '../../database/sql-text.ts'
import { restError } from '../errors.ts'
import type { Filter } from '../request/parse-filter.ts'
import { parseList } from '../request/parse-value-list.ts'
import type { SelectSource } from '../schema/find-relationship.ts'
import type { SchemaCache } from '../schema/schema-cache.ts'

/** The operator and value of a filter; the value becomes a parameter. */
export function buildComparison(filter: Filter, values: Values): string {
  const { operator, quantifier, value } = filter
  if (operator === 'is') return buildIsComparison(value)
  if (operator === 'in') return `= any (${values.add(toArrayLiteral(parseList(value)))})`
  if (operator.endsWith('fts')) {
    return `@@ ${SEARCH[operator]}(${buildConfiguration(filter, values)}${values.add(value)})`
  }
  const symbol = SYMBOLS[operator] ?? '='
  const withWildcards = (text: string) =>
    operator === 'like' || operator === 'ilike' ? text.replaceAll('*', '%') : text
  if (quantifier) {
    const list = toArrayLiteral(parseList(value).map(withWildcards))
    return `${symbol} ${quantifier} (${values.add(list)})`
  }
  return `${symbol} ${values.add(withWildcards(value))}`
}

/** The text-search configuration as a first argument with its comma, or nothing for the default. */
export function buildConfiguration({ language }: Filter, values: Values): string {
  return language ? `${values.add(language)}::text::regconfig, ` : ''
}

const SYMBOLS: Record<string, string> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  isdistinct: 'is distinct from',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
}

const SEARCH: Record<string, string> = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
}

function buildIsComparison(value: string): string {
  const word = value.toLowerCase()
  if (word === 'not_null') return 'is not null'
  if (/^(null|true|false|unknown)$/.test(word)) return `is ${word}`
  throw restError(400, 'PGRST100', `"failed to parse filter (is.${value.slice(0, 50)})"`)
}

/**
 * Types that a request may cast to. The text after `::` becomes part of the statement, so only these
 * are accepted.
 */
const CAST =
  /^(text|varchar|character varying|bpchar|char|int2|int4|int8|smallint|int|integer|bigint|numeric|decimal|real|float4|float8|double precision|bool|boolean|date|time|timestamp|timestamptz|(time|timestamp) with(out)? time zone|interval|uuid|json|jsonb)(\[\])?$/

/** @throws {ApiError} PGRST100 for any other text */
export function requireCastType(name: string): string {
  if (CAST.test(name)) return name
  throw restError(400, 'PGRST100', `"${name.slice(0, 50)}" is not a type`)
}

/** Whether a filter searches a value that is not a text-search vector yet. */
export function isSearchedText(
  { columns, computed }: SelectSource,
  { operator, column, path }: Filter,
  { searchTypes }: SchemaCache,
): boolean {
  if (!operator.endsWith('fts')) return false
  const type = columns.get(column)?.type ?? computed?.get(column) ?? ''
  return path.length > 0 || !searchTypes.has(type)
}
