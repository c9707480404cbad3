/** A request that cannot be served. The message is fit for the client. */
export class ChangeRequestError extends Error {
  override readonly name = 'ChangeRequestError'
}
export type FilterOperator = (typeof OPERATORS)[number]

// Patterns may take any time, and some are invalid only for a certain value of the row.
const OPERATORS = ['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'in', 'is'] as const

export interface Condition {
  column: string
  operator: FilterOperator
  isNegated: boolean
  /** One value, for `in` any number of them. */
  values: string[]
}

/** In characters: filters of all subscribers are in memory, and in statements. */
const MAX_FILTER_LENGTH = 500
const MAX_CONDITIONS = 20
/** As on Supabase. */
const MAX_IN_VALUES = 100

/**
 * Parses `column=operator.value` or a list of these, of which all must hold. The syntax is that of
 * Supabase: `not.` negates, and double quotes protect commas in a value.
 * @throws {ChangeRequestError}
 */
export function parseFilter(filter: string | undefined): Condition[] {
  const text = filter?.trim() ?? ''
  if (text === '') return []
  if (text.length > MAX_FILTER_LENGTH) refuse(`filter is longer than ${MAX_FILTER_LENGTH}`)
  const segments = splitList(text)
  if (segments.length > MAX_CONDITIONS) refuse(`more than ${MAX_CONDITIONS} conditions`)
  return segments.map(parseCondition)
}

function parseCondition(segment: string): Condition {
  const text = segment.trim()
  if (text === '') refuse('filter must not contain empty segments (check for extra commas)')
  const [, column, not, operator, value] =
    /^([^=]*)=(not\.)?([^.]*)\.(.*)$/s.exec(text) ?? refuse(JSON.stringify([text]))
  if (column === undefined || value === undefined || !isOperator(operator)) {
    return refuse(JSON.stringify([operator, value]))
  }
  const isNegated = not !== undefined
  return { column, operator, isNegated, values: parseValues(operator, value) }
}

const isOperator = (name: string | undefined): name is FilterOperator =>
  OPERATORS.some((operator) => operator === name)

function parseValues(operator: FilterOperator, value: string): string[] {
  if (operator === 'is') {
    if (['null', 'true', 'false', 'unknown'].includes(value)) return [value]
    return refuse('invalid value for is filter: must be null, true, false, or unknown')
  }
  if (operator !== 'in') return [unquote(value)]
  if (!/^\(.*\)$/s.test(value)) refuse('`in` filter value must be wrapped by parentheses')
  const inner = value.slice(1, -1)
  const values = inner === '' ? [] : splitList(inner).map(unquote)
  if (values.length > MAX_IN_VALUES) refuse('too many values for `in` filter. Maximum 100')
  return values
}

/** Splits at commas outside of quotes and parentheses. A quote opens only before a value. */
function splitList(text: string): string[] {
  const parts: string[] = []
  let start = 0
  let depth = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (isQuoted) {
      if (character === '\\') at += 1
      else if (character === '"') isQuoted = false
    } else if (character === '"' && (at === start || /[.(,]/.test(text[at - 1] ?? ''))) {
      isQuoted = true
    } else if (character === '(') depth += 1
    else if (character === ')') depth = Math.max(0, depth - 1)
    else if (character === ',' && depth === 0) {
      parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  parts.push(text.slice(start))
  return parts
}

function unquote(value: string): string {
  const quoted = /^"((?:[^"\\]|\\.)*)"$/s.exec(value)?.[1]
  return quoted === undefined ? value : quoted.replace(/\\(.)/gs, '$1')
}

function refuse(reason: string): never {
  throw new ChangeRequestError(`Error parsing \`filter\` params: ${reason}`)
}
