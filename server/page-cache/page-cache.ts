import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { FinishedPage } from './finished-page.ts'

export interface PageCacheOptions {
  /** Renders a page as anybody sees it who is not signed in. */
  render: (request: Request) => Promise<Response>
  /** The parameters that a path's page reads. */
  parametersOf: (pathname: string) => readonly string[]
  /** The site's own: whatever host a visitor names, all are shown the same page. */
  origin: string
  /** How long a page is believed where nobody tells of changes, in milliseconds. */
  lifetime?: number
}

export interface PageCache {
  fetch(request: Request): Promise<Response>
  /**
   * A finished page, at once and past everything else.
   * @returns whether there was one
   */
  answer(request: IncomingMessage, response: ServerResponse): boolean
  /** Something that a page may show has changed: nothing that was rendered before is shown again. */
  clear(): void
}

/** In bytes: the pages that have one address, and those of which anybody can ask for any number. */
const ROOM = { pages: 48 * 1024 ** 2, asked: 16 * 1024 ** 2 }

/** A page that is not there may be there soon, and costs little to look for, in milliseconds. */
const MISSING_LIFETIME = 10_000

/** Finished pages, rendered once for everybody who asks until the next change. */
export function createPageCache({
  render,
  parametersOf,
  origin,
  lifetime,
}: PageCacheOptions): PageCache {
  const room = (maxSize: number) =>
    new LRUCache<string, FinishedPage>({
      maxSize,
      sizeCalculation: ({ size }) => size,
      ...(lifetime ? { ttl: lifetime } : {}),
    })
  const caches = { pages: room(ROOM.pages), asked: room(ROOM.asked) }
  let pending = new Map<string, Promise<FinishedPage | undefined>>()
  /** Counts the changes: what was begun before the last one is not kept. */
  let changes = 0

  const keep = (key: string, isAsked: boolean, page: FinishedPage) => {
    const isMissing = page.status === 404
    const cache = isAsked || isMissing ? caches.asked : caches.pages
    cache.set(
      key,
      page,
      isMissing ? { ttl: Math.min(MISSING_LIFETIME, lifetime ?? MISSING_LIFETIME) } : {},
    )
  }

  const renderOnce = (key: string, isAsked: boolean, request: Request) => {
    const under = pending.get(key)
    if (under) return under
    const begun = changes
    const rendering = (async () => {
      const response = await render(request)
      if (!isKept(response)) return undefined
      const body = Buffer.from(await response.arrayBuffer())
      const page = new FinishedPage(response.status, response.headers, body)
      if (begun === changes) keep(key, isAsked, page)
      return page
    })().finally(() => {
      if (pending.get(key) === rendering) pending.delete(key)
    })
    pending.set(key, rendering)
    return rendering
  }

  return {
    async fetch(request) {
      const isRead = request.method === 'GET' || request.method === 'HEAD'
      const url = new URL(request.url)
      if (!isRead || request.headers.has('authorization') || url.pathname.endsWith('.data')) {
        return render(request)
      }
      const query = queryOf(url.searchParams, parametersOf(url.pathname))
      const key = keyOf(url.pathname, query)
      const known = caches.pages.get(key) ?? caches.asked.get(key)
      if (known) return known.respond(request)
      // As a plain GET of the page itself: nothing of this one visitor reaches what all are shown.
      const plain = new URL(origin)
      plain.pathname = url.pathname
      plain.search = query
      const asked = new Request(plain, { headers: { 'User-Agent': PLAIN_READER } })
      const page = await renderOnce(key, query !== '', asked)
      return page ? page.respond(request) : render(request)
    },
    answer(request, response) {
      const { method, url = '/', headers } = request
      if ((method !== 'GET' && method !== 'HEAD') || headers.authorization !== undefined) {
        return false
      }
      const at = url.indexOf('?')
      const pathname = at < 0 ? url : url.slice(0, at)
      const query =
        at < 0 ? '' : queryOf(new URLSearchParams(url.slice(at)), parametersOf(pathname))
      const key = keyOf(pathname, query)
      const page = caches.pages.get(key) ?? caches.asked.get(key)
      return page?.write(request, response) ?? false
    },
    clear() {
      changes += 1
      pending = new Map()
      caches.pages.clear()
      caches.asked.clear()
    },
  }
}

/** Whoever asks, a page is rendered as for a browser. */
const PLAIN_READER = 'Mozilla/5.0'

const DAY = 86_400_000

/** Launches know their day: tomorrow is another page. */
const keyOf = (pathname: string, query: string) =>
  `${Math.floor(Date.now() / DAY)} ${pathname}?${query}`

/** The parameters that count, each as its page reads it: the first of a name, in one order. */
export function queryOf(parameters: URLSearchParams, read: readonly string[]): string {
  const kept = [...read].sort().flatMap((name): [string, string][] => {
    const value = parameters.get(name)
    return value ? [[name, value]] : []
  })
  return String(new URLSearchParams(kept))
}

function isKept({ status, headers }: Response): boolean {
  const isText = /^(text|application\/xml)/.test(headers.get('content-type') ?? '')
  return (status === 200 || status === 404) && isText && !headers.has('set-cookie')
}
