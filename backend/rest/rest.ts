import { ApiError } from '../api-error.ts'
import { type Caller, DatabaseError, type Transaction } from '../database/database.ts'
import { SelectBuilder } from './build-select.ts'
import { buildInsert, buildUpdate, readPayload } from './build-write.ts'
import { callFunction } from './call.ts'
import type { RestContext, RestOptions } from './context.ts'
import { fromDatabase, restError } from './errors.ts'
import {
  applyRange,
  type Preferences,
  parsePreferences,
  parseQuery,
  type RestQuery,
} from './parse-request.ts'
import { checkSingle, type Outcome, respond, wantsSingle } from './respond.ts'
import { loadSchema, type Relation, type SchemaCache } from './schema-cache.ts'
import { quoted, Values } from './sql.ts'

export interface Rest {
  /** Answers `/{relation}` and `/rpc/{function}`. */
  fetch(request: Request): Promise<Response>
  /** Forgets what it knows of the database's structure; the next request looks again. */
  reload(): void
}

/** PostgREST's contract: tables and functions of one schema over HTTP, under row security. */
export function createRest(options: RestOptions): Rest {
  let schema: Promise<SchemaCache> | undefined
  const schemaNow = () => {
    schema ??= loadSchema(options.database, options.schema).catch((error: unknown) => {
      schema = undefined
      throw error
    })
    return schema
  }
  const fetch = async (request: Request): Promise<Response> => {
    let caller: Caller | undefined
    try {
      caller = await options.callerOf(request)
      return await answer(request, { ...options, caller, schemaCache: await schemaNow() })
    } catch (error) {
      if (error instanceof ApiError) return error.toResponse()
      if (error instanceof DatabaseError && caller) return fromDatabase(error, caller).toResponse()
      throw error
    }
  }
  return {
    fetch,
    reload() {
      schema = undefined
    },
  }
}

async function answer(request: Request, context: RestContext): Promise<Response> {
  const url = new URL(request.url)
  const [, first = '', second] = url.pathname.split('/').map(decoded)
  if (first === 'rpc' && second) return callFunction(request, second, url.searchParams, context)
  const relation = context.schemaCache.relations.get(first)
  if (!relation || second !== undefined) {
    throw restError(
      404,
      'PGRST205',
      `Could not find the table '${context.schema}.${first}' in the schema cache`,
    )
  }
  const query = parseQuery(url.searchParams)
  const preferences = parsePreferences(request.headers.get('prefer'))
  switch (request.method) {
    case 'GET':
    case 'HEAD':
      return read(request, relation, query, preferences, context)
    case 'POST':
    case 'PATCH':
    case 'DELETE':
      return write(request, relation, query, preferences, context)
    default:
      throw restError(405, 'PGRST117', `Unsupported HTTP method: ${request.method}`)
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw restError(400, 'PGRST125', 'Invalid path specified in request URL')
  }
}

async function read(
  request: Request,
  relation: Relation,
  query: RestQuery,
  preferences: Preferences,
  context: RestContext,
): Promise<Response> {
  const own = query.narrowings.get('')
  if (own) applyRange(own, request.headers.get('range'))
  const values = new Values()
  const builder = new SelectBuilder(context, values, query)
  const from = `from ${builder.table(relation.name)} as ${quoted('t')}`
  const list = builder.list(relation, 't')
  const where = builder.where(relation, 't')
  const window = builder.window(relation, 't')
  const total = preferences.count ? `(select count(*) ${from}${where})` : 'null::bigint'
  const [row] = await context.database.as<Outcome>(
    context.caller,
    `with source as (select ${list} ${from}${where}${window})
     select coalesce(json_agg(s), '[]')::text as body, count(*) as row_count, ${total} as total from source s`,
    values.list,
  )
  const outcome = row ?? { body: '[]', row_count: 0, total: null }
  checkSingle(request, outcome)
  return respond(request, outcome, preferences, { status: 200, offset: own?.offset ?? 0 })
}

async function write(
  request: Request,
  relation: Relation,
  query: RestQuery,
  preferences: Preferences,
  context: RestContext,
): Promise<Response> {
  const values = new Values()
  const builder = new SelectBuilder(context, values, query)
  const table = builder.table(relation.name)
  const wantsRows = preferences.return === 'representation'
  const returning = wantsRows
    ? neededColumns(relation, query)
        .map((name) => `${quoted('t')}.${quoted(name)}`)
        .join(', ')
    : '1'
  const body = request.method === 'DELETE' ? '' : await request.text()
  let change: string
  if (request.method === 'POST') {
    const payload = readPayload(body, relation, query)
    change = buildInsert(
      `${table} as ${quoted('t')}`,
      relation,
      payload,
      values,
      query,
      preferences,
      returning,
    )
  } else if (request.method === 'PATCH') {
    const payload = readPayload(body, relation, query)
    change = buildUpdate(table, 't', payload, values, builder.where(relation, 't'), returning)
  } else {
    change = `delete from ${table} as ${quoted('t')}${builder.where(relation, 't')} returning ${returning}`
  }
  const rows = wantsRows
    ? `select ${builder.list(relation, 'source')} from source`
    : 'select null as _empty from source'
  const statement = `with source as (${change}), shown as (${rows})
    select coalesce(json_agg(s), '[]')::text as body, count(*) as row_count, null::bigint as total from shown s`
  const outcome = await context.database.transactionAs(context.caller, (transaction) =>
    changed(request, preferences, transaction, statement, values),
  )
  const status = request.method === 'POST' ? 201 : wantsRows ? 200 : 204
  return respond(request, outcome, preferences, { status, offset: 0, written: true })
}

/** Inside the transaction, so that too many or too few rows undo the change. */
async function changed(
  request: Request,
  preferences: Preferences,
  transaction: Transaction,
  statement: string,
  values: Values,
): Promise<Outcome> {
  const [row] = await transaction.query<Outcome>(statement, values.list)
  const outcome = row ?? { body: '[]', row_count: 0, total: null }
  if (preferences.return === 'representation' && wantsSingle(request)) checkSingle(request, outcome)
  if (preferences.maxAffected !== undefined && outcome.row_count > preferences.maxAffected) {
    throw restError(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
      details: `The query affects ${outcome.row_count} rows`,
    })
  }
  return outcome
}

/** The columns that the answer and its embeds read: returning more would need more rights. */
function neededColumns(relation: Relation, query: RestQuery): string[] {
  const names = new Set<string>()
  for (const entry of query.select) {
    if (entry.kind === 'column') {
      if (entry.name === '*') return [...relation.columns.keys()]
      names.add(entry.name)
    } else {
      for (const { to, constraint, columns } of relation.relationships) {
        if (entry.name === to || entry.name === constraint || columns.includes(entry.name)) {
          for (const column of columns) names.add(column)
        }
      }
    }
  }
  const known = [...names].filter((name) => relation.columns.has(name))
  return known.length > 0 ? known : [...relation.columns.keys()].slice(0, 1)
}
