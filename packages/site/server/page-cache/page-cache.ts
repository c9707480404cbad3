import type { FirstAnswer } from '@toolmark/backend/server/listen.ts'
import { millisecondsInDay } from 'date-fns/constants'
import { LRUCache } from 'lru-cache'
import { isCanonicalPath, searchOf, THROTTLE_MS, THROTTLED, toCacheKey } from './cache-key.ts'
import { CachedPage } from './cached-page.ts'
import { type Purger, toSurrogateKey } from './purge.ts'

export interface PageCacheOptions {
  /**
   * Renders a page as a visitor who is not signed in sees it.
   * @param tags receives the cache tags of what the page shows, until its body has been read
   * @param clientAddress of a request that is for one client alone
   */
  render: (request: Request, tags: Set<string>, clientAddress?: string) => Promise<Response>
  /** The query parameters that the page at a path reads. */
  parametersOf: (pathname: string) => readonly string[]
  /** The site's own origin: pages are the same whatever host a request names. */
  origin: string
  /** For a backend that announces no tags: how long a page is fresh, in milliseconds. */
  lifetime?: number
  /** How long a page may lack what a throttled tag announces, in milliseconds. */
  throttle?: number
  /** Of a cache in front of the site, which may then keep pages. */
  purger?: Pick<Purger, 'purge' | 'purgeAll'> | undefined
}

export interface PageCache {
  /**
   * @param countRendering is called before a page is rendered; what it throws is thrown
   * @param clientAddress the network address that limits of forms are counted for
   */
  fetch(
    request: Request,
    countRendering?: () => Promise<void>,
    clientAddress?: string,
  ): Promise<Response>
  /** Writes a cached page synchronously, before any middleware runs. */
  answer: FirstAnswer
  /** Drops every page. */
  clear(): void
  /** Drops the pages that carry a tag; `*` stands for all tags. */
  drop(tag: string): void
}

interface Entry {
  page: CachedPage
  tags: ReadonlySet<string>
  /** When its rendering began, and when it is no longer shown, in the time of `performance.now()`. */
  startedAt: number
  expiresAt: number
}

/** In bytes: pages with canonical addresses, and addresses of which clients can make up any number. */
const CAPACITY_BYTES = { canonical: 48 * 1024 ** 2, other: 16 * 1024 ** 2 }

const MAX_CHANGES = 10_000

/** A missing page may exist soon and is cheap to look up, in milliseconds. */
const MISSING_LIFETIME_MS = 10_000

/**
 * The database's clock may be behind ours: for two minutes after midnight a page may still show the
 * day before, so it expires after one. In milliseconds.
 */
const MIDNIGHT_GRACE_MS = { lasts: 120_000, lifetime: 60_000 }

/** Pages are rendered for a plain browser, whatever the client sends. */
const USER_AGENT = 'Mozilla/5.0'

/** Caches rendered pages until a change announces one of their tags. */
export function createPageCache({
  render,
  parametersOf,
  origin,
  lifetime,
  throttle = THROTTLE_MS,
  purger,
}: PageCacheOptions): PageCache {
  const keysByTag = new Map<string, Set<string>>()
  const createCache = (maxSize: number) =>
    new LRUCache<string, Entry>({
      maxSize,
      sizeCalculation: ({ page }, key) => page.size + key.length,
      ...(lifetime ? { ttl: lifetime } : {}),
      dispose: ({ tags }, key) => {
        for (const tag of tags) {
          const keys = keysByTag.get(tag)
          keys?.delete(key)
          if (keys?.size === 0) keysByTag.delete(tag)
        }
      },
    })
  const caches = {
    canonical: createCache(CAPACITY_BYTES.canonical),
    other: createCache(CAPACITY_BYTES.other),
  }
  /** Of files, which readers ask for by the date of their last change: since when the address has its content. */
  const changes = new LRUCache<string, { tag: string; at: number }>({ max: MAX_CHANGES })
  /** The date never goes back, and another content has another second. */
  const dateChange = (key: string) => (tag: string) => {
    const before = changes.get(key)
    if (before?.tag === tag) return before.at
    const at = Math.max(Date.now(), before ? before.at + 1000 : 0)
    changes.set(key, { tag, at })
    return at
  }
  const log = new TagLog()
  let pending = new Map<string, Promise<CachedPage | undefined>>()

  const find = (key: string) => {
    const entry = caches.canonical.get(key) ?? caches.other.get(key)
    return entry && performance.now() < entry.expiresAt ? entry.page : undefined
  }

  const store = (key: string, isCanonical: boolean, entry: Entry) => {
    const isMissing = entry.page.status === 404
    const cache = isCanonical && !isMissing ? caches.canonical : caches.other
    const ttl = Math.min(
      lifetime ?? Number.POSITIVE_INFINITY,
      isMissing ? MISSING_LIFETIME_MS : Number.POSITIVE_INFINITY,
      Date.now() % millisecondsInDay < MIDNIGHT_GRACE_MS.lasts
        ? MIDNIGHT_GRACE_MS.lifetime
        : Number.POSITIVE_INFINITY,
    )
    const isLasting = !Number.isFinite(ttl) && entry.expiresAt === Number.POSITIVE_INFINITY
    if (purger && isLasting) entry.page.allowSharedCache([...entry.tags].map(toSurrogateKey))
    cache.set(key, entry, Number.isFinite(ttl) ? { ttl } : {})
    for (const tag of entry.tags) {
      const keys = keysByTag.get(tag) ?? new Set()
      keysByTag.set(tag, keys.add(key))
    }
  }

  /** @returns undefined for a response that is no page, and may be for one visitor alone */
  const renderOnce = (key: string, isCanonical: boolean, request: Request) => {
    const running = pending.get(key)
    if (running) return running
    const position = log.position
    const startedAt = performance.now()
    const rendering = (async () => {
      const tags = new Set<string>()
      const response = await render(request, tags)
      if (!isSharable(response)) return undefined
      const body = Buffer.from(await response.arrayBuffer())
      const page = new CachedPage(response.status, response.headers, body, dateChange(key))
      if (isCacheable(response) && !log.hasDroppedSince(position, tags)) {
        const isOutdated = log.hasDroppedSince(position, tags, THROTTLED)
        const expiresAt = isOutdated ? startedAt + throttle : Number.POSITIVE_INFINITY
        // A rendering that began later may be cached already.
        if (!isOutdated || !find(key)) store(key, isCanonical, { page, tags, startedAt, expiresAt })
      }
      return page
    })().finally(() => {
      if (pending.get(key) === rendering) pending.delete(key)
    })
    pending.set(key, rendering)
    return rendering
  }

  const clear = () => {
    purger?.purgeAll()
    log.addAll()
    pending = new Map()
    caches.canonical.clear()
    caches.other.clear()
  }

  return {
    async fetch(request, countRendering, clientAddress) {
      const isRead = request.method === 'GET' || request.method === 'HEAD'
      const url = new URL(request.url)
      if (!isRead || request.headers.has('authorization')) {
        if (countRendering) await countRendering()
        return render(request, new Set(), clientAddress)
      }
      const search = searchOf(url.pathname, url.searchParams, parametersOf)
      const key = toCacheKey(url.pathname, search)
      const cached = find(key)
      if (cached) return cached.respond(request)
      if (countRendering) await countRendering()
      // A new request, so that nothing of this client's own reaches a page that all clients get.
      const address = new URL(origin)
      address.pathname = url.pathname
      address.search = search
      const plain = new Request(address, { headers: { 'User-Agent': USER_AGENT } })
      const isCanonical = search === '' && isCanonicalPath(url.pathname)
      const page = await renderOnce(key, isCanonical, plain)
      return page ? page.respond(request) : render(request, new Set())
    },
    answer(request, response, first) {
      const { method, url = '/', headers } = request
      if ((method !== 'GET' && method !== 'HEAD') || headers.authorization !== undefined) {
        return false
      }
      // The app decides whether a client gets the page as Markdown.
      if (headers.accept?.includes('text/markdown')) return false
      const at = url.indexOf('?')
      const pathname = at < 0 ? url : url.slice(0, at)
      const search =
        at < 0 ? '' : searchOf(pathname, new URLSearchParams(url.slice(at)), parametersOf)
      return find(toCacheKey(pathname, search))?.write(request, response, first) ?? false
    },
    clear,
    drop(tag) {
      if (tag === '*') return clear()
      purger?.purge(tag)
      log.add(tag)
      // A later request must not join a rendering that may have read before the change.
      pending = new Map()
      for (const key of [...(keysByTag.get(tag) ?? [])]) {
        caches.canonical.delete(key)
        caches.other.delete(key)
      }
      for (const key of keysByTag.get(THROTTLED + tag) ?? []) {
        const entry = caches.canonical.peek(key) ?? caches.other.peek(key)
        if (entry) entry.expiresAt = entry.startedAt + throttle
      }
    },
  }
}

/** Whether all clients that wait for a rendering may get it. */
function isSharable({ status, headers }: Response): boolean {
  const isText = /^(text|image\/svg|application\/(\w+\+)?(xml|json))/.test(
    headers.get('content-type') ?? '',
  )
  return (isText || (status >= 300 && status < 400)) && !headers.has('set-cookie')
}

/** Not failures, nor pages of which a part could not be read (see rendering/site.ts). */
function isCacheable({ status, headers }: Response): boolean {
  const isComplete = !/no-store/.test(headers.get('cache-control') ?? '')
  return (status === 200 || status === 404) && isComplete
}

/** A rendering that misses more announcements than this is not cached. */
const MAX_ENTRIES = 1000

/**
 * The last announced tags: a page that was rendered meanwhile may have read before the change.
 * Positions count announcements, from the start of the process.
 */
class TagLog {
  #entries: string[] = []
  #position = 0

  get position(): number {
    return this.#position
  }

  add(tag: string): void {
    this.#position += 1
    this.#entries.push(tag)
    if (this.#entries.length > MAX_ENTRIES) this.#entries.shift()
  }

  /** Stands for every tag. */
  addAll(): void {
    this.#position += 1
    this.#entries = []
  }

  /**
   * @param position where the log stood when the reading of `tags` began
   * @param prefix precedes the announced tags in `tags`
   */
  hasDroppedSince(position: number, tags: ReadonlySet<string>, prefix = ''): boolean {
    const missed = this.#position - position
    if (missed > this.#entries.length) return true
    return missed > 0 && this.#entries.slice(-missed).some((tag) => tags.has(prefix + tag))
  }
}
