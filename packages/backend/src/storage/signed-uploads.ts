import { z } from 'zod'
import type { Caller } from '../database/database.ts'
import {
  findBucket,
  getObjectName,
  requireCaller,
  type StorageOptions,
  type StorageRequest,
} from './context.ts'
import { storageError } from './errors.ts'
import { createRow, requireUploadable, storeUpload } from './upload.ts'

/** As in Supabase Storage. */
const LIFETIME_SECONDS = 2 * 60 * 60

/** The claims of a signed upload's token: the object and the caller. */
const signedUpload = z.object({
  upload: z.object({
    path: z.string(),
    isUpsert: z.boolean(),
    role: z.enum(['anon', 'authenticated', 'service_role']),
    claims: z.record(z.string(), z.unknown()),
  }),
})

/** Signs a URL to which one object can be uploaded without a token, if its caller could upload it now. */
export async function signUpload(c: StorageRequest, options: StorageOptions): Promise<Response> {
  const caller = await requireCaller(c)
  const name = getObjectName(c)
  const { id } = await findBucket(options.database, c.req.param('bucket') ?? '')
  const isUpsert = c.req.header('x-upsert') === 'true'
  const metadata = { size: 0, mimetype: 'application/octet-stream', cacheControl: 'no-cache' }
  const row = { ...createRow(id, name, metadata), user_metadata: {} }
  await requireUploadable(options, caller, row, isUpsert)
  const path = `${id}/${name}`
  // The claims are nested, and there is no role at the top: the token cannot sign anyone in.
  const upload = { path, isUpsert, role: caller.role, claims: caller.claims }
  const token = await options.keys.sign({ upload }, LIFETIME_SECONDS)
  return c.json({ url: `/object/upload/sign/${path}?token=${token}`, token })
}

/** Stores an upload as the caller who signed its URL: row security decides again. */
export async function uploadSigned(c: StorageRequest, options: StorageOptions): Promise<Response> {
  const claims = await options.keys.open(c.req.query('token') ?? '').catch(() => undefined)
  const parsed = signedUpload.safeParse(claims)
  if (parsed.data?.upload.path !== `${c.req.param('bucket')}/${getObjectName(c)}`) {
    throw storageError(400, 'InvalidJWT', 'The signature is not valid, or too old')
  }
  const { role, claims: signer, isUpsert } = parsed.data.upload
  const caller: Caller = { role, claims: signer }
  return storeUpload(c, options, isUpsert, caller)
}
