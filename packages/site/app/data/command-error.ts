import * as dataWords from './words.ts'

/**
 * Whether PostgreSQL cannot convert a filter's value to the type of its column (SQLSTATE class 22),
 * such as "x" to a UUID. No row can match it.
 */
export const isInvalidValue = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  String(error.code).startsWith('22')

/**
 * Reads by a value of the URL.
 * @returns null if the value is invalid, and in place of a single row that does not exist
 */
export async function findRow<Row>(read: {
  throwOnError: () => PromiseLike<{ data: Row }>
}): Promise<Row | null> {
  try {
    return (await read.throwOnError()).data
  } catch (error) {
    if (isInvalidValue(error)) return null
    throw error
  }
}

/**
 * - `offline`: the server did not answer
 * - `signed-out`: the browser has no session, or the session has ended
 * - `conflict`: a unique value exists already
 * - `rate-limited`: too many attempts
 * - `refused`: the server refused the command
 * - `unexpected`: the server failed, or its answer is unknown
 */
export type FailureReason =
  | 'offline'
  | 'signed-out'
  | 'conflict'
  | 'rate-limited'
  | 'refused'
  | 'unexpected'

interface FailureDetails {
  /** For the console. */
  message?: string
  /** The server's message, if it is written for people. */
  publicMessage?: string | undefined
  /** SQLSTATE, or the code of PostgREST, auth or storage. */
  code?: string | undefined
  cause?: unknown
}

/** The error of every command in the browser. command.ts creates it from the errors of supabase-js. */
export class CommandError extends Error {
  readonly reason: FailureReason
  readonly publicMessage: string | undefined
  readonly code: string | undefined

  constructor(
    reason: FailureReason,
    { message = reason, publicMessage, code, cause }: FailureDetails = {},
  ) {
    super(message, { cause })
    this.name = 'CommandError'
    this.reason = reason
    this.publicMessage = publicMessage
    this.code = code
  }
}

/** For `catch`: replaces the public message of a CommandError by one of the screen. */
export const describeAs =
  (publicMessage: string) =>
  (error: unknown): never => {
    const { reason, code } = requireCommandError(error)
    throw new CommandError(reason, { publicMessage, code, cause: error })
  }

/** @throws {unknown} the error itself if it is not a CommandError */
export function requireCommandError(error: unknown): CommandError {
  if (error instanceof CommandError) return error
  throw error
}

/** Whether the browser has no session, or the session has ended. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof CommandError && error.reason === 'signed-out'

/** Logs a failure that the screen does not show in full (spec 1 §8). */
export function logFailure(error: unknown): void {
  console.error(error)
}

/** Returns the public message of a failure, or a general one. Internal messages are not shown. */
export function describeFailure(error: unknown): string {
  const failure = error instanceof CommandError ? error : new CommandError('unexpected')
  const isOffline = failure.reason === 'offline'
  return (
    failure.publicMessage ?? (isOffline ? dataWords.failureUnreached : dataWords.failureUnexpected)
  )
}

/** For `catch` of a command such as a vote: a conflict means that its result exists already. */
export function ignoreConflict(error: unknown): void {
  if (requireCommandError(error).reason !== 'conflict') throw error
}
