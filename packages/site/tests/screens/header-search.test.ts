// The search box of the header and the keyboard shortcuts.
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, openPage, reloadPage } from '../support/browser/browser.ts'
import { withVisitor } from '../support/browser/shared-page.ts'
import { withSharedSite } from '../support/sites/journey.ts'

const here = withSharedSite('demo')
const visitor = withVisitor(here)

async function withPage(path: string, check: (page: Page) => Promise<void>) {
  const { page, problems } = visitor
  await openPage(page, `${here.site.url}${path}`)
  await waitForKeys(page)
  await check(page)
  expect(problems).toEqual([])
}

/** The page handles keys once the search box names its own. */
const waitForKeys = (page: Page) =>
  page.locator('header input[aria-keyshortcuts]').waitFor({ state: 'attached' })

const isFocused = (field: Locator) => field.evaluate((input) => input === document.activeElement)

test('Ctrl K and / focus the search of the header, also from a field; the element stays the same', () =>
  withPage('/about', async (page) => {
    const box = page.getByRole('banner').getByRole('combobox')
    const element = await box.elementHandle()
    await page.keyboard.press('Control+k')
    await expect.poll(() => isFocused(box)).toBe(true)
    await page.keyboard.type('figma')
    await page
      .getByRole('banner')
      .getByRole('option', { name: /^Figma/ })
      .waitFor()
    expect(await box.evaluate((now, before) => now === before, element)).toBe(true)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    expect(await isFocused(box)).toBe(false)
    await page.keyboard.press('/')
    await expect.poll(() => isFocused(box)).toBe(true)
    await openPage(page, `${here.site.url}/contact`)
    await waitForKeys(page)
    await page.getByRole('main').getByRole('textbox').first().focus()
    await page.keyboard.press('Control+k')
    await expect.poll(() => isFocused(box)).toBe(true)
  }))

test('text that is typed before the scripts arrive keeps its field, focus and selection', async () => {
  const { page, problems } = visitor
  const scripts = Promise.withResolvers<void>()
  await page.route(/\/assets\/.+\.js$/, async (route) => {
    await scripts.promise
    await route.continue()
  })
  await page.goto(`${here.site.url}/about`, { waitUntil: 'commit' })
  const box = page.getByRole('banner').getByRole('combobox')
  const element = await box.elementHandle()
  await box.fill('figma')
  await box.evaluate((field: HTMLInputElement) => field.setSelectionRange(1, 3))
  scripts.resolve()
  await page
    .getByRole('banner')
    .getByRole('option', { name: /^Figma/ })
    .waitFor()
  const state = await box.evaluate(
    (now: HTMLInputElement, before) => ({
      isSame: now === before,
      isFocused: now === document.activeElement,
      value: now.value,
      selection: [now.selectionStart, now.selectionEnd],
    }),
    element,
  )
  expect(state).toEqual({ isSame: true, isFocused: true, value: 'figma', selection: [1, 3] })
  await page.unroute(/\/assets\/.+\.js$/)
  expect(problems).toEqual([])
})

test.each(['Control+k', '/'])(
  '%s leads to the search before the scripts arrive, on phones once they are there',
  async (keys) => {
    const { page, problems } = visitor
    const banner = page.getByRole('banner')
    for (const width of [1440, 390]) {
      const scripts = Promise.withResolvers<void>()
      await page.setViewportSize({ width, height: 800 })
      await page.route(/\/assets\/.+\.js$/, async (route) => {
        await scripts.promise
        await route.continue()
      })
      await page.goto(`${here.site.url}/about`, { waitUntil: 'commit' })
      await page.getByRole('contentinfo').waitFor()
      // Without the styles the box is there on phones too.
      await banner.getByRole('combobox').waitFor({ state: width > 390 ? 'visible' : 'hidden' })
      await page.keyboard.press(keys)
      const box =
        width > 390 ? banner.getByRole('combobox') : page.getByRole('dialog').getByRole('combobox')
      if (width > 390) {
        expect(await isFocused(box)).toBe(true)
        await page.keyboard.type('a/b')
      }
      scripts.resolve()
      await waitForKeys(page)
      await expect.poll(() => isFocused(box)).toBe(true)
      expect(await box.inputValue()).toBe(width > 390 ? 'a/b' : '')
      await page.unroute(/\/assets\/.+\.js$/)
    }
    await page.evaluate(() => localStorage.setItem('toolmark.single-keys', 'off'))
    await page.setViewportSize({ width: 1440, height: 800 })
    await page.route(/\/assets\/.+\.js$/, (route) => route.abort())
    await page.goto(`${here.site.url}/about`)
    await page.keyboard.press(keys)
    expect(await isFocused(banner.getByRole('combobox'))).toBe(keys !== '/')
    await page.unroute(/\/assets\/.+\.js$/)
    await page.evaluate(() => localStorage.removeItem('toolmark.single-keys'))
    expect(problems.filter((problem) => !/Failed to|ERR_FAILED/.test(problem))).toEqual([])
  },
)

test('? lists the shortcuts, / focuses the search, g l opens launches; fields ignore them, a setting disables them', () =>
  withPage('/about', async (page) => {
    await page.keyboard.press('?')
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await list.waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'detached' })
    await page.keyboard.press('/')
    const box = page.getByRole('banner').getByRole('combobox')
    await expect.poll(() => isFocused(box)).toBe(true)
    await page.keyboard.type('g l?/')
    await expect.poll(() => box.inputValue()).toBe('g l?/')
    await page.keyboard.press('Tab')
    await page.keyboard.press('g')
    await page.keyboard.press('l')
    await page.waitForURL('**/launches')
    // WCAG 2.1.4: they can be disabled, also after a reload.
    await page.keyboard.press('?')
    await list.getByRole('checkbox', { name: 'Single-key shortcuts' }).uncheck()
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'detached' })
    await reloadPage(page)
    await waitForKeys(page)
    // The search follows, so the list would be open by now.
    await page.keyboard.press('?')
    await page.keyboard.press('/')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
    expect(await list.count()).toBe(0)
    await page.keyboard.press('Control+k')
    await expect.poll(() => isFocused(box)).toBe(true)
  }))

test('the search of the header offers to add what it does not find', () =>
  withPage('/about', async (page) => {
    const banner = page.getByRole('banner')
    const box = banner.getByRole('combobox')
    const add = banner.getByRole('option', { name: /^Add “/ })
    await box.fill('figma')
    await banner.getByRole('option', { name: /^Figma/ }).waitFor()
    expect(await add.count()).toBe(0)
    await box.fill('Quibblezorp')
    const options = banner.getByRole('option')
    await expect
      .poll(() => options.allTextContents())
      .toEqual(['All results for “Quibblezorp”', 'Add “Quibblezorp”'])
    await expectAccessible(page)
    await add.click()
    await page.waitForURL('**/add-tool?name=Quibblezorp')
    await expect.poll(() => page.getByLabel('Tool Name *').inputValue()).toBe('Quibblezorp')
  }))

test('the search of the header suggests pages, comparisons, and tools, uses and categories in groups', () =>
  withPage('/about', async (page) => {
    const banner = page.getByRole('banner')
    const box = banner.getByRole('combobox')
    const options = banner.getByRole('option')
    const pages = banner.getByRole('group', { name: 'Go to' }).getByRole('option')
    for (const [typed, label] of [
      ['REV', 'Write a review'],
      ['lists', 'Lists'],
      ['notif', 'Notifications'],
      ['sett', 'Settings'],
      ['add', 'Add a tool'],
    ] as const) {
      await box.fill(typed)
      await expect.poll(() => pages.allTextContents()).toEqual([label])
    }
    // The last one is the search itself.
    await options.last().getByText('All results for “add”').waitFor()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => pages.first().getAttribute('aria-selected')).toBe('true')
    const id = await pages.first().getAttribute('id')
    await expect.poll(() => box.getAttribute('aria-activedescendant')).toBe(id)
    expect(await box.getAttribute('aria-expanded')).toBe('true')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname === '/add-tool' || url.pathname === '/auth')
    for (const [typed, label] of [
      ['figma alternatives', 'Alternatives to Figma'],
      ['figma vs sketch', 'Compare Figma and Sketch'],
    ] as const) {
      await box.fill(typed)
      await expect.poll(() => options.first().textContent()).toBe(label)
    }
    await options.first().click()
    await page.waitForURL('**/compare?tools=figma,sketch')
    await box.fill('crm')
    for (const [group, option] of [
      ['Tools', /Zoho CRM/],
      ['Used for', /^CRM\s*\d+ tools$/],
      ['Categories', /Marketing & Sales/],
    ] as const) {
      await banner
        .getByRole('group', { name: group })
        .getByRole('option', { name: option })
        .waitFor()
    }
    await expectAccessible(page)
    await banner.getByRole('option', { name: /^CRM/ }).click()
    await page.waitForURL('**/best/crm')
  }))

test('suggestions show logo and average, and end with the alternatives of a typed tool and all results', () =>
  withPage('/about', async (page) => {
    const banner = page.getByRole('banner')
    const box = banner.getByRole('combobox')
    const hint = banner.locator('kbd')
    const requests: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/rest/')) requests.push(new URL(request.url()).pathname)
    })
    await hint.waitFor()
    await box.fill('figma')
    await hint.waitFor({ state: 'hidden' })
    const tool = banner.getByRole('group', { name: 'Tools' }).getByRole('option').first()
    await tool.getByText(/^[1-5]\.\d$/).waitFor()
    expect(await tool.locator('img').getAttribute('src')).toContain('/pictures/tools/')
    const last = banner.getByRole('group', { name: 'Search' }).getByRole('option')
    expect(await last.allTextContents()).toEqual([
      'Alternatives to Figma',
      'All results for “figma”',
    ])
    expect(await banner.getByRole('option').last().textContent()).toBe('All results for “figma”')
    expect(requests).toEqual(['/rest/v1/rpc/suggest'])
    await expectAccessible(page)
    await last.first().click()
    await page.waitForURL('**/tool/figma/alternatives')
    await box.fill('figm')
    await expect.poll(() => last.allTextContents()).toEqual(['All results for “figm”'])
    // The text of the longest example of a search is seen whole.
    await box.fill('open source slack alternative')
    expect(await box.evaluate((field) => field.scrollWidth <= field.clientWidth)).toBe(true)
    await last.getByText('All results for').click()
    await page.waitForURL('**/?search=open%20source%20slack%20alternative')
  }))

test('the search of the header suggests tools in place; Enter without a choice searches the site', () =>
  withPage('/about', async (page) => {
    const box = page.getByRole('banner').getByRole('combobox')
    await box.pressSequentially('figm', { delay: 20 })
    const listed = page.getByRole('banner').getByRole('option')
    await expect.poll(() => listed.first().textContent()).toContain('Figma')
    expect(await box.inputValue()).toBe('figm')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/tool/figma')
    await expect.poll(() => box.inputValue()).toBe('')
    await box.fill('sketch')
    await expect.poll(() => listed.first().textContent()).toContain('Sketch')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/?search=sketch')
    await expect.poll(() => box.inputValue()).toBe('sketch')
    await expect.poll(() => listed.count()).toBe(0)
    await box.fill('figma')
    await listed.first().waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => listed.count()).toBe(0)
    expect(await box.inputValue()).toBe('figma')
    await page.keyboard.press('Escape')
    await expect.poll(() => box.inputValue()).toBe('')
  }))

test('on a phone Ctrl K and a button open the search over the page, which keeps recent searches', async () => {
  const { page, problems } = visitor
  await page.setViewportSize({ width: 390, height: 800 })
  await openPage(page, `${here.site.url}/about`)
  await waitForKeys(page)
  await page.keyboard.press('Control+k')
  const sheet = page.getByRole('dialog', { name: 'Search' })
  const box = sheet.getByRole('combobox', { name: 'Search the site' })
  await expect.poll(() => isFocused(box)).toBe(true)
  const uses = sheet.getByRole('list', { name: 'Popular uses' }).getByRole('link')
  await expect.poll(() => uses.count()).toBe(8)
  await expectAccessible(page)
  await page.keyboard.press('Control+k')
  expect(await isFocused(box)).toBe(true)
  await page.keyboard.type('crm')
  await sheet.getByRole('option', { name: /^CRM/ }).waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect.poll(() => sheet.getByRole('option').count()).toBe(0)
  expect(await box.inputValue()).toBe('crm')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Search Results' }).waitFor()
  await sheet.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Open search' }).click()
  expect(await sheet.getByRole('link', { name: 'crm', exact: true }).getAttribute('href')).toBe(
    '/?search=crm',
  )
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Clear recent' }).click()
  await expect.poll(() => sheet.getByRole('link', { name: 'crm', exact: true }).count()).toBe(0)
  await sheet.getByRole('link', { name: 'Browse categories' }).click()
  await page.getByRole('heading', { name: 'Browse Categories' }).waitFor()
  await sheet.waitFor({ state: 'detached' })
  await page.goBack()
  await page.getByRole('heading', { name: 'Search Results' }).waitFor()
  expect(await sheet.count()).toBe(0)
  expect(problems).toEqual([])
})

test('a navigation is announced to screen readers, and the focus moves to the content', () =>
  withPage('/all-tools', async (page) => {
    await page.getByRole('article').first().getByRole('link').click()
    await page.waitForURL('**/tool/*')
    const announcement = page.locator('[aria-live=polite].sr-only')
    await expect.poll(() => announcement.textContent()).toMatch(/ reviews – Toolmark$/)
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content')
  }))
