import { randomUUID } from 'node:crypto'
import { type EntryContext, isRouteErrorResponse, RouterContextProvider } from 'react-router'
import { type Site, siteContext } from './data/site.ts'
import { applyContentSecurityPolicy } from './document/content-security-policy.ts'
import { RENDER_TIMEOUT_MS, renderDocument } from './document/render-document.tsx'

/** The server calls this in the bundle, because the bundle has its own copy of `siteContext`. */
export function createLoadContext(site: Site): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(siteContext, site)
  return context
}

/**
 * React Router's limit for deferred data, in milliseconds. The router omits later data without an
 * error. Documents are aborted earlier; for data requests server/rendering/site.ts applies this
 * limit itself.
 */
export const streamTimeout = RENDER_TIMEOUT_MS + 2000

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
  // With status 500 a page with a failed part is neither cached nor indexed.
  return new Response(html, { status: rendered.errors.length > 0 ? 500 : status, headers })
}

/**
 * Logs the errors of loaders; visitors see an error page without details. Errors of the client, such
 * as a form sent to a page without an action, are not logged.
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
