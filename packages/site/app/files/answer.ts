import { type Site, siteContext } from '../data/site.ts'
import * as pageWords from '../pages/words.ts'
import { IDENTITY } from '../shared/identity.ts'
import { INTERFACE_LOCALE } from '../shared/languages.ts'
import { toThemeColors } from '../shared/theme-colors.ts'
import type { Route } from './+types/answer'
import { writeFeed } from './feed.ts'
import { writeFigures } from './figures-json.ts'
import { writeCapability, writeSummary, writeTool } from './markdown-pages.ts'
import { writeSitemap, writeSitemapPart } from './sitemap.ts'
import * as fileWords from './words.ts'

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
  [/^\/mcp\/?$/i, refuseGet],
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
  if (!/^mcp\/?$/i.test(params['*'])) return notFound()
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

/** The W3C Web Application Manifest, with which browsers install the site. */
function writeManifest(): Response {
  const { paper } = toThemeColors('light')
  const manifest = {
    id: '/',
    name: IDENTITY.name,
    short_name: IDENTITY.name,
    description: IDENTITY.about,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    lang: INTERFACE_LOCALE,
    theme_color: paper,
    background_color: paper,
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      ...[192, 512].map((size) => ({
        src: `/icons/icon-${size}.png`,
        sizes: `${size}x${size}`,
        type: 'image/png',
      })),
      {
        src: '/icons/maskable-512.png',
        sizes: '512x512',
        type: 'image/png',
        purpose: 'maskable',
      },
    ],
    shortcuts: [
      { name: pageWords.iconMenuTools, url: '/all-tools' },
      { name: pageWords.iconMenuLaunches, url: '/launches' },
      { name: pageWords.iconMenuWriteReview, url: '/write-review' },
    ],
  }
  return new Response(JSON.stringify(manifest), {
    headers: { 'Content-Type': 'application/manifest+json', 'Cache-Control': 'no-cache' },
  })
}

/** They collect texts to train language models, and say that they follow robots.txt. */
const AI_CRAWLERS = [
  'AI2Bot',
  'Amazonbot',
  'Applebot-Extended',
  'Bytespider',
  'CCBot',
  'ClaudeBot',
  'GPTBot',
  'Google-Extended',
  'Meta-ExternalAgent',
  'PetalBot',
]

/** Excludes only paths that are not pages. Pages are excluded by their robots meta tag. */
async function writeRobots({ siteUrl, supabase }: Site): Promise<Response> {
  const { data: allowsAi } = await supabase.rpc('allows_ai_crawlers').throwOnError()
  const lines = [
    ...(allowsAi ? [] : [...AI_CRAWLERS.map((name) => `User-agent: ${name}`), 'Disallow: /', '']),
    'User-agent: *',
    'Disallow: /_/',
    'Disallow: /auth/v1/',
    'Disallow: /rest/v1/',
    'Disallow: /storage/v1/',
    '',
    `Sitemap: ${siteUrl}/sitemap.xml`,
    '',
  ]
  return new Response(lines.join('\n'), {
    // A change of the setting announces no page.
    headers: { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' },
  })
}
