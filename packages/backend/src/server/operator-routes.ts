// What an operator and a load balancer ask a process.
import { setTimeout as pause } from 'node:timers/promises'
import { getConnInfo } from '@hono/node-server/conninfo'
import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Mailer } from '../mail/mailer.ts'
import { isLocalUrl, isLoopback } from './client-address.ts'
import { renderOutboxPage } from './outbox-page.ts'

interface Health {
  /** @throws when the database does not answer */
  ping: () => Promise<void>
  /** The process will stop: a load balancer should send it no more visitors. */
  isDraining: () => boolean
}

/** A database that is silent for so long counts as away: monitors and balancers wait for about five seconds. */
const SILENCE_MS = 3000

/** `/_/health` and `/_/ready` need the database, `/_/live` does not. */
export function serveHealth({ ping, isDraining }: Health, silenceMs = SILENCE_MS): Hono {
  const app = new Hono()
  const answer = async (c: Context) => {
    const isHere = await Promise.race([
      ping().then(
        () => true,
        () => false,
      ),
      pause(silenceMs, false, { ref: false }),
    ])
    return isHere
      ? c.json({ status: 'ok' })
      : c.json({ status: 'the database does not answer' }, 503)
  }
  app.use('/_/*', async (c, next) => {
    await next()
    c.res.headers.set('Cache-Control', 'no-store')
  })
  app.get('/_/health', answer)
  app.get('/_/ready', async (c) =>
    isDraining() ? c.json({ status: 'the process is stopping' }, 503) : answer(c),
  )
  app.get('/_/live', (c) => c.json({ status: 'ok' }))
  return app
}

/** The mail that would have been sent, for this machine only. */
export function serveOutbox(outbox: Mailer['outbox']): Hono {
  const app = new Hono()
  app.use('/_/outbox*', onlyFromThisMachine)
  app.get('/_/outbox.json', (c) => c.json(outbox(c.req.query('to'))))
  app.get('/_/outbox', (c) => c.html(renderOutboxPage(outbox(c.req.query('to')))))
  return app
}

/** Headers that proxies add. */
const PROXY_HEADER =
  /^(forwarded|via|x-forwarded-.*|x-real-ip|(x-|true-|x-cluster-)client-ip|cf-connecting-ip)$/

export const onlyFromThisMachine = createMiddleware(async (c, next) => {
  // A proxy on this machine connects for other clients; a foreign Host is a rebound DNS name.
  // A target in absolute form replaces the Host in the URL, so both are checked.
  const origins = [c.req.url, `http://${c.req.header('host')}`]
  const isLocal =
    isLoopback(getConnInfo(c).remote.address) &&
    origins.every((origin) => URL.canParse(origin) && isLocalUrl(origin))
  const isForwarded = [...c.req.raw.headers.keys()].some((name) => PROXY_HEADER.test(name))
  if (!isLocal || isForwarded) return c.notFound()
  c.header('Cache-Control', 'no-store')
  return next()
})
