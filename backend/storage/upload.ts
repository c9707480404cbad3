import { fileTypeFromBuffer } from 'file-type'
import type { Context } from 'hono'
import type { Transaction } from '../database/database.ts'
import {
  type Bucket,
  FIND,
  findBucket,
  nameOf,
  OBJECT,
  type ObjectRow,
  type StorageOptions,
} from './context.ts'
import { badRequest, notFound, refusalOf, storageError } from './errors.ts'
import { fileOf, remove, writeWhole } from './files.ts'

/** The row says who may; the file is written whole before the row says that it exists. */
export async function upload(
  c: Context,
  options: StorageOptions,
  isUpsert: boolean,
): Promise<Response> {
  const { database, callerOf, filesDir, sizeLimit } = options
  const caller = await callerOf(c.req.raw)
  const name = nameOf(c)
  const bucket = await findBucket(database, c.req.param('bucket') ?? '')
  const sent = await bodyOf(c)
  if (sent.bytes.length > Math.min(sizeLimit, bucket.file_size_limit ?? sizeLimit)) {
    throw storageError(413, 'Payload too large', 'The object exceeded the maximum allowed size')
  }
  const owner = typeof caller.claims.sub === 'string' ? caller.claims.sub : null
  const mimetype = await typeOf(sent, bucket)
  const row = rowOf(bucket.id, name, sent, mimetype)
  const written: string[] = []
  try {
    const { made, replaced } = await database.transactionAs(caller, async (db) => {
      const before = isUpsert ? await lockExisting(db, bucket.id, name) : undefined
      const after = await insertObject(db, row, owner, isUpsert)
      written.push(fileOf(filesDir, after))
      await writeWhole(fileOf(filesDir, after), sent.bytes)
      return { made: after, replaced: before }
    })
    if (replaced) await remove(fileOf(filesDir, replaced))
    return c.json({ Id: made.id, Key: `${bucket.id}/${name}` })
  } catch (error) {
    await Promise.all(written.map(remove))
    throw refusalOf(error)
  }
}

type NewObject = Pick<ObjectRow, 'id' | 'bucket_id' | 'name' | 'version' | 'metadata'>

function rowOf(bucketId: string, name: string, sent: Sent, mimetype: string): NewObject {
  const version = crypto.randomUUID()
  const size = sent.bytes.length
  return {
    id: crypto.randomUUID(),
    bucket_id: bucketId,
    name,
    version,
    metadata: { size, mimetype, cacheControl: sent.cacheControl, eTag: `"${version}"` },
  }
}

async function lockExisting(db: Transaction, bucketId: string, name: string) {
  const [row] = await db.query<ObjectRow>(`${FIND} for update`, [bucketId, name])
  return row
}

/** As the caller: row security decides. */
export async function insertObject(
  db: Transaction,
  row: NewObject,
  owner: string | null,
  isUpsert: boolean,
): Promise<ObjectRow> {
  const conflict = isUpsert
    ? 'on conflict (bucket_id, name) do update set version = excluded.version, metadata = excluded.metadata, updated_at = now()'
    : ''
  const [made] = await db.query<ObjectRow>(
    `insert into storage.objects (id, bucket_id, name, owner, owner_id, version, metadata)
     values ($1, $2, $3, $4::uuid, $4::text, $5, $6::jsonb) ${conflict} returning ${OBJECT}`,
    [row.id, row.bucket_id, row.name, owner, row.version, JSON.stringify(row.metadata)],
  )
  if (!made) throw notFound()
  return made
}

interface Sent {
  bytes: Uint8Array
  /** What the sender says that it is. */
  type: string
  cacheControl: string
}

async function bodyOf(c: Context): Promise<Sent> {
  const type = c.req.header('content-type') ?? ''
  if (!type.startsWith('multipart/form-data')) {
    const cacheControl = c.req.header('cache-control') ?? 'no-cache'
    return { bytes: new Uint8Array(await c.req.arrayBuffer()), type, cacheControl }
  }
  const form = await c.req.formData().catch((error: unknown) => {
    // Too large a body ends in an error of its own.
    if (!(error instanceof TypeError)) throw error
    throw badRequest('The form cannot be read')
  })
  const file = [...form.values()].find((value) => value instanceof File)
  if (!file) throw badRequest('The form has no file')
  const seconds = Number.parseInt(String(form.get('cacheControl') ?? '3600'), 10) || 0
  const bytes = new Uint8Array(await file.arrayBuffer())
  return { bytes, type: file.type, cacheControl: `max-age=${Math.max(0, seconds)}` }
}

/** Types that no bytes give away, and that do no harm if they are something else. */
const TAKEN_AT_WORD = ['text/plain', 'text/csv', 'application/json']

/** What the bytes are, not what the sender calls them. */
async function typeOf({ bytes, type }: Sent, { allowed_mime_types: allowed }: Bucket) {
  const [word = ''] = type.split(';')
  const seen = (await fileTypeFromBuffer(bytes))?.mime
  const mimetype =
    seen ?? (TAKEN_AT_WORD.includes(word.trim()) ? word.trim() : 'application/octet-stream')
  const isAllowed = allowed?.some(
    (one) => one === mimetype || (one.endsWith('/*') && mimetype.startsWith(one.slice(0, -1))),
  )
  if (isAllowed === false) {
    throw storageError(415, 'invalid_mime_type', `mime type ${mimetype} is not supported`)
  }
  return mimetype
}
