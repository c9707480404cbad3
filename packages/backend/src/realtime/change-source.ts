import type { Caller } from '../database/database.ts'

/** One entry of `config.postgres_changes` of a join. */
export interface ChangeRequest {
  event: 'INSERT' | 'UPDATE' | 'DELETE' | '*'
  schema: string
  /** All tables of the schema if it is missing or `*`. */
  table?: string
  filter?: string
}

export interface ChangeSubscription {
  /** In the order of the requests: the ids that messages name. */
  bindings: readonly { id: number }[]
  /** After a new access token; it may end the subscription. */
  setCaller(caller: Caller): void
  close(): void
}

/** Is called back after the promise of `subscribe` has resolved. */
export interface ChangeListener {
  /** @param ids of the bindings that match. @param data JSON text */
  onChange: (ids: number[], data: string) => void
  /**
   * The subscription has ended.
   * @param message fit for the client
   * @param canRejoin whether the same subscription can be made again
   */
  onEnd: (message: string, canRejoin: boolean) => void
}

/** The changes of tables that channels subscribe to. */
export interface ChangeSource {
  /** @throws {Error} for a request that cannot be served */
  subscribe(
    caller: Caller,
    requests: readonly ChangeRequest[],
    listener: ChangeListener,
  ): Promise<ChangeSubscription>
  /** Whether the message of an error of `subscribe` is fit for the client. */
  isRequestError(error: unknown): error is Error
}

class NoChangesError extends Error {}

/** For a server without a change feed: refuses every subscription. */
export const NO_CHANGES: ChangeSource = {
  subscribe: () => Promise.reject(new NoChangesError('This server has no feed of table changes')),
  isRequestError: (error): error is Error => error instanceof NoChangesError,
}

/** A request as the client wrote it, which the reply repeats, and as it is meant. */
export interface ParsedChangeRequest {
  entry: object
  request: ChangeRequest
}

/** @returns nothing for a value that is not a list of requests */
export function parseChangeRequests(value: unknown): ParsedChangeRequest[] | undefined {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) return undefined
  const requests = value.filter((each) => each !== null).map(parseChangeRequest)
  return requests.every((each) => each !== undefined) ? requests : undefined
}

function parseChangeRequest(value: unknown): ParsedChangeRequest | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { event = '*', schema = 'public', table, filter } = value as Record<string, unknown>
  const name = typeof event === 'string' ? event.toUpperCase() : ''
  if (name !== '*' && name !== 'INSERT' && name !== 'UPDATE' && name !== 'DELETE') return undefined
  if (typeof schema !== 'string' || !isOptionalText(table) || !isOptionalText(filter))
    return undefined
  const names = { ...(table ? { table } : {}), ...(filter ? { filter } : {}) }
  return { entry: value, request: { event: name, schema, ...names } }
}

const isOptionalText = (value: unknown): value is string | null | undefined =>
  value === undefined || value === null || typeof value === 'string'
