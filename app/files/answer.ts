import { type Site, siteContext } from '../data/site.ts'
import type { Route } from './+types/answer'
import { writeFeed } from './feed.ts'
import { writeFigures } from './figures-json.ts'
import { writeManifest } from './manifest.ts'
import { writeCapability, writeSummary, writeTool } from './markdown-pages.ts'
import { writeRobots } from './robots.ts'
import { writeSitemap } from './sitemap.ts'
import { writeSitemapPart } from './sitemap-part.ts'
import * as fileWords from './words/machines.ts'

type Answer = (site: Site, name: string) => Promise<Response | null> | Response

/** What is no page, by its path; the first group is the second argument. */
const FILES: readonly (readonly [path: RegExp, answer: Answer])[] = [
  [/^\/robots\.txt$/i, writeRobots],
  [/^\/sitemap\.xml$/i, writeSitemap],
  [/^\/sitemaps\/([^/]+)$/i, writeSitemapPart],
  [/^\/manifest\.webmanifest$/i, writeManifest],
  [/^\/figures\.json$/i, writeFigures],
  [/^\/llms\.txt$/i, async (site) => toText(await writeSummary(site), 'plain')],
  [/^\/tool\/([^/]+)\.md$/i, async (site, slug) => toText(await writeTool(site, slug), 'markdown')],
  [
    /^\/best\/([^/]+)\.md$/i,
    async (site, slug) => toText(await writeCapability(site, slug), 'markdown'),
  ],
  [/^\/mcp$/i, refuseGet],
  [/^(\/.+\.(?:atom|json))$/i, writeFeed],
]

/**
 * Answers all that is no page. It is one route, which the server rewrites addresses to (server/rendering/site.ts): every
 * page loads the names of its routes.
 */
export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const path = `/${params['*']}`
  for (const [pattern, answer] of FILES) {
    const [found, name = ''] = pattern.exec(path) ?? []
    const response = found && (await answer(context.get(siteContext), name))
    if (response) return response
  }
  return notFound()
}

/** The Model Context Protocol over HTTP, without sessions (spec 8 §5). */
export async function action({ context, params, request }: Route.ActionArgs): Promise<Response> {
  if (params['*'] !== 'mcp') return notFound()
  // Pages do not load the library.
  const { answerMessage } = await import('./mcp.ts')
  return answerMessage(context.get(siteContext), request)
}

/** Programs on other sites may read these, as they may read the API. */
const toText = (text: string | null, type: 'plain' | 'markdown') =>
  text === null
    ? null
    : new Response(text, {
        headers: {
          'Content-Type': `text/${type}; charset=utf-8`,
          'Access-Control-Allow-Origin': '*',
        },
      })

function refuseGet(): Response {
  return new Response(fileWords.usePost, {
    status: 405,
    headers: { Allow: 'POST', 'Content-Type': 'text/plain; charset=utf-8' },
  })
}

const notFound = () =>
  new Response(fileWords.missingPage, {
    status: 404,
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  })
