import type { Transaction } from '../database/database.ts'
import type { RestContext } from './context.ts'
import type { Preferences } from './preferences.ts'

/** Carries an answer out of a transaction that is to be undone. */
class Undone extends Error {
  readonly result: unknown

  constructor(result: unknown) {
    super('undone, as was asked for')
    this.result = result
  }
}

/** What a request reads: one statement that can change nothing, all in one go where it is all there is. */
export async function readRows<Row extends object>(
  context: RestContext,
  preferences: Preferences,
  text: string,
  values: readonly string[],
  calls: 'any' | 'built-in' = 'any',
): Promise<Row[]> {
  return preferences.timezone || preferences.rollsBack
    ? inTransaction(context, preferences, async ({ query }) => {
        await query('set transaction read only')
        return query<Row>(text, values)
      })
    : context.database.asReader<Row>(context.caller, text, values, calls)
}

/** One request's work in one transaction as its caller, in its time zone, undone where it asks so. */
export async function inTransaction<T>(
  { database, caller }: RestContext,
  { timezone, rollsBack }: Preferences,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  try {
    return await database.transactionAs(caller, async (transaction) => {
      // Letters, digits and `/_+-` alone: see `isTimezone`.
      if (timezone) await transaction.query(`set local timezone to '${timezone}'`)
      const result = await work(transaction)
      if (rollsBack) throw new Undone(result)
      return result
    })
  } catch (error) {
    if (error instanceof Undone) return error.result as T
    throw error
  }
}
