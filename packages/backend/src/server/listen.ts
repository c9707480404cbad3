import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import type { Span } from '@opentelemetry/api'
import type { Hono } from 'hono'
import type { Backend } from '../backend.ts'
import { networksOf } from '../rate-limit.ts'
import { refuseUpgrade } from '../realtime/channels/upgrade.ts'
import { NetworkCounts } from '../realtime/limits/network-counts.ts'
import { clientAddressOf, isLoopback, type Proxies } from './client-address.ts'
import { runRequest, toRequestId } from './requests.ts'

/** Times in milliseconds. */
export const LIMITS = {
  /** In bytes, of a request's first line and headers: `.in()` with 800 UUIDs takes 32 KB. */
  head: 64 * 1024,
  /** More connections are refused: each costs memory, also without a request. */
  connections: 10_000,
  /** From one other network. A proxy on this machine connects for all clients. */
  connectionsPerNetwork: 500,
  /** Until the headers of a request have arrived. */
  headers: 10_000,
  /** Until a request has arrived. */
  request: 60_000,
  /** Between a response and the next request. */
  idle: 5000,
  /** Without the client reading a byte of a response. */
  unread: 30_000,
}

/** How long a stop waits for open requests, in milliseconds. */
export const SHUTDOWN_TIMEOUT_MS = 10_000

export type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/** Passes requests to upgrade to the backend, with the address of the client. */
export const createUpgradeListener =
  (backend: Pick<Backend, 'upgrade'>, trustedProxies: Proxies): UpgradeListener =>
  (request, socket, head) => {
    const forwarded = request.headers['x-forwarded-for']
    const clientAddress = clientAddressOf(
      request.socket.remoteAddress,
      typeof forwarded === 'string' ? forwarded : undefined,
      trustedProxies,
    )
    backend.upgrade(request, socket, head, { clientAddress })
  }

/** Traces requests, if they are traced. */
export interface RequestTracer {
  /** The span ends with the answer. */
  startRequest(request: IncomingMessage, response: ServerResponse, id: string): Span
}

/**
 * Answers a request whose answer is ready, at once and completely.
 * @param headers names and values in turn, to send before its own
 * @returns whether it has
 */
export type FirstAnswer = (
  request: IncomingMessage,
  response: ServerResponse,
  headers: readonly string[],
) => boolean

export interface HttpListener {
  port: number
  /**
   * Another call replaces the app.
   * @param first may answer a request before the app does
   * @param upgrade answers requests to upgrade; without it they get 404
   */
  attach(app: Hono, first?: FirstAnswer, upgrade?: UpgradeListener): void
  /** Finishes open requests, then stops. */
  close(): Promise<void>
}

/**
 * Binds the port at once; requests wait until an app is attached. Each has an id, in its answer and in
 * the log.
 * @throws {Error} when the port is in use or not allowed
 */
export async function listen(
  host: string,
  port: number,
  limits = LIMITS,
  tracing?: RequestTracer,
): Promise<HttpListener> {
  const firstApp = Promise.withResolvers<Hono>()
  let app = firstApp.promise
  const answer = getRequestListener(async (request, env) => (await app).fetch(request, env))
  let answerFirst: FirstAnswer | undefined
  const openResponses = new WeakMap<Duplex, Set<ServerResponse>>()
  const server = createServer(
    {
      maxHeaderSize: limits.head,
      headersTimeout: limits.headers,
      requestTimeout: limits.request,
      keepAliveTimeout: limits.idle,
      // Node's default checks both every thirty seconds.
      connectionsCheckingInterval: Math.min(1000, limits.headers),
      // Some clients offer HTTP/2 with their first request and expect a usual answer.
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
    },
    (request, response) => {
      const id = toRequestId(request)
      const span = tracing?.startRequest(request, response, id)
      // Node takes twice the time for headers that are set one by one.
      if (answerFirst?.(request, response, ['X-Request-Id', id])) return
      response.setHeader('X-Request-Id', id)
      const open = openResponses.get(request.socket) ?? new Set()
      openResponses.set(request.socket, open.add(response))
      response.on('close', () => open.delete(response))
      // Without a listener Node also ends connections whose response is only late.
      response.on('timeout', closeIfUnread)
      runRequest({ id, span }, () => void answer(request, response))
    },
  )
  let answerUpgrade: UpgradeListener = (_request, socket) =>
    refuseUpgrade(socket, { status: 503, message: 'The server is starting' })
  server.on('upgrade', (request, socket, head) => answerUpgrade(request, socket, head))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const open = openResponses.get(socket) ?? new Set()
    // An answer now would become part of the response that the client is receiving.
    if ([...open].some(({ headersSent }) => headersSent)) socket.destroy(error)
    else answerUnreadable(error, socket)
  })
  server.maxConnections = limits.connections
  server.timeout = limits.unread
  limitPerNetwork(server, limits.connectionsPerNetwork)
  await bind(server, host, port)
  return {
    port: (server.address() as AddressInfo).port,
    attach(attached, first, upgrade) {
      answerFirst = first
      answerUpgrade =
        upgrade ??
        ((_request, socket) => refuseUpgrade(socket, { status: 404, message: 'Not Found' }))
      firstApp.resolve(attached)
      app = Promise.resolve(attached)
    },
    close: () =>
      new Promise((resolve) => {
        const timer = setTimeout(() => server.closeAllConnections(), SHUTDOWN_TIMEOUT_MS)
        // Clients keep a connection open for their next request.
        const sweep = setInterval(() => server.closeIdleConnections(), 100)
        server.close(() => {
          clearTimeout(timer)
          clearInterval(sweep)
          resolve()
        })
      }),
  }
}

/** Answers of Node's parser, by its error code; any other error is a malformed request. */
const UNREADABLE = new Map([
  [
    'HPE_HEADER_OVERFLOW',
    [
      '431 Request Header Fields Too Large',
      'The address or the headers are too long. Send fewer values',
    ],
  ],
  ['ERR_HTTP_REQUEST_TIMEOUT', ['408 Request Timeout', 'The request did not arrive in time']],
])
const MALFORMED = ['400 Bad Request', 'The request is malformed']

/** Node's own answers have no body, so that clients have an error without a message. */
function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy(error)
    return
  }
  const [status = '', message = ''] = UNREADABLE.get(error.code ?? '') ?? MALFORMED
  // PostgREST's form. Another site's page may read it, as every answer of the API.
  const body = JSON.stringify({ code: status.slice(0, 3), message, details: null, hint: null })
  const headers = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    'Access-Control-Allow-Origin: *',
    'Connection: close',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  socket.end(`${headers.join('\r\n')}\r\n\r\n${body}`)
}

/** A connection without pending bytes waits for the server. */
function closeIfUnread(socket: Socket): void {
  if (socket.writableLength > 0) socket.destroy()
}

/** Refuses connections from a network with too many; IPv6 counts by /48. */
function limitPerNetwork(server: Server, most: number): void {
  const counts = new NetworkCounts(most)
  server.on('connection', (socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined || isLoopback(remoteAddress)) return
    const address = clientAddressOf(remoteAddress, undefined, () => false)
    const from = networksOf(address).at(-1) ?? address
    if (counts.add(from)) socket.once('close', () => counts.remove(from))
    else socket.destroy()
  })
}

function bind(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reasons: Record<string, string> = {
        EADDRINUSE: `port ${port} is in use: stop what listens there, or set another PORT`,
        EACCES: `port ${port} is not allowed for this user: set another PORT`,
        EADDRNOTAVAIL: `HOST ${host} is no address of this machine`,
        ENOTFOUND: `HOST ${host} is no address of this machine`,
      }
      reject(new Error(reasons[error.code ?? ''] ?? error.message))
    })
    server.listen(port, host, resolve)
  })
}
