import type { Caller, Database, Transaction } from './database.ts'

/** Carries the result out of a transaction that is rolled back. */
class RolledBack<Result> extends Error {
  readonly result: Result

  constructor(result: Result) {
    super('rolled back with a result')
    this.result = result
  }
}

/**
 * Runs work in a transaction as the caller.
 * @param work can call `rollBack` with its result, which is then returned although nothing is committed
 */
export async function transact<Result>(
  database: Pick<Database, 'transactionAs'>,
  caller: Caller,
  work: (transaction: Transaction, rollBack: (result: Result) => never) => Promise<Result>,
): Promise<Result> {
  try {
    return await database.transactionAs(caller, (transaction) =>
      work(transaction, (result) => {
        throw new RolledBack(result)
      }),
    )
  } catch (error) {
    if (error instanceof RolledBack) return error.result
    throw error
  }
}
