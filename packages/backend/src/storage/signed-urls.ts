import { z } from 'zod'
import type { Caller } from '../database/database.ts'
import {
  findBucket,
  getObjectName,
  type ObjectRow,
  parseBody,
  requireCaller,
  requireObjectName,
  SELECT_OBJECT,
  type StorageOptions,
  type StorageRequest,
} from './context.ts'
import { objectNotFound, storageError } from './errors.ts'
import { sendFile } from './send-file.ts'

/** A year. */
const MAX_LIFETIME_SECONDS = 31_536_000
const lifetime = z.number().int().min(1).max(MAX_LIFETIME_SECONDS)

/** Signs a URL that gives access to one object without a token. */
export async function signUrl(c: StorageRequest, options: StorageOptions): Promise<Response> {
  const { expiresIn } = await parseBody(
    c,
    z.object({ expiresIn: lifetime }),
    'expiresIn is not valid',
  )
  const name = getObjectName(c)
  const caller = await requireCaller(c)
  const bucket = await findBucket(options.database, c.req.param('bucket') ?? '')
  const visible = await findVisibleNames(options, caller, bucket.id, [name])
  if (!visible.has(name)) throw objectNotFound()
  return c.json({ signedURL: await createSignedUrl(options, bucket.id, name, expiresIn) })
}

/** Signs URLs for several objects; an entry that is not visible has an error instead. */
export async function signUrls(c: StorageRequest, options: StorageOptions): Promise<Response> {
  const { expiresIn, paths } = await parseBody(
    c,
    z.object({ expiresIn: lifetime, paths: z.array(z.string()).max(500) }),
    'expiresIn or paths are not valid',
  )
  const caller = await requireCaller(c)
  const bucket = await findBucket(options.database, c.req.param('bucket') ?? '')
  const visible = await findVisibleNames(options, caller, bucket.id, paths.map(requireObjectName))
  const signPath = async (path: string) =>
    visible.has(path)
      ? { error: null, path, signedURL: await createSignedUrl(options, bucket.id, path, expiresIn) }
      : { error: NOT_VISIBLE, path, signedURL: null }
  return c.json(await Promise.all(paths.map(signPath)))
}

const NOT_VISIBLE = 'Either the object does not exist or you do not have access to it'

/** The names whose objects the caller may read: only those may be shared. */
async function findVisibleNames(
  { database }: StorageOptions,
  caller: Caller,
  bucketId: string,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await database.as<{ name: string }>(
    caller,
    'select name from storage.objects where bucket_id = $1 and name = any ($2::text[])',
    [bucketId, names],
  )
  return new Set(rows.map(({ name }) => name))
}

async function createSignedUrl(
  { keys }: StorageOptions,
  bucketId: string,
  name: string,
  expiresIn: number,
): Promise<string> {
  // Without a role: the token cannot sign anyone in.
  const token = await keys.sign({ url: `${bucketId}/${name}` }, expiresIn)
  // Not encoded here: the client encodes the whole address.
  return `/object/sign/${bucketId}/${name}?token=${token}`
}

export async function downloadSigned(
  c: StorageRequest,
  options: StorageOptions,
): Promise<Response> {
  const { database, keys, files } = options
  const bucketId = c.req.param('bucket') ?? ''
  const name = getObjectName(c)
  const claims = await keys.open(c.req.query('token') ?? '').catch(() => undefined)
  if (claims?.url !== `${bucketId}/${name}`) {
    throw storageError(400, 'InvalidJWT', 'The signature is not valid, or too old')
  }
  const [row] = await database.asOwner<ObjectRow>(SELECT_OBJECT, [bucketId, name])
  return sendFile(c, row, files)
}
