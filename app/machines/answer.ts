import { siteContext } from '../data/site.ts'
import type { Route } from './+types/answer'
import { writeCapability, writeSummary, writeTool } from './markdown-pages.ts'
import * as machineWords from './words.ts'

type Args = Route.LoaderArgs | Route.ActionArgs

const getPath = ({ params }: Args) => params['*']

/**
 * `/llms.txt`, `/tool/{slug}.md` and `/best/{capability}.md` (spec 8 §5). All are one route, which the server rewrites
 * their addresses to (server/rendering/site.ts): every page loads the names of its routes.
 */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const path = getPath(args)
  if (path === 'mcp') {
    return new Response(machineWords.usePost, {
      status: 405,
      headers: { Allow: 'POST', 'Content-Type': 'text/plain; charset=utf-8' },
    })
  }
  const site = args.context.get(siteContext)
  const [, area, name = ''] = /^(tool|best)\/([^/]+)\.md$/.exec(path) ?? []
  if (area === 'tool') return respond(await writeTool(site, name), 'text/markdown')
  if (area === 'best') return respond(await writeCapability(site, name), 'text/markdown')
  if (path === 'llms.txt') return respond(await writeSummary(site), 'text/plain')
  return respond(null, 'text/plain')
}

/** The Model Context Protocol over HTTP, without sessions (spec 8 §5). */
export async function action(args: Route.ActionArgs): Promise<Response> {
  if (getPath(args) !== 'mcp') return respond(null, 'text/plain')
  // Pages do not load the library.
  const { answerMessage } = await import('./mcp.ts')
  return answerMessage(args.context.get(siteContext), args.request)
}

/** @param text null for a 404 */
const respond = (text: string | null, type: string) =>
  new Response(text ?? machineWords.missingPage, {
    status: text === null ? 404 : 200,
    headers: {
      'Content-Type': `${type}; charset=utf-8`,
      // As the API itself.
      'Access-Control-Allow-Origin': '*',
    },
  })
