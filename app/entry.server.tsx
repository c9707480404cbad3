import { randomUUID } from 'node:crypto'
import { type EntryContext, isRouteErrorResponse, RouterContextProvider } from 'react-router'
import { type Site, siteContext } from './data/site.ts'
import { applyContentSecurityPolicy } from './document/content-security-policy.ts'
import { RENDER_TIMEOUT, renderDocument } from './document/render-document.tsx'

/** The server calls this through the bundle, which has its own copy of the modules. */
export function createLoadContext(site: Site): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(siteContext, site)
  return context
}

/**
 * The router's limit for a page's data, in milliseconds; it omits what comes later without an error.
 * A document is aborted before; server/site.ts measures this limit for data requests.
 */
export const streamTimeout = RENDER_TIMEOUT + 2000

const NONCE = randomUUID()

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const site = loadContext.get(siteContext)
  const rendered = await renderDocument(routerContext, request.url, NONCE)
  for (const error of rendered.errors) site.log(error)
  const { html, policy } = applyContentSecurityPolicy(
    rendered.html,
    NONCE,
    site.public.supabaseUrl && new URL(site.public.supabaseUrl).origin,
  )
  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.set('Content-Security-Policy', policy)
  // A page with a failed part is neither cached nor indexed.
  return new Response(html, { status: rendered.errors.length > 0 ? 500 : status, headers })
}

/**
 * Logs what a loader throws; visitors see the error page without its details. An error of the
 * client, such as a form sent to a page without an action, is not logged.
 */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
): void {
  if (request.signal.aborted) return
  const { log } = context.get(siteContext)
  if (!isRouteErrorResponse(error)) log(error)
  else if (error.status >= 500) log(new Error(`${error.status} ${error.statusText}`))
}
