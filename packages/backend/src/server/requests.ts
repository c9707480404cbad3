import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage } from 'node:http'
import type { Span } from '@opentelemetry/api'

interface CurrentRequest {
  /** In the answer (`X-Request-Id`) and in each line of the log. */
  id: string
  /** Only while requests are traced. */
  span?: Span | undefined
}

const requests = new AsyncLocalStorage<CurrentRequest>()

/** Characters that cannot forge a line of the log. */
const WELL_FORMED = /^[\w.:-]{8,128}$/

/** The id that a proxy gave the request, or a new one. */
export function toRequestId({ headers }: IncomingMessage): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && WELL_FORMED.test(given) ? given : crypto.randomUUID()
}

export const runRequest = <Result>(request: CurrentRequest, work: () => Result): Result =>
  requests.run(request, work)

/** The request that is being answered; undefined in jobs. */
export const readRequest = (): CurrentRequest | undefined => requests.getStore()
