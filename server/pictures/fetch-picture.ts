import { Agent, fetch } from 'undici'
import { assertFetchable, lookupPublic } from './public-address.ts'

const REDIRECTS_MAX = 3
/** All of it, redirects included, in milliseconds. */
const TIME_LIMIT = 5000
const USER_AGENT = 'Toolmark/1 (pictures of listed tools)'

const guarded = new Agent({ connect: { lookup: lookupPublic, timeout: 3000 } })
/** For the operator's own look-up service, which may be anywhere. */
const free = new Agent({ connect: { timeout: 3000 } })

export interface FetchOptions {
  /** The most bytes taken. */
  limit: number
  /** Typed by people: then only the open internet is reached. */
  isTyped: boolean
}

/**
 * Fetches what should be a picture.
 * @throws {Error} when it is not to be had, or is larger than the limit
 */
export async function fetchPicture(address: string, options: FetchOptions): Promise<Buffer> {
  const signal = AbortSignal.timeout(TIME_LIMIT)
  let url = new URL(address)
  for (let step = 0; step <= REDIRECTS_MAX; step += 1) {
    // Wherever it leads on to was not the operator's word either.
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
    // Leaving the loop ends the connection.
    if (size > limit) throw new Error(`more than ${limit} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
