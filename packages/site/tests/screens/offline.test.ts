// The site can be installed. Pages survive a lost network (docs/decisions/0010).
import { expect, test } from 'vitest'
import { openPage, visit } from '../support/browser/browser.ts'
import { withSharedSite } from '../support/sites/journey.ts'

const here = withSharedSite('demo')

test('a worker of an earlier version is removed with its caches', async () => {
  const { page, context } = await visit(here.browser, 1280, 'light', 'allow')
  await page.goto(`${here.site.url}/about`)
  const readState = () =>
    page.evaluate(async () => [
      (await navigator.serviceWorker.getRegistrations()).length,
      await caches.keys(),
    ])
  await page.evaluate(async () => {
    await caches.open('toolmark-pages')
    await caches.open('of-others')
    await navigator.serviceWorker.register('/service-worker.js')
  })
  await expect.poll(readState).toEqual([0, ['of-others']])
  await page.reload()
  expect(await readState()).toEqual([0, ['of-others']])
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
