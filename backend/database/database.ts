import type { Listener } from './notifications.ts'

/**
 * The one door to PostgreSQL. Two engines stand behind it (PGlite in this process, a PostgreSQL
 * server); nothing outside this folder knows which.
 */

/** The only database roles that a token may name. */
export type Role = 'anon' | 'authenticated' | 'service_role'

/** Who a statement runs as: the role, and the claims that `auth.uid()` and its like read. */
export interface Caller {
  role: Role
  claims: Readonly<Record<string, unknown>>
  /** Without it statements run as long as the engine allows. */
  time?: StatementTime
}

/** How long a caller's statements may run, and a counter for the time that they take. */
export interface StatementTime {
  /** The longest that one statement may run, in milliseconds. */
  limit: number
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

  /** One statement in a transaction of its own, under the caller's rights and row security. */
  as<Row extends object = Record<string, unknown>>(
    caller: Caller,
    text: string,
    values?: readonly unknown[],
  ): Promise<Row[]>

  /**
   * The same, in a transaction that can change nothing: 25006 for what tries.
   * @param calls whose functions the statement may call; a schema's own may leave settings behind
   *   on the connection, which are then cleared
   */
  asReader<Row extends object = Record<string, unknown>>(
    caller: Caller,
    text: string,
    values?: readonly string[],
    calls?: 'any' | 'built-in',
  ): Promise<Row[]>

  /**
   * Several statements in one transaction as the caller; any error rolls all of it back. The work
   * begins again when the database ends it for waiting in a circle: it should do nothing else.
   */
  transactionAs<T>(caller: Caller, work: (transaction: Transaction) => Promise<T>): Promise<T>

  /** Past row security, as the backend itself. Search for this name to see every such place. */
  asOwner<Row extends object = Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
  ): Promise<Row[]>

  transactionAsOwner<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>

  /**
   * Calls back with each payload of `notify channel`; the result stops listening. A write of this
   * process resolves after its own notifications were delivered.
   */
  listen(listener: Listener): Promise<() => void>

  close(): Promise<void>
}

/** What PostgreSQL answered instead of rows; the same shape from both engines. */
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
    more: { details?: string; hint?: string; constraint?: string } = {},
  ) {
    super(message)
    this.code = code
    this.details = more.details
    this.hint = more.hint
    this.constraint = more.constraint
  }
}
