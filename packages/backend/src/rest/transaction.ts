import type { Transaction } from '../database/database.ts'
import { transact } from '../database/transact.ts'
import type { RestContext } from './context.ts'
import type { Preferences } from './request/preferences.ts'

/** Runs the one statement of a read-only request, without a separate transaction if possible. */
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

/** Runs a request's work in one transaction as its caller, with its time zone and its preference to roll back. */
export async function inTransaction<T>(
  { database, caller }: RestContext,
  { timezone, rollsBack }: Preferences,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return transact<T>(database, caller, async (transaction, rollBack) => {
    // `parsePreferences` has checked that there are only letters, digits and `/_+:.-`.
    if (timezone) await transaction.query(`set local timezone to '${timezone}'`)
    const result = await work(transaction)
    return rollsBack ? rollBack(result) : result
  })
}
