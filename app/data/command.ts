import type { SupabaseClient } from '@supabase/supabase-js'
import { CommandError, type FailureReason } from './command-error.ts'
import type { Database } from './database.types.ts'

/** What the errors of PostgREST, auth and storage have in common. */
export interface ServerError {
  name?: string
  message: string
  code?: string | undefined
  /** PostgREST has it on the response instead. 0 if no answer came. */
  status?: number | undefined
  /** Of a weak password. */
  reasons?: unknown
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
 * The id of the signed-in member, from the stored session: it costs a request only if the access
 * token has expired.
 * @throws {CommandError} `signed-out`, or `offline` if the session could not be renewed
 */
export async function requireUserId({ auth }: SupabaseClient<Database>): Promise<string> {
  const { data, error } = await auth.getSession()
  if (data.session) return data.session.user.id
  // If the server did not answer the renewal, the session has not ended.
  const isAway = error?.name === 'AuthRetryableFetchError'
  throw new CommandError(isAway ? 'offline' : 'signed-out', { cause: error })
}

/** @param status of the response; auth and storage have it on the error */
export function toCommandError(error: ServerError, status = error.status): CommandError {
  const { message, code, reasons } = error
  return new CommandError(reasonOf(error, status), {
    message,
    code,
    publicMessage: publicMessageOf(error, status),
    brokenRules: Array.isArray(reasons) ? reasons.map(String) : [],
    cause: error,
  })
}

/** 23505 is SQLSTATE's unique_violation; the others are of auth. */
const CONFLICTS = new Set(['23505', 'user_already_exists', 'email_exists'])

const SESSION_ERRORS = new Set(['AuthSessionMissingError', 'AuthInvalidTokenResponseError'])
const SESSION_CODE = /^(session_|refresh_token_|bad_jwt|no_authorization)/

function reasonOf({ name = '', code = '' }: ServerError, status?: number): FailureReason {
  // storage-js gives no status if no answer came.
  if (status === 0 || name === 'StorageUnknownError') return 'offline'
  if (CONFLICTS.has(code)) return 'conflict'
  if (status === 401 || SESSION_ERRORS.has(name) || SESSION_CODE.test(code)) return 'signed-out'
  if (status === 429) return 'rate-limited'
  return isClientError(status) ? 'refused' : 'unexpected'
}

const isClientError = (status = 0) => status >= 400 && status < 500

/** SQLSTATEs that the schema's own rules raise, with messages for people. */
const PUBLIC_CODES = new Set(['P0001', '23514', '23505', '42501', 'PT429'])
/** PostgreSQL's own messages name tables and constraints, which are never shown. */
const INTERNAL = /violates|permission denied/

function publicMessageOf(
  { name = '', code = '', message }: ServerError,
  status?: number,
): string | undefined {
  const isPublic = name.startsWith('Auth')
    ? isClientError(status)
    : name.startsWith('Storage')
      ? status === 413 || status === 429
      : PUBLIC_CODES.has(code) && !INTERNAL.test(message)
  return isPublic ? message : undefined
}
