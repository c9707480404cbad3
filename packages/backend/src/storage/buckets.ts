import { Hono } from 'hono'
import { z } from 'zod'
import type { BackendEnv } from '../caller.ts'
import type { Database } from '../database/database.ts'
import { type Settings, size } from '../settings/settings.ts'
import {
  findBucket,
  isClean,
  parseBody,
  requireCaller,
  type StorageOptions,
  type StorageRequest,
} from './context.ts'
import { storageError } from './errors.ts'
import { emptyBucket } from './objects.ts'

const bucketFields = z.object({
  public: z.boolean().optional(),
  file_size_limit: size.nullish(),
  allowed_mime_types: z.array(z.string().refine(isClean).max(100)).max(50).nullish(),
})

/** First parts of other routes below /object. */
const RESERVED = 'public authenticated sign info list list-v2 move copy upload'.split(' ')

const id = z
  .string()
  .regex(/^[\w.-]{1,100}$/)
  .refine((name) => !RESERVED.includes(name))

/** Create, read, change, empty and delete buckets; requires the service key. */
export function bucketRoutes(options: StorageOptions): Hono<BackendEnv> {
  const { database } = options
  const app = new Hono<BackendEnv>()

  app.get('/', async (c) => {
    if (!(await isServiceRole(c))) return c.json([])
    return c.json(await database.asOwner('select * from storage.buckets order by name'))
  })
  app.get('/:id', async (c) => {
    const isAllowed = await isServiceRole(c)
    const [row] =
      isAllowed && isClean(c.req.param('id'))
        ? await database.asOwner('select * from storage.buckets where id = $1', [c.req.param('id')])
        : []
    if (!row) throw storageError(404, 'Bucket not found', 'Bucket not found')
    return c.json(row)
  })

  app.use(async (c, next) => {
    if (!(await isServiceRole(c))) {
      throw storageError(403, 'Unauthorized', 'new row violates row-level security policy')
    }
    await next()
  })
  app.post('/', async (c) => {
    const body = await parseBody(
      c,
      bucketFields.extend({ id: id.optional(), name: id }),
      'The bucket is not valid',
    )
    await database.asOwner(
      `insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
         values ($1, $2, $3, $4, $5)`,
      [
        body.id ?? body.name,
        body.name,
        body.public ?? false,
        body.file_size_limit ?? null,
        body.allowed_mime_types ?? null,
      ],
    )
    return c.json({ name: body.name })
  })
  app.put('/:id', async (c) => {
    const body = await parseBody(c, bucketFields, 'The bucket is not valid')
    const bucket = await findBucket(database, c.req.param('id'))
    const after = { ...bucket, ...body }
    await database.asOwner(
      `update storage.buckets set public = $2, file_size_limit = $3, allowed_mime_types = $4, updated_at = now()
       where id = $1`,
      [bucket.id, after.public, after.file_size_limit ?? null, after.allowed_mime_types ?? null],
    )
    return c.json({ message: 'Successfully updated' })
  })
  app.post('/:id/empty', async (c) => {
    await emptyBucket(options, (await findBucket(database, c.req.param('id'))).id)
    return c.json({ message: 'Successfully emptied' })
  })
  app.delete('/:id', async (c) => {
    const bucket = await findBucket(database, c.req.param('id'))
    await database.asOwner('delete from storage.buckets where id = $1', [bucket.id])
    return c.json({ message: 'Successfully deleted' })
  })
  return app
}

async function isServiceRole(c: StorageRequest): Promise<boolean> {
  return (await requireCaller(c)).role === 'service_role'
}

/** Creates the buckets of the settings, and updates the limits of existing ones. */
export async function ensureBuckets(
  database: Database,
  buckets: Settings['storage']['buckets'],
): Promise<void> {
  for (const [name, bucket] of Object.entries(buckets)) {
    await database.asOwner(
      `insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
       values ($1, $1, $2, $3, $4)
       on conflict (id) do update set public = excluded.public,
         file_size_limit = coalesce(excluded.file_size_limit, storage.buckets.file_size_limit),
         allowed_mime_types = coalesce(excluded.allowed_mime_types, storage.buckets.allowed_mime_types)`,
      [name, bucket.public, bucket.file_size_limit ?? null, bucket.allowed_mime_types ?? null],
    )
  }
}
