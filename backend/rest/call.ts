import { createResponse } from '../responses.ts'
import { SelectBuilder } from './build-select.ts'
import { argumentList, readArguments } from './call-arguments.ts'
import { chooseFunction } from './choose-function.ts'
import type { RestContext } from './context.ts'
import { restError } from './errors.ts'
import { bodyOf, type Format, formatOf, partsOf } from './formats.ts'
import { applyRange, parseQuery, type RestQuery } from './parse-request.ts'
import type { Preferences } from './preferences.ts'
import type { Source } from './relationships.ts'
import { checkSingle, type Outcome, onlyRow, respond } from './respond.ts'
import { said } from './response-settings.ts'
import type { Callable } from './schema-cache.ts'
import { quoted, ROW, Values } from './sql.ts'
import { inTransaction, readRows } from './transaction.ts'

/** Calls a function by GET or HEAD (arguments in the query string) or POST (arguments as a body). */
export async function callFunction(
  request: Request,
  name: string,
  parameters: URLSearchParams,
  preferences: Preferences,
  context: RestContext,
): Promise<Response> {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (!isRead && request.method !== 'POST') {
    throw restError(405, 'PGRST101', `Cannot use the ${request.method} method on RPC`)
  }
  const candidates = context.schemaCache.functions.get(name) ?? []
  const names = new Set(candidates.flatMap((each) => each.arguments.map((one) => one.name)))
  const query = parseQuery(parameters, isRead ? names : new Set())
  const given = await readArguments(request, isRead, query)
  const called = chooseFunction(name, candidates, given, context.schema)
  const own = query.narrowings.get('')
  if (own) applyRange(own, request.headers.get('range'))
  const format = formatFor(called, request)
  const values = new Values()
  const call = `${quoted(context.schema)}.${quoted(name)}(${argumentList(called, given, values)})`
  const statement = statementFor(called, call, { query, values, format, preferences, context })
  type Called = Outcome & { headers: string | null; status: string | null }
  const answered = (rows: Called[]) => {
    const found = onlyRow(rows)
    if (called.returnsSet) checkSingle(format, found)
    const { headers, status } = said(found)
    if (called.kind === 'void') return createResponse(null, status ?? 204, headers)
    return respond(request, found, preferences, {
      status: status ?? 200,
      offset: own?.offset ?? 0,
      format,
      headers,
    })
  }
  // A link that somebody follows must change nothing.
  if (isRead || !called.volatile) {
    return answered(await readRows<Called>(context, preferences, statement, values.list))
  }
  // Answered inside the transaction: what is refused in the end is undone.
  return inTransaction(context, preferences, async ({ query: run }) =>
    answered(await run<Called>(statement, values.list)),
  )
}

/** One value or one row is written as it is, whether or not a single object was asked for. */
function formatFor(called: Callable, request: Request): Format {
  const format = formatOf(request)
  const isList = called.kind === 'row' && called.returnsSet
  if (isList || format.kind === 'rows') return format
  if (called.kind === 'row' && format.kind === 'csv') return format
  return { kind: 'rows', stripsNulls: format.stripsNulls, contentType: format.contentType }
}

interface Asked {
  query: RestQuery
  values: Values
  format: Format
  preferences: Preferences
  context: RestContext
}

function statementFor(called: Callable, call: string, asked: Asked): string {
  const { query, values, format, preferences, context } = asked
  const settings = `nullif(current_setting('response.headers', true), '') as headers,
    nullif(current_setting('response.status', true), '') as status`
  const builder = new SelectBuilder(context, values, query)
  if (called.kind !== 'row' && !called.returnsSet) {
    const value =
      called.kind === 'void' ? `''::text` : `coalesce(json_agg(value) -> 0, 'null')::text`
    return `select ${value} as body, count(*) as row_count, null::bigint as total, ${settings}
      from (select ${call} as value offset 0) called`
  }
  const { name, of } = called
  const source: Source = {
    name,
    columns: called.columns,
    relationships: of?.relationships ?? [],
    ...(of ? { computed: of.computed, rowType: builder.table(of.name) } : {}),
  }
  const where = builder.where(source, 't')
  const window = builder.window(source, 't')
  const total = preferences.count ? `(select count(*) from called as t${where})` : 'null::bigint'
  if (called.kind !== 'row') {
    return `with called as (select ${call} as value offset 0), source as (select value from called as t${where}${window})
      select coalesce(json_agg(value), '[]')::text as body, count(*) as row_count, ${total} as total, ${settings} from source`
  }
  const { columns, joins } = builder.list(source, 't')
  const row = format.stripsNulls
    ? `json_strip_nulls(json_agg(${ROW}.*) -> 0)`
    : `json_agg(${ROW}.*) -> 0`
  const [body, from] =
    called.returnsSet || format.kind === 'csv'
      ? [bodyOf('source', format, context.maxRows), partsOf('source', format)]
      : [`coalesce(${row}, 'null')::text`, `source ${ROW}`]
  return `with called as (select * from ${call}), source as (select ${columns} from called as t${joins}${where}${window})
    select ${body} as body, count(*) as row_count, ${total} as total, ${settings} from ${from}`
}
