import type { Transaction } from '../../database/database.ts'

/** Lets triggers see that the operator makes or changes the account, in the rest of the transaction. */
export const actAsServiceRole = (db: Transaction) =>
  db.query(`select set_config('request.jwt.claims', '{"role": "service_role"}', true)`)
