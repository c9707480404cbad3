import { getConnInfo } from '@hono/node-server/conninfo'
import { serveStatic } from '@hono/node-server/serve-static'
import { ApiError } from '@toolmark/backend/api-error.ts'
import type { Backend } from '@toolmark/backend/backend.ts'
import { limitBody } from '@toolmark/backend/body-limit.ts'
import { API_PATHS } from '@toolmark/backend/http.ts'
import type { Mailer } from '@toolmark/backend/mail/mailer.ts'
import { createNetworkLimit } from '@toolmark/backend/rate-limit.ts'
import { clientAddressOf, type Proxies } from '@toolmark/backend/server/client-address.ts'
import { logError } from '@toolmark/backend/server/log.ts'
import {
  onlyFromThisMachine,
  serveHealth,
  serveOutbox,
} from '@toolmark/backend/server/operator-routes.ts'
import { addDays } from 'date-fns/addDays'
import { type Context, Hono } from 'hono'
import { accepts } from 'hono/accepts'
import { bearerAuth } from 'hono/bearer-auth'
import { compress } from 'hono/compress'
import { HTTPException } from 'hono/http-exception'
import { AREA_PARTS } from '../../app/shared/area-table.ts'
import { isAreaOn } from '../../app/shared/areas.ts'
import { IDENTITY } from '../../app/shared/identity.ts'
import { findContact } from '../branding/reserved-domain.ts'
import { DOCUMENT_FOLDER } from '../documents/documents.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { CONFIRM_PATH, renderConfirmPage } from './confirm-page.ts'
import { PLAIN_PAGE_POLICY } from './plain-page.ts'
import { SECURITY_HEADERS, securityHeaders } from './security-headers.ts'

export interface AppOptions {
  /** Absent on a hosted Supabase. */
  backend?: Backend
  /** Absent if mail is really sent; shown to this machine only. */
  outbox?: Mailer['outbox']
  /** @throws when the database does not answer */
  ping: () => Promise<void>
  /** The process will stop: a load balancer should send it no more visitors. */
  isDraining?: () => boolean
  /** Answers /pictures/. */
  pictures: Hono
  /** Answers the files below /data. */
  dumps?: Hono
  /** Answers /admin/sources/read. */
  sources?: Hono
  /** Answers /icon.svg and /icons/, in place of the built ones. */
  icons?: Hono
  /** @param countRendering is called before a page is rendered */
  site: (
    request: Request,
    countRendering: () => Promise<void>,
    clientAddress: string,
  ) => Promise<Response>
  /** The address that visitors use. */
  siteUrl: string
  /** The proxies whose X-Forwarded-For is trusted. */
  trustedProxies: Proxies
  /** Folder of the built browser files. */
  assets: string
  metrics: Metrics
  /** Opens /_/metrics to other machines. */
  metricsToken?: string | undefined
  /** Pages rendered for one network; this machine has no limit. */
  pageLimit?: { points: number; duration: number }
  /** Requests for uploaded pictures from one network, likewise. */
  pictureLimit?: { points: number; duration: number }
  /** Requests for pictures of shared links from one network, likewise. */
  sharePictureLimit?: { points: number; duration: number }
}

/** Ten a second over five minutes; a rendering takes some milliseconds of processor time. */
const PAGE_LIMIT = { points: 3000, duration: 300 }

/** The same as the backend's limit for requests to uploads. */
const PICTURE_LIMIT = { points: 12_000, duration: 300 }

/** One a second over five minutes; a drawing takes 60 ms of processor time and a place on the disk. */
const SHARE_PICTURE_LIMIT = { points: 300, duration: 300 }

/** The standard recommends less than a year. */
const SECURITY_TEXT_DAYS = 300

/** The largest form of a page; its longest field has 2,000 characters. */
const MAX_FORM_BYTES = 256 * 1024

/** Every route of the process, in the order of matching. */
export function createApp({
  backend,
  outbox,
  ping,
  isDraining = () => false,
  pictures,
  dumps,
  sources,
  icons,
  site,
  siteUrl,
  trustedProxies,
  assets,
  metrics,
  metricsToken,
  pageLimit = PAGE_LIMIT,
  pictureLimit = PICTURE_LIMIT,
  sharePictureLimit = SHARE_PICTURE_LIMIT,
}: AppOptions): Hono {
  const app = new Hono()
  app.use(metrics.watch)
  app.use(compress())
  app.use(securityHeaders(siteUrl))

  const addressOf = (c: Context) =>
    clientAddressOf(getConnInfo(c).remote.address, c.req.header('x-forwarded-for'), trustedProxies)

  app.use('/_/metrics', metricsToken ? bearerAuth({ token: metricsToken }) : onlyFromThisMachine)
  app.get('/_/metrics', (c) => metrics.answer(c))

  app.route('/', serveHealth({ ping, isDraining }))

  // RFC 9116: to whom to report a weakness.
  app.get('/.well-known/security.txt', (c) => {
    // A contact that does not exist would lose reports.
    if (findContact(IDENTITY.contact, siteUrl) === siteUrl) return c.notFound()
    const lines = [
      `Contact: mailto:${IDENTITY.contact}`,
      `Expires: ${addDays(new Date(), SECURITY_TEXT_DAYS).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${siteUrl}/.well-known/security.txt`,
      '',
    ]
    return c.text(lines.join('\n'))
  })

  // Password managers open the page where a password is changed.
  app.on('GET', ['/.well-known/change-password', '/.well-known/change-password/'], (c) =>
    c.redirect('/account-settings', 303),
  )

  if (outbox) app.route('/', serveOutbox(outbox))

  if (backend) {
    app.get(CONFIRM_PATH, (c) => {
      c.header('Cache-Control', 'no-store')
      c.header('Content-Security-Policy', PLAIN_PAGE_POLICY)
      return c.html(renderConfirmPage(new URL(c.req.url).searchParams))
    })
    app.use('/rest/v1/*', async (c, next) => {
      await next()
      // Otherwise `compress` sets it, and copies the whole response for that.
      c.res.headers.append('Vary', 'Accept-Encoding')
    })
    for (const path of API_PATHS) {
      app.all(path, (c) => backend.fetch(c.req.raw, { clientAddress: addressOf(c) }))
    }
  }

  for (const path of IDENTITY.offAreas.flatMap((area) => AREA_PARTS[area].files ?? [])) {
    app.all(path, (c) => c.text('Not found', 404))
  }

  const countPicture = createNetworkLimit(pictureLimit, backend?.countProcesses)
  const pictureLimits = {
    // Each of these may read an upload from the storage or a picture of another site.
    '/pictures/stored/*': countPicture,
    '/pictures/launches/*': countPicture,
    '/pictures/tools/*': countPicture,
    '/pictures/share/*': createNetworkLimit(sharePictureLimit, backend?.countProcesses),
  }
  for (const [path, count] of Object.entries(pictureLimits)) {
    app.use(path, async (c, next) => {
      await count(addressOf(c))
      await next()
    })
  }
  app.route('/', pictures)
  if (icons) app.route('/', icons)
  if (dumps) app.route('/', dumps)
  if (sources) app.route('/', sources)

  app.use(
    '/assets/*',
    serveStatic({
      root: assets,
      precompressed: true,
      onFound: (_path, c) => {
        // An asset's name changes with its content.
        c.header('Cache-Control', 'public, max-age=31536000, immutable')
        c.header('X-Content-Type-Options', 'nosniff')
      },
    }),
  )
  app.use(
    '/docs/:file{[\\w-]+\\.png}',
    serveStatic({
      root: DOCUMENT_FOLDER,
      rewriteRequestPath: (path) => path.replace('/docs/', '/'),
      onFound: (_path, c) => {
        c.header('Cache-Control', 'no-cache')
      },
    }),
  )
  app.use('/*', serveStatic({ root: assets, precompressed: true }))
  const countRendering = createNetworkLimit(pageLimit, backend?.countProcesses)
  app.all('*', limitBody(MAX_FORM_BYTES), (c) => {
    if (ICON.test(c.req.path)) {
      const icon = new URL('/icons/apple-touch-icon.png', c.req.url)
      return app.fetch(new Request(icon, c.req.raw), c.env)
    }
    if (OTHER_SOFTWARE.test(c.req.path)) return c.text('Not found', 404)
    const address = addressOf(c)
    const render = (request: Request) => site(request, () => countRendering(address), address)
    return prefersMarkdown(c) ? renderMarkdown(c.req.raw, render) : render(c.req.raw)
  })

  app.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse()
    if (error instanceof ApiError) {
      const headers = { ...SECURITY_HEADERS, ...error.headers, 'Cache-Control': 'no-store' }
      return new Response('Too many requests. Please try again later.', {
        status: error.status,
        headers,
      })
    }
    logError(error)
    return c.text('Something went wrong. Please try again in a moment.', 500, SECURITY_HEADERS)
  })
  return app
}

/** The pages of a tool and of a use, which are there as Markdown too (spec 8 §5). */
const WITH_MARKDOWN = /^\/(tool|best)\/[^/]+(?<!\.md)$/

const prefersMarkdown = (c: Context): boolean =>
  isAreaOn('assistants') &&
  WITH_MARKDOWN.test(c.req.path) &&
  accepts(c, {
    header: 'Accept',
    supports: ['text/html', 'text/markdown'],
    default: 'text/html',
  }) === 'text/markdown'

/** A shared cache keeps the page under this address, so it must not keep this answer. */
async function renderMarkdown(
  request: Request,
  render: (request: Request) => Promise<Response>,
): Promise<Response> {
  const address = new URL(request.url)
  address.pathname += '.md'
  const { body, status, headers } = await render(new Request(address, request))
  const own = new Headers(headers)
  own.delete('CDN-Cache-Control')
  own.set('Cache-Control', 'private, no-cache')
  own.append('Vary', 'Accept')
  return new Response(body, { status, headers: own })
}

/** Browsers and messengers ask for these without a link to them. */
const ICON = /^\/(favicon\.ico|apple-touch-icon(-\d+x\d+)?(-precomposed)?\.png)$/

/** Files that programs look for on every server. People get the page for addresses that do not exist. */
const OTHER_SOFTWARE =
  /^\/\.well-known\/|^\/(app-)?ads\.txt$|^\/browserconfig\.xml$|\.(php\d?|aspx?|jsp|cgi|env|ico|png|map)$/i
