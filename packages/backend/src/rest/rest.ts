import type { Identity } from '../caller.ts'
import { type CountOfDay, createDailyLimit } from '../daily-limit.ts'
import { type Caller, DatabaseError, type RequestSettings } from '../database/database.ts'
import { TokenError } from '../keys/keys.ts'
import { callFunction } from './call-function.ts'
import type { RestContext, RestOptions } from './context.ts'
import { createDatabaseShares } from './database-shares.ts'
import { isServerFault, restError, toRestError } from './errors.ts'
import { readRelation } from './read-relation.ts'
import { parseQuery } from './request/parse-request.ts'
import { parsePreferences } from './request/preferences.ts'
import { describeSchema } from './schema/describe-schema.ts'
import { findNearestName } from './schema/find-nearest-name.ts'
import { loadSchema, type SchemaCache } from './schema/schema-cache.ts'
import { writeRelation } from './write-relation.ts'

export interface Rest {
  /**
   * Answers `/`, `/{relation}` and `/rpc/{function}`.
   * @param address none for the site itself, which has no limits
   * @throws {ApiError}
   */
  fetch(request: Request, identity: Identity, address?: string): Promise<Response>
  /** Makes the next request read the database's structure again. */
  reload(): void
}

/** PostgREST's API: tables and functions of a schema over HTTP, with row security. */
export function createRest(options: RestOptions): Rest {
  const schemaCaches = new Map<string, Promise<SchemaCache>>()
  let isWatching = false
  // Subscribes at the first request, which does not wait for it; after an error the next one retries.
  const watchSchema = () => {
    if (isWatching) return
    isWatching = true
    const clear = () => schemaCaches.clear()
    options.database.listen({ channel: 'pgrst', onNotice: clear, onGap: clear }).catch(() => {
      isWatching = false
    })
  }
  const loadCached = (schema: string) => {
    const loading =
      schemaCaches.get(schema) ??
      loadSchema(options.database, schema).catch((error: unknown) => {
        schemaCaches.delete(schema)
        throw error
      })
    schemaCaches.set(schema, loading)
    return loading
  }
  const shares = createDatabaseShares(options)
  const signedOutCalls = new Map(
    Object.entries(options.signedOutCalls ?? {}).map(([name, limit]) => [
      name,
      createDailyLimit(limit, name, options.createCounter),
    ]),
  )
  const fetch: Rest['fetch'] = async (request, identity, address) => {
    const verified = {
      ...(await requireCaller(identity)),
      request: readRequestSettings(request, options.path),
    }
    const { database, caller } = shares.of(address, verified)
    try {
      const schema = chooseSchema(request, options)
      watchSchema()
      const schemaCache = await loadCached(schema)
      const count = (name: string) =>
        caller.role === 'anon' && address !== undefined
          ? signedOutCalls.get(name)?.(address)
          : undefined
      const context = { ...options, database, caller, schema, schemaCache }
      const response = await route(request, context, count)
      if (options.schemas.length > 1) response.headers.set('Content-Profile', schema)
      return response
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
      if (isServerFault(error)) options.log(error)
      throw toRestError(error, caller)
    }
  }
  return { fetch, reload: () => schemaCaches.clear() }
}

/** @throws {ApiError} 401: PGRST303 for an expired token or an ended session, else PGRST301 */
async function requireCaller(identity: Identity): Promise<Caller> {
  try {
    return await identity.loadCaller()
  } catch (error) {
    if (!(error instanceof TokenError)) throw error
    const isOver = error.isExpired || error.isEnded
    throw restError(401, isOver ? 'PGRST303' : 'PGRST301', error.message)
  }
}

/** @throws {ApiError} PGRST106 for a schema that is not exposed */
function chooseSchema(request: Request, { schemas }: RestOptions): string {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const named = request.headers.get(isRead ? 'accept-profile' : 'content-profile')
  if (named === null) return schemas[0]
  const schema = schemas.find((each) => each === named)
  if (schema !== undefined) return schema
  throw restError(406, 'PGRST106', `Invalid schema: ${named.slice(0, 100)}`, {
    hint: `Only the following schemas are exposed: ${schemas.join(', ')}`,
  })
}

/** @param count counts a call of a function, and returns what takes that back */
async function route(
  request: Request,
  context: RestContext,
  count: (name: string) => ReturnType<CountOfDay> | undefined,
): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  const { method } = request
  const [, first = '', second] = pathname.slice(context.path.length).split('/').map(decodePart)
  const preferences = parsePreferences(request.headers.get('prefer'), context.allowsRollback)
  if (first === '' && second === undefined && (method === 'GET' || method === 'HEAD')) {
    return describeSchema(request, context)
  }
  if (first === 'rpc' && second) {
    const takeBack = await count(second)
    try {
      if (context.preRequest)
        await context.database.asReader(context.caller, `select ${context.preRequest}()`)
      return await callFunction(request, second, searchParams, preferences, context)
    } catch (error) {
      await takeBack?.()
      throw error
    }
  }
  if (second !== undefined) {
    throw restError(404, 'PGRST125', 'Invalid path specified in request URL')
  }
  const { relations } = context.schemaCache
  const relation = relations.get(first)
  if (!relation) throw notFoundError(first, context.schema, relations)
  const query = parseQuery(searchParams)
  switch (method) {
    case 'GET':
    case 'HEAD':
      return readRelation(request, relation, query, preferences, context)
    case 'POST':
    case 'PATCH':
    case 'PUT':
    case 'DELETE':
      return writeRelation(request, relation, query, preferences, context)
    default:
      throw restError(405, 'PGRST117', `Unsupported HTTP method: ${method}`)
  }
}

function notFoundError(name: string, schema: string, relations: SchemaCache['relations']) {
  const nearest = findNearestName(relations.keys(), name, 0.75)
  return restError(
    404,
    'PGRST205',
    `Could not find the table '${schema}.${name}' in the schema cache`,
    { hint: nearest === undefined ? null : `Perhaps you meant the table '${schema}.${nearest}'` },
  )
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw restError(400, 'PGRST125', 'Invalid path specified in request URL')
  }
}

/** Of the headers as JSON, in bytes: they are sent to the database with every statement. */
const MAX_BYTES = 4096

/**
 * What functions and policies can read of a request.
 * @param path of the API, which `request.path` does not have, as in PostgREST
 */
function readRequestSettings({ headers, method, url }: Request, path: string): RequestSettings {
  const sent: Record<string, string> = {}
  let bytes = 2
  for (const [name, value] of headers) {
    const size = Buffer.byteLength(JSON.stringify({ [name]: value }))
    // A header that does not fit is left out: cutting it could change its meaning.
    if (bytes + size > MAX_BYTES) continue
    bytes += size
    sent[name] = value
  }
  return { headers: JSON.stringify(sent), method, path: new URL(url).pathname.slice(path.length) }
}
