// docs/decisions/0010: the site can be installed and opens offline.
import { expect, test } from 'vitest'
import { expectAccessible, openPage, visit } from '../support/browser/browser.ts'
import { withSharedSite } from '../support/sites/journey.ts'

const here = withSharedSite('demo')

test('offline, a visited page opens, and another one lists the visited pages', async () => {
  const { page, context } = await visit(here.browser, 1280, 'light', 'allow')
  const { url } = here.site
  await page.goto(`${url}/about`, { waitUntil: 'networkidle' })
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.goto(`${url}/categories`, { waitUntil: 'networkidle' })
  // A page with a secret in its URL is not cached.
  await page.goto(`${url}/about?token=secret`, { waitUntil: 'networkidle' })
  const cachedPaths = () =>
    page.evaluate(async () => {
      const cache = await caches.open('toolmark-pages')
      return (await cache.keys()).map((request) => new URL(request.url).pathname)
    })
  await expect.poll(cachedPaths).toEqual(expect.arrayContaining(['/about', '/categories']))
  await expect
    .poll(() => page.evaluate(() => caches.has('toolmark-shell')), { timeout: 15_000 })
    .toBe(true)
  await context.setOffline(true)
  await page.goto(`${url}/categories`)
  await page.getByRole('heading', { level: 1, name: /Categories/ }).waitFor()
  await page.goto(`${url}/trust`)
  await page.getByRole('heading', { level: 1, name: 'You are offline' }).waitFor()
  await expectAccessible(page)
  const links = page.getByRole('list').getByRole('link')
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(addresses).toContain('/categories')
  expect(addresses.filter((address) => address?.includes('token'))).toEqual([])
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.getByRole('heading', { level: 1, name: 'Trust' }).waitFor()
  await context.close()
})

test('a cached page that returns 404 meanwhile is not shown offline', async () => {
  const { page, context } = await visit(here.browser, 1280, 'light', 'allow')
  const { url } = here.site
  const removed = `/review/${crypto.randomUUID()}`
  await page.goto(`${url}/about`, { waitUntil: 'networkidle' })
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.evaluate(async (path) => {
    const cache = await caches.open('toolmark-pages')
    await cache.put(
      path,
      new Response('Removed text', { headers: { 'Content-Type': 'text/html' } }),
    )
  }, removed)
  await context.setOffline(true)
  await page.goto(url + removed)
  await page.getByText('Removed text').waitFor()
  await context.setOffline(false)
  await page.goto(url + removed)
  const isCached = () => page.evaluate((path) => caches.match(path).then(Boolean), removed)
  await expect.poll(isCached).toBe(false)
  await context.setOffline(true)
  await page.goto(url + removed)
  await page.getByRole('heading', { level: 1, name: 'You are offline' }).waitFor()
  await context.close()
})

test('a network that is lost while a page loads its last parts loses no input', async () => {
  const { page, context } = await visit(here.browser)
  const html = await (await fetch(`${here.site.url}/auth`)).text()
  // What the HTML does not name loads last.
  const isLast = (url: URL) =>
    /^\/assets\/.+\.js$/.test(url.pathname) && !html.includes(url.pathname)
  await page.route(isLast, (route) => route.abort())
  const refusal = page.waitForEvent('requestfailed', (request) => isLast(new URL(request.url())))
  await openPage(page, `${here.site.url}/auth`)
  const email = page.getByLabel('Email')
  await email.fill('kim@people.example')
  await refusal
  // React renders what the failed import leaves.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  expect(await email.inputValue()).toBe('kim@people.example')
  await page.unroute(isLast)
  await openPage(page, `${here.site.url}/auth`)
  await page.locator('header input[aria-keyshortcuts]').waitFor()
  await context.close()
})

test('the manifest has the name, and each of its icons exists', async () => {
  const { url } = here.site
  const page = await (await fetch(url)).text()
  expect(page).toContain('<link rel="manifest" href="/manifest.webmanifest"/>')
  const answer = await fetch(`${url}/manifest.webmanifest`)
  expect(answer.headers.get('content-type')).toBe('application/manifest+json')
  const manifest = (await answer.json()) as {
    name: string
    display: string
    icons: { src: string; sizes: string }[]
  }
  expect(manifest).toMatchObject({ name: 'Toolmark', display: 'standalone' })
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(
    expect.arrayContaining(['192x192', '512x512']),
  )
  for (const { src } of manifest.icons) {
    expect((await fetch(url + src)).headers.get('content-type'), src).toMatch(/^image\//)
  }
})

test.each(['favicon.ico', 'apple-touch-icon.png', 'apple-touch-icon-120x120-precomposed.png'])(
  '/%s, which no page links, is the icon',
  async (name) => {
    const answer = await fetch(`${here.site.url}/${name}`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
    const icon = await fetch(`${here.site.url}/icons/apple-touch-icon.png`)
    expect(await answer.bytes()).toEqual(await icon.bytes())
  },
)

test('links that were pasted with the punctuation of a sentence lead to their page', async () => {
  for (const path of ['/tool/figma', '/figma', '/categories', '/user/adaeze-n']) {
    // The second answer may come from the cache.
    for (const _ of [1, 2]) {
      const answer = await fetch(`${here.site.url}${path}).`)
      expect([answer.status, new URL(answer.url).pathname]).toEqual([200, path])
    }
  }
  expect((await fetch(`${here.site.url}/tool/no-such-tool.`)).status).toBe(404)
})

test('without DESIGN_PAGE, /_/ui returns 404', async () => {
  expect((await fetch(`${here.site.url}/_/ui`)).status).toBe(404)
})
