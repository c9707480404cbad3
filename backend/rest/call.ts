import { SelectBuilder, type Source } from './build-select.ts'
import { parseJson } from './build-write.ts'
import type { RestContext } from './context.ts'
import { restError } from './errors.ts'
import { applyRange, parsePreferences, parseQuery } from './parse-request.ts'
import { checkSingle, type Outcome, respond } from './respond.ts'
import type { Callable } from './schema-cache.ts'
import { quoted, Values } from './sql.ts'

/** Calls a function by GET or HEAD (arguments in the query string) or POST (arguments as JSON). */
export async function callFunction(
  request: Request,
  name: string,
  parameters: URLSearchParams,
  context: RestContext,
): Promise<Response> {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (!isRead && request.method !== 'POST') {
    throw restError(405, 'PGRST101', `Cannot use the ${request.method} method on RPC`)
  }
  const candidates = context.schemaCache.functions.get(name) ?? []
  const known = new Set(
    candidates.flatMap((each) => each.arguments.map((argument) => argument.name)),
  )
  const query = parseQuery(parameters, isRead ? known : new Set())
  const said: Record<string, unknown> = isRead
    ? Object.fromEntries(query.plain)
    : bodyArguments(await request.text())
  const called = choose(name, candidates, Object.keys(said), context.schema)
  // A link that somebody follows must change nothing.
  if (isRead && called.volatile) {
    throw restError(405, '25006', `cannot execute ${name} in a read-only transaction`)
  }
  const own = query.narrowings.get('')
  if (own) applyRange(own, request.headers.get('range'))

  const preferences = parsePreferences(request.headers.get('prefer'))
  const values = new Values()
  const builder = new SelectBuilder(context, values, query)
  const call = callText(called, said, isRead, values, `${quoted(context.schema)}.${quoted(name)}`)
  if (called.kind === 'void') {
    await context.database.as(context.caller, `select ${call}`, values.list)
    return new Response(null, { status: 204 })
  }
  const statement =
    called.kind === 'row'
      ? rowStatement(called, call, builder, context, preferences.count !== undefined)
      : `select ${called.returnsSet ? `coalesce(json_agg(s), '[]')` : 'to_json((array_agg(s))[1])'}::text as body,
          count(*) as row_count, null::bigint as total from (select ${call} as s) x`
  const [row] = await context.database.as<Outcome & { body: string | null }>(
    context.caller,
    statement,
    values.list,
  )
  const outcome: Outcome = {
    body: row?.body ?? 'null',
    row_count: row?.row_count ?? 0,
    total: row?.total ?? null,
  }
  if (called.kind === 'row' && !called.returnsSet) {
    return respond(new Request(request.url, { method: request.method }), outcome, preferences, {
      status: 200,
      offset: 0,
    })
  }
  if (called.kind === 'row') checkSingle(request, outcome)
  const asked =
    called.kind === 'row' ? request : new Request(request.url, { method: request.method })
  return respond(asked, outcome, preferences, { status: 200, offset: own?.offset ?? 0 })
}

function bodyArguments(body: string): Record<string, unknown> {
  if (body === '') return {}
  const parsed = parseJson(body)
  if (parsed === null || typeof parsed !== 'object' || Array.isArray(parsed)) {
    throw restError(400, 'PGRST102', 'Empty or invalid json')
  }
  return parsed as Record<string, unknown>
}

function choose(name: string, candidates: Callable[], said: string[], schema: string): Callable {
  const fits = candidates.find(
    (candidate) =>
      said.every((word) => candidate.arguments.some((argument) => argument.name === word)) &&
      candidate.arguments.every(
        ({ name: wanted, hasDefault }) => hasDefault || said.includes(wanted),
      ),
  )
  if (fits) return fits
  const list = said.length > 0 ? `(${[...said].sort().join(', ')})` : ' without parameters'
  throw restError(
    404,
    'PGRST202',
    `Could not find the function ${schema}.${name}${list} in the schema cache`,
    { details: 'No matches were found in the schema cache.' },
  )
}

function callText(
  called: Callable,
  said: Record<string, unknown>,
  isText: boolean,
  values: Values,
  name: string,
): string {
  const given = called.arguments.filter((argument) => argument.name in said)
  const list = given.map((argument) => {
    const value = said[argument.name]
    const target = `${quoted(argument.name)} := `
    if (value === null) return `${target}null`
    if (isText || typeof value !== 'object')
      return `${target}${values.add(String(value))}::${argument.type}`
    // Lists and objects are read as JSON reads them, into the argument's own type.
    const json = values.add(JSON.stringify({ value }))
    return `${target}(select value from jsonb_to_record(${json}::jsonb) as a(value ${argument.type}))`
  })
  return `${name}(${list.join(', ')})`
}

function rowStatement(
  called: Callable,
  call: string,
  builder: SelectBuilder,
  context: RestContext,
  isCounted: boolean,
): string {
  const source: Source = {
    name: called.name,
    columns: called.columns,
    relationships: context.schemaCache.relations.get(called.returnType)?.relationships ?? [],
  }
  const list = builder.list(source, 't')
  const where = builder.where(source, 't')
  const window = builder.window(source, 't')
  const total = isCounted ? `(select count(*) from called as t${where})` : 'null::bigint'
  const body = called.returnsSet ? `coalesce(json_agg(s), '[]')::text` : `(json_agg(s) -> 0)::text`
  return `with called as (select * from ${call}), source as (select ${list} from called as t${where}${window})
    select ${body} as body, count(*) as row_count, ${total} as total from source s`
}
