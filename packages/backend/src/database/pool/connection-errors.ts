import type pg from 'pg'
import { DatabaseError } from '../database.ts'

/**
 * Limits that PostgreSQL reports as internal errors (XX000) though the request caused them. They get
 * the code of a limit: otherwise a caller could alert the operator, and restart PGlite, at will.
 */
const LIMITS = new Set(['tsquery stack too small'])

export function toDatabaseError(error: pg.DatabaseError): DatabaseError {
  if (isDiskFull(error)) return diskFullError(error)
  const code = LIMITS.has(error.message) ? '54000' : (error.code ?? 'XX000')
  return new DatabaseError(code, error.message, {
    ...(error.detail ? { details: error.detail } : {}),
    ...(error.hint ? { hint: error.hint } : {}),
    ...(error.constraint ? { constraint: error.constraint } : {}),
  })
}

/**
 * Whether the server stops, starts or has ended this connection. 08P01 is a protocol violation of
 * this process, or any FATAL error of PgBouncer.
 */
export const isConnectionLost = ({ code = '', severity }: pg.DatabaseError) =>
  severity === 'FATAL' || /^(08(?!P01)|57P0[1-4])/.test(code)

/** 08006: the connection failed; the caller may try again. */
export function unavailableError(cause: unknown): DatabaseError {
  // PostgreSQL ends if its log has no space.
  if (isDiskFull(cause)) return diskFullError(cause)
  return new DatabaseError('08006', 'The database cannot be reached at the moment', { cause })
}

const isDiskFull = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && error.code === '53100') ||
    error.message.includes('No space left on device') ||
    isDiskFull(error.cause))

/** 53100: PostgreSQL's own message has the path of a file. */
function diskFullError(cause: unknown): DatabaseError {
  const message = 'The disk is full: nothing can be saved at the moment. Please try again later.'
  return new DatabaseError('53100', message, { cause })
}

/** PT503: the server is a standby, or an operator has made it read-only. */
export function readOnlyError(cause: unknown): DatabaseError {
  const message = 'Nothing can be saved at the moment. Please try again later.'
  return new DatabaseError('PT503', message, { cause })
}

/**
 * Errors after which nothing of the transaction has happened: deadlock, serialization failure, a statement
 * that a failed one should have prepared, and a change in a transaction that began before its server became
 * the primary.
 */
const RETRYABLE = new Set(['40P01', '40001', '26000', '42P05', '25006'])

export const isRetryable = (error: unknown) =>
  error instanceof DatabaseError && RETRYABLE.has(error.code)

/** SQLSTATEs of a server that is a standby, starts, stops or has no connection left, and codes of the network. */
const ABSENCE =
  /^(08...|57P0[1-3]|PT503|53300|ECONN\w+|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENETDOWN|EPIPE|ENOTFOUND|EAI_AGAIN|ENOENT)$/

/** What the driver says without a code when time is up or the server hangs up. */
const SILENCE = /^timeout |Connection terminated|read timeout/

/** Whether an error, or its cause, is due to a database that may be there in a moment. */
export function isAbsent(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  const isOwn = typeof code === 'string' ? ABSENCE.test(code) : SILENCE.test(error.message)
  return isOwn || isAbsent(error.cause)
}

/** A host with several addresses has an error for each of them, and no message of its own. */
export function describeConnectionError(error: unknown): string {
  const { code, message } = Object(error) as { code?: string; message?: string }
  return message || code || String(error)
}
