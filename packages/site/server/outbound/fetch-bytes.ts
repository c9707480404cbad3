import { Agent, fetch, type Response } from 'undici'
import { IDENTITY } from '../../app/shared/identity.ts'
import { assertFetchable, lookupPublic } from './public-address.ts'

const REDIRECTS_MAX = 3
/** A product name has neither spaces nor other special characters (RFC 9110 §10.1.5). */
const USER_AGENT = `${IDENTITY.name.replaceAll(/[^A-Za-z0-9]+/g, '-')}/1 (pictures and proofs of listed tools)`

const guarded = new Agent({ connect: { lookup: lookupPublic, timeout: 3000 } })
/** For the look-up service that the operator configures: it may be in the own network. */
const free = new Agent({ connect: { timeout: 3000 } })

export interface FetchOptions {
  /** The most bytes that are read. */
  limit: number
  /** Whether a longer answer ends at the limit instead of being refused. */
  isCut?: boolean
  /** Whether members typed the address: then only public addresses are allowed. */
  isTyped: boolean
  /** Hosts with a port that are allowed too, for tests. */
  testHosts?: ReadonlySet<string>
  /** The origin of a server that plays all hosts, for tests: it gets `/{host}{path}`. */
  testOrigin?: string
  /** As the header of this name. */
  accept: string
  /** For the fetch with its redirects. */
  timeoutMs: number
}

/** The host has answered without the file. */
export class AnswerError extends Error {
  readonly status: number
  constructor(host: string, status: number) {
    super(`${host} answered ${status}`)
    this.status = status
  }
}

interface GuardedRequest
  extends Pick<FetchOptions, 'isTyped' | 'testHosts' | 'testOrigin' | 'timeoutMs'> {
  /** Sent to the host of each address on the way. */
  headersFor: (url: URL) => Record<string, string>
  /** Before each redirect is followed. @param host with a port if there is one */
  onRedirect?: (host: string) => Promise<void>
}

/**
 * Fetches an address with its redirects, none of which leads to the network inside.
 * @returns the answer, whatever its status, and its address
 * @throws {Error} if it cannot be loaded
 */
export async function fetchGuarded(
  address: string,
  { isTyped, testHosts, timeoutMs, headersFor, testOrigin, onRedirect }: GuardedRequest,
): Promise<{ response: Response; url: URL }> {
  const signal = AbortSignal.timeout(timeoutMs)
  let url = new URL(address)
  for (let step = 0; step <= REDIRECTS_MAX; step += 1) {
    // The operator did not configure the target of a redirect.
    const isGuarded =
      (isTyped || url.origin !== new URL(address).origin) && !testHosts?.has(url.host)
    if (isGuarded) assertFetchable(url)
    const target = testOrigin ? `${testOrigin}/${url.host}${url.pathname}${url.search}` : url
    const response = await fetch(target, {
      dispatcher: isGuarded && !testOrigin ? guarded : free,
      redirect: 'manual',
      signal,
      headers: headersFor(url),
    })
    const next = response.headers.get('location')
    if (response.status >= 300 && response.status < 400 && response.status !== 304 && next) {
      await response.body?.cancel()
      url = new URL(next, url)
      await onRedirect?.(url.host)
      continue
    }
    return { response, url }
  }
  throw new Error('too many redirects')
}

/**
 * Fetches a file.
 * @returns its bytes, and its address after redirects
 * @throws {Error} if it cannot be loaded or is larger than the limit
 */
export async function fetchFile(
  address: string,
  options: FetchOptions,
): Promise<{ bytes: Buffer; url: URL }> {
  const { response, url } = await fetchGuarded(address, {
    ...options,
    headersFor: () => ({ 'User-Agent': USER_AGENT, Accept: options.accept }),
  })
  if (!response.ok || !response.body) throw new AnswerError(url.host, response.status)
  return { bytes: await readUpTo(response.body, options), url }
}

/** As fetchFile, without the address. */
export const fetchBytes = async (address: string, options: FetchOptions): Promise<Buffer> =>
  (await fetchFile(address, options)).bytes

/** @throws {Error} if the body is larger than the limit */
export async function readUpTo(
  body: AsyncIterable<unknown>,
  { limit, isCut }: Pick<FetchOptions, 'limit' | 'isCut'>,
): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    if (!(chunk instanceof Uint8Array)) throw new Error('not bytes')
    size += chunk.byteLength
    chunks.push(chunk)
    if (size <= limit) continue
    // The end of the loop closes the connection.
    if (isCut) break
    throw new Error(`more than ${limit} bytes`)
  }
  return Buffer.concat(chunks).subarray(0, limit)
}
