import { siteContext } from '../data/site.ts'
import type { Route } from './+types/mcp'
import * as fileWords from './words.ts'

export const loader = (): Response =>
  new Response(fileWords.usePost, {
    status: 405,
    headers: { Allow: 'POST', 'Content-Type': 'text/plain; charset=utf-8' },
  })

/** The Model Context Protocol over HTTP, without sessions (spec 8 §5). */
export async function action({ context, request }: Route.ActionArgs): Promise<Response> {
  // Pages do not load the library.
  const { answerMessage } = await import('./mcp-server.ts')
  return answerMessage(context.get(siteContext), request)
}
