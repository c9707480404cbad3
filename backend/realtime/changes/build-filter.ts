import pg from 'pg'
import type { Condition, FilterOperator } from './parse-filter.ts'
import type { PublishedTable } from './published-tables.ts'

export const quoteName = (name: string): string => pg.escapeIdentifier(name)

/** Collects the values of a statement. */
export class Values {
  readonly list: string[] = []

  /** @returns the parameter for the value */
  add(value: string): string {
    this.list.push(value)
    return `$${this.list.length}`
  }
}

const INFIX: Readonly<Partial<Record<FilterOperator, string>>> = {
  eq: '=',
  neq: '<>',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
}

/**
 * @param row the alias of the row that the conditions are about
 * @returns SQL that is true if all conditions hold. Values are parameters
 */
export function buildFilter(
  { columns }: PublishedTable,
  conditions: readonly Condition[],
  row: string,
  values: Values,
): string {
  const tests = conditions.map((condition) => {
    const type = columns.find(({ name }) => name === condition.column)?.sqlType ?? 'text'
    const test = buildCondition(condition, `${row}.${quoteName(condition.column)}`, type, values)
    return condition.isNegated ? `not (${test})` : `(${test})`
  })
  return `coalesce(${tests.join(' and ') || 'true'}, false)`
}

function buildCondition(
  { operator, values: operands }: Condition,
  column: string,
  type: string,
  values: Values,
): string {
  const [value = ''] = operands
  if (operator === 'is') return `${column} is ${value}`
  if (operator === 'in') {
    return `${column} = any (${values.add(toArrayLiteral(operands))}::${type}[])`
  }
  return `${column} ${INFIX[operator]} ${values.add(value)}::${type}`
}

const toArrayLiteral = (list: readonly string[]) =>
  `{${list.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
