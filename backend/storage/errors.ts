import { ApiError } from '../api-error.ts'
import { DatabaseError } from '../database/database.ts'

/** An error in Supabase Storage's own shape. */
export const storageError = (status: number, error: string, message: string) =>
  new ApiError(status, { statusCode: String(status), error, message })

export const notFound = () => storageError(404, 'not_found', 'Object not found')
export const badRequest = (message: string) => storageError(400, 'invalid_request', message)

/** What storage's own tables refused, for the caller's eyes; anything else as it is. */
export function refusalOf(error: unknown): unknown {
  if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') {
    return storageError(503, 'insufficient_storage', 'There is no room for files at the moment')
  }
  if (!(error instanceof DatabaseError)) return error
  // A policy's function may refuse with a status of its own, as functions do in the REST API.
  const status = /^PT(4\d{2})$/.exec(error.code)?.[1]
  if (status) return storageError(Number(status), 'limit_exceeded', error.message)
  switch (error.code) {
    // It waited too long for another upload of the same member.
    case '57014':
      return storageError(429, 'too_many_requests', 'Too many uploads at once. Please try again.')
    case '23505':
      return storageError(409, 'Duplicate', 'The resource already exists')
    // PostgreSQL 18 has a code of its own for a restricted delete.
    case '23001':
    case '23503':
      return storageError(409, 'Conflict', 'The bucket is not empty, or not there')
    case '42501':
      return storageError(403, 'Unauthorized', 'new row violates row-level security policy')
    default:
      return error
  }
}
