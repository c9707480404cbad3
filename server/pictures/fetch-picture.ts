import { Agent, fetch } from 'undici'
import { IDENTITY } from '../../app/shared/identity.ts'
import { assertFetchable, lookupPublic } from './public-address.ts'

const REDIRECTS_MAX = 3
/** The timeout of a fetch with its redirects. */
const TIMEOUT_MS = 5000
/** A product name has neither spaces nor other special characters (RFC 9110 §10.1.5). */
const USER_AGENT = `${IDENTITY.name.replaceAll(/[^A-Za-z0-9]+/g, '-')}/1 (pictures of listed tools)`

const guarded = new Agent({ connect: { lookup: lookupPublic, timeout: 3000 } })
/** For the look-up service that the operator configures: it may be in the own network. */
const free = new Agent({ connect: { timeout: 3000 } })

export interface FetchOptions {
  /** The most bytes that are read. */
  limit: number
  /** Whether members typed the address: then only public addresses are allowed. */
  isTyped: boolean
}

/**
 * Fetches a picture.
 * @throws {Error} if it cannot be loaded or is larger than the limit
 */
export async function fetchPicture(address: string, options: FetchOptions): Promise<Buffer> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  let url = new URL(address)
  for (let step = 0; step <= REDIRECTS_MAX; step += 1) {
    // The operator did not configure the target of a redirect.
    const isGuarded = options.isTyped || url.origin !== new URL(address).origin
    if (isGuarded) assertFetchable(url)
    const response = await fetch(url, {
      dispatcher: isGuarded ? guarded : free,
      redirect: 'manual',
      signal,
      headers: { 'User-Agent': USER_AGENT, Accept: 'image/*' },
    })
    const next = response.headers.get('location')
    if (response.status >= 300 && response.status < 400 && next) {
      await response.body?.cancel()
      url = new URL(next, url)
      continue
    }
    if (!response.ok || !response.body) throw new Error(`${url.host} answered ${response.status}`)
    return readUpTo(response.body, options.limit)
  }
  throw new Error('too many redirects')
}

async function readUpTo(body: AsyncIterable<unknown>, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    if (!(chunk instanceof Uint8Array)) throw new Error('not bytes')
    size += chunk.byteLength
    // The end of the loop closes the connection.
    if (size > limit) throw new Error(`more than ${limit} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
