import { DatabaseError } from '../database/database.ts'
import { createResponse } from '../responses.ts'
import { restError } from './errors.ts'
import { chooseFormat, type Format } from './request/formats.ts'
import type { Preferences } from './request/preferences.ts'

/** The row that every statement returns: the response body, which PostgreSQL builds, and its counts. */
export interface StatementResult {
  body: string
  row_count: number
  /** The number of matching rows, if the request asks for a count. */
  total: number | null
}

/**
 * The row of an aggregating statement, which always returns one.
 * @throws {DatabaseError} if there is none: a fault of the engine, which must not look like an empty list
 */
export function requireRow<Row extends object>([row]: readonly Row[]): Row {
  if (row) return row
  throw new DatabaseError('XX000', 'a statement that always gives one row gave none')
}

/** @throws {ApiError} PGRST116 if the client accepts one object and there are none or several */
export function requireSingle({ kind }: Format, result: StatementResult): void {
  if (kind !== 'object' || result.row_count === 1) return
  throw restError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
    details: `The result contains ${result.row_count} rows`,
  })
}

/** @throws {ApiError} PGRST124 if a write or a call affects more rows than the client allows */
export function requireMaxAffected(
  { row_count }: StatementResult,
  { maxAffected }: Preferences,
): void {
  if (maxAffected === undefined || row_count <= maxAffected) return
  throw restError(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
    details: `The query affects ${row_count} rows`,
  })
}

export interface ResponseOptions {
  status: number
  offset: number
  isWrite?: boolean
  /** Whether `Content-Range` has a range: not after an insert or a delete. */
  hasRange?: boolean
  format?: Format
  /** Headers that a function has set, which take precedence. */
  headers?: Headers
}

/** @throws {ApiError} PGRST103 if the offset is after the last row */
export function respond(
  request: Request,
  result: StatementResult,
  preferences: Preferences,
  options: ResponseOptions,
): Response {
  const { total, row_count: count } = result
  const headers = options.headers ?? new Headers()
  const range =
    count === 0 || options.hasRange === false
      ? '*'
      : `${options.offset}-${options.offset + count - 1}`
  const setDefault = (name: string, value: string) => {
    if (!headers.has(name)) headers.set(name, value)
  }
  setDefault('Content-Range', `${range}/${total ?? '*'}`)
  if (preferences.applied.length > 0)
    setDefault('Preference-Applied', preferences.applied.join(', '))
  if (options.isWrite && preferences.return !== 'representation') {
    return createResponse(null, options.status, headers)
  }
  const format = options.format ?? chooseFormat(request)
  setDefault('Content-Type', format.contentType)
  const body = format.kind === 'object' ? result.body.slice(1, -1) : result.body
  if (total !== null && options.offset > total && options.offset > 0) {
    throw restError(416, 'PGRST103', 'Requested range not satisfiable', {
      details: `An offset of ${options.offset} was requested, but there are only ${total} rows.`,
    })
  }
  const isPart = total !== null && !options.isWrite && count < total
  const status = isPart && options.status === 200 ? 206 : options.status
  return createResponse(request.method === 'HEAD' ? null : body, status, headers)
}
