import { serveHealth } from '@toolmark/backend/server/operator-routes.ts'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { IDENTITY } from '../../app/shared/identity.ts'
import { PLAIN_PAGE_POLICY, renderPlainPage } from './plain-page.ts'
import { SECURITY_HEADERS } from './security-headers.ts'

/** In seconds, until a client tries again. */
const RETRY_SECONDS = '2'

/** Answers while the process opens its database: a first start makes it. */
export function createStartingApp(): Hono {
  const message = `${IDENTITY.name} is starting`
  const app = new Hono()
  const ping = () => Promise.reject(new Error(message))
  app.route('/', serveHealth({ ping, isDraining: () => false }))
  app.all('*', (c) => {
    const headers = {
      ...SECURITY_HEADERS,
      'Retry-After': RETRY_SECONDS,
      'Cache-Control': 'no-store',
    }
    if (!c.req.header('Accept')?.includes('text/html')) {
      return c.json({ code: '503', message, details: null, hint: null }, 503, headers)
    }
    const page = renderPlainPage(
      message,
      html`<p>It opens its database. This page loads again by itself.</p>`,
    )
    return c.html(page, 503, {
      ...headers,
      Refresh: RETRY_SECONDS,
      'Content-Security-Policy': PLAIN_PAGE_POLICY,
    })
  })
  return app
}
