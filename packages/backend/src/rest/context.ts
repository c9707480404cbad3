import type { DailyLimit } from '../daily-limit.ts'
import type { Caller, Database } from '../database/database.ts'
import type { CreateCounter } from '../shared-counters.ts'
import type { SchemaCache } from './schema/schema-cache.ts'

export interface RestOptions {
  /** The prefix of `/`, `/{relation}` and `/rpc/{function}` in the request's path. */
  path: string
  database: Database
  /** The exposed schemas; the first is the default. */
  schemas: readonly [string, ...string[]]
  /** The maximum of rows in a response. */
  maxRows: number
  /** Whether a request may have its change rolled back (`Prefer: tx=rollback`). */
  allowsRollback: boolean
  /** Logs an error for the operator. */
  log: (error: unknown) => void
  /** Milliseconds of database time per network in so many seconds; the default depends on the engine. */
  timeBudget?: { points: number; duration: number } | undefined
  /** By the name of a function: its calls by signed-out clients. Refused calls do not count. */
  signedOutCalls?: Readonly<Record<string, DailyLimit>> | undefined
  /** Called before a function, in a read-only transaction; an error of it is the answer. */
  preRequest?: string | undefined
  /** Of the limits of calls, which all processes count together. */
  createCounter?: CreateCounter
  /** The number of processes, each of which counts database time for itself. */
  countProcesses?: (() => number) | undefined
}

/** What answering one request needs. */
export interface RestContext extends Omit<RestOptions, 'database'> {
  /** Limited to the share of the request's network. */
  database: Pick<Database, 'asReader' | 'transactionAs'>
  caller: Caller
  /** The schema that the request names, or the default. */
  schema: string
  schemaCache: SchemaCache
}
