import type { Context } from 'hono'
import { z } from 'zod'
import {
  checkedName,
  FIND,
  findBucket,
  nameOf,
  type ObjectRow,
  read,
  type StorageOptions,
} from './context.ts'
import { notFound, storageError } from './errors.ts'
import { find } from './objects.ts'
import { serve } from './serve.ts'

/** A year, in seconds. */
const LONGEST = 31_536_000
const lifetime = z.number().int().min(1).max(LONGEST)

/** An address that shows one object to whoever has it, for a while. */
export async function sign(c: Context, options: StorageOptions): Promise<Response> {
  const { expiresIn } = await read(c, z.object({ expiresIn: lifetime }), 'expiresIn is not valid')
  const signedURL = await addressOf(c, options, nameOf(c), expiresIn)
  if (!signedURL) throw notFound()
  return c.json({ signedURL })
}

/** The same for several; one that is not there has an error in place of its address. */
export async function signMany(c: Context, options: StorageOptions): Promise<Response> {
  const { expiresIn, paths } = await read(
    c,
    z.object({ expiresIn: lifetime, paths: z.array(z.string()).max(500) }),
    'expiresIn or paths are not valid',
  )
  const signed = []
  for (const path of paths) {
    const signedURL = await addressOf(c, options, checkedName(path), expiresIn)
    signed.push({
      error: signedURL ? null : 'Either the object does not exist or you do not have access to it',
      path,
      signedURL: signedURL ?? null,
    })
  }
  return c.json(signed)
}

/** Only who may see an object himself can hand it on. */
async function addressOf(
  c: Context,
  options: StorageOptions,
  name: string,
  expiresIn: number,
): Promise<string | undefined> {
  const caller = await options.callerOf(c.req.raw)
  const bucket = await findBucket(options.database, c.req.param('bucket') ?? '')
  if (!(await find(options, caller, bucket.id, name))) return undefined
  // No role in it: nobody signs in with this token.
  const token = await options.keys.sign({ url: `${bucket.id}/${name}` }, expiresIn)
  // As it is: the client encodes the whole address.
  return `/object/sign/${bucket.id}/${name}?token=${token}`
}

export async function downloadSigned(c: Context, options: StorageOptions): Promise<Response> {
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
