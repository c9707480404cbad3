import { type ErrorHandler, Hono, type MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { z } from 'zod'
import { ApiError } from './api-error.ts'
import { limitBody } from './body-limit.ts'
import { type BackendEnv, Identity } from './caller.ts'
import { DatabaseError } from './database/database.ts'
import type { Keys } from './keys/keys.ts'
import { createNetworkLimit } from './rate-limit.ts'
import { type Refusal, toRefusal } from './refusals.ts'
import { FileStoreError } from './storage/files/files.ts'

export interface HttpOptions {
  keys: Keys
  /** The largest file of an upload. */
  maxFileBytes: number
  /** Requests from one network address, other than this machine's, in so many seconds. */
  requestLimit?: { points: number; duration: number } | undefined
  /** The number of processes, each of which counts requests for itself. */
  countProcesses: () => number
  /** Logs an error for the operator. */
  log: (error: unknown) => void
  /** Called for every request without the necessary rights or proof. */
  onRefusal?: ((refusal: Refusal) => void) | undefined
}

/** For one network, in so many seconds: far more than an office full of readers needs. */
const REQUEST_LIMIT = { points: 12_000, duration: 300 }

/** The form around a file, with the metadata in it. */
const MAX_FORM_BYTES = 50_000

/** Rows are small; files have their own limit. */
const MAX_JSON_BYTES = 1024 * 1024

/** What this backend answers. */
export const API_PATHS = ['/auth/v1/*', '/rest/v1/*', '/storage/v1/*', '/realtime/v1/*']

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

const TIMED_OUT = 'Processing this request timed out, please retry after a moment.'

const NO_FILES = 'Files cannot be stored or read at the moment. Please try again later.'

/** GoTrue's header for the version of its errors; clients send and read it. */
const API_VERSION_HEADER = 'X-Supabase-Api-Version'

/** Since this version an error has its code as a text. The clients of supabase-js request it. */
const VERSION = '2024-01-01'

/** Response headers that scripts of other origins may read. */
const EXPOSED_HEADERS = `Content-Range,ETag,Link,Location,Preference-Applied,Retry-After,X-Total-Count,${API_VERSION_HEADER}`

/** What all routes share: CORS, cache headers, limits, the check of the API key, and errors. */
export function createHttp(options: HttpOptions): Hono<BackendEnv> {
  const app = new Hono<BackendEnv>()
  app.options('*', cors({ origin: '*', allowMethods: METHODS, maxAge: 86_400 }))
  app.use(allowOrigins)
  app.use(forbidCaching(options.keys))
  app.use('/auth/*', limitBody(MAX_JSON_BYTES))
  app.use('/rest/*', limitBody(MAX_JSON_BYTES))
  app.use('/realtime/*', limitBody(MAX_JSON_BYTES))
  app.use('/storage/*', limitBody(options.maxFileBytes + MAX_FORM_BYTES))
  const limitRequests = limitNetworks(options)
  for (const path of API_PATHS) app.use(path, limitRequests)
  for (const path of ['/rest/v1/*', '/realtime/v1/*']) app.use(path, requireApiKey(options.keys))
  app.use(async (c, next) => {
    c.set('identity', new Identity(c.req.raw, options.keys))
    await next()
  })
  app.notFound((c) => c.json({ message: 'no Route matched with those values' }, 404))
  app.onError(handleErrors(options))
  return app
}

const allowOrigins: MiddlewareHandler = async (c, next) => {
  await next()
  // After the response exists: `cors` would set them before, which makes Hono copy the response.
  c.res.headers.set('Access-Control-Allow-Origin', '*')
  c.res.headers.set('Access-Control-Expose-Headers', EXPOSED_HEADERS)
}

/** The response to a token may be private. Public files and keys are the same for everybody. */
function forbidCaching({ anonKey }: Keys): MiddlewareHandler {
  return async (c, next) => {
    await next()
    const isPublic = /^\/(storage\/v1\/object\/public|auth\/v1\/\.well-known)\//.test(c.req.path)
    const apikey = c.req.header('apikey')
    const hasToken = c.req.header('authorization') || (apikey && apikey !== anonKey)
    if (hasToken && !isPublic) c.res.headers.set('Cache-Control', 'private, no-store')
  }
}

function limitNetworks({
  requestLimit = REQUEST_LIMIT,
  countProcesses,
}: HttpOptions): MiddlewareHandler<BackendEnv> {
  const consume = createNetworkLimit(requestLimit, countProcesses)
  return async (c, next) => {
    await consume(c.env.clientAddress)
    await next()
  }
}

/** As Supabase's gateway: PostgREST itself knows no API keys. */
function requireApiKey(keys: Keys): MiddlewareHandler {
  return async (c, next) => {
    const key = c.req.header('apikey') ?? c.req.query('apikey')
    if (key) {
      await keys.verify(key).catch(() => {
        throw new ApiError(401, { message: 'Invalid authentication credentials' })
      })
    } else if (!c.req.header('authorization')) {
      throw new ApiError(401, {
        message: 'No API key found in request',
        hint: 'No `apikey` request header or url param was found.',
      })
    }
    await next()
  }
}

function handleErrors({ log, onRefusal }: HttpOptions): ErrorHandler<BackendEnv> {
  return (error, c) => {
    if (error instanceof ApiError) {
      const refusal = toRefusal(c.req.raw, error)
      if (refusal) onRefusal?.(refusal)
      return respond(c.req.raw, error)
    }
    // Class 22: the request has a value that PostgreSQL cannot store.
    if (error instanceof DatabaseError && error.code.startsWith('22')) {
      const message = 'A value in the request is not valid'
      return respond(c.req.raw, createError(400, 'validation_failed', message))
    }
    log(error)
    if (error instanceof DatabaseError && error.code === 'PT503')
      return respond(c.req.raw, createError(503, 'read_only', error.message))
    if (error instanceof FileStoreError)
      return respond(c.req.raw, createError(503, 'file_store_unavailable', NO_FILES))
    // A statement reached its limit, as behind a locked table: GoTrue's answer.
    if (error instanceof DatabaseError && error.code === '57014')
      return respond(c.req.raw, createError(504, 'request_timeout', TIMED_OUT))
    const status = isUnavailable(error) ? 503 : 500
    const message = hasPublicMessage(error) ? error.message : 'Something went wrong'
    return respond(c.req.raw, createError(status, 'unexpected_failure', message))
  }
}

function respond(request: Request, error: ApiError): Response {
  const isOfAuth = new URL(request.url).pathname.startsWith('/auth/v1/')
  return (isOfAuth ? toRequestedVersion(request, error) : error).toResponse()
}

/** The database cannot be reached or (class 53) has no disk space or memory. */
const isUnavailable = (error: unknown) =>
  error instanceof DatabaseError && /^(08006|53)/.test(error.code)

/** The pool's own words for a lost connection and a full disk. */
const hasPublicMessage = (error: unknown): error is DatabaseError =>
  error instanceof DatabaseError && /^(08006|53100)$/.test(error.code)

/** auth-js reads `msg`, the other clients `message`. */
const createError = (status: number, error_code: string, message: string) =>
  new ApiError(status, { code: status, error_code, msg: message, message })

/** Later versions than the last one count as the last one, as in GoTrue. */
const requestsVersion = (request: Request) => {
  const requested = request.headers.get(API_VERSION_HEADER) ?? ''
  return z.iso.date().safeParse(requested).success && requested >= VERSION
}

/**
 * Converts an error of this service to the version that the request names.
 * @returns the error itself for a request without a version, or an error without GoTrue's fields
 */
function toRequestedVersion(request: Request, error: ApiError): ApiError {
  const { code: _status, error_code: code, msg, message, ...more } = error.body
  if (code === undefined || !requestsVersion(request)) return error
  const headers = { ...error.headers, [API_VERSION_HEADER]: VERSION }
  return new ApiError(error.status, { code, message: msg ?? message, ...more }, headers)
}
