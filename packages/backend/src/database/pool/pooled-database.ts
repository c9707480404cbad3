import pg from 'pg'
import { ApiError } from '../../api-error.ts'
import { type Caller, type Database, DatabaseError, type Transaction } from '../database.ts'
import type { Listener } from '../notifications.ts'
import {
  isConnectionLost,
  isRetryable,
  readOnlyError,
  toDatabaseError,
  unavailableError,
} from './connection-errors.ts'
import { type Checkout, ConnectionSharing } from './connection-sharing.ts'
import { CALLER_SETTINGS, pipelinedRead, requireStatementTracking } from './pipelined-read.ts'
import { PreparedStatements, StatementNames } from './prepared-statements.ts'
import { type StatementTimeout, StatementWatchdog } from './statement-watchdog.ts'
import {
  commit,
  isReadOnly,
  requireSendable,
  rollback,
  sendQuery,
  settleAll,
} from './statements.ts'

// Counts are int8. A JavaScript number holds every count that a table can reach.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** The longest that one statement of a request may run. */
export const STATEMENT_TIMEOUT_MS = 8000

interface PoolOptions {
  /**
   * Closes a connection after so many milliseconds without an answer, as from a server that is frozen
   * or cut off. Longer than a request's statement may run.
   */
  silenceMs?: number
  listen: Database['listen']
  /** Runs after each commit of a change, before the write resolves. */
  afterCommit?: () => Promise<void>
  onClose?: () => Promise<void>
  /** Called for every error that the database answers with. */
  onError?: (error: DatabaseError) => void
  /** Set for an engine that cannot end a statement by itself. */
  statementTimeout?: StatementTimeout
  /** The engine's own `statement_timeout`; 0 for an engine without one. */
  engineTimeoutMs: number
  /** Whether several reads may use one connection at once, for an engine that has only one. */
  canShareReads: boolean
  /**
   * Set for a pooler that gives each transaction another session: no statement is prepared, and each
   * transaction begins with these statements.
   */
  perTransaction?: string
}

const SET_CALLER = `select ${CALLER_SETTINGS.join(', ')}`

/** `Database` on a pool of connections to either engine. */
export class PooledDatabase implements Database {
  readonly engine: Database['engine']
  readonly #pool: pg.Pool
  readonly #options: PoolOptions
  readonly #names = new StatementNames()
  readonly #prepared = new PreparedStatements()
  readonly #connections: ConnectionSharing
  readonly #watchdog: StatementWatchdog | undefined
  /** Whether a connection is one session of the database, which keeps prepared statements. */
  readonly #hasSessions: boolean
  readonly #begin: string
  #pendingWrites = 0

  /** @throws {Error} when this version of `pg` lacks what `pipelinedRead` needs */
  constructor(engine: Database['engine'], pool: pg.Pool, options: PoolOptions) {
    requireStatementTracking()
    this.engine = engine
    this.#pool = pool
    this.#options = options
    this.#connections = new ConnectionSharing(pool, (client) => this.#prepared.hasTooMany(client))
    this.#watchdog = options.statementTimeout && new StatementWatchdog(options.statementTimeout)
    const { perTransaction } = options
    this.#hasSessions = perTransaction === undefined
    this.#begin = perTransaction ? `begin; ${perTransaction}` : 'begin'
    // The pool replaces a connection that breaks while idle.
    pool.on('error', () => {})
  }

  as<Row extends object>(caller: Caller, text: string, values?: readonly unknown[]) {
    return this.#retry(() =>
      this.#pipelined(async (client) => {
        const name = this.#prepare(client, caller, text)
        const [, result] = await settleAll([
          this.#setCaller(client, caller),
          this.#withTimeout(caller, () => this.#query<Row>(client, text, values, name)),
        ])
        return result.rows
      }),
    )
  }

  asReader<Row extends object>(
    caller: Caller,
    text: string,
    values: readonly string[] = [],
    calls: 'any' | 'built-in' = 'any',
  ) {
    const { silenceMs, canShareReads } = this.#options
    const read = (checkout: Checkout) =>
      this.#mapErrors(checkout, async (client) => {
        requireSendable(text, values)
        const name = this.#prepare(client, caller, text)
        const settings = this.#listSettings(caller)
        return this.#withTimeout(caller, () =>
          pipelinedRead<Row>(client, {
            settings,
            text,
            values,
            name,
            silenceMs,
            calls,
            isPrepared: this.#hasSessions,
          }),
        )
      })
    const readExclusive = () => this.#retry(() => this.#connections.exclusive(read))
    if (!canShareReads) return readExclusive()
    // A read that another one's failure ended runs again on its own connection.
    return this.#connections
      .shared(read)
      .catch((error: unknown) => (isRetryable(error) ? readExclusive() : Promise.reject(error)))
  }

  transactionAs<T>(caller: Caller, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#retry(() =>
      this.#sequential(async (client) => {
        await this.#setCaller(client, caller)
        return work({
          query: async <Row extends object>(text: string, values?: readonly unknown[]) =>
            (await this.#withTimeout(caller, () => this.#query<Row>(client, text, values))).rows,
        })
      }),
    )
  }

  async asOwner<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]> {
    const run = (client: pg.PoolClient) => this.#query<Row>(client, text, values)
    if (!this.#hasSessions) return (await this.#pipelined(run)).rows
    const { rows, command } = await this.#withConnection(run)
    if (command !== 'SELECT') await this.#options.afterCommit?.()
    return rows
  }

  transactionAsOwner<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#retry(() =>
      this.#sequential((client) =>
        work({
          query: async <Row extends object>(text: string, values?: readonly unknown[]) =>
            (await sendQuery<Row>(client, text, values)).rows,
        }),
      ),
    )
  }

  listen(listener: Listener) {
    return this.#options.listen(listener)
  }

  async close(): Promise<void> {
    await this.#pool.end()
    await this.#options.onClose?.()
  }

  /** Whether a transaction is under way that may commit a change. */
  get hasPendingWrite(): boolean {
    return this.#pendingWrites > 0
  }

  async #retry<T>(transaction: () => Promise<T>, attemptsLeft = 3): Promise<T> {
    try {
      return await transaction()
    } catch (error) {
      if (!isRetryable(error) || attemptsLeft <= 1) throw error
      return this.#retry(transaction, attemptsLeft - 1)
    }
  }

  /** @returns the prepared statement's name on this connection, if it is worth preparing */
  #prepare(client: pg.PoolClient, { role }: Caller, text: string): string | undefined {
    if (!this.#hasSessions) return undefined
    const name = this.#names.getName(role, text)
    this.#prepared.add(client, name)
    return name
  }

  #query<Row extends object>(
    client: pg.PoolClient,
    text: string,
    values?: readonly unknown[],
    name?: string,
  ): Promise<pg.QueryResult<Row>> {
    return sendQuery<Row>(client, text, values, name, this.#options.silenceMs)
  }

  /** Runs a request's statement, ends it at its limit and reports the time that it took. */
  async #withTimeout<T>({ time }: Caller, run: () => Promise<T>): Promise<T> {
    if (this.#watchdog) return this.#watchdog.watch(run, time)
    const startedAt = performance.now()
    try {
      return await run()
    } finally {
      time?.onElapsed(performance.now() - startedAt)
    }
  }

  /** Values for `SET_CALLER`. */
  #listSettings({ role, claims, time, request }: Caller): string[] {
    const { engineTimeoutMs } = this.#options
    // PGlite would set a timer that interrupts no statement and fires later: `StatementWatchdog` is
    // used instead.
    const timeout = engineTimeoutMs && (time?.limitMs ?? engineTimeoutMs)
    const { headers = '', method = '', path = '' } = request ?? {}
    return [JSON.stringify({ ...claims, role }), role, String(timeout), headers, method, path]
  }

  /** Sets role, claims and timeout until the end of the transaction. */
  async #setCaller(client: pg.PoolClient, caller: Caller): Promise<void> {
    const name = this.#hasSessions ? 'set_caller' : ''
    await client.query({ name, text: SET_CALLER, values: this.#listSettings(caller) })
  }

  /**
   * Runs a transaction whose statements are all sent before the first is answered. None of them can
   * run outside the transaction: `begin` cannot fail, and after an error PostgreSQL refuses the rest.
   */
  async #pipelined<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const [, result, isChange] = await this.#withConnection((client) => {
      const statements = [client.query(this.#begin), work(client), commit(client)] as const
      return settleAll(statements).catch((error: unknown) => rollback(client, error))
    })
    if (isChange) await this.#options.afterCommit?.()
    return result
  }

  /** Runs a transaction that waits for the answer to each statement. */
  async #sequential<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const { result, isChange } = await this.#connections.exclusive((checkout) =>
      this.#mapErrors(checkout, async (client) => {
        try {
          await this.#query(client, this.#begin)
          const result = await work(client)
          // No earlier statement can have changed what other sessions see.
          return { result, isChange: await this.#countAsWrite(() => commit(client)) }
        } catch (error) {
          return rollback(client, error)
        }
      }),
    )
    if (isChange) await this.#options.afterCommit?.()
    return result
  }

  #withConnection<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    return this.#connections.exclusive((checkout) =>
      this.#countAsWrite(() => this.#mapErrors(checkout, work)),
    )
  }

  async #countAsWrite<T>(work: () => Promise<T>): Promise<T> {
    this.#pendingWrites += 1
    try {
      return await work()
    } finally {
      this.#pendingWrites -= 1
    }
  }

  /** @throws {DatabaseError} for every error of the database or the connection */
  async #mapErrors<T>(checkout: Checkout, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    try {
      return await work(checkout.client)
    } catch (error) {
      if (error instanceof pg.DatabaseError && isConnectionLost(error)) {
        checkout.broken = error
        throw unavailableError(error)
      }
      if (error instanceof pg.DatabaseError) {
        if (error.code === '25006' && (await isReadOnly(checkout.client))) {
          // The next connection may lead to the new primary.
          checkout.broken = error
          throw readOnlyError(error)
        }
        const mapped = toDatabaseError(error)
        this.#options.onError?.(mapped)
        throw mapped
      }
      // Before the next check: their messages may contain the driver's words.
      if (error instanceof ApiError || error instanceof DatabaseError) throw error
      if (
        error instanceof Error &&
        /terminated|ECONN|not queryable|closed|read timeout/.test(error.message)
      ) {
        checkout.broken = error
        throw unavailableError(error)
      }
      throw error
    }
  }
}
