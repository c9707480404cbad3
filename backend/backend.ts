import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import { ApiError } from './api-error.ts'
import { createAuth } from './auth/auth.ts'
import type { AuthEnv } from './auth/context.ts'
import type { MailUse } from './auth/mail-shares.ts'
import { callerOf } from './caller.ts'
import { type Database, DatabaseError } from './database/database.ts'
import type { Keys } from './keys/keys.ts'
import { isOwn, limitOfNetworks } from './limit.ts'
import type { MailLook } from './mail/letter.ts'
import type { Mailer } from './mail/mailer.ts'
import { type Refusal, refusalIn } from './refusals.ts'
import { createRest } from './rest/rest.ts'
import type { Settings } from './settings/settings.ts'
import type { Files } from './storage/files/files.ts'
import { watchRemovedFiles } from './storage/removed-files.ts'
import { createStorage } from './storage/storage.ts'

export interface BackendOptions {
  database: Database
  settings: Settings
  keys: Keys
  mailer: Mailer
  /** The bytes of uploaded files. */
  files: Files
  siteUrl: string
  /** Origin of this process, where that is another one: always an allowed redirect. */
  ownUrl?: string
  siteName: string
  /** Of the mail; plain without. */
  mailLook?: MailLook
  /** What is wrong with a new account's password, in words. */
  passwordRules?: (password: string) => string[]
  /** Takes what went wrong, for the operator's eyes. */
  log: (error: unknown) => void
  /** Hears of every request that was not allowed. */
  onRefusal?: (refusal: Refusal) => void
  /** Called once in each hour window in which half of a share of the mail goes out. */
  onMailHalfUsed?: (use: MailUse) => void
  /** Requests from one network address, other than this machine's. */
  requestLimit?: { points: number; duration: number }
  /** Milliseconds of database time for one network, likewise. */
  timeBudget?: { points: number; duration: number }
}

export interface Backend {
  /** @param about.clientAddress the network address that limits are counted for */
  fetch(request: Request, about: { clientAddress: string }): Promise<Response>
  /** Looks at the database's structure anew. */
  reload(): void
  /** Ends what it does by itself; to be called before the database is closed. */
  close(): Promise<void>
}

/** For one network, in so many seconds: far more than an office full of readers asks for. */
const REQUEST_LIMIT = { points: 12_000, duration: 300 }

/** No database to reach, or (class 53) one without room or memory. */
const isUnavailable = (error: unknown) =>
  error instanceof DatabaseError && /^(08006|53)/.test(error.code)

/** Bytes: the form around a file, with the metadata in it. */
const AROUND = 50_000

/** A row or a handful of them is small; files have a limit of their own. */
const JSON_LIMIT = 1024 * 1024

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** What scripts of other origins may read of an answer. */
const EXPOSED_HEADERS =
  'Content-Range,ETag,Link,Location,Preference-Applied,Retry-After,X-Total-Count'

/** How much of a body that is too large is read, in bytes, and for how long, in milliseconds. */
const DISCARDED = { bytes: 256 * 1024 * 1024, time: 20_000 }

/**
 * Reads a body without keeping it: clients send all of it before they read the answer, and a
 * connection that ends meanwhile is a network error to them.
 */
async function discard(body: ReadableStream<Uint8Array> | null): Promise<void> {
  // A body that was being read until its limit belongs to its reader.
  if (!body || body.locked) return
  const reader = body.getReader()
  const timer = setTimeout(() => void reader.cancel().catch(() => {}), DISCARDED.time)
  let read = 0
  try {
    while (read < DISCARDED.bytes) {
      const { done, value } = await reader.read()
      if (done) break
      read += value.length
    }
  } catch {
    // The client has gone.
  } finally {
    clearTimeout(timer)
  }
}

/** @param maxSize in bytes */
function limitOfBodies(maxSize: number): MiddlewareHandler {
  const onError = async (c: Context) => {
    await discard(c.req.raw.body)
    return Response.json(
      { message: 'The request is too large' },
      // What is left of the body is never read, so the connection cannot be used again.
      { status: 413, headers: { Connection: 'close' } },
    )
  }
  const limit = bodyLimit({ maxSize, onError })
  // Those have none, and to look for it costs more than all else that is done before the database.
  return (c, next) => (['GET', 'HEAD'].includes(c.req.method) ? next() : limit(c, next))
}

/** The Supabase contract on one origin: /auth/v1, /rest/v1 and /storage/v1. */
export function createBackend(options: BackendOptions): Backend {
  const { database, settings, keys } = options
  const whoIs = (request: Request) => callerOf(request, keys)
  const rest = createRest({
    path: '/rest/v1',
    database,
    callerOf: whoIs,
    schemas: settings.api.schemas,
    maxRows: settings.api.max_rows,
    log: options.log,
    timeBudget: options.timeBudget,
    allowsRollback: settings.api.tx_end === 'commit-allow-override',
  })
  const app = new Hono<AuthEnv>()
  app.options('*', cors({ origin: '*', allowMethods: METHODS, maxAge: 86_400 }))
  app.use(async (c, next) => {
    await next()
    // Before it, as `cors` would set them, they have the whole answer copied.
    c.res.headers.set('Access-Control-Allow-Origin', '*')
    c.res.headers.set('Access-Control-Expose-Headers', EXPOSED_HEADERS)
  })
  app.use(async (c, next) => {
    await next()
    // An answer to a token may be one person's own. Public files and keys are the same for everybody.
    const isPublic = /^\/(storage\/v1\/object\/public|auth\/v1\/\.well-known)\//.test(c.req.path)
    const apikey = c.req.header('apikey')
    const hasToken = c.req.header('authorization') || (apikey && apikey !== keys.anonKey)
    if (hasToken && !isPublic) {
      c.res.headers.set('Cache-Control', 'private, no-store')
    }
  })
  app.use('/auth/*', limitOfBodies(JSON_LIMIT))
  app.use('/rest/*', limitOfBodies(JSON_LIMIT))
  app.use('/storage/*', limitOfBodies(settings.storage.file_size_limit + AROUND))
  const crowd = limitOfNetworks(options.requestLimit ?? REQUEST_LIMIT)
  for (const path of ['/auth/v1/*', '/rest/v1/*', '/storage/v1/*']) {
    app.use(path, async (c, next) => {
      await crowd(c.env.clientAddress)
      await next()
    })
  }
  app.use('/rest/v1/*', async (c, next) => {
    const key = c.req.header('apikey') ?? c.req.query('apikey')
    if (key) {
      await keys.verify(key).catch(() => {
        throw new ApiError(401, { message: 'Invalid authentication credentials' })
      })
      return next()
    }
    if (c.req.header('authorization')) return next()
    return c.json(
      {
        message: 'No API key found in request',
        hint: 'No `apikey` request header or url param was found.',
      },
      401,
    )
  })
  app.route('/auth/v1', createAuth({ ...options, settings: settings.auth }))
  app.all('/rest/v1/*', (c) => {
    const { clientAddress } = c.env
    const network = isOwn(clientAddress) ? undefined : clientAddress
    return rest.fetch(c.req.raw, network)
  })
  app.route(
    '/storage/v1',
    createStorage({
      database,
      keys,
      callerOf: whoIs,
      files: options.files,
      sizeLimit: settings.storage.file_size_limit,
      buckets: settings.storage.buckets,
    }),
  )
  const endSweeps = watchRemovedFiles(options, options.log)
  app.notFound((c) => c.json({ message: 'no Route matched with those values' }, 404))
  app.onError((error) => {
    if (error instanceof ApiError) return error.toResponse()
    // A value that PostgreSQL cannot take (class 22) is the sender's.
    if (error instanceof DatabaseError && error.code.startsWith('22')) {
      const words = 'A value in the request is not valid'
      const body = { code: 400, error_code: 'validation_failed', msg: words, message: words }
      return Response.json(body, { status: 400 })
    }
    options.log(error)
    const status = isUnavailable(error) ? 503 : 500
    return Response.json(
      {
        code: status,
        error_code: 'unexpected_failure',
        msg: 'Something went wrong',
        message: 'Something went wrong',
      },
      { status },
    )
  })
  return {
    async fetch(request, about) {
      const response = await app.fetch(request, about)
      const refusal = options.onRefusal && (await refusalIn(request, response))
      if (refusal) options.onRefusal?.(refusal)
      return response
    },
    reload: rest.reload,
    close: endSweeps,
  }
}
