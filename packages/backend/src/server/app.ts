import { getConnInfo } from '@hono/node-server/conninfo'
import { Hono } from 'hono'
import type { Backend } from '../backend.ts'
import { API_PATHS } from '../http.ts'
import type { Mailer } from '../mail/mailer.ts'
import { clientAddressOf, type Proxies } from './client-address.ts'
import { serveHealth, serveOutbox } from './operator-routes.ts'

interface AppOptions {
  backend: Backend
  /** @throws when the database does not answer */
  ping: () => Promise<void>
  isDraining: () => boolean
  /** Absent if mail is really sent. */
  outbox: Mailer['outbox'] | undefined
  trustedProxies: Proxies
}

/** Every route of a process without pages: the API, and what an operator asks. */
export function createApp({ backend, ping, isDraining, outbox, trustedProxies }: AppOptions): Hono {
  const app = new Hono()
  app.route('/', serveHealth({ ping, isDraining }))
  if (outbox) app.route('/', serveOutbox(outbox))
  for (const path of API_PATHS) {
    app.all(path, (c) => {
      const { address } = getConnInfo(c).remote
      const forwarded = c.req.header('x-forwarded-for')
      const clientAddress = clientAddressOf(address, forwarded, trustedProxies)
      return backend.fetch(c.req.raw, { clientAddress })
    })
  }
  app.notFound((c) => c.json({ message: 'no route is at this address' }, 404))
  return app
}
