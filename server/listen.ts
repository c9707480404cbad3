import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'

/** More at once are turned away: each costs memory, whether it asks for anything or not. */
const MOST_CONNECTIONS = 10_000

/** How long a stop waits for what is under way, in milliseconds. */
const GRACE = 10_000

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
export async function listen(host: string, port: number): Promise<Gate> {
  let ready: (app: Hono) => void = () => {}
  const app = new Promise<Hono>((resolve) => {
    ready = resolve
  })
  const answer = getRequestListener(async (request, env) => (await app).fetch(request, env))
  let answerFirst: Parameters<Gate['serve']>[1]
  const server = createServer(
    { headersTimeout: 10_000, requestTimeout: 60_000 },
    (request, response) => {
      if (!answerFirst?.(request, response)) void answer(request, response)
    },
  )
  server.maxConnections = MOST_CONNECTIONS
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
