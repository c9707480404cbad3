import type pg from 'pg'
import { DatabaseError } from './database.ts'

/**
 * Limits that PostgreSQL reports as internal errors (XX000) though only what was sent is at fault:
 * under its code for limits nobody is alarmed, and no caller can have PGlite begun anew at will.
 */
const LIMITS = new Set(['tsquery stack too small'])

/** As both engines say it. */
export function translated(error: pg.DatabaseError): DatabaseError {
  const code = LIMITS.has(error.message) ? '54000' : (error.code ?? 'XX000')
  return new DatabaseError(code, error.message, {
    ...(error.detail ? { details: error.detail } : {}),
    ...(error.hint ? { hint: error.hint } : {}),
    ...(error.constraint ? { constraint: error.constraint } : {}),
  })
}

/** The server stops, starts, or has been told to end this connection; 08P01 is a fault of ours. */
export const isGone = ({ code = '' }: pg.DatabaseError) => /^(08(?!P01)|57P0[1-4])/.test(code)

/** 08006: the connection failed; the caller may try again. */
export function unavailable(cause: unknown): DatabaseError {
  const error = new DatabaseError('08006', 'The database cannot be reached at the moment')
  error.cause = cause
  return error
}
