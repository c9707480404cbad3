import { z } from 'zod'
import { ApiError } from '../api-error.ts'
import type { Caller, DatabaseError } from '../database/database.ts'
import { isFinalStatus } from '../responses.ts'

/** An error in PostgREST's own shape and with its own code. */
export function restError(
  status: number,
  code: string,
  message: string,
  more: { details?: unknown; hint?: string | null } = {},
): ApiError {
  return new ApiError(status, {
    code,
    details: more.details ?? null,
    hint: more.hint ?? null,
    message,
  })
}

export const queryError = (message: string, details: string) =>
  restError(400, 'PGRST100', message, { details })

export const parseError = (what: string, text: string) =>
  queryError(`"failed to parse ${what} (${text.slice(0, 200)})"`, 'unexpected input')

/** Whether an error is the server's: it is logged, and its details are hidden from the client. */
export const isServerFault = ({ code }: DatabaseError) => /^(XX|53|58|F0)/.test(code)

/** The message is for people; the cause in the log has PostgreSQL's own. */
const DISK_FULL = '53100'

/** Maps an error of the database to the status that PostgREST gives its SQLSTATE. */
export function toRestError(error: DatabaseError, caller: Caller): ApiError {
  if (error.code === 'PGRST') return raisedError(error)
  const isInternal = isServerFault(error) && error.code !== DISK_FULL
  return restError(
    chooseStatus(error.code, caller),
    error.code,
    isInternal ? 'Internal error' : error.message,
    {
      details: isInternal ? null : (error.details ?? null),
      hint: isInternal ? null : (error.hint ?? null),
    },
  )
}

const raisedMessage = z.object({
  code: z.string(),
  message: z.string(),
  details: z.string().nullish(),
  hint: z.string().nullish(),
})
const raisedDetail = z.object({
  status: z.number().refine(isFinalStatus),
  headers: z.record(z.string(), z.string()).default({}),
})

/** A response that a function raised: `raise sqlstate 'PGRST' using message = '{…}', detail = '{…}'`. */
function raisedError(error: DatabaseError): ApiError {
  const message = parseRaised(error.message, (value) => raisedMessage.parse(value))
  if (!message) {
    return raisedJsonError(
      `Invalid JSON value for MESSAGE: '${error.message}'`,
      "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
    )
  }
  const detail = parseRaised(error.details ?? '', (value) => {
    const parsed = raisedDetail.parse(value)
    // Throws for names and values that are not valid in a header, before the response is built.
    new Headers(parsed.headers)
    return parsed
  })
  if (!detail) {
    return raisedJsonError(
      error.details
        ? `Invalid JSON value for DETAIL: '${error.details}'`
        : 'DETAIL is missing in the RAISE statement',
      "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.",
    )
  }
  const { code, details = null, hint = null } = message
  const body = { code, details, hint, message: message.message }
  return new ApiError(detail.status, body, detail.headers)
}

/** @returns nothing for a text that is no JSON or does not fit */
function parseRaised<T>(text: string, parse: (value: unknown) => T): T | undefined {
  try {
    return parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

const raisedJsonError = (details: string, hint: string) =>
  restError(500, 'PGRST121', 'Could not parse JSON in the "RAISE SQLSTATE \'PGRST\'" error', {
    details,
    hint,
  })

const STATUS: Record<string, number> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '53400': 500,
  // The statement reached its caller's limit. PostgREST answers 500.
  '57014': 400,
  // A view that cannot be written: the client's error. PostgREST answers 500.
  '55000': 405,
  P0001: 400,
}
// Class 54 (too complex) is not listed, so it answers 400: the request nests too deeply or is too
// large. PostgREST answers 500.
const STATUS_OF_CLASS: Record<string, number> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
}

function chooseStatus(code: string, caller: Caller): number {
  if (code === '42501') return caller.role === 'anon' ? 401 : 403
  const own = /^PT(...)$/.exec(code)
  if (own) return isFinalStatus(Number(own[1])) ? Number(own[1]) : 500
  return STATUS[code] ?? STATUS_OF_CLASS[code.slice(0, 2)] ?? 400
}
