import { ApiError } from '../api-error.ts'
import { type Caller, DatabaseError } from '../database/database.ts'
import { callFunction } from './call.ts'
import type { RestContext, RestOptions } from './context.ts'
import { createDatabaseShares } from './database-shares.ts'
import { fromDatabase, isFaultOfServer, refusal, restError } from './errors.ts'
import { describe } from './openapi.ts'
import { parseQuery } from './parse-request.ts'
import { parsePreferences } from './preferences.ts'
import { read } from './read.ts'
import { loadSchema, type SchemaCache } from './schema-cache.ts'
import { write } from './write.ts'

export interface Rest {
  /** Answers `/`, `/{relation}` and `/rpc/{function}`. @param network none for the site itself, which has no limits */
  fetch(request: Request, network?: string): Promise<Response>
  /** Forgets what it knows of the database's structure; the next request looks again. */
  reload(): void
}

/** PostgREST's contract: tables and functions of a schema over HTTP, under row security. */
export function createRest(options: RestOptions): Rest {
  const known = new Map<string, Promise<SchemaCache>>()
  // Once, with the first request; later ones need not wait for it.
  let isHearing = false
  const hear = () => {
    if (isHearing) return
    isHearing = true
    const forget = () => known.clear()
    options.database.listen({ channel: 'pgrst', onNotice: forget, onGap: forget }).catch(() => {
      isHearing = false
    })
  }
  const structureOf = (schema: string) => {
    const loading =
      known.get(schema) ??
      loadSchema(options.database, schema).catch((error: unknown) => {
        known.delete(schema)
        throw error
      })
    known.set(schema, loading)
    return loading
  }
  const shares = createDatabaseShares(options.database, options.timeBudget)
  const fetch: Rest['fetch'] = async (request, network) => {
    let caller: Caller | undefined
    try {
      const known = await options.callerOf(request)
      const { database, ...own } =
        network === undefined
          ? { database: options.database, caller: known }
          : shares.of(network, known)
      caller = own.caller
      const schema = schemaOf(request, options)
      hear()
      const schemaCache = await structureOf(schema)
      const response = await answer(request, { ...options, database, caller, schema, schemaCache })
      if (options.schemas.length > 1) response.headers.set('Content-Profile', schema)
      return response
    } catch (error) {
      if (error instanceof ApiError) return refusal(error)
      if (!(error instanceof DatabaseError) || !caller) throw error
      if (isFaultOfServer(error)) options.log(error)
      return refusal(fromDatabase(error, caller))
    }
  }
  return { fetch, reload: () => known.clear() }
}

/** @throws {ApiError} PGRST106 for a schema that clients do not see */
function schemaOf(request: Request, { schemas }: RestOptions): string {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const named = request.headers.get(isRead ? 'accept-profile' : 'content-profile')
  if (named === null) return schemas[0]
  const schema = schemas.find((each) => each === named)
  if (schema !== undefined) return schema
  throw restError(406, 'PGRST106', `Invalid schema: ${named.slice(0, 100)}`, {
    hint: `Only the following schemas are exposed: ${schemas.join(', ')}`,
  })
}

async function answer(request: Request, context: RestContext): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  const { method } = request
  const [, first = '', second] = pathname.slice(context.path.length).split('/').map(decoded)
  const preferences = parsePreferences(request.headers.get('prefer'), context.allowsRollback)
  if (first === '' && second === undefined && (method === 'GET' || method === 'HEAD')) {
    return describe(request, context)
  }
  if (first === 'rpc' && second) {
    return callFunction(request, second, searchParams, preferences, context)
  }
  const relation = context.schemaCache.relations.get(first)
  if (!relation || second !== undefined) {
    throw restError(
      404,
      'PGRST205',
      `Could not find the table '${context.schema}.${first}' in the schema cache`,
    )
  }
  const query = parseQuery(searchParams)
  switch (method) {
    case 'GET':
    case 'HEAD':
      return read(request, relation, query, preferences, context)
    case 'POST':
    case 'PATCH':
    case 'PUT':
    case 'DELETE':
      return write(request, relation, query, preferences, context)
    default:
      throw restError(405, 'PGRST117', `Unsupported HTTP method: ${method}`)
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw restError(400, 'PGRST125', 'Invalid path specified in request URL')
  }
}
