import type { Caller, Transaction } from '../database/database.ts'
import { transact } from '../database/transact.ts'
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
import { objectNotFound, storageError } from './errors.ts'
import { fileKeyOf } from './files/files.ts'
import { readUpload } from './read-upload.ts'
import { removeFiles, removeUncommitted, type StoredFile } from './removed-files.ts'
import { parseUserMetadata } from './user-metadata.ts'

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
  const staged = await files.stage(sent.bytes, maxBytes)
  try {
    const mimetype = await detectType(staged.head, sent.type, bucket)
    const { cacheControl } = sent
    const user_metadata = parseUserMetadata(sent.metadata)
    const metadata = { size: staged.size, mimetype, cacheControl }
    const row = { ...createRow(bucket.id, name, metadata), user_metadata }
    const stored = await storeObject(options, caller, row, isUpsert, staged.keep)
    return c.json({ Id: stored.id, Key: `${bucket.id}/${name}` })
  } catch (error) {
    await staged.drop()
    throw error
  }
}

/**
 * Stores a file, then its row. No transaction is open while the store works: it may be slow, and PGlite has one
 * connection. Row security decides before the file is stored, and again with the row.
 * @param keepFile stores the file under a key
 */
export async function storeObject(
  options: StorageOptions,
  caller: Caller,
  row: NewObject,
  isUpsert: boolean,
  keepFile: (key: string) => Promise<void>,
): Promise<ObjectRow> {
  const { id } = await requireUploadable(options, caller, row, isUpsert)
  const unused: StoredFile[] = []
  let kept = { id, version: row.version }
  let store = keepFile
  try {
    for (;;) {
      unused.push(kept)
      await store(fileKeyOf(kept))
      const { inserted, replaced } = await insertStored(
        options,
        caller,
        { ...row, ...kept },
        isUpsert,
      )
      if (inserted.id === kept.id) {
        await removeUncommitted(options, unused.slice(0, -1), undefined)
        if (replaced) await removeFiles(options, [replaced])
        return inserted
      }
      // Another upload has created the object since: the row has its id.
      const from = fileKeyOf(kept)
      kept = { id: inserted.id, version: row.version }
      store = (key) => options.files.copy(from, key)
    }
  } catch (error) {
    await removeUncommitted(options, unused, error)
    throw error
  }
}

/**
 * Inserts the row of a stored file.
 * @returns the row, which is not committed if its id is another one, and the row that it replaces
 */
async function insertStored(
  { database }: Pick<StorageOptions, 'database'>,
  caller: Caller,
  row: NewObject,
  isUpsert: boolean,
): Promise<{ inserted: ObjectRow; replaced?: ObjectRow | undefined }> {
  return transact(database, caller, async (db, rollBack) => {
    const replaced = isUpsert ? await lockExisting(db, row.bucket_id, row.name) : undefined
    const inserted = await insertObject(db, row, getOwnerId(caller), isUpsert)
    return inserted.id === row.id ? { inserted, replaced } : rollBack({ inserted })
  })
}

/**
 * Checks that row security lets the caller upload, without an upload.
 * @returns the row as it would be: an upsert keeps the id of the row that it replaces
 * @throws {ApiError} as `storeUpload` does
 */
export async function requireUploadable(
  { database }: Pick<StorageOptions, 'database'>,
  caller: Caller,
  row: NewObject,
  isUpsert: boolean,
): Promise<ObjectRow> {
  return transact(database, caller, async (db, rollBack) =>
    rollBack(await insertObject(db, row, getOwnerId(caller), isUpsert)),
  )
}

/** The member who owns what the caller uploads; none for the service key. */
const getOwnerId = ({ claims }: Caller) => (typeof claims.sub === 'string' ? claims.sub : null)

export type NewObject = Pick<
  ObjectRow,
  'id' | 'bucket_id' | 'name' | 'version' | 'metadata' | 'user_metadata'
>

export function createRow(
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
async function insertObject(
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
