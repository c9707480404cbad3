import { quoteIdentifier, Values } from '../database/sql-text.ts'
import type { RestContext } from './context.ts'
import { buildBody, buildParts, chooseFormat } from './request/formats.ts'
import { applyRange, type RestQuery } from './request/parse-request.ts'
import type { Preferences } from './request/preferences.ts'
import { requireRow, requireSingle, respond, type StatementResult } from './respond.ts'
import type { Relation } from './schema/schema-cache.ts'
import { SelectBuilder } from './statement/build-select.ts'
import { readRows } from './transaction.ts'

/** Answers GET and HEAD of a relation. */
export async function readRelation(
  request: Request,
  relation: Relation,
  query: RestQuery,
  preferences: Preferences,
  context: RestContext,
): Promise<Response> {
  const format = chooseFormat(request)
  const own = query.modifiers.get('')
  if (own && request.method === 'GET') applyRange(own, request.headers.get('range'))
  const values = new Values()
  const builder = new SelectBuilder(context, values, query)
  const from = `from ${builder.table(relation.name)} as ${quoteIdentifier('t')}`
  const { columns, joins } = builder.list(relation, 't')
  const where = builder.where(relation, 't')
  const window = builder.window(relation, 't')
  const statement = `with source as (select ${columns} ${from}${joins}${where}${window})
    select ${buildBody('source', format, context.maxRows)} as body, count(*) as row_count,
      ${buildTotal(`${from}${where}`, preferences, context)} as total from ${buildParts('source', format)}`
  const calls = readsOnlyTable(relation, query) ? 'built-in' : 'any'
  const rows = await readRows<StatementResult>(context, preferences, statement, values.list, calls)
  const row = requireRow(rows)
  const isPlanned =
    preferences.count === 'planned' ||
    (preferences.count === 'estimated' && (row.total ?? 0) > context.maxRows)
  const result = isPlanned
    ? { ...row, total: Math.max(row.total ?? 0, await estimateRows(relation, query, context)) }
    : row
  requireSingle(format, result)
  return respond(request, result, preferences, {
    status: 200,
    offset: own?.offset ?? 0,
    format,
  })
}

/** Whether a read calls no function of the schema, which could change settings: no view, no computed column. */
function readsOnlyTable({ isView, computed }: Relation, { select }: RestQuery): boolean {
  return !isView && computed.size === 0 && select.every(({ kind }) => kind === 'column')
}

/** The total that the statement counts: all matching rows, or at most one more than the response may have. */
function buildTotal(rows: string, { count }: Preferences, { maxRows }: RestContext): string {
  if (count === 'exact') return `(select count(*) ${rows})`
  if (count === 'estimated') {
    return `(select count(*) from (select ${rows} limit ${maxRows + 1}) counted)`
  }
  return 'null::bigint'
}

/** The planner's estimate of the matching rows. */
async function estimateRows(relation: Relation, query: RestQuery, context: RestContext) {
  const values = new Values()
  const builder = new SelectBuilder(context, values, query)
  const where = builder.where(relation, 't')
  const rows = await context.database.asReader<{
    'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }]
  }>(
    context.caller,
    `explain (format json) select from ${builder.table(relation.name)} as ${quoteIdentifier('t')}${where}`,
    values.list,
  )
  return requireRow(rows)['QUERY PLAN'][0].Plan['Plan Rows']
}
