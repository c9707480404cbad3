import { setTimeout as pause } from 'node:timers/promises'
import { fetchGuarded, readUpTo } from '../outbound/fetch-bytes.ts'

/** An answer that is longer gives no values, in bytes. */
const LIMIT_BYTES = 2 * 1024 * 1024
/** For a request with its redirects. */
const TIMEOUT_MS = 20_000
/** Between two requests to one host, and between two requests to any host. */
const PAUSE_MS = { host: 1000, all: 334 }
/** A host that wants a longer pause gets requests again after this one, in milliseconds. */
const LONGEST_RETRY_MS = 7 * 86_400_000
/** Without a time of the host, in milliseconds. */
const RETRY_MS = 3_600_000

/** Why a source gave no values, in one line for the operator. */
export class ReadFailure extends Error {
  override readonly name = 'ReadFailure'
  readonly outcome: 'failed' | 'empty' | 'limited'
  readonly retryAt: Date | undefined
  /** Of an answer that is no success. */
  readonly status: number | undefined

  constructor(
    problem: string,
    {
      outcome = 'failed',
      retryAt,
      status,
    }: { outcome?: ReadFailure['outcome']; retryAt?: Date; status?: number } = {},
  ) {
    super(problem)
    this.outcome = outcome
    this.retryAt = retryAt
    this.status = status
  }
}

export interface FactRequest {
  accept?: string
  /** Of the last answer. */
  etag?: string | null | undefined
  /** Besides the token of the host. */
  authorization?: string
}

export interface FactAnswer {
  /** 200, or 304 if the ETag is that of the last answer. */
  status: 200 | 304
  text: string
  etag: string | null
}

/**
 * Fetches an address of a source. `missing` is returned for 404 and 410.
 * @throws {ReadFailure}
 */
export type FactFetch = (address: string, request?: FactRequest) => Promise<FactAnswer>

export interface FactFetchOptions {
  /** Tokens by host, each of which is sent to its host alone. */
  tokens: Readonly<Record<string, string | undefined>>
  /** The name of the site and an address for the operators of the hosts. */
  userAgent: string
  /** The origin of a server that plays all hosts, for tests: it gets `/{host}{path}`. */
  testOrigin?: string | undefined
  clock?: { now(): number; pause(ms: number): Promise<unknown> }
}

/** Fetches with a rate for each host and for all, and obeys `Retry-After`. */
export function createFactFetch({
  tokens,
  userAgent,
  testOrigin,
  clock = { now: Date.now, pause },
}: FactFetchOptions): FactFetch {
  const freeAt = new Map<string, number>()
  const blockedUntil = new Map<string, number>()
  let allFreeAt = 0

  const refuseLimited = (host: string) => {
    const blocked = blockedUntil.get(host) ?? 0
    if (blocked > clock.now())
      throw new ReadFailure(`${host} wants fewer requests.`, {
        outcome: 'limited',
        retryAt: new Date(blocked),
      })
  }
  const takeTurn = async (host: string) => {
    refuseLimited(host)
    const at = Math.max(clock.now(), freeAt.get(host) ?? 0, allFreeAt)
    freeAt.set(host, at + PAUSE_MS.host)
    allFreeAt = at + PAUSE_MS.all
    if (at > clock.now()) await clock.pause(at - clock.now())
    // Another answer may have set it since.
    refuseLimited(host)
  }

  return async (address, { accept = 'application/json', etag, authorization } = {}) => {
    if (!URL.canParse(address)) throw new ReadFailure('The address is not valid.')
    const { host } = new URL(address)
    await takeTurn(host)
    const { response, url } = await fetchGuarded(address, {
      isTyped: true,
      timeoutMs: TIMEOUT_MS,
      ...(testOrigin ? { testOrigin } : {}),
      onRedirect: takeTurn,
      headersFor: (each) => {
        const token = tokens[each.host]
        const credentials =
          each.host === host && authorization ? authorization : token && `Bearer ${token}`
        return {
          'User-Agent': userAgent,
          Accept: accept,
          ...(each.href === address && etag ? { 'If-None-Match': etag } : {}),
          ...(credentials && each.protocol === 'https:' ? { Authorization: credentials } : {}),
        }
      },
    }).catch((error: unknown) => {
      if (error instanceof ReadFailure) throw error
      throw new ReadFailure(`${host}: ${describeError(error)}`)
    })
    const retryAt = findRetry(response.status, response.headers, clock.now())
    if (retryAt) {
      blockedUntil.set(url.host, retryAt)
      await response.body?.cancel()
      // After the others of its host: they would wait for a page that always refuses.
      throw new ReadFailure(`${url.host} wants fewer requests.`, {
        outcome: 'limited',
        retryAt: new Date(retryAt + RETRY_MS),
      })
    }
    if (response.status === 304) return { status: 304, text: '', etag: etag ?? null }
    if (!response.ok || !response.body) {
      await response.body?.cancel()
      const { status } = response
      throw new ReadFailure(`${url.host} answered ${status}.`, { status })
    }
    const bytes = await readUpTo(response.body, { limit: LIMIT_BYTES }).catch((error: unknown) => {
      throw new ReadFailure(`${url.host}: ${describeError(error)}`)
    })
    // Without a byte order mark.
    const text = new TextDecoder().decode(bytes)
    return { status: 200, text, etag: response.headers.get('etag') }
  }
}

/** When a host that refuses for its rate gets requests again, in milliseconds since 1970; none if it does not refuse. */
function findRetry(
  status: number,
  headers: { get(name: string): string | null },
  now: number,
): number | undefined {
  const isExhausted = headers.get('x-ratelimit-remaining') === '0'
  const after = headers.get('retry-after')
  const isLimited =
    status === 429 ||
    (status === 403 && (isExhausted || after !== null)) ||
    (status === 503 && after !== null)
  if (!isLimited) return undefined
  const reset = Number(headers.get('x-ratelimit-reset'))
  const wanted = after
    ? /^\d+$/.test(after)
      ? now + Number(after) * 1000
      : Date.parse(after)
    : reset > 0
      ? reset * 1000
      : Number.NaN
  const at = Number.isNaN(wanted) ? now + RETRY_MS : wanted
  return Math.min(Math.max(at, now + PAUSE_MS.host), now + LONGEST_RETRY_MS)
}

/** Without what the error says of the network inside. */
function describeError(error: unknown): string {
  const message = error instanceof Error ? error.message : ''
  if (/timeout|aborted/i.test(message)) return `no answer within ${TIMEOUT_MS / 1000} seconds`
  if (/^(more than|too many redirects|only |addresses with)|open internet/.test(message))
    return message
  return 'the connection failed'
}
