import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { networksOf } from '../backend/limit.ts'
import { clientAddressOf, isLoopback } from './client-address.ts'

/** Times in milliseconds. */
export const LIMITS = {
  /** More at once are turned away: each costs memory, whether it asks for anything or not. */
  connections: 10_000,
  /** From one other network. A proxy on this machine speaks for everybody. */
  connectionsFromOne: 500,
  /** Until a request's headers are there. */
  headers: 10_000,
  /** Until a request is there whole. */
  request: 60_000,
  /** Between an answer and the next request. */
  idle: 5000,
  /** Without a byte read of an answer that is written. */
  unread: 30_000,
}

/** How long a stop waits for what is under way, in milliseconds. */
export const GRACE = 10_000

export interface Gate {
  port: number
  /** @param first may answer a request before the app sees it, and says whether it has */
  serve(app: Hono, first?: (request: IncomingMessage, response: ServerResponse) => boolean): void
  /** Finishes what is under way, then stops. */
  close(): Promise<void>
}

/**
 * Takes the port at once; requests wait until `serve` says who answers them.
 * @throws {Error} when the port is in use or not allowed
 */
export async function listen(host: string, port: number, limits = LIMITS): Promise<Gate> {
  let ready: (app: Hono) => void = () => {}
  const app = new Promise<Hono>((resolve) => {
    ready = resolve
  })
  const answer = getRequestListener(async (request, env) => (await app).fetch(request, env))
  let answerFirst: Parameters<Gate['serve']>[1]
  const server = createServer(
    {
      headersTimeout: limits.headers,
      requestTimeout: limits.request,
      keepAliveTimeout: limits.idle,
      // Else both are looked at every thirty seconds.
      connectionsCheckingInterval: Math.min(1000, limits.headers),
    },
    (request, response) => {
      // Without a listener a connection ends, also one whose answer is only late.
      response.on('timeout', endUnread)
      if (!answerFirst?.(request, response)) void answer(request, response)
    },
  )
  server.maxConnections = limits.connections
  server.timeout = limits.unread
  limitEach(server, limits.connectionsFromOne)
  await bind(server, host, port)
  return {
    port: (server.address() as AddressInfo).port,
    serve(served, first) {
      answerFirst = first
      ready(served)
    },
    close: () =>
      new Promise((resolve) => {
        const impatience = setTimeout(() => server.closeAllConnections(), GRACE)
        // Whoever has his answer would keep the connection for the next question.
        const sweep = setInterval(() => server.closeIdleConnections(), 100)
        server.close(() => {
          clearTimeout(impatience)
          clearInterval(sweep)
          resolve()
        })
      }),
  }
}

/** What has nothing to read yet waits for us. */
function endUnread(socket: Socket): void {
  if (socket.writableLength > 0) socket.destroy()
}

/** Turns away connections from another network that has too many; IPv6 counts by /48. */
function limitEach(server: Server, most: number): void {
  const counts = new Map<string, number>()
  server.on('connection', (socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined || isLoopback(remoteAddress)) return
    const address = clientAddressOf(remoteAddress, undefined, () => false)
    const from = networksOf(address).at(-1) ?? address
    const count = counts.get(from) ?? 0
    if (count >= most) {
      socket.destroy()
      return
    }
    counts.set(from, count + 1)
    socket.once('close', () => {
      const left = (counts.get(from) ?? 1) - 1
      if (left > 0) counts.set(from, left)
      else counts.delete(from)
    })
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
