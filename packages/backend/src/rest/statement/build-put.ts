import type { RestContext } from '../context.ts'
import { restError } from '../errors.ts'
import type { Modifiers, RestQuery } from '../request/parse-request.ts'
import type { Preferences } from '../request/preferences.ts'
import { SelectBuilder } from './build-select.ts'
import { buildInsert, type Payload, type WriteTarget } from './build-write.ts'

/**
 * PUT inserts or replaces the row whose whole primary key the filters name.
 * @returns the upsert, and a query for the row before it
 * @throws {ApiError} PGRST105, PGRST114 or PGRST115
 */
export function buildPut(
  target: WriteTarget,
  payload: Payload,
  query: RestQuery,
  preferences: Preferences,
  context: RestContext,
): { put: string; before: string } {
  const { relation, values } = target
  const own = query.modifiers.get('')
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
  if (payload.rows.length !== 1 || !hasKey) throw keyMismatchError()
  const modifiers = new Map([['', own]])
  const builder = new SelectBuilder(context, values, { ...query, select: [], modifiers })
  return {
    // PostgreSQL compares the keys, which keeps all digits of large numbers, and skips another key.
    put: buildInsert(target, payload, {}, { ...preferences, resolution: 'merge-duplicates' }, () =>
      builder.where(relation, 'p'),
    ),
    before: `select from ${target.table}${builder.where(relation, 't')}`,
  }
}

export const keyMismatchError = () =>
  restError(400, 'PGRST115', 'Payload values do not match URL in primary key column(s)')

function isWholeKey({ conditions }: Modifiers, key: readonly string[]): boolean {
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
