// Every screen of a visitor without an account: axe, console, width, no request to another origin.
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../app/data/database.types.ts'
import { openKeys } from '../../backend/keys/keys.ts'
import {
  chooseTab,
  expectAccessible,
  expectGoodLooks,
  openPage,
  type Visit,
  visit,
} from '../support/browser.ts'
import { withSite } from '../support/journey.ts'

const here = withSite()

// URLs of pictures that members entered: only the server fetches them.
const FOREIGN_PICTURE = 'http://127.0.0.1:9/logo.png'
beforeAll(async () => {
  const { serviceKey } = await openKeys(join(here.site.dataDir, 'keys.json'))
  const service = createClient<Database>(here.site.url, serviceKey, {
    auth: { persistSession: false },
  })
  const logos = await service
    .from('tools')
    .update({ logo_url: FOREIGN_PICTURE })
    .not('id', 'is', null)
  const images = await service
    .from('product_launches')
    .update({ featured_image: FOREIGN_PICTURE })
    .not('id', 'is', null)
  expect([logos.error, images.error]).toEqual([null, null])

  // Two thirds of the people have a picture.
  const { data: people } = await service.from('profiles').select('user_id').order('user_id')
  const picture = await sharp({
    create: { width: 512, height: 512, channels: 3, background: 'teal' },
  })
    .webp()
    .toBuffer()
  const avatars = service.storage.from('avatars')
  for (const { user_id } of people?.filter((_, index) => index % 3 > 0) ?? []) {
    const path = `${user_id}/1.webp`
    const uploaded = await avatars.upload(path, picture, { contentType: 'image/webp' })
    const avatar_url = avatars.getPublicUrl(path).data.publicUrl
    const shown = await service
      .from('profiles')
      .update({ avatar_url })
      .eq('user_id', user_id ?? '')
    expect([uploaded.error, shown.error]).toEqual([null, null])
  }
})

describe('every screen of a visitor, on a phone in the dark and on a desktop', () => {
  // One browser context for all pages, so that shared files are requested once.
  let visitor: Visit
  beforeAll(async () => {
    visitor = await visit(here.browser)
  })
  afterAll(() => visitor.context.close())

  test.each([
    ['/', 200],
    ['/?search=design', 200],
    ['/?search=zzzzqqqq', 200],
    ['/tools?category=ai&rating=4', 200],
    ['/tools?search=zzzzqqqq', 200],
    ['/categories', 200],
    ['/tool/figma', 200],
    ['/figma', 200],
    ['/tool/nope', 404],
    ['/no/such/page', 404],
    ['/compare', 200],
    ['/compare?tools=figma,notion,sketch,canva', 200],
    ['/launches', 200],
    ['/launches?tab=scheduled', 200],
    ['/launches?tab=ended', 200],
    ['/launch/nope', 404],
    ['/review/nope', 404],
    ['/add-tool', 200],
    ['/trust', 200],
    ['/contact', 200],
    ['/auth', 200],
    ['/reset-password', 200],
    ['/about', 200],
    ['/privacy', 200],
    ['/terms', 200],
  ])('%s returns %d without violations and console messages', async (path, status) => {
    const { page, problems } = visitor
    problems.length = 0
    const response = await openPage(page, `${here.site.url}${path}`)
    expect(response?.status()).toBe(status)
    await expectGoodLooks(page, [
      [320, 'dark'],
      [1280, 'light'],
    ])
    const hints = page.locator('link[rel~=preconnect], link[rel~=dns-prefetch]')
    expect(await hints.count()).toBe(0)
    const unexpected = problems.filter((text) => status === 200 || !text.includes('404'))
    expect(unexpected).toEqual([])
  })
})

test('pictures have a size, load lazily and in the width at which they are shown', async () => {
  const { page, context } = await visit(here.browser, 1280)
  for (const path of ['/', '/tools', '/tool/figma', '/launches', '/launches?tab=ended']) {
    await openPage(page, `${here.site.url}${path}`)
    const bare = await page
      .locator('main img:not([loading=lazy][width][height])')
      .evaluateAll((images) => images.map(({ outerHTML }) => outerHTML))
    expect([path, bare]).toEqual([path, []])
  }
  const [first] = await page
    .locator('img[src^="/pictures/launches/"]')
    .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).currentSrc))
  expect(first).toMatch(/\?width=400$/)
  await context.close()
})

test.each([
  [1, 24, 64],
  [2, 24, 64],
  [1, 40, 64],
  [3, 40, 128],
] as const)(
  'with %d device pixels per pixel, an avatar of %d loads in %d',
  async (points, size, width) => {
    const context = await here.browser.newContext({
      viewport: { width: 390, height: 900 },
      deviceScaleFactor: points,
      serviceWorkers: 'block',
    })
    const page = await context.newPage()
    await page.goto(here.site.url + (size === 24 ? '/launches' : '/tool/figma'))
    const picture = page
      .locator(`main img[src^="/pictures/stored/avatars/"][width="${size}"]`)
      .first()
    await picture.scrollIntoViewIfNeeded()
    const shown = () =>
      picture.evaluate((image: HTMLImageElement) => [
        new URL(image.currentSrc || image.src).search,
        image.complete && image.naturalWidth > 0,
      ])
    await expect.poll(shown).toEqual([`?width=${width}`, true])
    await context.close()
  },
)

test('an avatar that fails to load shows the initials, also if it failed before hydration', async () => {
  const { page, context } = await visit(here.browser, 1280)
  let refusals = 0
  await page.route('**/pictures/stored/**', (route) => {
    refusals += 1
    return route.fulfill({ status: 404 })
  })
  await openPage(page, `${here.site.url}/launches?tab=ended`)
  await page.waitForLoadState('networkidle')
  expect(refusals).toBeGreaterThan(1)
  const images = page.locator('main img')
  const countBroken = () =>
    images.evaluateAll(
      (all: HTMLImageElement[]) =>
        all.filter(({ complete, naturalWidth }) => complete && naturalWidth === 0).length,
    )
  await expect.poll(countBroken).toBe(0)
  await context.close()
})

test('spec 1 §2: texts of the search screen', async () => {
  const { page, context } = await visit(here.browser)
  await page.goto(`${here.site.url}/?search=zzzzqqqq`)
  await page.getByText('No tools found').waitFor()
  await page.getByRole('link', { name: 'Browse All Tools' }).waitFor()
  await page.getByRole('link', { name: 'Clear Search' }).click()
  await page.getByRole('heading', { name: 'Featured Tools & Reviews' }).waitFor()
  await context.close()
})

test('spec 2 §2: filters are in the URL, Back works, and the empty text', async () => {
  const { page, context } = await visit(here.browser)
  // Before hydration, "Show more" is a link to the next page.
  await openPage(page, `${here.site.url}/all-tools`)
  await page.getByText(/Showing 24 of 520 tools/).waitFor()
  await page.getByRole('button', { name: 'Show more' }).click()
  await page.getByText(/Showing 48 of 520 tools/).waitFor()
  await page.getByLabel('Category').selectOption('Development')
  await page.waitForURL('**/all-tools?*category=Development*')
  await page.getByText(/of 26 tools/).waitFor()
  await page
    .getByRole('main')
    .getByRole('searchbox', { name: 'Search', exact: true })
    .pressSequentially('zzqqzz', { delay: 20 })
  await page.getByText('No tools found matching your criteria.').waitFor()
  expect(page.url()).toContain('search=zzqqzz')
  await page.getByRole('link', { name: 'Clear Filters' }).click()
  await page.getByText(/of 520 tools/).waitFor()
  await context.close()
})

test('spec 2 §2: a category card leads to its first alias', async () => {
  const { page, context } = await visit(here.browser)
  await page.goto(`${here.site.url}/categories`)
  await page.getByLabel('Search categories').fill('zzzz')
  await page.getByText('No categories found matching your search.').waitFor()
  await page.getByLabel('Search categories').fill('legal')
  await page.getByRole('link', { name: 'Legal & Compliance' }).click()
  await page.waitForURL('**/all-tools?category=legal')
  await expect.poll(() => page.getByLabel('Category').inputValue()).toBe('Legal & Compliance')
  await page.getByText(/of 26 tools/).waitFor()
  await context.close()
})

test('home shows three new reviews and the top three launches of today', async () => {
  const { page, problems, context } = await visit(here.browser)
  await openPage(page, here.site.url)
  const reviews = page.getByRole('region', { name: 'Just reviewed' }).getByRole('listitem')
  expect(await reviews.count()).toBe(3)
  expect(await reviews.getByText('Sample').count()).toBe(3)
  const launches = page.getByRole('region', { name: 'Launching today' }).getByRole('listitem')
  const names = await launches.getByRole('heading').allTextContents()
  await openPage(page, `${here.site.url}/launches`)
  const ranked = await page.getByRole('article').getByRole('heading').allTextContents()
  expect(names).toEqual(ranked.slice(0, 3))
  expect(problems).toEqual([])
  await context.close()
})

test('home, a tool, a launch and a comparison have a share picture of 1200 by 630 pixels', async () => {
  const readHtml = async (path: string) => (await fetch(`${here.site.url}${path}`)).text()
  const launch = /\/launch\/[\da-f-]+/.exec(await readHtml('/launches'))?.[0] ?? ''
  const addresses = new Set<string>()
  for (const path of ['/', '/tool/figma', launch, '/compare?tools=figma,notion']) {
    const html = await readHtml(path)
    const address = /property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? ''
    const answer = await fetch(address)
    const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    expect([path, width, height]).toEqual([path, 1200, 630])
    addresses.add(address)
  }
  expect(addresses.size).toBe(4)
})

test('on a phone the first review of a tool starts above 1,400 pixels', async () => {
  const { page, context } = await visit(here.browser, 390)
  for (const tool of ['figma', 'notion']) {
    await openPage(page, `${here.site.url}/tool/${tool}`)
    const top = await page
      .locator('[id^=review-]')
      .first()
      .evaluate((card) => card.getBoundingClientRect().top)
    expect(top).toBeLessThan(1400)
  }
  await context.close()
})

test('the page of a tool is complete without scripts', async () => {
  const html = await (await fetch(`${here.site.url}/tool/figma`)).text()
  const data = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}'
  const product = JSON.parse(data)
  expect(product).toMatchObject({ '@type': 'Product', name: 'Figma' })
  expect(html).toContain('Design interfaces together in the browser with components')
  expect(html).toContain('content="noindex"')
})

test('spec 1 §2: signed out, write review leads to the sign-in', async () => {
  const { page, context } = await visit(here.browser)
  await page.goto(`${here.site.url}/write-review`)
  await page.waitForURL('**/auth?next=%2Fwrite-review')
  await context.close()
})

test('spec 1 §2: the side menu has links and search and works by keyboard', async () => {
  const { page, problems, context } = await visit(here.browser, 390)
  await openPage(page, here.site.url)
  await page.getByRole('button', { name: 'Open menu' }).focus()
  await page.keyboard.press('Enter')
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await menu.waitFor()
  await expectAccessible(page)
  for (const name of ['Categories', 'Launches', 'Compare', 'Write Review']) {
    await expect.poll(() => menu.getByRole('link', { name }).isVisible()).toBe(true)
  }
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'hidden' })
  await page.keyboard.press('Enter')
  await menu.getByRole('searchbox').fill('figma')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Search Results' }).waitFor()
  await menu.waitFor({ state: 'hidden' })
  expect(problems).toEqual([])
  await context.close()
})

test('the first Tab offers to skip to the content', async () => {
  const { page, context } = await visit(here.browser)
  await openPage(page, here.site.url)
  await page.keyboard.press('Tab')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toBe('Skip to content')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content')
  await context.close()
})

test('spec 1 §2, §5: a business sign-up suggests the company of a work address', async () => {
  const { page, context } = await visit(here.browser, 768)
  await openPage(page, `${here.site.url}/auth`)
  await chooseTab(page, 'Sign Up')
  await page.getByLabel('Account type').selectOption('business')
  await page.getByLabel('Email').fill('ana@gmail.com')
  await page.getByLabel('Email').blur()
  await expect.poll(() => page.getByLabel('Company name').inputValue()).toBe('')
  await page.getByLabel('Email').fill('ana@acme.example')
  await page.getByLabel('Email').blur()
  await expect.poll(() => page.getByLabel('Company name').inputValue()).toBe('Acme')
  await expect
    .poll(() => page.getByLabel('Company website').inputValue())
    .toBe('https://acme.example')
  await page.getByLabel('Company name').fill('')
  await page.getByLabel('Password').fill('Violet-Kettle-84')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await page.getByText('Company name is required').waitFor()
  await expectAccessible(page)
  await context.close()
})

test('spec 1 §8: an error shows the fallback without details, and Try Again retries', async () => {
  const { page, context } = await visit(here.browser)
  await openPage(page, here.site.url)
  await page.route('**/categories.data*', (route) =>
    route.fulfill({ status: 500, contentType: 'text/plain', body: 'at secret.ts:12' }),
  )
  await page.getByRole('link', { name: 'View All Categories' }).click()
  await page.getByRole('heading', { name: 'Something went wrong' }).waitFor()
  await page
    .getByText(
      'An unexpected error occurred. Please try refreshing the page or contact support if the problem persists.',
    )
    .waitFor()
  await expect.poll(() => page.getByText('secret.ts').count()).toBe(0)
  await expect.poll(() => page.getByRole('button', { name: 'Refresh Page' }).isVisible()).toBe(true)
  await expectAccessible(page)
  await page.unroute('**/categories.data*')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await page.getByRole('heading', { name: 'Browse Categories' }).waitFor()
  await context.close()
})

test('without JavaScript filters have a button, tabs are links, and a page for members says so', async () => {
  const context = await here.browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${here.site.url}/tool/figma`)
  await page.getByLabel('Order').selectOption('lowest')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.waitForURL('**/tool/figma?rating=&order=lowest')
  await page.goto(`${here.site.url}/trust`)
  const tab = page.getByRole('tab', { name: 'Recent Reviews' })
  expect(await tab.getAttribute('tabindex')).toBe('0')
  await tab.press('Enter')
  await page.getByRole('tabpanel').locator('time').first().waitFor()
  for (const path of ['/dashboard', '/add-tool', '/submit-launch', '/write-review/figma']) {
    await page.goto(`${here.site.url}${path}`)
    await page.getByText('This page needs JavaScript.').waitFor()
    expect([path, await page.getByText('Loading...').filter({ visible: true }).count()]).toEqual([
      path,
      0,
    ])
  }
  await page.getByRole('link', { name: 'Get Started' }).first().waitFor()
  await context.close()
})
