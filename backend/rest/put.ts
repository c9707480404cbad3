import { SelectBuilder } from './build-select.ts'
import { buildInsert, type Change, type Payload } from './build-write.ts'
import type { RestContext } from './context.ts'
import { restError } from './errors.ts'
import type { Narrowing, RestQuery } from './parse-request.ts'
import type { Preferences } from './preferences.ts'

/**
 * A PUT inserts or replaces the one row that its filters name by the whole primary key.
 * @returns the statement that does, and one that reads the row as it was before
 * @throws {ApiError} PGRST105, PGRST114 or PGRST115
 */
export function buildPut(
  change: Change,
  payload: Payload,
  query: RestQuery,
  preferences: Preferences,
  context: RestContext,
): { put: string; before: string } {
  const { relation, values } = change
  const own = query.narrowings.get('')
  if (own?.limit !== undefined || (own?.offset ?? 0) > 0) {
    throw restError(400, 'PGRST114', 'limit/offset querystring parameters are not allowed for PUT')
  }
  if (!own || !isWholeKey(own, relation.primaryKey)) {
    throw restError(
      405,
      'PGRST105',
      "Filters must include all and only primary key columns with 'eq' operators",
    )
  }
  const hasKey = relation.primaryKey.every((key) =>
    payload.columns.some(({ name }) => name === key),
  )
  if (payload.rows.length !== 1 || !hasKey) throw otherRow()
  const narrowings = new Map([['', own]])
  const builder = new SelectBuilder(context, values, { ...query, select: [], narrowings })
  return {
    // PostgreSQL compares, digit by digit where keys are large; what differs is not inserted.
    put: buildInsert(change, payload, {}, { ...preferences, resolution: 'merge-duplicates' }, () =>
      builder.where(relation, 'p'),
    ),
    before: `select from ${change.table}${builder.where(relation, 't')}`,
  }
}

export const otherRow = () =>
  restError(400, 'PGRST115', 'Payload values do not match URL in primary key column(s)')

function isWholeKey({ conditions }: Narrowing, key: readonly string[]): boolean {
  const named = new Set(
    conditions.flatMap((condition) =>
      condition.kind === 'filter' &&
      condition.operator === 'eq' &&
      !condition.negated &&
      !condition.quantifier &&
      condition.path.length === 0
        ? [condition.column]
        : [],
    ),
  )
  return key.length > 0 && conditions.length === key.length && key.every((name) => named.has(name))
}
