import { z } from 'zod'
import type { Caller } from '../database/database.ts'
import {
  checkedName,
  FIND,
  findBucket,
  isClean,
  nameOf,
  OBJECT,
  type ObjectRow,
  read,
  requireCaller,
  type StorageOptions,
  type StorageRequest,
} from './context.ts'
import { notFound, refusalOf } from './errors.ts'
import { keyOf } from './files/files.ts'
import { removeFiles, removeUncommitted } from './removed-files.ts'
import { serve } from './serve.ts'
import { insertObject } from './upload.ts'

/** An object of a public bucket, for anyone who knows its address. */
export async function downloadPublic(
  c: StorageRequest,
  options: StorageOptions,
): Promise<Response> {
  const bucket = await findBucket(options.database, c.req.param('bucket') ?? '')
  if (!bucket.public) throw notFound()
  const [row] = await options.database.asOwner<ObjectRow>(FIND, [bucket.id, nameOf(c)])
  return serve(c, row, options.files)
}

export async function download(c: StorageRequest, options: StorageOptions): Promise<Response> {
  return serve(c, await visible(c, options), options.files)
}

/** An object without its bytes. */
export async function info(c: StorageRequest, options: StorageOptions): Promise<Response> {
  const row = await visible(c, options)
  if (!row) throw notFound()
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

/** The row of the address, if row security shows it to the caller. */
async function visible(
  c: StorageRequest,
  { database }: StorageOptions,
): Promise<ObjectRow | undefined> {
  const caller = await requireCaller(c)
  const bucket = await findBucket(database, c.req.param('bucket') ?? '')
  return find({ database }, caller, bucket.id, nameOf(c))
}

export async function find(
  { database }: Pick<StorageOptions, 'database'>,
  caller: Caller,
  bucketId: string,
  name: string,
): Promise<ObjectRow | undefined> {
  const [row] = await database.as<ObjectRow>(caller, FIND, [bucketId, name])
  return row
}

const removal = z.object({ prefixes: z.array(z.string().refine(isClean)).max(1000) })

/** Those of the named objects that the caller may remove. */
export async function remove(c: StorageRequest, options: StorageOptions): Promise<Response> {
  const caller = await requireCaller(c)
  const { prefixes } = await read(c, removal, 'Name the objects to remove')
  const rows = await options.database
    .as<ObjectRow>(
      caller,
      'delete from storage.objects where bucket_id = $1 and name in (select jsonb_array_elements_text($2::jsonb)) returning *',
      [c.req.param('bucket'), JSON.stringify(prefixes)],
    )
    .catch((error: unknown) => {
      throw refusalOf(error)
    })
  await removeFiles(options, rows)
  return c.json(rows)
}

const journey = z.object({
  bucketId: z.string().refine(isClean),
  sourceKey: z.string(),
  destinationKey: z.string(),
  destinationBucket: z.string().refine(isClean).nullish(),
  copyMetadata: z.boolean().nullish(),
})

async function readJourney(c: StorageRequest) {
  const said = await read(c, journey, 'Name the source and the destination')
  return {
    from: { bucket: said.bucketId, name: checkedName(said.sourceKey) },
    to: { bucket: said.destinationBucket ?? said.bucketId, name: checkedName(said.destinationKey) },
    copiesMetadata: said.copyMetadata ?? true,
  }
}

/** A new name for an object: its row changes, its file stays where it is. */
export async function move(c: StorageRequest, { database }: StorageOptions): Promise<Response> {
  const caller = await requireCaller(c)
  const { from, to } = await readJourney(c)
  const moved = await database
    .as(
      caller,
      'update storage.objects set bucket_id = $3, name = $4, updated_at = now() where bucket_id = $1 and name = $2 returning id',
      [from.bucket, from.name, to.bucket, to.name],
    )
    .catch((error: unknown) => {
      throw refusalOf(error)
    })
  if (moved.length === 0) throw notFound()
  return c.json({ message: 'Successfully moved' })
}

export async function copy(c: StorageRequest, options: StorageOptions): Promise<Response> {
  const { database, files } = options
  const caller = await requireCaller(c)
  const { from, to, copiesMetadata } = await readJourney(c)
  const owner = typeof caller.claims.sub === 'string' ? caller.claims.sub : null
  const written: string[] = []
  try {
    await database.transactionAs(caller, async (db) => {
      const [source] = await db.query<ObjectRow>(FIND, [from.bucket, from.name])
      if (!source) throw notFound()
      const version = crypto.randomUUID()
      const made = await insertObject(
        db,
        {
          id: crypto.randomUUID(),
          bucket_id: to.bucket,
          name: to.name,
          version,
          metadata: { ...source.metadata, eTag: `"${version}"` },
          user_metadata: copiesMetadata ? source.user_metadata : {},
        },
        owner,
        false,
      )
      written.push(keyOf(made))
      await files.copy(keyOf(source), keyOf(made))
    })
  } catch (error) {
    await removeUncommitted(options, written, error)
    throw refusalOf(error)
  }
  return c.json({ Key: `${to.bucket}/${to.name}` })
}

/** Every object of a bucket, with its file. */
export async function empty(options: StorageOptions, bucketId: string): Promise<void> {
  const rows = await options.database.asOwner<ObjectRow>(
    `delete from storage.objects where bucket_id = $1 returning ${OBJECT}`,
    [bucketId],
  )
  await removeFiles(options, rows)
}
