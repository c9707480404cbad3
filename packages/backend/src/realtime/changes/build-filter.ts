import { quoteIdentifier, toArrayLiteral, type Values } from '../../database/sql-text.ts'
import type { Condition, FilterOperator } from './parse-filter.ts'
import type { PublishedTable } from './published-tables.ts'

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
    const test = buildCondition(
      condition,
      `${row}.${quoteIdentifier(condition.column)}`,
      type,
      values,
    )
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
