import { quoteIdentifier, Values } from '../database/sql-text.ts'
import { createResponse } from '../responses.ts'
import type { RestContext } from './context.ts'
import { restError } from './errors.ts'
import { buildArguments, parseArguments } from './request/call-arguments.ts'
import { buildBody, buildParts, chooseFormat, type Format } from './request/formats.ts'
import { applyRange, parseQuery, type RestQuery } from './request/parse-request.ts'
import type { Preferences } from './request/preferences.ts'
import {
  requireMaxAffected,
  requireRow,
  requireSingle,
  respond,
  type StatementResult,
} from './respond.ts'
import { parseResponseSettings } from './response-settings.ts'
import { chooseFunction } from './schema/choose-function.ts'
import type { SelectSource } from './schema/find-relationship.ts'
import type { Callable } from './schema/schema-cache.ts'
import { SelectBuilder } from './statement/build-select.ts'
import { ROW } from './statement/sql.ts'
import { inTransaction, readRows } from './transaction.ts'

/** Calls a function by GET or HEAD (arguments in the query string) or POST (arguments in the body). */
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
  const query = parseQuery(parameters, isRead ? names : undefined)
  const given = await parseArguments(request, isRead, query)
  const callable = chooseFunction(name, given, context.schema, context.schemaCache)
  requireRowsForMaxAffected(callable, preferences)
  const own = query.modifiers.get('')
  if (own && request.method === 'GET') applyRange(own, request.headers.get('range'))
  const format = chooseFunctionFormat(callable, request)
  const values = new Values()
  const call = `${quoteIdentifier(context.schema)}.${quoteIdentifier(name)}(${buildArguments(callable, given, values)})`
  const statement = buildCall(callable, call, { query, values, format, preferences, context })
  type CallResult = StatementResult & { headers: string | null; status: string | null }
  const respondWith = (rows: CallResult[]) => {
    const result = requireRow(rows)
    if (callable.returnsSet) requireSingle(format, result)
    requireMaxAffected(result, preferences)
    const { headers, status } = parseResponseSettings(result)
    if (callable.kind === 'void') return createResponse(null, status ?? 204, headers)
    return respond(request, result, preferences, {
      status: status ?? 200,
      offset: own?.offset ?? 0,
      format,
      headers,
    })
  }
  // GET must change nothing.
  if (isRead || !callable.volatile) {
    return respondWith(await readRows<CallResult>(context, preferences, statement, values.list))
  }
  // Inside the transaction, so that an error rolls it back.
  return inTransaction(context, preferences, async ({ query: run }) =>
    respondWith(await run<CallResult>(statement, values.list)),
  )
}

/** @throws {ApiError} PGRST128 if the rows that a function affects cannot be counted */
function requireRowsForMaxAffected({ returnsSet }: Callable, { maxAffected }: Preferences): void {
  if (maxAffected === undefined || returnsSet) return
  throw restError(
    400,
    'PGRST128',
    'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
  )
}

/** A function that returns one value or one row has no list around it, whatever the client accepts. */
function chooseFunctionFormat(callable: Callable, request: Request): Format {
  const format = chooseFormat(request)
  const isList = callable.kind === 'row' && callable.returnsSet
  if (isList || format.kind === 'rows') return format
  if (callable.kind === 'row' && format.kind === 'csv') return format
  return { kind: 'rows', stripsNulls: format.stripsNulls, contentType: format.contentType }
}

interface CallOptions {
  query: RestQuery
  values: Values
  format: Format
  preferences: Preferences
  context: RestContext
}

function buildCall(callable: Callable, call: string, options: CallOptions): string {
  const { query, values, format, preferences, context } = options
  const settings = `nullif(current_setting('response.headers', true), '') as headers,
    nullif(current_setting('response.status', true), '') as status`
  const builder = new SelectBuilder(context, values, query)
  if (callable.kind !== 'row' && !callable.returnsSet) {
    const value =
      callable.kind === 'void' ? `''::text` : `coalesce(json_agg(value) -> 0, 'null')::text`
    const total = preferences.count ? 'count(*)' : 'null::bigint'
    return `select ${value} as body, count(*) as row_count, ${total} as total, ${settings}
      from (select ${call} as value offset 0) called`
  }
  const { name, of } = callable
  const source: SelectSource = {
    name,
    columns: callable.columns,
    relationships: of?.relationships ?? [],
    ...(of ? { computed: of.computed, rowType: builder.table(of.name) } : {}),
  }
  const where = builder.where(source, 't')
  const window = builder.window(source, 't')
  const total = preferences.count ? `(select count(*) from called as t${where})` : 'null::bigint'
  if (callable.kind !== 'row') {
    return `with called as (select ${call} as value offset 0), source as (select value from called as t${where}${window})
      select coalesce(json_agg(value), '[]')::text as body, count(*) as row_count, ${total} as total, ${settings} from source`
  }
  const { columns, joins } = builder.list(source, 't')
  const row = format.stripsNulls
    ? `json_strip_nulls(json_agg(${ROW}.*) -> 0)`
    : `json_agg(${ROW}.*) -> 0`
  const [body, from] =
    callable.returnsSet || format.kind === 'csv'
      ? [buildBody('source', format, context.maxRows), buildParts('source', format)]
      : [`coalesce(${row}, 'null')::text`, `source ${ROW}`]
  return `with called as (select * from ${call}), source as (select ${columns} from called as t${joins}${where}${window})
    select ${body} as body, count(*) as row_count, ${total} as total, ${settings} from ${from}`
}
