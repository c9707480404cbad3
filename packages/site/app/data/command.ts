import type { SupabaseClient } from '@supabase/supabase-js'
import { CommandError, type FailureReason } from './command-error.ts'
import type { Database } from './database.types.ts'

/** The common fields of errors of PostgREST, auth and storage. */
export interface ServerError {
  name?: string
  message: string
  code?: string | undefined
  /** 0 if the server did not answer. With PostgREST the response has it, not the error. */
  status?: number | undefined
}

interface Response {
  data?: unknown
  error: ServerError | null
  status?: number
}

type DataOf<R extends Response> = Extract<R, { error: null }>['data']

/**
 * Sends a command through supabase-js.
 * @returns the response's data
 * @throws {CommandError}
 */
export async function sendCommand<R extends Response>(request: PromiseLike<R>): Promise<DataOf<R>> {
  const response = await request
  if (response.error) throw toCommandError(response.error, response.status)
  return response.data as DataOf<R>
}

/**
 * Returns the member's id from the stored session. It sends a request only if the access token has
 * expired.
 * @throws {CommandError} `signed-out`, or `offline` if the session could not be renewed
 */
export async function requireUserId({ auth }: SupabaseClient<Database>): Promise<string> {
  const { data, error } = await auth.getSession()
  if (data.session) return data.session.user.id
  // If the server did not answer the renewal, the session has not ended.
  const isAway = error?.name === 'AuthRetryableFetchError'
  throw new CommandError(isAway ? 'offline' : 'signed-out', { cause: error })
}

/**
 * Returns the member's id from the server, which the specification names for a launch (spec 2 §7).
 * @throws {CommandError} `signed-out` also if the session has ended on the server
 */
export async function requireCurrentUserId({ auth }: SupabaseClient<Database>): Promise<string> {
  return (await sendCommand(auth.getUser())).user.id
}

/** @param status of the response; the errors of auth and storage have their own */
export function toCommandError(error: ServerError, status = error.status): CommandError {
  const { message, code } = error
  return new CommandError(toFailureReason(error, status), {
    message,
    code,
    publicMessage: findPublicMessage(error, status),
    cause: error,
  })
}

/** 23505 is the SQLSTATE unique_violation; the others are codes of auth. */
const CONFLICTS = new Set(['23505', 'user_already_exists', 'email_exists'])

const SESSION_ERRORS = new Set(['AuthSessionMissingError', 'AuthInvalidTokenResponseError'])
const SESSION_CODE = /^(session_|refresh_token_|bad_jwt|no_authorization|user_not_found)/

function toFailureReason({ name = '', code = '' }: ServerError, status?: number): FailureReason {
  // storage-js has no status if the server did not answer.
  if (status === 0 || name === 'StorageUnknownError') return 'offline'
  if (CONFLICTS.has(code)) return 'conflict'
  if (status === 401 || SESSION_ERRORS.has(name) || SESSION_CODE.test(code)) return 'signed-out'
  if (status === 429) return 'rate-limited'
  return isClientError(status) ? 'refused' : 'unexpected'
}

const isClientError = (status = 0) => status >= 400 && status < 500

/** SQLSTATEs that the schema's rules raise, with messages for people. */
const PUBLIC_CODES = new Set([
  'P0001',
  '23514',
  '23505',
  '42501',
  '53100',
  'PT404',
  'PT409',
  'PT429',
  'PT503',
])
/** PostgreSQL's own messages contain names of tables and constraints. They are not shown. */
const INTERNAL_MESSAGE = /violates|permission denied/

function findPublicMessage(
  { name = '', code = '', message }: ServerError,
  status?: number,
): string | undefined {
  const isPublic = name.startsWith('Auth')
    ? isClientError(status)
    : name.startsWith('Storage')
      ? status === 413 || status === 429 || status === 503
      : PUBLIC_CODES.has(code) && !INTERNAL_MESSAGE.test(message)
  return isPublic ? message : undefined
}
