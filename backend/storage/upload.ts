import { fileTypeFromBuffer } from 'file-type'
import pLimit from 'p-limit'
import type { Transaction } from '../database/database.ts'
import {
  type Bucket,
  FIND,
  findBucket,
  nameOf,
  OBJECT,
  type ObjectRow,
  requireCaller,
  type StorageOptions,
  type StorageRequest,
} from './context.ts'
import { notFound, refusalOf, storageError } from './errors.ts'
import { keyOf } from './files/files.ts'
import { readUpload } from './read-upload.ts'
import { removeFiles, removeUncommitted } from './removed-files.ts'
import { readUserMetadata } from './user-metadata.ts'

/** A slow store keeps a connection for each of them; the other connections are for everybody else. */
const storing = pLimit(4)

/** The row says who may; the file is there whole before the row says that it exists. */
export async function upload(
  c: StorageRequest,
  options: StorageOptions,
  isUpsert: boolean,
): Promise<Response> {
  const { database, files, maxFileBytes } = options
  const caller = await requireCaller(c)
  const name = nameOf(c)
  const bucket = await findBucket(database, c.req.param('bucket') ?? '')
  const sent = await readUpload(c)
  const most = Math.min(maxFileBytes, bucket.file_size_limit ?? maxFileBytes)
  const staged = await files.stage(sent.bytes, most).catch((error: unknown) => {
    throw refusalOf(error)
  })
  const owner = typeof caller.claims.sub === 'string' ? caller.claims.sub : null
  const written: string[] = []
  try {
    const mimetype = await typeOf(staged.head, sent.type, bucket)
    const { cacheControl } = sent
    const user_metadata = readUserMetadata(sent.metadata)
    const metadata = { size: staged.size, mimetype, cacheControl }
    const row = { ...rowOf(bucket.id, name, metadata), user_metadata }
    const { made, replaced } = await storing(() =>
      database.transactionAs(caller, async (db) => {
        const before = isUpsert ? await lockExisting(db, bucket.id, name) : undefined
        const after = await insertObject(db, row, owner, isUpsert)
        written.push(keyOf(after))
        await staged.keep(keyOf(after))
        return { made: after, replaced: before }
      }),
    )
    if (replaced) await removeFiles(options, [replaced])
    return c.json({ Id: made.id, Key: `${bucket.id}/${name}` })
  } catch (error) {
    await Promise.all([staged.drop(), removeUncommitted(options, written, error)])
    throw refusalOf(error)
  }
}

type NewObject = Pick<
  ObjectRow,
  'id' | 'bucket_id' | 'name' | 'version' | 'metadata' | 'user_metadata'
>

function rowOf(
  bucketId: string,
  name: string,
  metadata: Omit<ObjectRow['metadata'], 'eTag'>,
): Omit<NewObject, 'user_metadata'> {
  const version = crypto.randomUUID()
  return {
    id: crypto.randomUUID(),
    bucket_id: bucketId,
    name,
    version,
    metadata: { ...metadata, eTag: `"${version}"` },
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
    ? 'on conflict (bucket_id, name) do update set version = excluded.version, metadata = excluded.metadata, owner = excluded.owner, owner_id = excluded.owner_id, user_metadata = excluded.user_metadata, updated_at = now()'
    : ''
  const [made] = await db.query<ObjectRow>(
    `insert into storage.objects (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata)
     values ($1, $2, $3, $4::uuid, $4::text, $5, $6::jsonb, $7::jsonb) ${conflict} returning ${OBJECT}`,
    [
      ...[row.id, row.bucket_id, row.name, owner, row.version],
      ...[JSON.stringify(row.metadata), JSON.stringify(row.user_metadata)],
    ],
  )
  if (!made) throw notFound()
  return made
}

/** Types that no bytes give away, and that do no harm if they are something else. */
const TAKEN_AT_WORD = ['text/plain', 'text/csv', 'application/json']

/** What the bytes are, not what the sender calls them. */
async function typeOf(head: Uint8Array, said: string, { allowed_mime_types: allowed }: Bucket) {
  const word = said.split(';')[0]?.trim() ?? ''
  const seen = (await fileTypeFromBuffer(head))?.mime
  const mimetype = seen ?? (TAKEN_AT_WORD.includes(word) ? word : 'application/octet-stream')
  const isAllowed = allowed?.some(
    (one) => one === mimetype || (one.endsWith('/*') && mimetype.startsWith(one.slice(0, -1))),
  )
  if (isAllowed === false) {
    throw storageError(415, 'invalid_mime_type', `mime type ${mimetype} is not supported`)
  }
  return mimetype
}
