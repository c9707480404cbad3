import * as dataWords from './words.ts'

/**
 * - `offline`: no answer came
 * - `signed-out`: there is no session, or it has ended
 * - `conflict`: what has to be unique exists already
 * - `rate-limited`: too many attempts
 * - `refused`: the server understood the command and refused it
 * - `unexpected`: the server failed, or the answer was not understood
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
  /** The rules that a weak password breaks. */
  brokenRules?: readonly string[]
  cause?: unknown
}

/** Every command in the browser fails with this; command.ts makes it from what supabase-js reports. */
export class CommandError extends Error {
  readonly reason: FailureReason
  readonly publicMessage: string | undefined
  readonly code: string | undefined
  readonly brokenRules: readonly string[]

  constructor(
    reason: FailureReason,
    { message = reason, publicMessage, code, brokenRules = [], cause }: FailureDetails = {},
  ) {
    super(message, { cause })
    this.name = 'CommandError'
    this.reason = reason
    this.publicMessage = publicMessage
    this.code = code
    this.brokenRules = brokenRules
  }
}

/** For `catch`: gives the failure of a command the screen's own message. */
export const describeAs =
  (publicMessage: string) =>
  (error: unknown): never => {
    const { reason, code } = requireCommandError(error)
    throw new CommandError(reason, { publicMessage, code, cause: error })
  }

/** @throws {unknown} the error itself if no command failed with it */
export function requireCommandError(error: unknown): CommandError {
  if (error instanceof CommandError) return error
  throw error
}

/** A failure without a message of its own is at least in the console (spec 1 §8). */
export function logFailure(error: unknown): void {
  console.error(error)
}

/** The message for a failure that the screen has no message of its own for; never an internal one. */
export function failureWords(error: unknown): string {
  const failure = error instanceof CommandError ? error : new CommandError('unexpected')
  const isOffline = failure.reason === 'offline'
  return (
    failure.publicMessage ?? (isOffline ? dataWords.failureUnreached : dataWords.failureUnexpected)
  )
}

/** For a command whose result may exist already, as a vote: then it has nothing left to do. */
export function ignoreConflict(error: unknown): void {
  if (requireCommandError(error).reason !== 'conflict') throw error
}
