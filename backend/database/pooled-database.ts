import pg from 'pg'
import { ApiError } from '../api-error.ts'
import { type Caller, type Database, DatabaseError, type Transaction } from './database.ts'
import { isGone, translated, unavailable } from './faults.ts'
import { type Lease, Leases } from './leases.ts'
import type { Listener } from './notifications.ts'
import { type EndRunaway, OneAtATime } from './one-at-a-time.ts'
import { readAs } from './read-as.ts'
import { RememberedStatements, StatementNames } from './statement-names.ts'

// Counts are int8: as numbers, which hold every one that a table can have.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** The longest that one statement of a request may run, in milliseconds. */
export const STATEMENT_TIMEOUT = 8000

interface PoolOptions {
  /**
   * A server that is frozen, or cut off without a word, answers nothing: after so many milliseconds
   * its connection is given up. Longer than a request's statement may run.
   */
  silence?: number
  listen: Database['listen']
  /** Runs after each commit that may have sent notifications, before the write resolves. */
  afterCommit?: () => Promise<void>
  onClose?: () => Promise<void>
  /** Hears of every error that the database answers with. */
  onError?: (error: DatabaseError) => void
  /** For an engine that cannot end a statement by itself. */
  endRunaway?: EndRunaway
  /** The engine's own `statement_timeout`, in milliseconds; 0 for one that has none. */
  statementTimeout: number
}

const MOST_VALUES = 65_535

/**
 * Nothing of the transaction was done: deadlock, serialization failure, and a statement that another
 * one, which failed, was to have prepared.
 */
const UNDONE = new Set(['40P01', '40001', '26000', '42P05'])

const isUndone = (error: unknown) => error instanceof DatabaseError && UNDONE.has(error.code)

/** A pool of connections, to either engine, that keeps the promises of `Database`. */
export class PooledDatabase implements Database {
  readonly engine: Database['engine']
  readonly #pool: pg.Pool
  readonly #options: PoolOptions
  readonly #names = new StatementNames()
  readonly #remembered = new RememberedStatements()
  readonly #leases: Leases
  readonly #line: OneAtATime | undefined
  #writes = 0

  constructor(engine: Database['engine'], pool: pg.Pool, options: PoolOptions) {
    this.engine = engine
    this.#pool = pool
    this.#options = options
    this.#leases = new Leases(pool, (client) => this.#remembered.areTooMany(client))
    this.#line = options.endRunaway && new OneAtATime(options.endRunaway)
    // A connection that breaks while idle is replaced by the next request.
    pool.on('error', () => {})
  }

  as<Row extends object>(caller: Caller, text: string, values?: readonly unknown[]) {
    return this.#again(() =>
      this.#inOneGo(async (client) => {
        const name = this.#nameOn(client, caller, text)
        const [, rows] = await all([
          this.#become(client, caller),
          this.#inTime(caller, () => this.#rowsOf<Row>(client, text, values, name)),
        ])
        return rows
      }),
    )
  }

  asReader<Row extends object>(
    caller: Caller,
    text: string,
    values: readonly string[] = [],
    calls: 'any' | 'built-in' = 'any',
  ) {
    const { silence } = this.#options
    const read = (lease: Lease) =>
      this.#on(lease, async (client) => {
        check(text, values)
        const name = this.#nameOn(client, caller, text)
        return this.#inTime(caller, () =>
          readAs<Row>(client, {
            settings: this.#settingsOf(caller),
            text,
            values,
            name,
            silence,
            calls,
          }),
        )
      })
    const alone = () => this.#again(() => this.#leases.alone(read))
    if (this.engine !== 'pglite') return alone()
    // What is lost with another's statement is asked again where nobody can take it along.
    return this.#leases
      .together(read)
      .catch((error: unknown) => (isUndone(error) ? alone() : Promise.reject(error)))
  }

  transactionAs<T>(caller: Caller, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#again(() =>
      this.#oneByOne(async (client) => {
        await this.#become(client, caller)
        return work({
          query: (text, values) => this.#inTime(caller, () => this.#rowsOf(client, text, values)),
        })
      }),
    )
  }

  asOwner<Row extends object>(text: string, values?: readonly unknown[]) {
    return this.#connected((client) => this.#rowsOf<Row>(client, text, values))
  }

  transactionAsOwner<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#again(() =>
      this.#oneByOne((client) => work({ query: (text, values) => rowsOf(client, text, values) })),
    )
  }

  listen(listener: Listener) {
    return this.#options.listen(listener)
  }

  async close(): Promise<void> {
    await this.#pool.end()
    await this.#options.onClose?.()
  }

  /** Two that wait for each other are told apart by PostgreSQL: the one it ends begins again. */
  async #again<T>(transaction: () => Promise<T>, attemptsLeft = 3): Promise<T> {
    try {
      return await transaction()
    } catch (error) {
      if (!isUndone(error) || attemptsLeft <= 1) throw error
      return this.#again(transaction, attemptsLeft - 1)
    }
  }

  /** Under which a connection remembers a statement, where that is worth it. */
  #nameOn(client: pg.PoolClient, { role }: Caller, text: string): string | undefined {
    const name = this.#names.nameOf(role, text)
    this.#remembered.add(client, name)
    return name
  }

  /** Of one statement, unless the server falls silent. */
  #rowsOf<Row extends object>(
    client: pg.PoolClient,
    text: string,
    values?: readonly unknown[],
    name?: string,
  ): Promise<Row[]> {
    return rowsOf<Row>(client, text, values, name, this.#options.silence)
  }

  /** Runs a request's statement, ends it at its limit and reports the time that it took. */
  async #inTime<T>({ time }: Caller, run: () => Promise<T>): Promise<T> {
    if (this.#line) return this.#line.inTime(run, time)
    const startedAt = performance.now()
    try {
      return await run()
    } finally {
      time?.onElapsed(performance.now() - startedAt)
    }
  }

  /** Values of the settings that a transaction runs under, in the order of `BECOME`. */
  #settingsOf({ role, claims, time }: Caller): string[] {
    const { statementTimeout } = this.#options
    // PGlite would set a timer that never interrupts a statement and fires later: `OneAtATime` ends it.
    const timeout = statementTimeout && (time?.limit ?? statementTimeout)
    return [JSON.stringify({ ...claims, role }), role, String(timeout)]
  }

  /** Sets role, claims and time limit until the end of the transaction. */
  async #become(client: pg.PoolClient, caller: Caller): Promise<void> {
    await client.query({ name: 'become', text: BECOME, values: this.#settingsOf(caller) })
  }

  /** Whether something is under way that may commit a change. */
  get hasWriteUnderWay(): boolean {
    return this.#writes > 0
  }

  /**
   * A transaction whose statements are all sent before the first is answered. Nothing of it can run
   * outside of the transaction: `begin` is always understood, and what fails after it fails the rest.
   */
  #inOneGo<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    return this.#connected(async (client) => {
      const statements = [client.query('begin'), work(client), client.query(COMMIT)] as const
      const [, result] = await all(statements).catch((error: unknown) => undo(client, error))
      return result
    })
  }

  async #oneByOne<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const result = await this.#leases.alone((lease) =>
      this.#on(lease, async (client) => {
        try {
          await this.#rowsOf(client, 'begin')
          const result = await work(client)
          // Nothing before this statement can have changed what others see.
          await this.#asWrite(() => client.query(COMMIT))
          return result
        } catch (error) {
          return undo(client, error)
        }
      }),
    )
    await this.#options.afterCommit?.()
    return result
  }

  async #connected<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const result = await this.#leases.alone((lease) => this.#asWrite(() => this.#on(lease, work)))
    await this.#options.afterCommit?.()
    return result
  }

  async #asWrite<T>(work: () => Promise<T>): Promise<T> {
    this.#writes += 1
    try {
      return await work()
    } finally {
      this.#writes -= 1
    }
  }

  /** @throws {DatabaseError} for all that the database is at fault for, or refuses */
  async #on<T>(lease: Lease, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    try {
      return await work(lease.client)
    } catch (error) {
      if (error instanceof pg.DatabaseError && isGone(error)) {
        lease.broken = error
        throw unavailable(error)
      }
      if (error instanceof pg.DatabaseError) {
        const refusal = translated(error)
        this.#options.onError?.(refusal)
        throw refusal
      }
      // The work's own words may sound like the driver's.
      if (error instanceof ApiError || error instanceof DatabaseError) throw error
      if (
        error instanceof Error &&
        /terminated|ECONN|not queryable|closed|read timeout/.test(error.message)
      ) {
        lease.broken = error
        throw unavailable(error)
      }
      throw error
    }
  }
}

/** Also whatever a statement may have set for the whole connection. */
const COMMIT = 'commit; reset role; reset all'

/** @throws the error, when all that came before it is undone */
async function undo(client: pg.PoolClient, error: unknown): Promise<never> {
  await client.query('rollback; reset role; reset all').catch((gone: unknown) => {
    const isSaid = error instanceof pg.DatabaseError || error instanceof DatabaseError
    if (!isSaid) throw gone
  })
  throw error
}

/** Waits for every one; of several that fail, ours says why the connection broke under the others. */
async function all<const T extends readonly Promise<unknown>[]>(promises: T) {
  const settled = await Promise.allSettled(promises)
  const reasons = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  const own = reasons.find((reason) => reason instanceof DatabaseError)
  if (own) throw own
  return Promise.all(promises)
}

const BECOME =
  "select set_config('request.jwt.claims', $1, true), set_config('role', $2, true), set_config('statement_timeout', $3, true)"

/** @throws {DatabaseError} for what the wire protocol cannot carry */
function check(text: string, values: readonly unknown[]): void {
  // On the wire it ends the text: what follows would be read as something else.
  if (text.includes('\0')) throw new DatabaseError('22021', 'a statement holds no U+0000')
  // Their number has two bytes on the wire: more would be counted as fewer.
  if (values.length > MOST_VALUES) {
    const message = `a statement takes at most ${MOST_VALUES} values, and was given ${values.length}`
    throw new DatabaseError('54023', message)
  }
}

async function rowsOf<Row extends object>(
  client: pg.PoolClient,
  text: string,
  values: readonly unknown[] = [],
  name?: string,
  silence?: number,
): Promise<Row[]> {
  check(text, values)
  const asked = {
    text,
    values: [...values],
    ...(name ? { name } : {}),
    // Ends the connection as well, and with it all that waits behind.
    ...(silence ? { query_timeout: silence } : {}),
  }
  const result = await client.query<Row>(asked)
  return result.rows
}
