import './production.ts'
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RouterContextProvider, ServerBuild } from 'react-router'
import { createRequestHandler } from 'react-router'
import type { Site } from '../app/data/site.ts'
import type { Read } from './page-cache/reads.ts'
import { HSTS, SECURITY_HEADERS, sealed } from './security-headers.ts'

/** What `app/entry.server.tsx` exports besides its handler: a bundle has its own copy of modules. */
interface SiteEntry {
  createLoadContext(site: Site): RouterContextProvider
  streamTimeout: number
}

/** What is read for one page, where somebody wants to know, and whether its backend could not be reached. */
const reading = new AsyncLocalStorage<{ isUnreached: boolean; reads?: Read[] | undefined }>()

/** Reads for pages: one that fails because its backend cannot be reached says so with its status. */
export function noticing(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const page = reading.getStore() ?? { isUnreached: false }
    const read: Read = {
      method: init?.method ?? 'GET',
      address: input instanceof Request ? '' : String(input),
      body: typeof init?.body === 'string' ? init.body : '',
      status: 0,
      answer: '',
    }
    page.reads?.push(read)
    const response = await fetch(input, init).catch((error: unknown) => {
      page.isUnreached = true
      throw error
    })
    if (response.status === 503) page.isUnreached = true
    if (!page.reads) return response
    const answer = await response.text()
    Object.assign(read, { status: response.status, answer })
    return new Response(answer || null, response)
  }
}

export const BUILD = join(import.meta.dirname, '..', 'build')

const FILE = join(BUILD, 'server', 'index.js')

async function importBuild(): Promise<ServerBuild> {
  if (!existsSync(FILE)) throw new Error('the site is not built: run it with `npm start`')
  return import(pathToFileURL(FILE).href)
}

/**
 * A page's data comes in parts, of which the last may still fail: only then is known what it is.
 * @param limit after which the router sends no more, in milliseconds
 * @param onLate told when that was so
 */
async function toItsEnd(
  response: Response,
  limit: number,
  onLate: (error: Error) => void,
): Promise<Response> {
  if (!response.headers.get('content-type')?.startsWith('text/x-script')) return response
  const since = performance.now()
  const body = await response.arrayBuffer()
  if (performance.now() - since > 0.9 * limit) onLate(new Error('a part of a page came too late'))
  return new Response(body, response)
}

/** Begins to read the built site, which needs nothing of what else a start waits for. */
export function readAhead(): void {
  // What is wrong with it is said by `loadSite`.
  importBuild().catch(() => {})
}

/**
 * The built site as one function. A page of which something could not be read says `no-store`: what
 * it lacks may be there for whoever comes next; one that failed for want of its backend is a 503. What
 * a page reads is put into `reads`, which holds all of it once the page's body has been read.
 * @param backendOrigin a hosted backend's origin, when it is not the site's own
 * @param load another build than the one on disk
 * @throws {Error} when the site has not been built
 */
export async function loadSite(
  site: Omit<Site, 'seal' | 'scriptMark'>,
  backendOrigin?: string,
  load: () => Promise<ServerBuild> = importBuild,
): Promise<(request: Request, reads?: Read[]) => Promise<Response>> {
  const build = await load()
  const entry = build.entry.module as unknown as SiteEntry
  const handle = createRequestHandler(build, 'production')
  const scriptMark = randomUUID()
  const seal: Site['seal'] = (html, headers) => {
    const page = sealed(html, scriptMark, backendOrigin)
    headers.set('Content-Security-Policy', page.policy)
    return page.html
  }
  const isHttps = site.siteUrl.startsWith('https:')
  return async (request, reads) => {
    let isWhole = true
    const log = (error: unknown) => {
      isWhole = false
      site.log(error)
    }
    const page = { isUnreached: false, reads }
    const rendered = await reading.run(page, async () =>
      toItsEnd(
        await handle(request, entry.createLoadContext({ ...site, log, scriptMark, seal })),
        entry.streamTimeout,
        log,
      ),
    )
    const response =
      page.isUnreached && rendered.status === 500
        ? new Response(rendered.body, { status: 503, headers: rendered.headers })
        : rendered
    if (!isWhole) response.headers.set('Cache-Control', 'no-store')
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.headers.set(name, value)
    if (isHttps) response.headers.set(...HSTS)
    return response
  }
}
