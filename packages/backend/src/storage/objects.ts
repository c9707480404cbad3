import { z } from 'zod'
import {
  findBucket,
  getObjectName,
  isClean,
  OBJECT_COLUMNS,
  type ObjectRow,
  parseBody,
  requireCaller,
  requireObjectName,
  SELECT_OBJECT,
  type StorageOptions,
  type StorageRequest,
} from './context.ts'
import { objectNotFound } from './errors.ts'
import { fileKeyOf } from './files/files.ts'
import { removeFiles } from './removed-files.ts'
import { sendFile } from './send-file.ts'
import { createRow, storeObject } from './upload.ts'

/** Sends an object of a public bucket, without a token. */
export async function downloadPublic(
  c: StorageRequest,
  options: StorageOptions,
): Promise<Response> {
  const bucket = await findBucket(options.database, c.req.param('bucket') ?? '')
  if (!bucket.public) throw objectNotFound()
  const [row] = await options.database.asOwner<ObjectRow>(SELECT_OBJECT, [
    bucket.id,
    getObjectName(c),
  ])
  return sendFile(c, row, options.files)
}

export async function download(c: StorageRequest, options: StorageOptions): Promise<Response> {
  return sendFile(c, await findVisible(c, options), options.files)
}

/** Sends the metadata of an object. */
export async function sendInfo(c: StorageRequest, options: StorageOptions): Promise<Response> {
  const row = await findVisible(c, options)
  if (!row) throw objectNotFound()
  const { size, mimetype, cacheControl, eTag } = row.metadata
  return c.json({
    id: row.id,
    name: row.name,
    bucket_id: row.bucket_id,
    version: row.version,
    size,
    content_type: mimetype,
    cache_control: cacheControl,
    etag: eTag,
    metadata: row.user_metadata,
    last_modified: row.updated_at,
    created_at: row.created_at,
  })
}

/** The object of the request's path, if row security shows it to the caller. */
async function findVisible(
  c: StorageRequest,
  { database }: StorageOptions,
): Promise<ObjectRow | undefined> {
  const caller = await requireCaller(c)
  const bucket = await findBucket(database, c.req.param('bucket') ?? '')
  const [row] = await database.as<ObjectRow>(caller, SELECT_OBJECT, [bucket.id, getObjectName(c)])
  return row
}

const removal = z.object({ prefixes: z.array(z.string().refine(isClean)).max(1000) })

/** Removes those of the named objects that row security lets the caller delete. */
export async function removeObjects(c: StorageRequest, options: StorageOptions): Promise<Response> {
  const caller = await requireCaller(c)
  const { prefixes } = await parseBody(c, removal, 'Name the objects to remove')
  const rows = await options.database.as<ObjectRow>(
    caller,
    'delete from storage.objects where bucket_id = $1 and name in (select jsonb_array_elements_text($2::jsonb)) returning *',
    [c.req.param('bucket'), JSON.stringify(prefixes)],
  )
  await removeFiles(options, rows)
  return c.json(rows)
}

const moveFields = z.object({
  bucketId: z.string().refine(isClean),
  sourceKey: z.string(),
  destinationKey: z.string(),
  destinationBucket: z.string().refine(isClean).nullish(),
  copyMetadata: z.boolean().nullish(),
})

async function parseMoveRequest(c: StorageRequest) {
  const body = await parseBody(c, moveFields, 'Name the source and the destination')
  return {
    from: { bucket: body.bucketId, name: requireObjectName(body.sourceKey) },
    to: {
      bucket: body.destinationBucket ?? body.bucketId,
      name: requireObjectName(body.destinationKey),
    },
    copiesMetadata: body.copyMetadata ?? true,
  }
}

/** Renames an object: its row changes, its file keeps its key. */
export async function moveObject(
  c: StorageRequest,
  { database }: StorageOptions,
): Promise<Response> {
  const caller = await requireCaller(c)
  const { from, to } = await parseMoveRequest(c)
  const moved = await database.as(
    caller,
    'update storage.objects set bucket_id = $3, name = $4, updated_at = now() where bucket_id = $1 and name = $2 returning id',
    [from.bucket, from.name, to.bucket, to.name],
  )
  if (moved.length === 0) throw objectNotFound()
  return c.json({ message: 'Successfully moved' })
}

export async function copyObject(c: StorageRequest, options: StorageOptions): Promise<Response> {
  const { database, files } = options
  const caller = await requireCaller(c)
  const { from, to, copiesMetadata } = await parseMoveRequest(c)
  const [source] = await database.as<ObjectRow>(caller, SELECT_OBJECT, [from.bucket, from.name])
  if (!source) throw objectNotFound()
  const row = {
    ...createRow(to.bucket, to.name, source.metadata),
    user_metadata: copiesMetadata ? source.user_metadata : {},
  }
  await storeObject(options, caller, row, false, (key) => files.copy(fileKeyOf(source), key))
  return c.json({ Key: `${to.bucket}/${to.name}` })
}

/** Deletes all objects of a bucket with their files. */
export async function emptyBucket(options: StorageOptions, bucketId: string): Promise<void> {
  const rows = await options.database.asOwner<ObjectRow>(
    `delete from storage.objects where bucket_id = $1 returning ${OBJECT_COLUMNS}`,
    [bucketId],
  )
  await removeFiles(options, rows)
}
