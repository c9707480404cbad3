import { DatabaseError } from '../database/database.ts'
import { createResponse } from '../responses.ts'
import { restError } from './errors.ts'
import { type Format, formatOf } from './formats.ts'
import type { Preferences } from './preferences.ts'

/** What every statement answers with: a text that PostgreSQL made, and how many rows it holds. */
export interface Outcome {
  body: string
  row_count: number
  /** All rows that match, when the request asked for a count. */
  total: number | null
}

/**
 * The row of a statement that aggregates, and so always gives one.
 * @throws {DatabaseError} when it gave none: an engine at fault, which must not pass for an empty list
 */
export function onlyRow<Row extends object>([row]: readonly Row[]): Row {
  if (row) return row
  throw new DatabaseError('XX000', 'a statement that always gives one row gave none')
}

/** @throws {ApiError} PGRST116 when one row was asked for and there are none or several */
export function checkSingle({ kind }: Format, outcome: Outcome): void {
  if (kind !== 'object' || outcome.row_count === 1) return
  throw restError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
    details: `The result contains ${outcome.row_count} rows`,
  })
}

export interface About {
  status: number
  offset: number
  written?: boolean
  /** Where `Content-Range` says nothing of rows: after an insert or a delete. */
  rangeless?: boolean
  format?: Format
  /** Those that a function has set: they stand above our own. */
  headers?: Headers
}

/** @throws {ApiError} PGRST103 when the page begins after the last row */
export function respond(
  request: Request,
  outcome: Outcome,
  preferences: Preferences,
  about: About,
): Response {
  const { total, row_count: count } = outcome
  const headers = about.headers ?? new Headers()
  const range = count === 0 || about.rangeless ? '*' : `${about.offset}-${about.offset + count - 1}`
  const say = (name: string, value: string) => {
    if (!headers.has(name)) headers.set(name, value)
  }
  say('Content-Range', `${range}/${total ?? '*'}`)
  if (preferences.applied.length > 0) say('Preference-Applied', preferences.applied.join(', '))
  if (about.written && preferences.return !== 'representation') {
    return createResponse(null, about.status, headers)
  }
  const format = about.format ?? formatOf(request)
  say('Content-Type', format.contentType)
  const body = format.kind === 'object' ? outcome.body.slice(1, -1) : outcome.body
  if (total !== null && about.offset > total && about.offset > 0) {
    throw restError(416, 'PGRST103', 'Requested range not satisfiable', {
      details: `An offset of ${about.offset} was requested, but there are only ${total} rows.`,
    })
  }
  const isPart = total !== null && !about.written && count < total
  const status = isPart && about.status === 200 ? 206 : about.status
  return createResponse(request.method === 'HEAD' ? null : body, status, headers)
}
