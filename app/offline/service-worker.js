// Makes the site open without a network: the files of the app, and the last public pages that were
// read. What is asked for always comes from the network first; what is kept is shown only when there
// is none. Nothing of a signed-in person is kept: public pages are rendered for everybody alike.
const ASSETS = 'toolmark-assets'
const PAGES = 'toolmark-pages'
const SHELL = 'toolmark-shell'
const MOST_ASSETS = 300
const MOST_PAGES = 30
const OFFLINE = '/offline'

/** The first parts of public addresses; what is not named here is never kept. */
const PUBLIC = new Set(
  ' tool user company launch all-tools tools categories compare launches trust trust-center about contact privacy terms'.split(
    ' ',
  ),
)
/** What makes another page of an address; anything else in a query could be a secret. */
const PARAMETERS = new Set('search category rating sort after tools tab order'.split(' '))

/** @returns the address to keep a page under, or nothing where it must not be kept */
function keptAddress(address) {
  const url = new URL(address)
  const [, first] = url.pathname.split('/')
  if (url.origin !== location.origin || !PUBLIC.has(first)) return undefined
  if (![...url.searchParams.keys()].every((name) => PARAMETERS.has(name))) return undefined
  return url.pathname + url.search
}

addEventListener('install', (event) => {
  skipWaiting()
  event.waitUntil(keepShell())
})

addEventListener('activate', (event) => {
  event.waitUntil(begin())
})

addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET' || new URL(request.url).origin !== location.origin) return
  const { pathname } = new URL(request.url)
  if (request.mode === 'navigate') event.respondWith(navigate(event))
  else if (pathname.startsWith('/assets/')) event.respondWith(asset(request))
  else if (pathname.endsWith('.data')) follow(event)
})

async function begin() {
  await registration.navigationPreload?.enable()
  await clients.claim()
  // The page that brought us is the first that was read.
  for (const client of await clients.matchAll({ type: 'window' })) await visit(client.url)
}

/** From the network; without one the page as it was last seen, else a page that says so. */
async function navigate(event) {
  try {
    const response = (await event.preloadResponse) ?? (await fetch(event.request))
    event.waitUntil(keep(event.request.url, response.clone()))
    return response
  } catch {
    const address = keptAddress(event.request.url)
    const kept = address && (await caches.match(address, { cacheName: PAGES }))
    return kept ?? offlinePage(new URL(event.request.url))
  }
}

/** Their names change with their content, so that what is kept is never stale. */
async function asset(request) {
  const kept = await caches.match(request)
  if (kept) return kept
  const response = await fetch(request)
  if (response.ok) {
    const cache = await caches.open(ASSETS)
    await cache.put(request, response.clone())
    await trim(cache, MOST_ASSETS)
  }
  return response
}

/** Who goes on inside the app asks for a page's data alone: the page itself is fetched to be kept. */
function follow(event) {
  const url = new URL(event.request.url)
  url.pathname = url.pathname.replace(/(\/?_root)?\.data$/, '') || '/'
  url.searchParams.delete('_routes')
  url.searchParams.delete('index')
  if (navigator.connection?.saveData || !keptAddress(url.href)) return
  event.waitUntil(new Promise((resolve) => setTimeout(resolve, 1500)).then(() => visit(url.href)))
}

async function visit(address) {
  const kept = keptAddress(address)
  if (!kept) return
  // Without a network there is nothing new to keep.
  const response = await fetch(kept, { credentials: 'omit' }).catch(() => undefined)
  if (response) await keep(address, response)
}

async function keep(address, response) {
  const kept = keptAddress(address)
  const isPage = response.headers.get('Content-Type')?.startsWith('text/html')
  if (!kept || response.status !== 200 || response.redirected || !isPage) return
  const cache = await caches.open(PAGES)
  // Put anew it is the last again.
  await cache.delete(kept)
  await cache.put(kept, response.clone())
  await trim(cache, MOST_PAGES)
  await keepAssets(await response.text())
  shell ??= keepShell()
  await shell
}

/** The page for no network belongs to the version of the site that is running. */
let shell

async function keepShell() {
  const response = await fetch(OFFLINE, { credentials: 'omit' }).catch(() => undefined)
  if (!response?.ok) return
  const cache = await caches.open(SHELL)
  await cache.put(OFFLINE, response.clone())
  await keepAssets(await response.text())
}

/** What a page names: its scripts, its styles and its typefaces. */
async function keepAssets(html) {
  const names = new Set(html.match(/\/assets\/[\w.-]+\.(js|css|woff2)/g))
  const cache = await caches.open(ASSETS)
  await Promise.all(
    [...names].map(async (name) => {
      if (!(await cache.match(name))) await cache.add(name).catch(() => undefined)
    }),
  )
  await trim(cache, MOST_ASSETS)
}

/** The oldest make room. */
async function trim(cache, most) {
  const keys = await cache.keys()
  for (const key of keys.slice(0, Math.max(0, keys.length - most))) await cache.delete(key)
}

/**
 * Without its scripts, which would look for the page of the address; with the kept pages, and with
 * the address that was asked for where the page leads to itself.
 */
async function offlinePage(asked) {
  const page = await caches.match(OFFLINE, { cacheName: SHELL })
  if (!page) return Response.error()
  const links = await keptLinks()
  const html = (await page.text())
    .replaceAll(/<link\b[^>]*\brel="modulepreload"[^>]*>/g, '')
    .replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/g, (script) =>
      script.includes('toolmark.theme') ? script : '',
    )
    .replace(`href="${OFFLINE}"`, () => `href="${attribute(asked)}"`)
    .replace(/<ul[^>]*data-kept[^>]*><\/ul>/, (list) =>
      links ? list.replace('></ul>', `>${links}</ul>`) : '<p>No page has been kept yet.</p>',
    )
  const headers = new Headers({ 'Content-Type': 'text/html; charset=utf-8' })
  const policy = page.headers.get('Content-Security-Policy')
  if (policy) headers.set('Content-Security-Policy', policy)
  return new Response(html, { status: 503, headers })
}

async function keptLinks() {
  const cache = await caches.open(PAGES)
  const lines = []
  for (const request of await cache.keys()) {
    const html = await (await cache.match(request))?.text()
    // As it stands in the page, so it can stand in another.
    const title = /<title>([^<]*)<\/title>/.exec(html ?? '')?.[1]
    const address = attribute(new URL(request.url))
    lines.unshift(`<li><a href="${address}">${title || address}</a></li>`)
  }
  return lines.join('')
}

/** An address of this site, as it can stand in an attribute. */
function attribute({ pathname, search }) {
  return (pathname + search).replaceAll('&', '&amp;').replaceAll('"', '%22')
}
