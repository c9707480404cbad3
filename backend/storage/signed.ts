import { z } from 'zod'
import type { Caller } from '../database/database.ts'
import {
  checkedName,
  FIND,
  findBucket,
  nameOf,
  type ObjectRow,
  read,
  requireCaller,
  type StorageOptions,
  type StorageRequest,
} from './context.ts'
import { notFound, storageError } from './errors.ts'
import { serve } from './serve.ts'

/** A year, in seconds. */
const LONGEST = 31_536_000
const lifetime = z.number().int().min(1).max(LONGEST)

/** An address that shows one object to whoever has it, for a while. */
export async function sign(c: StorageRequest, options: StorageOptions): Promise<Response> {
  const { expiresIn } = await read(c, z.object({ expiresIn: lifetime }), 'expiresIn is not valid')
  const name = nameOf(c)
  const caller = await requireCaller(c)
  const bucket = await findBucket(options.database, c.req.param('bucket') ?? '')
  const visible = await findVisibleNames(options, caller, bucket.id, [name])
  if (!visible.has(name)) throw notFound()
  return c.json({ signedURL: await signAddress(options, bucket.id, name, expiresIn) })
}

/** The same for several; one that is not there has an error in place of its address. */
export async function signMany(c: StorageRequest, options: StorageOptions): Promise<Response> {
  const { expiresIn, paths } = await read(
    c,
    z.object({ expiresIn: lifetime, paths: z.array(z.string()).max(500) }),
    'expiresIn or paths are not valid',
  )
  const caller = await requireCaller(c)
  const bucket = await findBucket(options.database, c.req.param('bucket') ?? '')
  const visible = await findVisibleNames(options, caller, bucket.id, paths.map(checkedName))
  const signPath = async (path: string) =>
    visible.has(path)
      ? { error: null, path, signedURL: await signAddress(options, bucket.id, path, expiresIn) }
      : { error: NOT_VISIBLE, path, signedURL: null }
  return c.json(await Promise.all(paths.map(signPath)))
}

const NOT_VISIBLE = 'Either the object does not exist or you do not have access to it'

/** Those of the names whose objects the caller may read, so that they can pass on no other. */
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

async function signAddress(
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
  const name = nameOf(c)
  const said = await keys.open(c.req.query('token') ?? '').catch(() => undefined)
  if (said?.url !== `${bucketId}/${name}`) {
    throw storageError(400, 'InvalidJWT', 'The signature is not valid, or too old')
  }
  const [row] = await database.asOwner<ObjectRow>(FIND, [bucketId, name])
  return serve(c, row, files)
}
