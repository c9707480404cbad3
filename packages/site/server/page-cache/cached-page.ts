import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { millisecondsInDay } from 'date-fns/constants'
import { parseAccept } from 'hono/utils/accept'
import pLimit from 'p-limit'

const ENCODINGS = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** The first answer is compressed in 3 ms. Another 50 ms make it a tenth smaller, for a page that changes seldom. */
const BROTLI_QUALITY = { first: 5, settled: 10 }

/** When a page counts as one that changes seldom. */
const SETTLED_MS = 10_000

/** Pages are compressed again one after the other: new ones, files and names wait for the same few threads. */
const settling = pLimit(1)
const SETTLING_MAX = 20

/** How long a cache in front of the site may keep a page that is not purged, and use it while it asks. */
const SHARED_SECONDS = { fresh: 3600, stale: 30 }

/** Varnish refuses longer headers. */
const MAX_KEYS_LENGTH = 7000

/** A rendered page, compressed once per requested encoding. */
export class CachedPage {
  readonly status: number
  readonly #headers: [string, string][]
  readonly #bodies = new Map<Encoding, Promise<Buffer>>()
  /** Responses that can be written without further work. */
  readonly #ready = new Map<Encoding, { body: Buffer; head: string[]; unchanged: string[] }>()
  readonly #tag: string
  readonly #madeAt = Date.now()
  #isSettled = false
  /** Since when the address has this content, in milliseconds since 1970; null for a document. */
  readonly #changedAt: number | null
  /** In bytes, with an allowance for the compressed copies. */
  readonly size: number
  /** A cache in front of the site may keep it until its keys are purged. */
  #isKept = false

  /** @param dateChange tells since when the address has the content of this tag, in milliseconds since 1970 */
  constructor(
    status: number,
    headers: Headers,
    body: Buffer,
    dateChange: (tag: string) => number = Date.now,
  ) {
    this.status = status
    this.#headers = [...headers].filter(([name]) => name !== 'content-length')
    // May be stored anywhere, but is revalidated before each use; an incomplete page says `no-store`.
    if (!headers.has('cache-control')) this.#headers.push(['Cache-Control', 'no-cache'])
    this.#bodies.set('identity', Promise.resolve(body))
    this.#tag = createHash('sha256').update(body).digest('base64url').slice(0, 22)
    const isFile = status === 200 && !headers.get('content-type')?.startsWith('text/html')
    this.#changedAt = isFile ? Math.floor(dateChange(this.#tag) / 1000) * 1000 : null
    if (this.#changedAt !== null) {
      this.#headers.push(['Last-Modified', new Date(this.#changedAt).toUTCString()])
    }
    this.size = Math.ceil(body.length * 1.5) + 2000
  }

  /**
   * Lets a cache in front of the site keep the page, before its first response.
   * @param keys of what the page shows; a purge of one of them drops the page
   */
  allowSharedCache(keys: readonly string[]): void {
    const [spaced, listed] = [keys.join(' '), keys.join(',')]
    if (spaced.length > MAX_KEYS_LENGTH) return
    this.#isKept = true
    this.#headers.push(['Surrogate-Key', spaced], ['Cache-Tag', listed])
  }

  /** The headers of this moment: pages of another day have another content. */
  #listHeaders(head: string[]): string[] {
    if (!this.#isKept) return head
    const seconds = Math.floor((millisecondsInDay - (Date.now() % millisecondsInDay)) / 1000)
    const value = `max-age=${Math.min(seconds, SHARED_SECONDS.fresh)}, stale-while-revalidate=${SHARED_SECONDS.stale}`
    return [...head, 'CDN-Cache-Control', value]
  }

  async respond(request: Request): Promise<Response> {
    const encoding = encodingFor(request.headers.get('accept-encoding'))
    const { body, head, unchanged } = await this.#prepareBody(encoding)
    const { headers } = request
    const since = headers.get('if-modified-since')
    if (this.#isUnchanged(encoding, headers.get('if-none-match'), since)) {
      return new Response(null, { status: 304, headers: toPairs(this.#listHeaders(unchanged)) })
    }
    const shown = request.method === 'HEAD' ? null : new Uint8Array(body)
    return new Response(shown, { status: this.status, headers: toPairs(this.#listHeaders(head)) })
  }

  /**
   * Writes the response synchronously if this encoding is ready.
   * @param first names and values in turn, to send before its own
   * @returns whether it was written
   */
  write(
    { method, headers }: IncomingMessage,
    response: ServerResponse,
    first: readonly string[],
  ): boolean {
    const encoding = encodingFor(headers['accept-encoding'] ?? null)
    const ready = this.#findReady(encoding)
    if (!ready) return false
    const since = headers['if-modified-since'] ?? null
    if (this.#isUnchanged(encoding, headers['if-none-match'] ?? null, since)) {
      response.writeHead(304, [...first, ...this.#listHeaders(ready.unchanged)]).end()
      return true
    }
    response.writeHead(this.status, [...first, ...this.#listHeaders(ready.head)])
    if (method === 'HEAD') response.end()
    else response.end(ready.body)
    return true
  }

  /** @param since counts for a file and a client without an ETag (RFC 9110 §13.1.3) */
  #isUnchanged(encoding: Encoding, etag: string | null, since: string | null): boolean {
    if (this.status !== 200) return false
    if (etag !== null) return matchesEtag(etag, this.#etag(encoding))
    return since !== null && this.#changedAt !== null && Date.parse(since) >= this.#changedAt
  }

  /** Weak: a page is compressed twice. */
  #etag(encoding: Encoding): string {
    return `W/"${this.#tag}-${encoding}"`
  }

  #findReady(encoding: Encoding) {
    const ready = this.#ready.get(encoding)
    const isDue = !this.#isSettled && Date.now() - this.#madeAt > SETTLED_MS
    if (ready && encoding === 'br' && isDue && settling.pendingCount < SETTLING_MAX) {
      this.#isSettled = true
      void settling(() => this.#compressSmaller())
    }
    return ready
  }

  async #compressSmaller(): Promise<void> {
    const plain = (await this.#bodies.get('identity')) ?? Buffer.alloc(0)
    const body = await compressBrotli(plain, BROTLI_QUALITY.settled)
    this.#bodies.set('br', Promise.resolve(body))
    this.#makeReady('br', body)
  }

  async #prepareBody(encoding: Encoding) {
    const ready = this.#findReady(encoding)
    return ready ?? this.#makeReady(encoding, await this.#compressBody(encoding))
  }

  #makeReady(encoding: Encoding, body: Buffer) {
    const unchanged = [
      ...this.#headers.flat(),
      ...['ETag', this.#etag(encoding), 'Vary', 'Accept-Encoding'],
    ]
    const head = [
      ...unchanged,
      ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
      ...['Content-Length', String(body.length)],
    ]
    const made = { body, head, unchanged }
    this.#ready.set(encoding, made)
    return made
  }

  #compressBody(encoding: Encoding): Promise<Buffer> {
    const known = this.#bodies.get(encoding)
    if (known) return known
    const made = (async () => {
      const plain = (await this.#bodies.get('identity')) ?? Buffer.alloc(0)
      return encoding === 'br'
        ? compressBrotli(plain, BROTLI_QUALITY.first)
        : promisify(gzip)(plain)
    })()
    this.#bodies.set(encoding, made)
    return made
  }
}

const compressBrotli = (plain: Buffer, quality: number) =>
  promisify(brotliCompress)(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  })

const toPairs = (flat: readonly string[]): [string, string][] =>
  flat.flatMap((name, place) => (place % 2 === 0 ? [[name, flat[place + 1] ?? '']] : []))

/** Browsers send the same few headers, so their choices are cached. */
const choices = new Map<string, Encoding>()
const MAX_CHOICES = 200

/** The best encoding that an Accept-Encoding header allows; `identity` without a header. */
export function encodingFor(header: string | null): Encoding {
  const key = header ?? ''
  const known = choices.get(key)
  if (known) return known
  if (choices.size >= MAX_CHOICES) choices.clear()
  const encoding = negotiateEncoding(key)
  choices.set(key, encoding)
  return encoding
}

function negotiateEncoding(header: string): Encoding {
  const accepted = new Map(parseAccept(header).map(({ type, q }) => [type.toLowerCase(), q]))
  const weight = (encoding: Encoding) =>
    accepted.get(encoding) ?? (encoding === 'identity' ? 0.001 : (accepted.get('*') ?? 0))
  return ENCODINGS.reduce((best, each) => (weight(each) > weight(best) ? each : best))
}

function matchesEtag(header: string, etag: string): boolean {
  return header
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => `W/${tag}` === etag || tag === '*')
}
