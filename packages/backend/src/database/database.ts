import type { Listener } from './notifications.ts'

// The only access to PostgreSQL: PGlite in this process, or a PostgreSQL server. What a call of
// `Database` passes through, from the outside in:
//
//   pool/pooled-database    retries    a deadlock, a serialization failure or a lost statement, 3 times
//   pool/connection-sharing shares     `exclusive`: one connection for each transaction;
//                                      `shared`: 8 reads on one connection (`canShareReads`: PGlite)
//   pool/pooled-database    maps       errors of the driver to `DatabaseError`, drops a lost connection
//   pool/statement-watchdog times out  PGlite: restarts the engine. PostgreSQL has `statement_timeout`,
//                                      and `silenceMs` for a server that does not answer
//   pool/pipelined-read     sends      a read transaction as one message each way
//   engines/                connects   `pg` to a server's socket, or to the worker thread of PGlite

/** How the listening connection of each process is named, before the versions of what it was started with. */
export const LISTENER_NAME = 'toolmark listener'

/** The only database roles that a token may name. */
export type Role = 'anon' | 'authenticated' | 'service_role'

/** The role that a statement runs as, and the claims that `auth.uid()` and similar functions read. */
export interface Caller {
  role: Role
  claims: Readonly<Record<string, unknown>>
  /** Of the HTTP request, for functions and policies that read `request.headers` etc. */
  request?: RequestSettings
  /** Without it statements run as long as the engine allows. */
  time?: StatementTime
}

/** What `current_setting('request.headers', true)`, `request.method` and `request.path` return. */
export interface RequestSettings {
  /** A JSON object of names in lower case. */
  headers: string
  method: string
  path: string
}

/** How long a caller's statements may run, and a counter for the time that they take. */
export interface StatementTime {
  /** The longest that one statement may run. */
  limitMs: number
  /** Receives the milliseconds that one statement ran, without its wait for a connection. */
  onElapsed: (milliseconds: number) => void
}

export interface Transaction {
  /** Rows of one statement; int8 as number, numeric as string, timestamptz as Date, json parsed. */
  query<Row extends object = Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
  ): Promise<Row[]>
}

export interface Database {
  readonly engine: 'pglite' | 'postgres'

  /** Runs one statement in its own transaction, with the caller's rights and row security. */
  as<Row extends object = Record<string, unknown>>(
    caller: Caller,
    text: string,
    values?: readonly unknown[],
  ): Promise<Row[]>

  /**
   * Like `as`, in a read-only transaction: a statement that writes fails with 25006.
   * @param calls which functions the statement may call. Functions of a schema may change settings of
   *   the connection, so these are reset after `any`
   */
  asReader<Row extends object = Record<string, unknown>>(
    caller: Caller,
    text: string,
    values?: readonly string[],
    calls?: 'any' | 'built-in',
  ): Promise<Row[]>

  /**
   * Runs several statements in one transaction as the caller; any error rolls all of it back.
   * @param work runs again after a deadlock or a serialization failure, so it must have no effect
   *   outside the transaction
   */
  transactionAs<T>(caller: Caller, work: (transaction: Transaction) => Promise<T>): Promise<T>

  /** Bypasses row security. Search for this name to find every such place. */
  asOwner<Row extends object = Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
  ): Promise<Row[]>

  transactionAsOwner<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>

  /**
   * Calls back with each payload of `notify channel`. A write of this process resolves after its own
   * notifications were delivered.
   * @returns stops listening
   */
  listen(listener: Listener): Promise<() => void>

  close(): Promise<void>
}

/** An error of PostgreSQL; the same shape from both engines. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
  /** SQLSTATE, five characters. */
  readonly code: string
  readonly details: string | undefined
  readonly hint: string | undefined
  readonly constraint: string | undefined

  constructor(
    code: string,
    message: string,
    more: { details?: string; hint?: string; constraint?: string; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause })
    this.code = code
    this.details = more.details
    this.hint = more.hint
    this.constraint = more.constraint
  }
}
