import type { Caller } from '../../database/database.ts'

/** One entry of `config.postgres_changes` of a join. */
export interface ChangeRequest {
  event: 'INSERT' | 'UPDATE' | 'DELETE' | '*'
  schema: string
  /** All tables of the schema if it is missing or `*`. */
  table?: string
  filter?: string
}

/** A binding as the reply to a join returns it, in the client's order. */
export interface ChangeBinding extends ChangeRequest {
  id: number
}

export interface ChangeSubscription {
  bindings: readonly ChangeBinding[]
  /** After a new access token. */
  setCaller(caller: Caller): void
  close(): void
}

/** Receives the ids of the bindings that match and the JSON text of `data`. */
export type DeliverChange = (ids: number[], data: string) => void

/** A request that cannot be served. The message is fit for the client. */
export class ChangeRequestError extends Error {
  override readonly name = 'ChangeRequestError'
}
