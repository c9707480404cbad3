import './production.ts'
import { AsyncLocalStorage } from 'node:async_hooks'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RouterContextProvider, ServerBuild } from 'react-router'
import { createRequestHandler } from 'react-router'
import type { Documents, OpenData, Site } from '../../app/data/site.ts'
import { isRouteOn } from '../../app/shared/page-table.ts'
import * as uiWords from '../../app/ui/words.ts'
import { DATA_LICENSES } from '../branding/data-licenses.ts'
import { HSTS, SECURITY_HEADERS } from '../http/security-headers.ts'

/** What `app/entry.server.tsx` exports besides its handler: a bundle has its own copy of modules. */
interface SiteEntry {
  createLoadContext(site: Site): RouterContextProvider
  streamTimeout: number
}

/** Of the request that is being answered. */
const rendering = new AsyncLocalStorage<{
  /** Whether a read could not reach the backend. */
  isBackendDown: boolean
  clientAddress: string
}>()

/** Pages that everybody gets, and requests whose client is not known, count for one network. */
const UNKNOWN_CLIENT = 'unknown'

/** The network address of the client whose form is being handled. */
export const readClientAddress = () => rendering.getStore()?.clientAddress ?? UNKNOWN_CLIENT

/** A fetch for pages' reads, which records that the backend cannot be reached. */
export function createRecordingFetch(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const page = rendering.getStore()
    const response = await fetch(input, init).catch((error: unknown) => {
      if (page) page.isBackendDown = true
      throw error
    })
    if (page && (response.status === 503 || (await isTimeout(response)))) page.isBackendDown = true
    return response
  }
}

/** Whether a statement reached its limit, as behind a locked table. The status depends on the backend. */
const isTimeout = async (response: Response) =>
  (response.status === 400 || response.status >= 500) &&
  (await response.clone().text()).includes('"57014"')

/**
 * Forms of other sites would send in the name of their visitors' networks. Behind a proxy with HTTPS
 * the address of a request has another scheme than the page, and the router compares the two.
 * @returns undefined for a form of another site
 */
function acceptForm(request: Request, origin: string): Request | undefined {
  const from = request.headers.get('origin')
  if (request.method === 'GET' || request.method === 'HEAD' || from === null) return request
  const { origin: requested, pathname, search } = new URL(request.url)
  if (from === requested) return request
  return from === origin ? new Request(origin + pathname + search, request) : undefined
}

/** With the signs as they are no page has a wrong path either. */
function escapeWrongPath(request: Request): Request {
  const address = new URL(request.url)
  if (canMatch(address.pathname)) return request
  address.pathname = address.pathname.replaceAll('%', '%25')
  return new Request(address, request)
}

/** The router warns of a path that it cannot decode, and finds not even the missing page for a line break. */
function canMatch(path: string): boolean {
  try {
    return !/[\n\r\u2028\u2029]/.test(decodeURIComponent(path))
  } catch {
    return false
  }
}

export const BUILD = join(import.meta.dirname, '..', '..', 'build')

const FILE = join(BUILD, 'server', 'index.js')

async function importBuild(): Promise<ServerBuild> {
  if (!existsSync(FILE)) throw new Error('the site is not built: run it with `npm start`')
  return import(pathToFileURL(FILE).href)
}

/**
 * A page's data comes in parts, of which the last may still fail: its headers depend on all of them.
 * @param since when the router began, in the time of `performance.now()`
 * @param limit after which the router sends no more, in milliseconds
 * @param onLate called when the router gave up at that limit
 */
async function bufferResponse(
  response: Response,
  since: number,
  limit: number,
  onLate: (error: Error) => void,
): Promise<Response> {
  if (!response.headers.get('content-type')?.startsWith('text/x-script')) return response
  const body = await response.arrayBuffer()
  if (performance.now() - since > 0.9 * limit) onLate(new Error('a part of a page came too late'))
  return new Response(body, response)
}

/** Starts to import the built site while the database opens. */
export function preloadBuild(): void {
  // `loadSite` reports its errors.
  importBuild().catch(() => {})
}

/** After an answer without the database: it is often back soon. */
const RETRY_SECONDS = '5'

type Handler = NonNullable<NonNullable<ServerBuild['routes'][string]>['module']['loader']>

/** The router replaces every error but a response, so the page of an error could not tell the reason. */
const answerAbsence =
  (handle: Handler): Handler =>
  async (given) => {
    try {
      return await handle(given)
    } catch (error) {
      if (!(error instanceof Error) || !rendering.getStore()?.isBackendDown) throw error
      throw new Response(uiWords.absentText, { status: 503, statusText: error.message })
    }
  }

/** Loaders and actions that cannot reach the backend throw a 503 with a sentence. */
function nameAbsence(build: ServerBuild): ServerBuild {
  const routes: ServerBuild['routes'] = {}
  for (const [id, route] of Object.entries(build.routes)) {
    if (!route) continue
    const { loader, action } = route.module
    routes[id] = {
      ...route,
      module: {
        ...route.module,
        ...(loader && { loader: answerAbsence(loader) }),
        ...(action && { action: answerAbsence(action) }),
      },
    }
  }
  return { ...build, routes }
}

/** Gives the routes of areas that are off the page of addresses that do not exist, for each method. */
function hideAreas(build: ServerBuild): ServerBuild {
  const routes = { ...build.routes }
  const assets = { ...build.assets, routes: { ...build.assets.routes } }
  const missing = Object.values(routes).find((route) => route?.path === '*')
  const missingAssets = missing && assets.routes[missing.id]
  if (!missing || !missingAssets) return build
  const { module } = missing
  for (const route of Object.values(routes)) {
    if (!route?.path || isRouteOn(route.path)) continue
    const { id, path } = route
    routes[id] = {
      ...missing,
      id,
      path,
      module: { ...module, ...(module.loader && { action: module.loader }) },
    }
    assets.routes[id] = { ...missingAssets, id, path }
  }
  return { ...build, routes, assets }
}

/** The router answers a method that a route does not have with a part of an error, or with a page. */
function nameMethods(response: Response): Response {
  if (response.status !== 405 || response.headers.has('Allow')) return response
  const Allow = 'GET, HEAD'
  if (response.headers.get('content-type')?.startsWith('text/html')) {
    response.headers.set('Allow', Allow)
    return response
  }
  return new Response(uiWords.onlyReads, {
    status: 405,
    headers: { Allow, 'Content-Type': 'text/plain; charset=utf-8' },
  })
}

/** Of a site that shows none. */
const documents: Documents = { list: () => [], read: () => undefined }

const openData: OpenData = { list: () => [], license: DATA_LICENSES[0], tables: [] }

/** Loads the fonts with the first badge. */
const drawBadge: Site['drawBadge'] = async (...badge) =>
  (await import('../pictures/draw-badge.ts')).drawBadge(...badge)

/** What a loader gets, without what belongs to one rendering. */
export type SiteOptions = Omit<Site, 'tag' | 'texts' | 'documents' | 'openData' | 'drawBadge'> &
  Partial<Pick<Site, 'texts' | 'documents' | 'openData'>>

/**
 * Renders a page.
 * @param tags receives its cache tags until its body has been read
 * @param clientAddress of a request that is for one client alone
 */
export type Render = (
  request: Request,
  tags?: Set<string>,
  clientAddress?: string,
) => Promise<Response>

/**
 * The built site as one function. A page of which a part could not be read says `no-store`, since
 * the part may be there at the next request; one that failed without its backend is a 503.
 * @param load another build than the one on disk
 * @throws {Error} when the site has not been built
 */
export async function loadSite(
  site: SiteOptions,
  load: () => Promise<ServerBuild> = importBuild,
): Promise<Render> {
  const build = await load()
  const entry = build.entry.module as unknown as SiteEntry
  const handle = createRequestHandler(nameAbsence(hideAreas(build)), 'production')
  const isHttps = site.siteUrl.startsWith('https:')
  const { origin } = new URL(site.siteUrl)
  return async (received, tags, clientAddress = UNKNOWN_CLIENT) => {
    const request = acceptForm(received, origin)
    if (!request) return new Response('Forbidden', { status: 403, headers: SECURITY_HEADERS })
    let isComplete = true
    const log = (error: unknown) => {
      isComplete = false
      site.log(error)
    }
    const tag: Site['tag'] = (...names) => {
      for (const name of names) tags?.add(name)
    }
    const page = { isBackendDown: false, clientAddress }
    const context = entry.createLoadContext({
      texts: {},
      documents,
      openData,
      drawBadge,
      ...site,
      log,
      tag,
    })
    const since = performance.now()
    const rendered = await rendering.run(page, async () =>
      bufferResponse(
        await handle(escapeWrongPath(request), context),
        since,
        entry.streamTimeout,
        log,
      ),
    )
    const response =
      page.isBackendDown && rendered.status === 500
        ? new Response(rendered.body, { status: 503, headers: rendered.headers })
        : nameMethods(rendered)
    if (!isComplete) response.headers.set('Cache-Control', 'no-store')
    if (response.status === 503) response.headers.set('Retry-After', RETRY_SECONDS)
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
      // A page may say less in its links than others.
      if (!response.headers.has(name)) response.headers.set(name, value)
    }
    if (isHttps) response.headers.set(...HSTS)
    return response
  }
}
