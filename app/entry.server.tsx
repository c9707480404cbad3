import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, isRouteErrorResponse, RouterContextProvider } from 'react-router'
import { type Site, siteContext } from './data/site.ts'
import { renderAtOnce } from './shell/render-at-once.tsx'
import { scriptsLast } from './shell/scripts-last.ts'
import { WholePage, type WholePageProps } from './shell/whole-page.tsx'

/** Called by the server through the bundle: its modules are not the server's. */
export function createLoadContext(site: Site): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(siteContext, site)
  return context
}

/** A page that is not rendered by then is given up, in milliseconds. */
const RENDER_LIMIT = 10_000

/**
 * The router's own, in milliseconds: what is not read by then it leaves out without a word. A page
 * has been given up before; a page's data is told by it (server/site.ts).
 */
export const streamTimeout = RENDER_LIMIT + 2000

/** Pages are sent whole: they are small, and their inline scripts are hashed once complete. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { scriptMark, seal, log } = loadContext.get(siteContext)
  const page = { context: routerContext, url: request.url, scriptMark }
  const faults: unknown[] = []
  const html = (await renderAtOnce(page)) ?? (await renderInTime(page, faults))
  for (const fault of faults) log(fault)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  const bytes = seal(scriptsLast(html), headers)
  // Of a part that failed there is no page to keep or to index, whoever asks.
  return new Response(bytes, { status: faults.length > 0 ? 500 : status, headers })
}

/** A page of which a part is still to come. @param faults takes what went wrong in a part */
function renderInTime(page: WholePageProps, faults: unknown[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const tooLate = setTimeout(() => abort(), RENDER_LIMIT)
    const { pipe, abort } = renderToPipeableStream(<WholePage {...page} />, {
      nonce: page.scriptMark,
      // Nothing is kept back for a script to put in its place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        clearTimeout(tooLate)
        pipe(collect(resolve))
      },
      // Logged where it is caught, as what a loader throws.
      onShellError(error) {
        clearTimeout(tooLate)
        reject(error)
      },
      onError(error) {
        faults.push(error)
      },
    })
  })
}

/** Takes all that is written, and tells it at once: streams of the web cost more than the rendering. */
function collect(onEnd: (html: string) => void): Writable {
  const chunks: Buffer[] = []
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
    final(done) {
      onEnd(Buffer.concat(chunks).toString())
      done()
    },
  })
}

/**
 * What a loader throws is for the log; visitors see the fallback without its insides. What is the
 * sender's fault, as a form sent to a page that takes none, is nobody's news.
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
