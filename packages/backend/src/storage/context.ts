import type { Context } from 'hono'
import type { z } from 'zod'
import type { BackendEnv } from '../caller.ts'
import type { Caller, Database } from '../database/database.ts'
import { type Keys, TokenError } from '../keys/keys.ts'
import { badRequest, storageError } from './errors.ts'
import type { Files } from './files/files.ts'
import type { UserMetadata } from './user-metadata.ts'

export interface StorageOptions {
  database: Database
  keys: Keys
  /** The bytes of objects; their rows are in storage.objects. */
  files: Files
  maxFileBytes: number
}

export type StorageRequest = Context<BackendEnv>

/** @throws {ApiError} 401 for a token that is not valid */
export async function requireCaller(c: StorageRequest): Promise<Caller> {
  try {
    return await c.var.identity.loadCaller()
  } catch (error) {
    if (!(error instanceof TokenError)) throw error
    throw storageError(401, 'Unauthorized', error.message)
  }
}

export interface Bucket {
  id: string
  public: boolean
  file_size_limit: number | null
  allowed_mime_types: string[] | null
}

export interface ObjectRow {
  id: string
  name: string
  bucket_id: string
  version: string
  metadata: { size: number; mimetype: string; cacheControl: string; eTag: string }
  /** Metadata that the uploader sent. */
  user_metadata: UserMetadata
  created_at: Date
  updated_at: Date
}

export const OBJECT_COLUMNS =
  'id, name, bucket_id, version, metadata, user_metadata, created_at, updated_at'
export const SELECT_OBJECT = `select ${OBJECT_COLUMNS} from storage.objects where bucket_id = $1 and name = $2`

/** @throws {ApiError} 404 */
export async function findBucket(database: Database, id: string): Promise<Bucket> {
  const [bucket] = isClean(id)
    ? await database.asOwner<Bucket>(
        'select id, public, file_size_limit, allowed_mime_types from storage.buckets where id = $1',
        [id],
      )
    : []
  if (!bucket) throw storageError(404, 'Bucket not found', 'Bucket not found')
  return bucket
}

/** The object's name in the path of a request. */
export const getObjectName = (c: StorageRequest) => requireObjectName(c.req.param('path') ?? '')

/** @throws {ApiError} 400 for a name with empty parts, `.` or `..` parts, or control characters */
export function requireObjectName(name: string): string {
  const parts = name.split('/')
  const isName =
    isClean(name) &&
    name.length <= 1024 &&
    parts.every((part) => part !== '' && part !== '.' && part !== '..')
  if (!isName) throw storageError(400, 'InvalidKey', 'Invalid key')
  return name
}

/** Whether a text can be stored in PostgreSQL, and written to a log or a header. */
export const isClean = (text: string) => text.isWellFormed() && !/\p{Cc}/u.test(text)

/** @throws {ApiError} 400 with the given message */
export async function parseBody<T extends z.ZodType>(
  c: StorageRequest,
  schema: T,
  message: string,
): Promise<z.output<T>> {
  const body = schema.safeParse(await c.req.json().catch(() => undefined))
  if (!body.success) throw badRequest(message)
  return body.data
}
