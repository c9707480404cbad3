import pLimit from 'p-limit'
import type { Caller, Transaction } from '../database/database.ts'
import {
  type Bucket,
  findBucket,
  getObjectName,
  OBJECT_COLUMNS,
  type ObjectRow,
  requireCaller,
  SELECT_OBJECT,
  type StorageOptions,
  type StorageRequest,
} from './context.ts'
import { objectNotFound, storageError, toStorageError } from './errors.ts'
import { fileKeyOf } from './files/files.ts'
import { readUpload } from './read-upload.ts'
import { removeFiles, removeUncommitted } from './removed-files.ts'
import { parseUserMetadata } from './user-metadata.ts'

/** A slow store occupies a connection for each upload: limits these, so that others remain. */
const limitUploads = pLimit(4)

/** Stores an upload of the request's caller. */
export async function upload(
  c: StorageRequest,
  options: StorageOptions,
  isUpsert: boolean,
): Promise<Response> {
  return storeUpload(c, options, isUpsert, await requireCaller(c))
}

/** Stores an upload: row security decides, and the whole file is in place before the row is committed. */
export async function storeUpload(
  c: StorageRequest,
  options: StorageOptions,
  isUpsert: boolean,
  caller: Caller,
): Promise<Response> {
  const { database, files, maxFileBytes } = options
  const name = getObjectName(c)
  const bucket = await findBucket(database, c.req.param('bucket') ?? '')
  const sent = await readUpload(c)
  const maxBytes = Math.min(maxFileBytes, bucket.file_size_limit ?? maxFileBytes)
  const staged = await files.stage(sent.bytes, maxBytes).catch((error: unknown) => {
    throw toStorageError(error)
  })
  const written: string[] = []
  try {
    const mimetype = await detectType(staged.head, sent.type, bucket)
    const { cacheControl } = sent
    const user_metadata = parseUserMetadata(sent.metadata)
    const metadata = { size: staged.size, mimetype, cacheControl }
    const row = { ...createRow(bucket.id, name, metadata), user_metadata }
    const { inserted, replaced } = await limitUploads(() =>
      database.transactionAs(caller, async (db) => {
        const before = isUpsert ? await lockExisting(db, bucket.id, name) : undefined
        const after = await insertObject(db, row, getOwnerId(caller), isUpsert)
        written.push(fileKeyOf(after))
        await staged.keep(fileKeyOf(after))
        return { inserted: after, replaced: before }
      }),
    )
    if (replaced) await removeFiles(options, [replaced])
    return c.json({ Id: inserted.id, Key: `${bucket.id}/${name}` })
  } catch (error) {
    await Promise.all([staged.drop(), removeUncommitted(options, written, error)])
    throw toStorageError(error)
  }
}

/** Carries nothing out of a transaction that only checks whether it could be committed. */
class RolledBack extends Error {}

/**
 * Checks that row security lets the caller upload, without an upload.
 * @throws {ApiError} as `storeUpload` does
 */
export async function requireUploadable(
  { database }: StorageOptions,
  caller: Caller,
  { bucketId, name, isUpsert }: { bucketId: string; name: string; isUpsert: boolean },
): Promise<void> {
  const metadata = { size: 0, mimetype: 'application/octet-stream', cacheControl: 'no-cache' }
  const row = { ...createRow(bucketId, name, metadata), user_metadata: {} }
  try {
    await database.transactionAs(caller, async (db) => {
      await insertObject(db, row, getOwnerId(caller), isUpsert)
      throw new RolledBack()
    })
  } catch (error) {
    if (!(error instanceof RolledBack)) throw toStorageError(error)
  }
}

/** The member who owns what the caller uploads; none for the service key. */
const getOwnerId = ({ claims }: Caller) => (typeof claims.sub === 'string' ? claims.sub : null)

type NewObject = Pick<
  ObjectRow,
  'id' | 'bucket_id' | 'name' | 'version' | 'metadata' | 'user_metadata'
>

function createRow(
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
  const [row] = await db.query<ObjectRow>(`${SELECT_OBJECT} for update`, [bucketId, name])
  return row
}

/** Inserts as the caller, with row security. */
export async function insertObject(
  db: Transaction,
  row: NewObject,
  owner: string | null,
  isUpsert: boolean,
): Promise<ObjectRow> {
  const conflict = isUpsert
    ? 'on conflict (bucket_id, name) do update set version = excluded.version, metadata = excluded.metadata, owner = excluded.owner, owner_id = excluded.owner_id, user_metadata = excluded.user_metadata, updated_at = now()'
    : ''
  const [inserted] = await db.query<ObjectRow>(
    `insert into storage.objects (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata)
     values ($1, $2, $3, $4::uuid, $4::text, $5, $6::jsonb, $7::jsonb) ${conflict} returning ${OBJECT_COLUMNS}`,
    [
      ...[row.id, row.bucket_id, row.name, owner, row.version],
      ...[JSON.stringify(row.metadata), JSON.stringify(row.user_metadata)],
    ],
  )
  if (!inserted) throw objectNotFound()
  return inserted
}

/** Types that bytes do not reveal, and that are harmless if they are wrong. */
const TRUSTED_TYPES = ['text/plain', 'text/csv', 'application/json']

/** The media type of the bytes; the client's type counts only if it is harmless. */
async function detectType(
  head: Uint8Array,
  declared: string,
  { allowed_mime_types: allowed }: Bucket,
) {
  const declaredType = declared.split(';')[0]?.trim() ?? ''
  const { fileTypeFromBuffer } = await import('file-type')
  const detected = (await fileTypeFromBuffer(head))?.mime
  const mimetype =
    detected ?? (TRUSTED_TYPES.includes(declaredType) ? declaredType : 'application/octet-stream')
  const isAllowed = allowed?.some(
    (one) => one === mimetype || (one.endsWith('/*') && mimetype.startsWith(one.slice(0, -1))),
  )
  if (isAllowed === false) {
    throw storageError(415, 'invalid_mime_type', `mime type ${mimetype} is not supported`)
  }
  return mimetype
}
