import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { parseAccept } from 'hono/utils/accept'

const ENCODINGS = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** Good enough for a page that lives until a change touches it, and quick enough not to be noticed. */
const BROTLI_QUALITY = 5

/** An answer that is ready to be given again, in each encoding that somebody has asked for. */
export class CachedPage {
  readonly status: number
  readonly #headers: [string, string][]
  readonly #bodies = new Map<Encoding, Promise<Buffer>>()
  /** What has been made before, ready to be written as it is. */
  readonly #ready = new Map<Encoding, { body: Buffer; head: string[]; unchanged: string[] }>()
  readonly #tag: string
  /** In bytes, with room for what compression adds. */
  readonly size: number

  constructor(status: number, headers: Headers, body: Buffer) {
    this.status = status
    this.#headers = [...headers].filter(([name]) => name !== 'content-length')
    this.#bodies.set('identity', Promise.resolve(body))
    this.#tag = createHash('sha256').update(body).digest('base64url').slice(0, 22)
    this.size = Math.ceil(body.length * 1.5) + 2000
  }

  async respond(request: Request): Promise<Response> {
    const encoding = encodingFor(request.headers.get('accept-encoding'))
    const { body, head, unchanged } = await this.#readyIn(encoding)
    if (this.#isKnown(encoding, request.headers.get('if-none-match'))) {
      return new Response(null, { status: 304, headers: pairs(unchanged) })
    }
    const shown = request.method === 'HEAD' ? null : new Uint8Array(body)
    return new Response(shown, { status: this.status, headers: pairs(head) })
  }

  /**
   * The same without a detour, where the encoding has been made before.
   * @returns whether it was answered
   */
  write({ method, headers }: IncomingMessage, response: ServerResponse): boolean {
    const encoding = encodingFor(headers['accept-encoding'] ?? null)
    const ready = this.#ready.get(encoding)
    if (!ready) return false
    if (this.#isKnown(encoding, headers['if-none-match'] ?? null)) {
      response.writeHead(304, ready.unchanged).end()
    } else if (method === 'HEAD') response.writeHead(this.status, ready.head).end()
    else response.writeHead(this.status, ready.head).end(ready.body)
    return true
  }

  #isKnown(encoding: Encoding, header: string | null): boolean {
    return this.status === 200 && header !== null && knows(header, this.#etag(encoding))
  }

  #etag(encoding: Encoding): string {
    return `"${this.#tag}-${encoding}"`
  }

  async #readyIn(encoding: Encoding) {
    const known = this.#ready.get(encoding)
    if (known) return known
    const body = await this.#bodyIn(encoding)
    const unchanged = [
      ...this.#headers.flat(),
      ...['ETag', this.#etag(encoding), 'Vary', 'Accept-Encoding'],
      // Kept anywhere, shown only after asking whether it still stands.
      ...['Cache-Control', 'no-cache'],
    ]
    const head = [
      ...unchanged,
      ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
      ...['Content-Length', String(body.length)],
    ]
    const ready = { body, head, unchanged }
    this.#ready.set(encoding, ready)
    return ready
  }

  #bodyIn(encoding: Encoding): Promise<Buffer> {
    const known = this.#bodies.get(encoding)
    if (known) return known
    const made = (async () => {
      const plain = (await this.#bodies.get('identity')) ?? Buffer.alloc(0)
      return encoding === 'br' ? brotli(plain) : promisify(gzip)(plain)
    })()
    this.#bodies.set(encoding, made)
    return made
  }
}

const brotli = (plain: Buffer) =>
  promisify(brotliCompress)(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  })

const pairs = (flat: readonly string[]): [string, string][] =>
  flat.flatMap((name, place) => (place % 2 === 0 ? [[name, flat[place + 1] ?? '']] : []))

/** Browsers send the same few headers again and again. */
const chosen = new Map<string, Encoding>()
const MOST_CHOSEN = 200

/** The best of those that the header accepts; without one, none. */
export function encodingFor(header: string | null): Encoding {
  const key = header ?? ''
  const known = chosen.get(key)
  if (known) return known
  if (chosen.size >= MOST_CHOSEN) chosen.clear()
  const encoding = bestOf(key)
  chosen.set(key, encoding)
  return encoding
}

function bestOf(header: string): Encoding {
  const accepted = new Map(parseAccept(header).map(({ type, q }) => [type.toLowerCase(), q]))
  const weight = (encoding: Encoding) =>
    accepted.get(encoding) ?? (encoding === 'identity' ? 0.001 : (accepted.get('*') ?? 0))
  return ENCODINGS.reduce((best, each) => (weight(each) > weight(best) ? each : best))
}

function knows(header: string, etag: string): boolean {
  return header
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === etag || tag === '*')
}
