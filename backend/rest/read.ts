import { SelectBuilder } from './build-select.ts'
import type { RestContext } from './context.ts'
import { bodyOf, formatOf, partsOf } from './formats.ts'
import { applyRange, type RestQuery } from './parse-request.ts'
import type { Preferences } from './preferences.ts'
import { checkSingle, type Outcome, onlyRow, respond } from './respond.ts'
import type { Relation } from './schema-cache.ts'
import { quoted, Values } from './sql.ts'
import { readRows } from './transaction.ts'

/** GET and HEAD of a relation. */
export async function read(
  request: Request,
  relation: Relation,
  query: RestQuery,
  preferences: Preferences,
  context: RestContext,
): Promise<Response> {
  const format = formatOf(request)
  const own = query.narrowings.get('')
  if (own) applyRange(own, request.headers.get('range'))
  const values = new Values()
  const builder = new SelectBuilder(context, values, query)
  const from = `from ${builder.table(relation.name)} as ${quoted('t')}`
  const { columns, joins } = builder.list(relation, 't')
  const where = builder.where(relation, 't')
  const window = builder.window(relation, 't')
  const statement = `with source as (select ${columns} ${from}${joins}${where}${window})
    select ${bodyOf('source', format, context.maxRows)} as body, count(*) as row_count,
      ${totalOf(`${from}${where}`, preferences, context)} as total from ${partsOf('source', format)}`
  const calls = isOfOneTable(relation, query) ? 'built-in' : 'any'
  const rows = await readRows<Outcome>(context, preferences, statement, values.list, calls)
  const found = onlyRow(rows)
  const isPlanned =
    preferences.count === 'planned' ||
    (preferences.count === 'estimated' && (found.total ?? 0) > context.maxRows)
  const outcome = isPlanned
    ? { ...found, total: Math.max(found.total ?? 0, await planned(relation, query, context)) }
    : found
  checkSingle(format, outcome)
  return respond(request, outcome, preferences, {
    status: 200,
    offset: own?.offset ?? 0,
    format,
  })
}

/** A table by its own columns: no view and no computed column, which may call what sets something. */
function isOfOneTable({ isView, computed }: Relation, { select }: RestQuery): boolean {
  return !isView && computed.size === 0 && select.every(({ kind }) => kind === 'column')
}

/** What the statement itself counts: all that match, or just one more than an answer holds. */
function totalOf(rows: string, { count }: Preferences, { maxRows }: RestContext): string {
  if (count === 'exact') return `(select count(*) ${rows})`
  if (count === 'estimated') {
    return `(select count(*) from (select ${rows} limit ${maxRows + 1}) counted)`
  }
  return 'null::bigint'
}

/** How many rows the planner thinks match. */
async function planned(relation: Relation, query: RestQuery, context: RestContext) {
  const values = new Values()
  const builder = new SelectBuilder(context, values, query)
  const where = builder.where(relation, 't')
  const rows = await context.database.asReader<{
    'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }]
  }>(
    context.caller,
    `explain (format json) select from ${builder.table(relation.name)} as ${quoted('t')}${where}`,
    values.list,
  )
  return onlyRow(rows)['QUERY PLAN'][0].Plan['Plan Rows']
}
