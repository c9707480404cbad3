import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fileTypeFromBuffer } from 'file-type'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { ApiError } from '../api-error.ts'
import { type Caller, type Database, DatabaseError } from '../database/database.ts'

export interface StorageOptions {
  database: Database
  callerOf: (request: Request) => Promise<Caller>
  /** Folder that holds the bytes; the rows are in storage.objects. */
  filesDir: string
  /** bytes */
  sizeLimit: number
}

interface Bucket {
  id: string
  public: boolean
  file_size_limit: number | null
  allowed_mime_types: string[] | null
}

interface ObjectRow {
  id: string
  version: string
  metadata: { size: number; mimetype: string; cacheControl: string; eTag: string }
  updated_at: Date
}

export const storageError = (status: number, error: string, message: string) =>
  new ApiError(status, { statusCode: String(status), error, message })

const notFound = () => storageError(404, 'not_found', 'Object not found')

/** Supabase Storage's contract, as far as the site uses it, under storage.objects' row security. */
export function createStorage(options: StorageOptions): Hono {
  const app = new Hono()
  const { database, callerOf } = options

  app.get('/bucket/:bucket', async (c) => {
    const caller = await callerOf(c.req.raw)
    const [bucket] = await database.as(caller, 'select * from storage.buckets where id = $1', [
      c.req.param('bucket'),
    ])
    if (!bucket) throw storageError(404, 'Bucket not found', 'Bucket not found')
    return c.json(bucket)
  })

  app.get('/object/public/:bucket/:path{.+}', async (c) => {
    const bucket = await bucketOf(database, c.req.param('bucket'))
    if (!bucket.public) throw notFound()
    const [row] = await database.asOwner<ObjectRow>(FIND, [bucket.id, pathOf(c)])
    return serve(c, row, options.filesDir)
  })

  const download = async (c: Context) => {
    const caller = await callerOf(c.req.raw)
    const [row] = await database.as<ObjectRow>(caller, FIND, [c.req.param('bucket'), pathOf(c)])
    return serve(c, row, options.filesDir)
  }
  app.get('/object/authenticated/:bucket/:path{.+}', download)
  app.get('/object/:bucket/:path{.+}', download)

  app.post('/object/list/:bucket', async (c) => {
    const caller = await callerOf(c.req.raw)
    const body = listBody.safeParse(await c.req.json().catch(() => undefined))
    if (!body.success) throw storageError(400, 'invalid_request', 'The list request is not valid')
    const { prefix, limit, offset } = body.data
    const folder = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`
    const rows = await database.as(
      caller,
      `select substr(name, length($2::text) + 1) as name, id, updated_at, created_at, last_accessed_at, metadata
       from storage.objects
       where bucket_id = $1 and starts_with(name, $2::text) and strpos(substr(name, length($2::text) + 1), '/') = 0
       order by name limit ${limit} offset ${offset}`,
      [c.req.param('bucket'), folder],
    )
    return c.json(rows)
  })

  app.post('/object/:bucket/:path{.+}', (c) =>
    upload(c, options, c.req.header('x-upsert') === 'true'),
  )
  app.put('/object/:bucket/:path{.+}', (c) => upload(c, options, true))

  app.delete('/object/:bucket', async (c) => {
    const caller = await callerOf(c.req.raw)
    const body = z
      .object({ prefixes: z.array(z.string()).max(1000) })
      .safeParse(await c.req.json().catch(() => undefined))
    if (!body.success) throw storageError(400, 'invalid_request', 'Name the objects to remove')
    const rows = await database.as<ObjectRow>(
      caller,
      'delete from storage.objects where bucket_id = $1 and name in (select jsonb_array_elements_text($2::jsonb)) returning *',
      [c.req.param('bucket'), JSON.stringify(body.data.prefixes)],
    )
    await Promise.all(rows.map((row) => rm(fileOf(options.filesDir, row), { force: true })))
    return c.json(rows)
  })
  return app
}

const FIND =
  'select id, version, metadata, updated_at from storage.objects where bucket_id = $1 and name = $2'

const listBody = z.object({
  prefix: z.string().max(1024).default(''),
  limit: z.number().int().min(1).max(1000).default(100),
  offset: z.number().int().min(0).default(0),
})

async function bucketOf(database: Database, id: string): Promise<Bucket> {
  const [bucket] = await database.asOwner<Bucket>(
    'select id, public, file_size_limit, allowed_mime_types from storage.buckets where id = $1',
    [id],
  )
  if (!bucket) throw storageError(404, 'Bucket not found', 'Bucket not found')
  return bucket
}

/** The file is written whole under a new name before its row says that it exists. */
async function upload(c: Context, options: StorageOptions, isUpsert: boolean): Promise<Response> {
  const { database, callerOf, filesDir } = options
  const caller = await callerOf(c.req.raw)
  const name = pathOf(c)
  const bucket = await bucketOf(database, c.req.param('bucket') ?? '')
  const { bytes, cacheControl } = await bodyOf(c)
  if (bytes.length > Math.min(options.sizeLimit, bucket.file_size_limit ?? options.sizeLimit)) {
    throw storageError(413, 'Payload too large', 'The object exceeded the maximum allowed size')
  }
  // What the bytes are, not what the sender calls them.
  const mimetype = (await fileTypeFromBuffer(bytes))?.mime ?? 'application/octet-stream'
  if (bucket.allowed_mime_types && !bucket.allowed_mime_types.includes(mimetype)) {
    throw storageError(415, 'invalid_mime_type', `mime type ${mimetype} is not supported`)
  }
  const version = crypto.randomUUID()
  const metadata = { size: bytes.length, mimetype, cacheControl, eTag: `"${version}"` }
  const id = crypto.randomUUID()
  let replaced: ObjectRow | undefined
  let row: ObjectRow | undefined
  try {
    row = await database.transactionAs(caller, async (db) => {
      if (isUpsert) [replaced] = await db.query<ObjectRow>(FIND, [bucket.id, name])
      const conflict = isUpsert
        ? 'on conflict (bucket_id, name) do update set version = excluded.version, metadata = excluded.metadata, updated_at = now()'
        : ''
      const [made] = await db.query<ObjectRow>(
        `insert into storage.objects (id, bucket_id, name, owner, owner_id, version, metadata)
         values ($1, $2, $3, $4, $5, $6, $7::jsonb) ${conflict} returning id, version, metadata, updated_at`,
        [
          id,
          bucket.id,
          name,
          caller.claims.sub ?? null,
          caller.claims.sub ?? null,
          version,
          JSON.stringify(metadata),
        ],
      )
      if (!made) throw notFound()
      await writeWhole(fileOf(filesDir, made), bytes)
      return made
    })
  } catch (error) {
    throw refused(error)
  }
  if (replaced) await rm(fileOf(filesDir, replaced), { force: true })
  return c.json({ Id: row.id, Key: `${bucket.id}/${name}` })
}

function refused(error: unknown): unknown {
  if (!(error instanceof DatabaseError)) return error
  if (error.code === '23505') return storageError(409, 'Duplicate', 'The resource already exists')
  if (error.code === '42501') {
    return storageError(403, 'Unauthorized', 'new row violates row-level security policy')
  }
  return error
}

async function bodyOf(c: Context): Promise<{ bytes: Uint8Array; cacheControl: string }> {
  if (!c.req.header('content-type')?.startsWith('multipart/form-data')) {
    const cacheControl = c.req.header('cache-control') ?? 'no-cache'
    return { bytes: new Uint8Array(await c.req.arrayBuffer()), cacheControl }
  }
  const form = await c.req.formData()
  const file = [...form.values()].find((value) => value instanceof File)
  if (!file) throw storageError(400, 'invalid_request', 'The form has no file')
  const seconds = Number.parseInt(String(form.get('cacheControl') ?? '3600'), 10) || 0
  return { bytes: new Uint8Array(await file.arrayBuffer()), cacheControl: `max-age=${seconds}` }
}

async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(join(file, '..'), { recursive: true, mode: 0o700 })
  const handle = await open(`${file}.part`, 'w', 0o600)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(`${file}.part`, file)
}

/** Names of our own making alone: what a person called the file never reaches the disk. */
function fileOf(filesDir: string, { id, version }: Pick<ObjectRow, 'id' | 'version'>): string {
  return join(filesDir, id.slice(0, 2), `${id}-${version}`)
}

function pathOf(c: Context): string {
  const path = c.req.param('path') ?? ''
  const isClean =
    path.length <= 1024 && path.split('/').every((part) => part !== '' && part !== '..')
  if (!isClean || /\p{Cc}/u.test(path)) throw storageError(400, 'InvalidKey', 'Invalid key')
  return path
}

async function serve(c: Context, row: ObjectRow | undefined, filesDir: string): Promise<Response> {
  const file = row && fileOf(filesDir, row)
  const about = file && (await stat(file).catch(() => undefined))
  if (!row || !file || !about) throw notFound()
  const { mimetype, cacheControl, eTag } = row.metadata
  const headers = {
    'Content-Type': mimetype,
    'Cache-Control': cacheControl,
    ETag: eTag,
    'Last-Modified': row.updated_at.toUTCString(),
    'X-Content-Type-Options': 'nosniff',
    // Whatever was uploaded, it never runs here.
    'Content-Security-Policy': "default-src 'none'; sandbox",
  }
  if (c.req.header('if-none-match') === eTag) return new Response(null, { status: 304, headers })
  const body = Readable.toWeb(createReadStream(file)) as unknown as BodyInit
  return new Response(body, { headers: { ...headers, 'Content-Length': String(about.size) } })
}
