// The command palette and the keyboard shortcuts.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, openPage, reloadPage, visit } from '../support/browser/browser.ts'
import { withVisitor } from '../support/browser/shared-page.ts'
import { withSharedSite } from '../support/sites/journey.ts'
import { signInMember } from '../support/sites/site.ts'

const here = withSharedSite('demo')
const visitor = withVisitor(here)

async function withPage(path: string, check: (page: Page) => Promise<void>) {
  const { page, problems } = visitor
  await openPage(page, `${here.site.url}${path}`)
  await waitForKeys(page)
  await check(page)
  expect(problems).toEqual([])
}

/** The page handles keys once this button is there. */
const waitForKeys = (page: Page) => page.getByRole('button', { name: /Command palette/ }).waitFor()

const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' })
const options = (page: Page) => palette(page).getByRole('option')

async function search(page: Page, words: string) {
  await palette(page).getByRole('combobox').fill(words)
  await expect
    .poll(() => palette(page).getByRole('status').textContent())
    .toMatch(/result|Nothing found/)
}

test('Ctrl K opens it; a name finds a tool; Enter opens its page; it is in Recent later', () =>
  withPage('/about', async (page) => {
    await page.keyboard.press('Control+k')
    await expect.poll(() => options(page).count()).toBeGreaterThan(10)
    await expectAccessible(page)
    await search(page, 'figma')
    await expect.poll(() => options(page).first().textContent()).toContain('Figma')
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/tool/figma')
    await palette(page).waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await palette(page).getByText('Clear recent').waitFor()
    await expect.poll(() => options(page).first().textContent()).toContain('Figma')
    await page.keyboard.press('Escape')
    await palette(page).waitFor({ state: 'detached' })
  }))

test('it finds categories by alias, people, pages and actions', () =>
  withPage('/about', async (page) => {
    await page.getByRole('button', { name: /Command palette/ }).click()
    await search(page, 'machine learning')
    await options(page).filter({ hasText: 'AI & Automation' }).first().waitFor()
    await search(page, 'solheim ing')
    await palette(page).getByText('@ingrid-solheim').waitFor()
    await search(page, 'terms')
    await expect.poll(() => options(page).first().textContent()).toContain('Terms')
    await search(page, 'dark theme')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark')
  }))

test('a misspelled word finds tools; without results Enter searches the site', () =>
  withPage('/about', async (page) => {
    await page.keyboard.press('Control+k')
    await search(page, 'figna')
    await palette(page)
      .getByRole('option', { name: /^Figma/ })
      .waitFor()
    await search(page, 'qqqqzzzz')
    await palette(page).getByText('No results.').waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/?search=qqqqzzzz')
  }))

test('“light” and Enter switches the theme; a tool shows its rating, a page its keys', () =>
  withPage('/about', async (page) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.keyboard.press('Control+k')
    await search(page, 'figma')
    await expect.poll(() => options(page).first().textContent()).toMatch(/\d\.\d out of 5 stars/)
    await expect.poll(() => options(page).first().locator('mark').textContent()).toBe('Figma')
    await search(page, 'categories')
    await expect
      .poll(() => options(page).first().locator('kbd').allTextContents())
      .toEqual(['g', 'c'])
    await search(page, 'light')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('light')
  }))

test('on a tool’s page it reviews the tool, and compares it with one that a second step picks', () =>
  withPage('/tool/figma', async (page) => {
    await page.keyboard.press('Control+k')
    await expect
      .poll(() => options(page).allTextContents())
      .toEqual(expect.arrayContaining(['Review Figma', 'Compare Figma with…', 'Copy link']))
    await options(page).filter({ hasText: 'Compare Figma' }).click()
    await palette(page).getByRole('combobox', { name: 'Compare Figma with…' }).fill('sketch')
    await expect.poll(() => options(page).first().textContent()).toContain('Sketch')
    await expectAccessible(page)
    await palette(page).getByRole('combobox').fill('')
    await page.keyboard.press('Backspace')
    await palette(page).getByRole('combobox', { name: 'Search tools' }).waitFor()
    await search(page, 'compare figma')
    await page.keyboard.press('Enter')
    await palette(page).getByRole('combobox', { name: 'Compare Figma with…' }).fill('sketch')
    await expect.poll(() => options(page).first().textContent()).toContain('Sketch')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/compare?tools=figma,sketch')
  }))

test('on a launch’s page it presses the upvote button', () =>
  withPage('/launches', async (page) => {
    await page.getByRole('article').first().getByRole('heading').getByRole('link').click()
    await page.waitForURL('**/launch/*')
    await page.keyboard.press('Control+k')
    await search(page, 'upvote')
    await page.keyboard.press('Enter')
    await page.getByText('Please login to upvote').waitFor()
  }))

test('members can sign out in it', async () => {
  const { page, context, problems } = await visit(here.browser)
  await signInMember(here.site, context, { username: 'palette_member' })
  await openPage(page, `${here.site.url}/about`)
  await waitForKeys(page)
  await page.getByRole('button', { name: /Account menu/ }).waitFor()
  await page.keyboard.press('Control+k')
  await search(page, 'sign out')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Get Started' }).first().waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('? lists the shortcuts, / focuses the search, g l opens launches; fields ignore them', () =>
  withPage('/about', async (page) => {
    await page.keyboard.press('?')
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await list.waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'detached' })
    await page.keyboard.press('/')
    const box = page.getByRole('banner').getByRole('combobox')
    await expect.poll(() => box.evaluate((input) => input === document.activeElement)).toBe(true)
    await page.keyboard.type('g l?/')
    await expect.poll(() => box.inputValue()).toBe('g l?/')
    await page.keyboard.press('Tab')
    await page.keyboard.press('g')
    await page.keyboard.press('l')
    await page.waitForURL('**/launches')
  }))

test('the header’s search suggests tools, uses and categories in groups', () =>
  withPage('/about', async (page) => {
    const banner = page.getByRole('banner')
    await banner.getByRole('combobox').pressSequentially('crm', { delay: 20 })
    await banner.getByRole('option').first().waitFor()
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

test('the header’s search suggests tools in place; Enter without a choice searches the site', () =>
  withPage('/about', async (page) => {
    const box = page.getByRole('banner').getByRole('combobox')
    await box.pressSequentially('figm', { delay: 20 })
    const listed = page.getByRole('banner').getByRole('option')
    await expect.poll(() => listed.first().textContent()).toContain('Figma')
    expect(await box.inputValue()).toBe('figm')
    await expectAccessible(page)
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

test('the header’s search offers the comparison of two tools, and the alternatives to one', () =>
  withPage('/about', async (page) => {
    const box = page.getByRole('banner').getByRole('combobox')
    const listed = page.getByRole('banner').getByRole('option')
    await box.fill('figma alternatives')
    await expect.poll(() => listed.first().textContent()).toBe('Alternatives to Figma')
    await box.fill('figma vs sketch')
    await expect.poll(() => listed.first().textContent()).toBe('Compare Figma and Sketch')
    await listed.first().click()
    await page.waitForURL('**/compare?tools=figma,sketch')
  }))

test('on a phone the search opens over the page, suggests the same, and keeps recent searches', async () => {
  const { page, problems } = visitor
  await page.setViewportSize({ width: 390, height: 800 })
  await openPage(page, `${here.site.url}/about`)
  await page.getByRole('button', { name: 'Open search' }).click()
  const sheet = page.getByRole('dialog', { name: 'Search' })
  const box = sheet.getByRole('combobox', { name: 'Search the site' })
  await expect.poll(() => box.evaluate((found) => found === document.activeElement)).toBe(true)
  await box.pressSequentially('crm', { delay: 20 })
  await sheet.getByRole('option', { name: /^CRM/ }).waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect.poll(() => sheet.getByRole('option').count()).toBe(0)
  expect(await box.inputValue()).toBe('crm')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Search Results' }).waitFor()
  await sheet.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Open search' }).click()
  expect(await sheet.getByRole('link', { name: 'crm' }).getAttribute('href')).toBe('/?search=crm')
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Clear recent' }).click()
  await expect.poll(() => sheet.getByRole('link', { name: 'crm' }).count()).toBe(0)
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

test('WCAG 2.1.4: single-letter shortcuts can be disabled, also after a reload', () =>
  withPage('/about', async (page) => {
    await page.keyboard.press('?')
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await list.getByRole('checkbox', { name: 'Single-key shortcuts' }).uncheck()
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'detached' })
    await reloadPage(page)
    await waitForKeys(page)
    // The palette follows, so the list would be open by now.
    await page.keyboard.press('?')
    await page.keyboard.press('/')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
    expect(await list.count()).toBe(0)
    await page.keyboard.press('Control+k')
    await palette(page).waitFor()
  }))
