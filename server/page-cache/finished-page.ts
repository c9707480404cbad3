import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { parseAccept } from 'hono/utils/accept'

const ENCODINGS = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** Good enough for a page that lives until the next change, and quick enough not to be noticed. */
const BROTLI_QUALITY = 5

/** An answer that is ready to be given again, in each encoding that somebody has asked for. */
export class FinishedPage {
  readonly status: number
  readonly #headers: [string, string][]
  readonly #bodies = new Map<Encoding, Promise<Buffer>>()
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
    const etag = `"${this.#tag}-${encoding}"`
    const headers = new Headers(this.#headers)
    headers.set('ETag', etag)
    headers.set('Vary', 'Accept-Encoding')
    // Kept anywhere, shown only after asking whether it still stands.
    headers.set('Cache-Control', 'no-cache')
    if (this.status === 200 && knows(request.headers.get('if-none-match'), etag)) {
      return new Response(null, { status: 304, headers })
    }
    const body = await this.#bodyIn(encoding)
    if (encoding !== 'identity') headers.set('Content-Encoding', encoding)
    headers.set('Content-Length', String(body.length))
    const isHead = request.method === 'HEAD'
    return new Response(isHead ? null : new Uint8Array(body), { status: this.status, headers })
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

/** The best of those that the header accepts; without one, none. */
export function encodingFor(header: string | null): Encoding {
  const accepted = new Map(parseAccept(header ?? '').map(({ type, q }) => [type.toLowerCase(), q]))
  const weight = (encoding: Encoding) =>
    accepted.get(encoding) ?? (encoding === 'identity' ? 0.001 : (accepted.get('*') ?? 0))
  return ENCODINGS.reduce((best, each) => (weight(each) > weight(best) ? each : best))
}

function knows(header: string | null, etag: string): boolean {
  return (header ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === etag || tag === '*')
}
