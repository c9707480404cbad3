import type { Caller, Database } from '../database/database.ts'
import type { SchemaCache } from './schema-cache.ts'

export interface RestOptions {
  database: Database
  callerOf: (request: Request) => Promise<Caller>
  /** The schema that clients see. */
  schema: string
  /** The most rows that one answer holds. */
  maxRows: number
}

/** What one request is answered with. */
export interface RestContext extends RestOptions {
  caller: Caller
  schemaCache: SchemaCache
}
