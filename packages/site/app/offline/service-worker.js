// Caches the site's assets and the public pages that were visited last, and serves them offline. Pages
// are read from the network first, and from the cache only without a network. No data of members is
// cached, because public pages are rendered as for visitors. The build prepends OFFLINE_PAGES
// (app/shared/page-table.ts): by the first part of a path, the query parameters of a page to cache.
const ASSETS = 'toolmark-assets'
const PAGES = 'toolmark-pages'
const SHELL = 'toolmark-shell'
const MAX_ASSETS = 300
const MAX_PAGES = 30
const OFFLINE = '/offline'
/** Lets the visited page send its own requests first. */
const CACHE_DELAY_MS = 1500

/** @returns path and query as the key of a page in the cache; undefined if it must not be cached */
function toCacheKey(pageUrl) {
  const url = new URL(pageUrl)
  const [, first] = url.pathname.split('/')
  const parameters = OFFLINE_PAGES[first]
  if (url.origin !== location.origin || !parameters) return undefined
  // Any other parameter could be a secret.
  if (![...url.searchParams.keys()].every((name) => parameters.includes(name))) return undefined
  return url.pathname + url.search
}

addEventListener('install', (event) => {
  skipWaiting()
  event.waitUntil(cacheOfflinePage())
})

addEventListener('activate', (event) => {
  event.waitUntil(activate())
})

addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET' || new URL(request.url).origin !== location.origin) return
  const { pathname } = new URL(request.url)
  if (request.mode === 'navigate') event.respondWith(respondToNavigation(event))
  else if (pathname.startsWith('/assets/')) event.respondWith(respondWithAsset(request))
  else if (pathname.endsWith('.data')) cacheVisitedPage(event)
})

async function activate() {
  await registration.navigationPreload?.enable()
  await clients.claim()
  // Pages that were loaded before this worker was active are not in the cache yet.
  for (const client of await clients.matchAll({ type: 'window' })) await fetchAndCache(client.url)
}

/** Reads from the network; offline from the cache, or else returns the offline page. */
async function respondToNavigation(event) {
  try {
    const response = (await event.preloadResponse) ?? (await fetch(event.request))
    event.waitUntil(cachePage(event.request.url, response.clone()))
    return response
  } catch {
    const key = toCacheKey(event.request.url)
    const cached = key && (await caches.match(key, { cacheName: PAGES }))
    return cached ?? createOfflineResponse(new URL(event.request.url))
  }
}

/** Reads from the cache first: an asset's name changes with its content. */
async function respondWithAsset(request) {
  const cached = await caches.match(request)
  if (cached) return cached
  const response = await fetch(request)
  if (response.ok) {
    const cache = await caches.open(ASSETS)
    await cache.put(request, response.clone())
    await removeOldest(cache, MAX_ASSETS)
  }
  return response
}

/** Caches the page of a navigation in the app, for which the router fetches only the page's data. */
function cacheVisitedPage(event) {
  const url = new URL(event.request.url)
  url.pathname = url.pathname.replace(/(\/?_root)?\.data$/, '') || '/'
  url.searchParams.delete('_routes')
  url.searchParams.delete('index')
  if (navigator.connection?.saveData || !toCacheKey(url.href)) return
  const delay = new Promise((resolve) => setTimeout(resolve, CACHE_DELAY_MS))
  event.waitUntil(delay.then(() => fetchAndCache(url.href)))
}

async function fetchAndCache(url) {
  const key = toCacheKey(url)
  if (!key) return
  const response = await fetch(key, { credentials: 'omit' }).catch(() => undefined)
  if (response) await cachePage(url, response)
}

async function cachePage(url, response) {
  const key = toCacheKey(url)
  // A page with a section that could not be read says `no-store`.
  const isPage =
    response.headers.get('Content-Type')?.startsWith('text/html') &&
    !response.headers.get('Cache-Control')?.includes('no-store')
  if (!key) return
  const cache = await caches.open(PAGES)
  // Its author or a moderator has removed it: it must not be visible offline either.
  if (response.status === 404) await cache.delete(key)
  if (response.status !== 200 || response.redirected || !isPage) return
  // Deleting it first makes it the most recent entry.
  await cache.delete(key)
  await cache.put(key, response.clone())
  await removeOldest(cache, MAX_PAGES)
  await cacheAssets(await response.text())
  offlinePageUpdate ??= cacheOfflinePage()
  await offlinePageUpdate
}

/** Each start of the worker updates the offline page once, since the site may have a new version. */
let offlinePageUpdate

async function cacheOfflinePage() {
  const response = await fetch(OFFLINE, { credentials: 'omit' }).catch(() => undefined)
  if (!response?.ok) return
  const cache = await caches.open(SHELL)
  await cache.put(OFFLINE, response.clone())
  await cacheAssets(await response.text())
}

/** Caches the scripts, styles and fonts that a page links. */
async function cacheAssets(html) {
  const names = new Set(html.match(/\/assets\/[\w.-]+\.(js|css|woff2)/g))
  const cache = await caches.open(ASSETS)
  await Promise.all(
    [...names].map(async (name) => {
      if (!(await cache.match(name))) await cache.add(name).catch(() => undefined)
    }),
  )
  await removeOldest(cache, MAX_ASSETS)
}

/** Removes the oldest entries beyond a maximum. */
async function removeOldest(cache, maxEntries) {
  const keys = await cache.keys()
  for (const key of keys.slice(0, Math.max(0, keys.length - maxEntries))) await cache.delete(key)
}

/**
 * Returns the offline page with links to the cached pages. It removes the router's scripts, which
 * would load the page of the requested URL. The link to the offline page becomes one to that URL, so
 * that the visitor can try again.
 */
async function createOfflineResponse(requestedUrl) {
  const page = await caches.match(OFFLINE, { cacheName: SHELL })
  if (!page) return Response.error()
  const links = await renderLinks()
  const html = (await page.text())
    .replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/g, (script) =>
      script.includes('site.theme') ? script : '',
    )
    .replace(`href="${OFFLINE}"`, () => `href="${toPathAttribute(requestedUrl)}"`)
    .replace(/<ul[^>]*data-stored[^>]*><\/ul>/, (list) =>
      links ? list.replace('></ul>', `>${links}</ul>`) : '<p>No pages saved yet.</p>',
    )
  const headers = new Headers({ 'Content-Type': 'text/html; charset=utf-8' })
  const policy = page.headers.get('Content-Security-Policy')
  if (policy) headers.set('Content-Security-Policy', policy)
  return new Response(html, { status: 503, headers })
}

/** The links to the cached pages as HTML, the most recent first. */
async function renderLinks() {
  const cache = await caches.open(PAGES)
  const links = []
  for (const request of await cache.keys()) {
    const html = await (await cache.match(request))?.text()
    // The title is already escaped, as a part of another document.
    const title = /<title>([^<]*)<\/title>/.exec(html ?? '')?.[1]
    const path = toPathAttribute(new URL(request.url))
    links.unshift(`<li><a href="${path}">${title || path}</a></li>`)
  }
  return links.join('')
}

/** Path and query of a URL, escaped for an attribute. */
function toPathAttribute({ pathname, search }) {
  return (pathname + search).replaceAll('&', '&amp;').replaceAll('"', '%22')
}
