import {
  type Condition,
  type Logic,
  operatorError,
  parseFilterColumn,
  parseOperation,
} from './parse-filter.ts'
import { parseLogic } from './parse-logic.ts'

/**
 * Parses a parameter of the query string that is not a reserved word.
 * @param key a column (`rating`, `data->>name`), or `and`, `or`, `not.and`, `not.or`
 * @param value as in `gte.4`, `not.in.(1,2)`, or `(rating.gt.3,title.ilike.*good*)`
 * @throws {ApiError} PGRST100
 */
export function parseCondition(key: string, value: string): Condition {
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
