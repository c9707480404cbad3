import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { isVersion, type Version } from '../protocol/frames.ts'

const PATH = '/realtime/v1/websocket'

/** An upgrade that is refused; the message is fit for the client. */
export class UpgradeError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** @throws {UpgradeError} */
export function readUpgrade(request: IncomingMessage): { version: Version; apiKey: string } {
  const url = URL.parse(request.url ?? '', 'http://host.invalid')
  if (url?.pathname !== PATH) throw new UpgradeError(404, 'no Route matched with those values')
  const version = url.searchParams.get('vsn') ?? '1.0.0'
  if (!isVersion(version)) throw new UpgradeError(400, 'The protocol version is not supported')
  const header = request.headers['x-api-key'] ?? request.headers.apikey
  const apiKey = url.searchParams.get('apikey') ?? (typeof header === 'string' ? header : '')
  if (!apiKey) throw new UpgradeError(401, 'API key is missing')
  return { version, apiKey }
}

/** Answers a request to upgrade with an error and closes its connection. After 503 the client may retry. */
export function refuseUpgrade(
  socket: Duplex,
  { status, message }: Pick<UpgradeError, 'status' | 'message'>,
): void {
  const body = JSON.stringify({ error: message })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(status === 503 ? ['Retry-After: 1'] : []),
    'Connection: close',
  ]
  // The client may have gone meanwhile.
  socket.on('error', () => {})
  socket.once('finish', () => socket.destroy())
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
