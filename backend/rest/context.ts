import type { Caller, Database } from '../database/database.ts'
import type { SchemaCache } from './schema-cache.ts'

export interface RestOptions {
  /** What stands before `/`, `/{relation}` and `/rpc/{function}` in the path of a request. */
  path: string
  database: Database
  /** The schemas that clients see; the first is meant where a request names none. */
  schemas: readonly [string, ...string[]]
  /** The most rows that one answer holds. */
  maxRows: number
  /** Whether a request may ask that its change be undone (`Prefer: tx=rollback`). */
  allowsRollback: boolean
  /** Takes what went wrong, for the operator's eyes. */
  log: (error: unknown) => void
  /** Milliseconds of database time per network in so many seconds; the default depends on the engine. */
  timeBudget?: { points: number; duration: number } | undefined
}

/** What one request is answered with. */
export interface RestContext extends Omit<RestOptions, 'database'> {
  /** Within the share of the request's network. */
  database: Pick<Database, 'asReader' | 'transactionAs'>
  caller: Caller
  /** The one that this request is about. */
  schema: string
  schemaCache: SchemaCache
}
