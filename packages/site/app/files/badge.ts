import { type Site, siteContext } from '../data/site.ts'
import { IDENTITY } from '../shared/identity.ts'
import { readChoice, readText } from '../shared/parameters.ts'
import type { Route } from './+types/badge'
import { answerOembed } from './oembed.ts'
import { type Badge, readLaunchBadge, readToolBadge } from './read-badge.ts'
import * as fileWords from './words.ts'

/** Any site may show and read these. */
const OPEN_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
}

/** Badges and /oembed, which describes them (spec 6 §3). */
export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const site = context.get(siteContext)
  const { pathname, search, searchParams } = new URL(request.url)
  const { tool, launch } = params
  const isOembed = /\/oembed\/*$/i.test(pathname)
  const format = /\.json\/*$/i.test(pathname) ? 'json' : 'svg'
  try {
    if (isOembed) return asJson(await answerOembed(site, searchParams))
    const kind = readChoice(searchParams, 'kind', ['reviews']) ?? 'rating'
    const badge = await (launch
      ? readLaunchBadge(site, launch)
      : readToolBadge(site, tool ?? (await readSlugByWebsite(site, searchParams)), kind))
    if (!badge) return new Response(fileWords.missingPage, { status: 404, headers: OPEN_HEADERS })
    // The badge of a former address redirects, as the page of its tool does.
    if (tool && badge.path !== `/tool/${tool.toLowerCase()}`) {
      const Location = `${site.siteUrl}${badge.path}/badge.${format}${search}`
      const headers = { ...OPEN_HEADERS, Location, 'Cache-Control': 'no-cache' }
      return new Response(null, { status: 301, headers })
    }
    if (format === 'json') return asJson({ body: toShields(badge) })
    const theme = readChoice(searchParams, 'theme', ['dark']) ?? 'light'
    const svg = await site.drawBadge({ label: IDENTITY.name, ...badge }, theme)
    return new Response(svg, { headers: { ...OPEN_HEADERS, 'Content-Type': 'image/svg+xml' } })
  } catch (error) {
    site.log(error)
    return new Response(fileWords.later, { status: 503, headers: OPEN_HEADERS })
  }
}

/** For lists that do not know the addresses of this site. @returns the slug of the tool; empty without one */
async function readSlugByWebsite(
  { supabase, tag }: Site,
  parameters: URLSearchParams,
): Promise<string> {
  tag('tools')
  const address = readText(parameters, 'website', 2048)
  const { data } = await supabase.rpc('tool_by_website', { address }).throwOnError()
  return data[0]?.slug ?? ''
}

/** The format of https://shields.io/badges/endpoint-badge. */
const toShields = ({ message, rated }: Badge) => ({
  schemaVersion: 1,
  label: IDENTITY.name,
  message: rated ? `★ ${message}` : message,
  color: 'informational',
})

const asJson = ({ status = 200, body }: { status?: number; body: unknown }) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { ...OPEN_HEADERS, 'Content-Type': 'application/json' },
  })
