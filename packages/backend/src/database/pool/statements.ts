// What the pool sends on a connection: statements, and the end of a transaction.
import pg from 'pg'
import { DatabaseError } from '../database.ts'

const MAX_VALUES = 65_535

/** A transaction has an id as soon as it has changed something. */
const IS_CHANGE = 'select pg_current_xact_id_if_assigned() is not null as is_change'

/**
 * Commits, and clears what a statement may have set for the whole connection.
 * @returns whether the transaction changed something
 */
export async function commit(client: pg.PoolClient): Promise<boolean> {
  // Several statements in one message have one result each, which the driver's types do not say.
  const results: unknown = await client.query(`${IS_CHANGE}; commit; reset role; reset all`)
  const [first] = results as [pg.QueryResult<{ is_change: boolean }>]
  return first.rows[0]?.is_change !== false
}

/** @throws the error after the rollback, or why the connection failed if that caused the error */
export async function rollback(client: pg.PoolClient, error: unknown): Promise<never> {
  await client.query('rollback; reset role; reset all').catch((connectionError: unknown) => {
    const isOfStatement = error instanceof pg.DatabaseError || error instanceof DatabaseError
    if (!isOfStatement) throw connectionError
  })
  throw error
}

/** Whether the server refuses all changes, not this transaction alone. */
export async function isReadOnly(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ is_read_only: boolean }>(
    "select pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean as is_read_only",
  )
  return rows[0]?.is_read_only === true
}

/**
 * Waits for all promises. If several fail, a `DatabaseError` of this process explains why the
 * connection broke under the others.
 */
export async function settleAll<const T extends readonly Promise<unknown>[]>(promises: T) {
  const settled = await Promise.allSettled(promises)
  const reasons = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  const own = reasons.find((reason) => reason instanceof DatabaseError)
  if (own) throw own
  return Promise.all(promises)
}

/** @throws {DatabaseError} for what the wire protocol cannot carry */
export function requireSendable(text: string, values: readonly unknown[]): void {
  // U+0000 ends the text on the wire: the rest would be read as another field.
  if (text.includes('\0')) throw new DatabaseError('22021', 'a statement holds no U+0000')
  // The wire protocol counts values in two bytes and would wrap around.
  if (values.length > MAX_VALUES) {
    const message = `a statement takes at most ${MAX_VALUES} values, and was given ${values.length}`
    throw new DatabaseError('54023', message)
  }
}

export function sendQuery<Row extends object>(
  client: pg.PoolClient,
  text: string,
  values: readonly unknown[] = [],
  name?: string,
  silenceMs?: number,
): Promise<pg.QueryResult<Row>> {
  requireSendable(text, values)
  const query = {
    text,
    values: [...values],
    ...(name ? { name } : {}),
    // Also ends the connection, and with it the statements behind this one.
    ...(silenceMs ? { query_timeout: silenceMs } : {}),
  }
  return client.query<Row>(query)
}
