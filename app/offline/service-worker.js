// Serves the site without a network: its assets, and the public pages that were read last. Requests go
// to the network first; stored pages are shown only without one. Nothing of a signed-in person is
// stored: public pages are the same for everybody. The build adds OFFLINE_PAGES (app/shared/page-table.ts):
// the parameters of each page that may be stored, by the first part of its path.
const ASSETS = 'toolmark-assets'
const PAGES = 'toolmark-pages'
const SHELL = 'toolmark-shell'
const MAX_ASSETS = 300
const MAX_PAGES = 30
const OFFLINE = '/offline'

/** @returns the address to store a page under, or undefined for a page that must not be stored */
function storedAddress(address) {
  const url = new URL(address)
  const [, first] = url.pathname.split('/')
  const parameters = OFFLINE_PAGES[first]
  if (url.origin !== location.origin || !parameters) return undefined
  // Anything else in a query could be a secret.
  if (![...url.searchParams.keys()].every((name) => parameters.includes(name))) return undefined
  return url.pathname + url.search
}

addEventListener('install', (event) => {
  skipWaiting()
  event.waitUntil(storeShell())
})

addEventListener('activate', (event) => {
  event.waitUntil(activate())
})

addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET' || new URL(request.url).origin !== location.origin) return
  const { pathname } = new URL(request.url)
  if (request.mode === 'navigate') event.respondWith(navigate(event))
  else if (pathname.startsWith('/assets/')) event.respondWith(asset(request))
  else if (pathname.endsWith('.data')) storeNavigation(event)
})

async function activate() {
  await registration.navigationPreload?.enable()
  await clients.claim()
  // The page that installed this worker was read before it could store it.
  for (const client of await clients.matchAll({ type: 'window' })) await visit(client.url)
}

/** From the network; without one the stored page, else the offline page. */
async function navigate(event) {
  try {
    const response = (await event.preloadResponse) ?? (await fetch(event.request))
    event.waitUntil(store(event.request.url, response.clone()))
    return response
  } catch {
    const address = storedAddress(event.request.url)
    const stored = address && (await caches.match(address, { cacheName: PAGES }))
    return stored ?? offlinePage(new URL(event.request.url))
  }
}

/** An asset's name changes with its content, so a stored one is never stale. */
async function asset(request) {
  const stored = await caches.match(request)
  if (stored) return stored
  const response = await fetch(request)
  if (response.ok) {
    const cache = await caches.open(ASSETS)
    await cache.put(request, response.clone())
    await trim(cache, MAX_ASSETS)
  }
  return response
}

/** Navigation inside the app fetches a page's data alone: the page itself is fetched to be stored. */
function storeNavigation(event) {
  const url = new URL(event.request.url)
  url.pathname = url.pathname.replace(/(\/?_root)?\.data$/, '') || '/'
  url.searchParams.delete('_routes')
  url.searchParams.delete('index')
  if (navigator.connection?.saveData || !storedAddress(url.href)) return
  event.waitUntil(new Promise((resolve) => setTimeout(resolve, 1500)).then(() => visit(url.href)))
}

async function visit(address) {
  const stored = storedAddress(address)
  if (!stored) return
  // Without a network there is nothing to store.
  const response = await fetch(stored, { credentials: 'omit' }).catch(() => undefined)
  if (response) await store(address, response)
}

async function store(address, response) {
  const stored = storedAddress(address)
  const isPage = response.headers.get('Content-Type')?.startsWith('text/html')
  if (!stored || response.status !== 200 || response.redirected || !isPage) return
  const cache = await caches.open(PAGES)
  // Deleted first, so that it becomes the most recent entry.
  await cache.delete(stored)
  await cache.put(stored, response.clone())
  await trim(cache, MAX_PAGES)
  await storeAssets(await response.text())
  shell ??= storeShell()
  await shell
}

/** The offline page of the running version of the site. */
let shell

async function storeShell() {
  const response = await fetch(OFFLINE, { credentials: 'omit' }).catch(() => undefined)
  if (!response?.ok) return
  const cache = await caches.open(SHELL)
  await cache.put(OFFLINE, response.clone())
  await storeAssets(await response.text())
}

/** The scripts, styles and fonts that a page names. */
async function storeAssets(html) {
  const names = new Set(html.match(/\/assets\/[\w.-]+\.(js|css|woff2)/g))
  const cache = await caches.open(ASSETS)
  await Promise.all(
    [...names].map(async (name) => {
      if (!(await cache.match(name))) await cache.add(name).catch(() => undefined)
    }),
  )
  await trim(cache, MAX_ASSETS)
}

/** Removes the oldest entries. */
async function trim(cache, most) {
  const keys = await cache.keys()
  for (const key of keys.slice(0, Math.max(0, keys.length - most))) await cache.delete(key)
}

/**
 * Answers without the router's scripts, which would load the page of the address. Lists the stored
 * pages; the link to the offline page itself leads to the requested address, to try again.
 */
async function offlinePage(requested) {
  const page = await caches.match(OFFLINE, { cacheName: SHELL })
  if (!page) return Response.error()
  const links = await storedLinks()
  const html = (await page.text())
    .replaceAll(/<link\b[^>]*\brel="modulepreload"[^>]*>/g, '')
    .replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/g, (script) =>
      script.includes('toolmark.theme') ? script : '',
    )
    .replace(`href="${OFFLINE}"`, () => `href="${attribute(requested)}"`)
    .replace(/<ul[^>]*data-stored[^>]*><\/ul>/, (list) =>
      links ? list.replace('></ul>', `>${links}</ul>`) : '<p>No page is stored yet.</p>',
    )
  const headers = new Headers({ 'Content-Type': 'text/html; charset=utf-8' })
  const policy = page.headers.get('Content-Security-Policy')
  if (policy) headers.set('Content-Security-Policy', policy)
  return new Response(html, { status: 503, headers })
}

async function storedLinks() {
  const cache = await caches.open(PAGES)
  const lines = []
  for (const request of await cache.keys()) {
    const html = await (await cache.match(request))?.text()
    // Already escaped: it is copied from one document to another.
    const title = /<title>([^<]*)<\/title>/.exec(html ?? '')?.[1]
    const address = attribute(new URL(request.url))
    lines.unshift(`<li><a href="${address}">${title || address}</a></li>`)
  }
  return lines.join('')
}

/** An address of this site, escaped for an attribute. */
function attribute({ pathname, search }) {
  return (pathname + search).replaceAll('&', '&amp;').replaceAll('"', '%22')
}
