import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { type Change, changesIn } from './changes.ts'
import { FinishedPage } from './finished-page.ts'
import type { Read, Touches } from './reads.ts'
import { touchesOf } from './sources.ts'

export interface PageCacheOptions {
  /**
   * Renders a page as anybody sees it who is not signed in.
   * @param reads gets all that the page reads, until its body has been read
   */
  render: (request: Request, reads?: Read[]) => Promise<Response>
  /** The parameters that a path's page reads. */
  parametersOf: (pathname: string) => readonly string[]
  /** The site's own: whatever host a visitor names, all are shown the same page. */
  origin: string
  /** How long a page is believed where nobody tells of changes, in milliseconds. */
  lifetime?: number
}

export interface PageCache {
  /** @param spend asked before anything is rendered: what it throws is thrown */
  fetch(request: Request, spend?: () => Promise<void>): Promise<Response>
  /**
   * A finished page, at once and past everything else.
   * @returns whether there was one
   */
  answer(request: IncomingMessage, response: ServerResponse): boolean
  /** Something that a page may show has changed: nothing that was rendered before is shown again. */
  clear(): void
  /**
   * The same of what these changes touch; of everything, where they are not understood.
   * @param said as the database says them, a line each
   */
  drop(said: string): void
}

interface Kept {
  page: FinishedPage
  touches: Touches
}

/** Further back nobody knows what a rendering has missed. */
const CHANGES_KNOWN = 1000

/** In bytes: the pages that have one address, and those of which anybody can ask for any number. */
const ROOM = { pages: 48 * 1024 ** 2, asked: 16 * 1024 ** 2 }

/** A page that is not there may be there soon, and costs little to look for, in milliseconds. */
const MISSING_LIFETIME = 10_000

/** The database's clock may be behind: what was read as the day began is not believed all day. */
const DAWN = { lasts: 120_000, lifetime: 60_000 }

/** Finished pages, rendered once for everybody who asks until a change touches them. */
export function createPageCache({
  render,
  parametersOf,
  origin,
  lifetime,
}: PageCacheOptions): PageCache {
  const room = (maxSize: number) =>
    new LRUCache<string, Kept>({
      maxSize,
      sizeCalculation: ({ page }, key) => page.size + key.length,
      ...(lifetime ? { ttl: lifetime } : {}),
    })
  const caches = { pages: room(ROOM.pages), asked: room(ROOM.asked) }
  let pending = new Map<string, Promise<FinishedPage | undefined>>()
  /** How many changes there were, and the last of them: all since everything was dropped, or fewer. */
  let changes = 0
  let known: Change[] = []

  const readOf = (pathname: string) =>
    DATA.test(pathname)
      ? [...parametersOf(pathname.replace(DATA, '') || '/'), '_routes']
      : parametersOf(pathname)

  const isKnownSince = (begun: number) => changes - begun <= known.length

  const keep = (key: string, isOneOfFew: boolean, kept: Kept) => {
    const { page } = kept
    const isMissing = page.status === 404
    const cache = isOneOfFew && !isMissing ? caches.pages : caches.asked
    const ttl = Math.min(
      lifetime ?? Number.POSITIVE_INFINITY,
      isMissing ? MISSING_LIFETIME : Number.POSITIVE_INFINITY,
      Date.now() % DAY < DAWN.lasts ? DAWN.lifetime : Number.POSITIVE_INFINITY,
    )
    cache.set(key, kept, Number.isFinite(ttl) ? { ttl } : {})
  }

  /** @returns nothing for an answer that is no page, and may be one visitor's own */
  const renderOnce = (key: string, isOneOfFew: boolean, request: Request) => {
    const under = pending.get(key)
    if (under) return under
    const begun = changes
    const rendering = (async () => {
      const reads: Read[] = []
      // Where nobody tells of changes, nobody needs to know.
      const response = await (lifetime ? render(request) : render(request, reads))
      if (!isForAll(response)) return undefined
      const body = Buffer.from(await response.arrayBuffer())
      const page = new FinishedPage(response.status, response.headers, body)
      if (isKept(response) && isKnownSince(begun)) {
        const touches = touchesOf(reads)
        const missed = known.slice(known.length - (changes - begun))
        if (!missed.some(touches)) keep(key, isOneOfFew, { page, touches })
      }
      return page
    })().finally(() => {
      if (pending.get(key) === rendering) pending.delete(key)
    })
    pending.set(key, rendering)
    return rendering
  }

  const clear = () => {
    changes += 1
    known = []
    pending = new Map()
    caches.pages.clear()
    caches.asked.clear()
  }

  return {
    async fetch(request, spend) {
      const isRead = request.method === 'GET' || request.method === 'HEAD'
      const url = new URL(request.url)
      if (!isRead || request.headers.has('authorization')) {
        if (spend) await spend()
        return render(request)
      }
      const query = queryOf(url.searchParams, readOf(url.pathname))
      const key = keyOf(url.pathname, query)
      const kept = caches.pages.get(key) ?? caches.asked.get(key)
      if (kept) return kept.page.respond(request)
      if (spend) await spend()
      // As a plain GET of the page itself: nothing of this one visitor reaches what all are shown.
      const plain = new URL(origin)
      plain.pathname = url.pathname
      plain.search = query
      const asked = new Request(plain, { headers: { 'User-Agent': PLAIN_READER } })
      const page = await renderOnce(key, query === '' && isUsual(url.pathname), asked)
      return page ? page.respond(request) : render(request)
    },
    answer(request, response) {
      const { method, url = '/', headers } = request
      if ((method !== 'GET' && method !== 'HEAD') || headers.authorization !== undefined) {
        return false
      }
      const at = url.indexOf('?')
      const pathname = at < 0 ? url : url.slice(0, at)
      const query = at < 0 ? '' : queryOf(new URLSearchParams(url.slice(at)), readOf(pathname))
      const key = keyOf(pathname, query)
      const kept = caches.pages.get(key) ?? caches.asked.get(key)
      return kept?.page.write(request, response) ?? false
    },
    clear,
    drop(said) {
      const told = changesIn(said)
      if (!told) return clear()
      if (told.length === 0) return
      changes += told.length
      known = [...known, ...told].slice(-CHANGES_KNOWN)
      // Whoever asks from now on must not join one of those: nobody knows yet what they will have read.
      pending = new Map()
      for (const cache of [caches.pages, caches.asked]) {
        const touched = [...cache.entries()].filter(([, { touches }]) => told.some(touches))
        for (const [key] of touched) cache.delete(key)
      }
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

/** A page's data, for who goes there from another page: of the routes that are named, or all. */
const DATA = /(\/_)?\.data$/

/**
 * Whether a path is spelled as links spell it. The router takes others for the same page, of which
 * anybody can think up any number: capitals, escapes, more slashes, other hyphens in an id.
 */
function isUsual(pathname: string): boolean {
  const [, ...parts] = pathname.split('/')
  return pathname === '/' || parts.every((part) => /^[a-z0-9._-]+$/.test(part) && !isOddId(part))
}

const isOddId = (part: string) =>
  /^[0-9a-f]{32}$/.test(part.replaceAll('-', '')) && !/^\w{8}(-\w{4}){3}-\w{12}$/.test(part)

/** Whether all who wait for it may be shown it; whoever comes later only what is kept. */
function isForAll({ status, headers }: Response): boolean {
  const isText = /^(text|application\/xml)/.test(headers.get('content-type') ?? '')
  return (isText || (status >= 300 && status < 400)) && !headers.has('set-cookie')
}

/** A fault passes, and so does a page of which something could not be read (see site.ts). */
function isKept({ status, headers }: Response): boolean {
  const isWhole = !/no-store/.test(headers.get('cache-control') ?? '')
  return (status === 200 || status === 404) && isWhole
}
