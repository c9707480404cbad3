import { IDENTITY } from '../../app/shared/identity.ts'
import type { Render } from '../rendering/site.ts'
import { answerOembed } from './oembed.ts'
import { type Badge, type BadgeReader, readLaunchBadge, readToolBadge } from './read-badge.ts'

/** Loads the fonts with the first badge. */
const loadDrawing = () => import('./draw-badge.ts')

interface BadgeOptions extends Omit<BadgeReader, 'tag'> {
  log: (error: unknown) => void
}

type Answer = (reader: BadgeReader) => Promise<Response>

/** Any site may show and read these. */
const OPEN_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
}

const TOOL_BADGE = /^\/tool\/([a-z0-9-]+)\/badge\.(svg|json)$/i
const LAUNCH_BADGE = /^\/launch\/([0-9a-f-]+)\/badge\.svg$/i

/**
 * Answers badges and /oembed with the cache tags of what they show; everything else is a page. They are
 * no routes of the site: every page loads the names of its routes.
 */
export function serveBadges(render: Render, { log, ...options }: BadgeOptions): Render {
  return async (request, tags, clientAddress) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const answer = isRead ? findAnswer(new URL(request.url)) : undefined
    if (!answer) return render(request, tags, clientAddress)
    const tag: BadgeReader['tag'] = (...names) => {
      for (const name of names) tags?.add(name)
    }
    try {
      return await answer({ ...options, tag })
    } catch (error) {
      log(error)
      const headers = { ...OPEN_HEADERS, 'Cache-Control': 'no-store' }
      return new Response('Please try again later.', { status: 503, headers })
    }
  }
}

function findAnswer({ pathname, search, searchParams: parameters }: URL): Answer | undefined {
  const theme = parameters.get('theme') === 'dark' ? 'dark' : 'light'
  const kind = parameters.get('kind') === 'reviews' ? 'reviews' : 'rating'
  const [, slug = '', format] = TOOL_BADGE.exec(pathname) ?? []
  if (format) {
    return async (reader) => {
      const badge = await readToolBadge(reader, slug, kind)
      if (!badge) return notFound()
      if (badge.path !== `/tool/${slug.toLowerCase()}`)
        return redirectBadge(reader, badge, `badge.${format}${search}`)
      return format.toLowerCase() === 'json'
        ? asJson({ body: toShields(badge) })
        : asSvg(badge, theme)
    }
  }
  const [, launch] = LAUNCH_BADGE.exec(pathname) ?? []
  if (launch) {
    return async (reader) => {
      const badge = await readLaunchBadge(reader, launch)
      return badge ? asSvg(badge, theme) : notFound()
    }
  }
  if (pathname === '/oembed')
    return async (reader) => asJson(await answerOembed(reader, parameters))
  return undefined
}

const notFound = () => new Response('Not found', { status: 404, headers: OPEN_HEADERS })

/** The badge of a former address redirects, as the page of its tool does. */
function redirectBadge({ siteUrl }: BadgeReader, { path }: Badge, file: string): Response {
  const Location = `${siteUrl}${path}/${file}`
  const headers = { ...OPEN_HEADERS, Location, 'Cache-Control': 'no-cache' }
  return new Response(null, { status: 301, headers })
}

async function asSvg(badge: Badge, theme: 'light' | 'dark'): Promise<Response> {
  const { drawBadge } = await loadDrawing()
  const svg = drawBadge({ label: IDENTITY.name, ...badge }, theme)
  return new Response(svg, { headers: { ...OPEN_HEADERS, 'Content-Type': 'image/svg+xml' } })
}

/** The format of https://shields.io/badges/endpoint-badge. */
const toShields = ({ message, hasStar }: Badge) => ({
  schemaVersion: 1,
  label: IDENTITY.name,
  message: hasStar ? `★ ${message}` : message,
  color: 'informational',
})

const asJson = ({ status = 200, body }: { status?: number; body: unknown }) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { ...OPEN_HEADERS, 'Content-Type': 'application/json' },
  })
