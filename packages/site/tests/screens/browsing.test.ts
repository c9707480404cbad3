// Every screen of a visitor without an account: axe, console, width, no request to another origin.
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { addLaunch } from '../support/backends/content.ts'
import {
  expectAccessible,
  expectAccessibleLooks,
  type Look,
  openPage,
  visit,
} from '../support/browser/browser.ts'
import { withVisitor } from '../support/browser/shared-page.ts'
import { withSite } from '../support/sites/journey.ts'
import { createServiceClient } from '../support/sites/site.ts'

const here = withSite()
const visitor = withVisitor(here)

// URLs of pictures that members entered: only the server fetches them.
const FOREIGN_PICTURE = 'http://127.0.0.1:9/logo.png'
beforeAll(async () => {
  const service = await createServiceClient(here.site)
  await service
    .from('tools')
    .update({ logo_url: FOREIGN_PICTURE })
    .not('id', 'is', null)
    .throwOnError()
  await service
    .from('product_launches')
    .update({ featured_image: FOREIGN_PICTURE })
    .not('id', 'is', null)
    .throwOnError()
  const picture = await sharp({
    create: { width: 512, height: 512, channels: 3, background: 'teal' },
  })
    .webp()
    .toBuffer()
  const avatars = service.storage.from('avatars')
  for (const user_id of await findShownPeople()) {
    const path = `${user_id}/1.webp`
    const uploaded = await avatars.upload(path, picture, { contentType: 'image/webp' })
    expect(uploaded.error).toBeNull()
    const avatar_url = avatars.getPublicUrl(path).data.publicUrl
    await service.from('profiles').update({ avatar_url }).eq('user_id', user_id).throwOnError()
  }
})

/** Some makers of today's and of past launches, and the newest reviewers of all tools and of Figma. */
async function findShownPeople(): Promise<Set<string>> {
  const service = await createServiceClient(here.site)
  const ids: (string | null)[] = []
  for (const status of ['live', 'ended'] as const) {
    const { data } = await service
      .from('product_launches')
      .select('user_id')
      .eq('status', status)
      .order('launch_date', { ascending: false })
      .limit(6)
      .throwOnError()
    ids.push(...data.map(({ user_id }) => user_id))
  }
  for (const slug of ['%', 'figma']) {
    const { data } = await service
      .from('reviews')
      .select('user_id, tools!inner(slug)')
      .like('tools.slug', slug)
      .order('created_at', { ascending: false })
      .order('id', { ascending: false })
      .limit(6)
      .throwOnError()
    ids.push(...data.map(({ user_id }) => user_id))
  }
  return new Set(ids.filter((id) => id !== null))
}

/**
 * Gives the visitor's page to one test; an unexpected console message fails it.
 * @param refused the status of an error response that the console reports
 * @param expected other messages
 */
async function withPage(
  check: (page: Page) => Promise<void>,
  { width = 1280, refused, expected }: { width?: number; refused?: string; expected?: RegExp } = {},
) {
  const { page, problems } = visitor
  await page.setViewportSize({ width, height: 900 })
  await check(page)
  const isExpected = (text: string) =>
    (refused !== undefined && text.includes(`status of ${refused}`)) || expected?.test(text)
  expect(problems.filter((text) => !isExpected(text))).toEqual([])
}

/** Opens a page and checks its status, its looks and the messages of its console. */
async function checkScreen(path: string, status: number, looks: readonly Look[]): Promise<void> {
  const { page, problems } = visitor
  const response = await openPage(page, `${here.site.url}${path}`)
  expect(response?.status()).toBe(status)
  await expectAccessibleLooks(page, looks)
  const hints = page.locator('link[rel~=preconnect], link[rel~=dns-prefetch]')
  expect(await hints.count()).toBe(0)
  const unexpected = problems.filter((text) => status === 200 || !text.includes('404'))
  expect(unexpected).toEqual([])
}

describe('every screen of a visitor, on a phone in the dark and on a desktop', () => {
  test.each([
    ['/', 200],
    ['/?search=design', 200],
    ['/tools?category=ai&rating=4', 200],
    ['/best/kanban-boards', 200],
    ['/capabilities', 200],
    ['/categories', 200],
    ['/tool/figma', 200],
    ['/no/such/page', 404],
    ['/no/such%0D%0Apage', 404],
    ['/compare?tools=figma,notion,sketch,canva', 200],
    ['/launches', 200],
    ['/changes', 200],
    ['/add-tool', 200],
    ['/trust', 200],
    ['/contact', 200],
    ['/auth', 200],
    ['/reset-password', 200],
    ['/about', 200],
    ['/privacy', 200],
    ['/docs', 200],
  ])('%s returns %d without violations and console messages', (path, status) =>
    checkScreen(path, status, [
      [320, 'dark'],
      [1280, 'light'],
    ]),
  )
})

describe('other states of these screens, on a phone in the dark', () => {
  test.each([
    ['/?search=zzzzqqqq', 200],
    ['/tools?search=zzzzqqqq', 200],
    ['/tools?search=free+kanbn+software', 200],
    ['/best/nope', 404],
    ['/tool/nope', 404],
    ['/compare', 200],
    ['/launches?tab=scheduled', 200],
    ['/launches?tab=ended', 200],
    ['/changes?kind=archived', 200],
    ['/trust?tab=metrics', 200],
    ['/launch/nope', 404],
    ['/review/nope', 404],
    ['/terms', 200],
    ['/docs/settings', 200],
    ['/docs/nope', 404],
  ])('%s returns %d without violations and console messages', (path, status) =>
    checkScreen(path, status, [[320, 'dark']]),
  )
})

test('pictures have a size, load lazily and in the width at which they are shown', () =>
  withPage(async (page) => {
    const service = await createServiceClient(here.site)
    const launch = await addLaunch(
      { client: service },
      { launch_date: '2020-02-02', featured_image: `${here.site.url}/no-picture.png` },
    )
    for (const [path, hasAvatars] of [
      ['/', true],
      ['/tools', false],
      ['/tool/figma', true],
      ['/launches', true],
      ['/launches?tab=ended', true],
    ] as const) {
      await openPage(page, `${here.site.url}${path}`)
      const avatars = page.locator('main img[src^="/pictures/stored/avatars/"]')
      expect([path, (await avatars.count()) > 0]).toEqual([path, hasAvatars])
      const bare = await page
        .locator('main img:not([loading=lazy][width][height])')
        .evaluateAll((images) => images.map(({ outerHTML }) => outerHTML))
      expect([path, bare]).toEqual([path, []])
    }
    // A picture that cannot be loaded disappears.
    const body = Buffer.from(await (await fetch(`${here.site.url}/icon.svg`)).arrayBuffer())
    await page.route(`**/pictures/launches/${launch}/**`, (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body }),
    )
    await openPage(page, `${here.site.url}/launches?day=2020-02-02`)
    const picture = page.locator(`img[src^="/pictures/launches/${launch}/"]`).first()
    await expect
      .poll(() => picture.evaluate((image) => (image as HTMLImageElement).currentSrc))
      .toMatch(/\?width=400$/)
  }))

test.each([
  [1, 24, 64],
  [2, 24, 64],
  [1, 40, 64],
  [3, 40, 128],
] as const)('with %d device pixels per pixel, an avatar of %d loads in %d', (points, size, width) =>
  withPage(async (page) => {
    // The override ends with its session; the next navigation restores the width of the viewport.
    const session = await visitor.context.newCDPSession(page)
    try {
      await session.send('Emulation.setDeviceMetricsOverride', {
        width: 390,
        height: 900,
        deviceScaleFactor: points,
        mobile: false,
      })
      await page.goto(here.site.url + (size === 24 ? '/launches' : '/tool/figma'))
      const picture = page
        .locator(`main img[src^="/pictures/stored/avatars/"][width="${size}"]`)
        .first()
      await picture.scrollIntoViewIfNeeded()
      const shown = () =>
        picture.evaluate((image: HTMLImageElement) => [
          devicePixelRatio,
          new URL(image.currentSrc || image.src).search,
          image.complete && image.naturalWidth > 0,
        ])
      await expect.poll(shown).toEqual([points, `?width=${width}`, true])
    } finally {
      await session.detach()
    }
  }),
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
  const html = await (await fetch(`${here.site.url}/?search=zzzzqqqq`)).text()
  expect(html).toContain('>No tools found<')
  expect(html).toMatch(/<a [^>]*href="\/all-tools"[^>]*>Browse All Tools</)
  expect(html).toMatch(/<a [^>]*href="\/"[^>]*>Clear Search</)
})

test('spec 2 §2: filters are in the URL, Back works, and the empty text', () =>
  withPage(async (page) => {
    // Before hydration, "Show more" is a link to the next page.
    await openPage(page, `${here.site.url}/all-tools`)
    await page.getByText(/Showing 24 of 517 tools/).waitFor()
    await page.getByRole('button', { name: 'Show more' }).click()
    await page.getByText(/Showing 48 of 517 tools/).waitFor()
    await page.getByLabel('Category').selectOption('Development')
    await page.waitForURL('**/all-tools?*category=Development*')
    await page.getByText(/of 35 tools/).waitFor()
    await page
      .getByRole('main')
      .getByRole('searchbox', { name: 'Search', exact: true })
      .pressSequentially('zzqqzz', { delay: 20 })
    await page.getByText('No tools found matching your criteria.').waitFor()
    expect(page.url()).toContain('search=zzqqzz')
    await page.getByRole('link', { name: 'Clear Filters' }).click()
    await page.getByText(/of 517 tools/).waitFor()
  }))

test('what is set is a list of links that remove it; on a capability’s page too', () =>
  withPage(async (page) => {
    await openPage(page, `${here.site.url}/tools?category=Design&rating=4&pricing=paid&sort=rating`)
    const chosen = page.getByRole('list', { name: 'Chosen filters' }).getByRole('link')
    const names = ['Design & Creative', '4+ Stars', 'Paid']
    expect(await chosen.allInnerTexts()).toEqual([
      ...names.map((name) => expect.stringContaining(name)),
      'Clear Filters',
    ])
    await chosen.filter({ hasText: '4+ Stars' }).click()
    await page.waitForURL('**/tools?category=Design&pricing=paid&sort=rating')
    await expect.poll(() => page.getByLabel('Minimum rating').inputValue()).toBe('')
    await openPage(page, `${here.site.url}/best/kanban-boards?license=open_source&rating=4.5`)
    await page.getByText('No tools found matching your criteria.').waitFor()
    await page.getByRole('link', { name: 'Clear Filters' }).click()
    await page.getByRole('article').first().waitFor()
    expect(new URL(page.url()).search).toBe('')
  }))

test('tools that are active are a choice behind Details, which a link removes', () =>
  withPage(async (page) => {
    await openPage(page, `${here.site.url}/tools`)
    await page.getByText(/of 517 tools/).waitFor()
    await page.getByRole('button', { name: 'Details' }).press('Enter')
    await page.getByLabel('Alive', { exact: true }).selectOption('Active')
    await page.waitForURL('**/tools?*alive=active*')
    await page.getByRole('link', { name: 'Payload', exact: true }).waitFor()
    expect(await page.getByRole('link', { name: 'Figma', exact: true }).count()).toBe(0)
    await page.keyboard.press('Escape')
    const chosen = page.getByRole('list', { name: 'Chosen filters' }).getByRole('link')
    await chosen.filter({ hasText: 'Active' }).click()
    await page.getByText(/of 517 tools/).waitFor()
    for (const path of ['/best/kanban-boards', '/tool/figma/alternatives']) {
      await openPage(page, `${here.site.url}${path}?alive=no-such`)
      await page.getByText('No tools found matching your criteria.').waitFor()
      await page.getByRole('button', { name: 'Details (1)' }).waitFor()
    }
  }))

test('on a phone the filters are in a sheet, which shows how many tools they leave', () =>
  withPage(
    async (page) => {
      await openPage(page, `${here.site.url}/tools`)
      await page.getByLabel('Category').waitFor({ state: 'hidden' })
      await page.getByRole('button', { name: 'Filters', exact: true }).click()
      await expectAccessible(page)
      const sheet = page.getByRole('form', { name: 'Filters' }).getByRole('group').first()
      await sheet.getByLabel('Category').selectOption('Legal & Compliance')
      await sheet.getByLabel('Pricing').selectOption('Paid')
      await page.waitForURL('**/tools?*category=*pricing=paid*')
      await sheet.getByRole('button', { name: /^Show \d+ tools$/ }).click()
      await sheet.waitFor({ state: 'hidden' })
      await page.getByRole('button', { name: 'Filters (2)' }).press('Enter')
      await sheet.waitFor()
      await page.keyboard.press('Tab')
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
        .toBe('category')
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('Shift+Tab')
      await sheet.waitFor({ state: 'hidden' })
    },
    { width: 390 },
  ))

test('between phones and large screens the filters by facts are below a button', () =>
  withPage(
    async (page) => {
      await openPage(page, `${here.site.url}/tools?license=open_source`)
      await page.getByLabel('License').waitFor({ state: 'hidden' })
      await page.getByRole('button', { name: 'More filters (1)' }).click()
      await expectAccessible(page)
      await page.getByLabel('License').selectOption('Proprietary')
      await page.waitForURL('**/tools?license=proprietary')
      await page.keyboard.press('Escape')
      await page.getByLabel('License').waitFor({ state: 'hidden' })
    },
    { width: 820 },
  ))

test('spec 2 §2: 20 categories; the parameter fills the box, and a card leads to its first alias', () =>
  withPage(async (page) => {
    await openPage(page, `${here.site.url}/categories?category=legal`)
    const box = page.getByLabel('Search categories')
    expect(await box.inputValue()).toBe('legal')
    await expect.poll(() => page.getByRole('article').count()).toBe(1)
    await box.fill('')
    await expect.poll(() => page.getByRole('article').count()).toBe(20)
    expect(await page.getByText(/^\d+ tools$/).count()).toBe(20)
    expect(await page.getByText('Trending', { exact: true }).count()).toBe(9)
    await box.fill('zzzz')
    await page.getByText('No categories found matching your search.').waitFor()
    await box.fill('legal')
    await page.getByRole('link', { name: 'Legal & Compliance' }).click()
    await page.waitForURL('**/all-tools?category=legal')
    await expect.poll(() => page.getByLabel('Category').inputValue()).toBe('Legal & Compliance')
    await page.getByText(/of 20 tools/).waitFor()
  }))

test('on a phone the new reviews scroll sideways, by the arrow keys too', () =>
  withPage(
    async (page) => {
      await openPage(page, here.site.url)
      const rail = page.getByRole('region', { name: 'Just reviewed' }).getByRole('list')
      const readLeft = () => rail.evaluate(({ scrollLeft }) => scrollLeft)
      expect(await readLeft()).toBe(0)
      await rail.getByRole('link').first().focus()
      await page.keyboard.press('ArrowRight')
      await expect.poll(readLeft).toBeGreaterThan(200)
    },
    { width: 390 },
  ))

test('home shows three new reviews and the top three launches of today', () =>
  withPage(async (page) => {
    await openPage(page, here.site.url)
    const reviews = page.getByRole('region', { name: 'Just reviewed' }).getByRole('listitem')
    expect(await reviews.count()).toBe(3)
    expect(await reviews.getByText('Sample').count()).toBe(3)
    const launches = page.getByRole('region', { name: 'Launching today' }).getByRole('listitem')
    const names = await launches.getByRole('heading').allTextContents()
    await openPage(page, `${here.site.url}/launches`)
    const ranked = await page.getByRole('article').getByRole('heading').allTextContents()
    expect(names).toEqual(ranked.slice(0, 3))
  }))

test('home, a tool, a launch and a comparison have a share picture of 1200 by 630 pixels', async () => {
  const readHtml = async (path: string) => (await fetch(`${here.site.url}${path}`)).text()
  const launch = /\/launch\/[\da-f-]+/.exec(await readHtml('/launches'))?.[0] ?? ''
  const addresses = new Set<string>()
  for (const path of ['/', '/tool/figma', launch, '/compare?tools=figma,notion']) {
    const html = await readHtml(path)
    const address = /property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? ''
    const answer = await fetch(address)
    const { format, width, height } = await sharp(
      Buffer.from(await answer.arrayBuffer()),
    ).metadata()
    expect([path, format, width, height]).toEqual([path, 'jpeg', 1200, 630])
    addresses.add(address)
  }
  expect(addresses.size).toBe(4)
})

test('the page of a tool is complete without scripts', async () => {
  const html = await (await fetch(`${here.site.url}/tool/figma`)).text()
  const data = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}'
  const product = JSON.parse(data)
  expect(product).toMatchObject({ '@type': 'Product', name: 'Figma' })
  expect(html).toContain('Design interfaces together in the browser with components')
  expect(html).toContain('content="noindex"')
})

test('spec 1 §2: signed out, write review leads to the sign-in', () =>
  withPage(async (page) => {
    await page.goto(`${here.site.url}/write-review`)
    await page.waitForURL('**/auth?next=%2Fwrite-review')
  }))

test('spec 1 §2: the side menu has links and search and works by keyboard', () =>
  withPage(
    async (page) => {
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
      await menu.getByRole('combobox').fill('figma')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Search Results' }).waitFor()
      await menu.waitFor({ state: 'hidden' })
    },
    { width: 390 },
  ))

test('the first Tab offers to skip to the content', () =>
  withPage(async (page) => {
    await openPage(page, here.site.url)
    await page.keyboard.press('Tab')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe('Skip to content')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content')
  }))

test('spec 1 §8: an error shows the fallback without details, and Try Again retries', () =>
  withPage(
    async (page) => {
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
      await expect
        .poll(() => page.getByRole('button', { name: 'Refresh Page' }).isVisible())
        .toBe(true)
      await expectAccessible(page)
      await page.unroute('**/categories.data*')
      await page.getByRole('button', { name: 'Try Again' }).click()
      await page.getByRole('heading', { name: 'Browse Categories' }).waitFor()
    },
    { refused: '500' },
  ))

test.each([
  {
    case: 'after a new build',
    address: '**/__manifest?*',
    // The answer to a page of another build.
    answer: { status: 204, headers: { 'X-Remix-Reload-Document': 'true' } },
    times: undefined,
    expected: /manifest version mismatch/,
  },
  {
    case: 'whose script is gone',
    address: '**/assets/categories-*.js',
    answer: { status: 404 },
    times: 1,
    expected: /status of 404|Error loading route module|dynamically imported module/,
  },
])('a click $case loads the document of the clicked page', ({ address, answer, times, expected }) =>
  withPage(
    async (page) => {
      await page.route(address, (route) => route.fulfill(answer), times ? { times } : {})
      await openPage(page, here.site.url)
      const documents: string[] = []
      page.on('request', (request) => {
        if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname)
      })
      await page.getByRole('link', { name: 'View All Categories' }).click()
      await page.getByRole('heading', { name: 'Browse Categories' }).waitFor()
      expect([documents, new URL(page.url()).pathname]).toEqual([['/categories'], '/categories'])
      await page.unrouteAll()
      await page.goBack()
      await page.getByRole('link', { name: 'View All Categories' }).waitFor()
      // A reload that is no answer to a click stays.
      await page.reload()
      expect([documents.at(-1), new URL(page.url()).pathname]).toEqual(['/', '/'])
    },
    { expected },
  ),
)

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
  await page.setViewportSize({ width: 390, height: 900 })
  await page.goto(`${here.site.url}/tools`)
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await page.getByLabel('Pricing').selectOption('Paid')
  await page.getByRole('button', { name: /^Show \d+ tools$/ }).click()
  await page.waitForURL('**/tools?*pricing=paid*')
  await page.getByRole('link', { name: 'Open search' }).click()
  await page.locator('#search:focus').waitFor()
  await page.keyboard.type('figma')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/tools?*search=figma*')
  await context.close()
})
