import { ApiError } from '../api-error.ts'
import { DatabaseError } from '../database/database.ts'

/** An error in Supabase Storage's own shape. */
export const storageError = (status: number, error: string, message: string) =>
  new ApiError(status, { statusCode: String(status), error, message })

export const objectNotFound = () => storageError(404, 'not_found', 'Object not found')
export const badRequest = (message: string) => storageError(400, 'invalid_request', message)

const DISK_FULL = 'The disk is full: no files can be stored at the moment. Please try again later.'

/** Maps errors of storage's tables to responses; returns any other error unchanged. */
export function toStorageError(error: unknown): unknown {
  if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') {
    return storageError(503, 'insufficient_storage', DISK_FULL)
  }
  if (!(error instanceof DatabaseError)) return error
  // A policy's function may raise a status, as functions do in the REST API.
  const status = /^PT(4\d{2})$/.exec(error.code)?.[1]
  if (status) return storageError(Number(status), 'limit_exceeded', error.message)
  switch (error.code) {
    // It waited too long for another upload of the same user.
    case '57014':
      return storageError(429, 'too_many_requests', 'Too many uploads at once. Please try again.')
    case '23505':
      return storageError(409, 'Duplicate', 'The resource already exists')
    // PostgreSQL 18 has a separate code for a restricted delete.
    case '23001':
    case '23503':
      return storageError(409, 'Conflict', 'The bucket is not empty, or not there')
    case '42501':
      return storageError(403, 'Unauthorized', 'new row violates row-level security policy')
    default:
      return error
  }
}
