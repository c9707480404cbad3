import type { Payload } from './build-write.ts'
import { restError } from './errors.ts'
import type { RestQuery } from './parse-request.ts'
import type { Relation } from './schema-cache.ts'

/**
 * A PUT is about the one row that its filters name by the whole primary key.
 * @throws {ApiError} PGRST105, PGRST114 or PGRST115
 */
export function checkPut(relation: Relation, query: RestQuery, payload: Payload): void {
  const own = query.narrowings.get('')
  if (own?.limit !== undefined || (own?.offset ?? 0) > 0) {
    throw restError(400, 'PGRST114', 'limit/offset querystring parameters are not allowed for PUT')
  }
  const named = new Map(
    (own?.conditions ?? []).flatMap((condition): [string, string][] =>
      condition.kind === 'filter' && condition.operator === 'eq' && !condition.negated
        ? [[condition.column, condition.value]]
        : [],
    ),
  )
  const key = relation.primaryKey
  const isWhole = key.length > 0 && key.every((name) => named.has(name))
  if (!isWhole || own?.conditions.length !== key.length) {
    throw restError(
      405,
      'PGRST105',
      "Filters must include all and only primary key columns with 'eq' operators",
    )
  }
  const [row] = payload.rows
  const isSame = key.every((name) => row !== undefined && String(row[name]) === named.get(name))
  if (payload.rows.length !== 1 || !isSame) {
    throw restError(400, 'PGRST115', 'Payload values do not match URL in primary key column(s)')
  }
}
