// Spec 1 §2: texts of the header, footer, home and search results; spec 1 §5, §8, §9: confirmation
// mail, resends and password reset.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { PASSWORD } from '../support/backends/backend.ts'
import {
  chooseTab,
  expectAccessible,
  openPage,
  reloadPage,
  visit,
} from '../support/browser/browser.ts'
import { withVisitor } from '../support/browser/shared-page.ts'
import { withSharedSite } from '../support/sites/journey.ts'
import { findMailedLink } from '../support/sites/outbox.ts'
import { addMember } from '../support/sites/site.ts'

const here = withSharedSite('demo')
const visitor = withVisitor(here)

async function withPage(path: string, check: (page: Page) => Promise<void>) {
  const { page, problems } = visitor
  await openPage(page, `${here.site.url}${path}`)
  await check(page)
  expect(problems).toEqual([])
}

/** Opens a page and holds its scripts back until the returned function is called. */
async function openBeforeScripts(page: Page, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await promise
    await route.continue()
  })
  await page.goto(`${here.site.url}${path}`, { waitUntil: 'commit' })
  await page.waitForFunction(() => 'earlyInput' in window)
  return resolve
}

test('input before hydration is replayed after it', async () => {
  const { page, context, problems } = await visit(here.browser)
  const loadCategories = await openBeforeScripts(page, '/categories')
  await page.getByLabel('Search categories').fill('zzzz')
  loadCategories()
  await page.getByText('No categories found matching your search.').waitFor()
  await page.unrouteAll()

  const loadListing = await openBeforeScripts(page, '/all-tools')
  await page.getByLabel('Sort by').selectOption('Rating')
  loadListing()
  await page.waitForURL('**/all-tools?*sort=rating*')
  await page.unrouteAll()

  const loadResults = await openBeforeScripts(page, '/?search=design')
  await page.getByLabel('Sort by').selectOption('Name Z-A')
  loadResults()
  await page.waitForURL('**/?*sort=name-desc*')
  await page.unrouteAll()

  await page.setViewportSize({ width: 390, height: 800 })
  const loadMenu = await openBeforeScripts(page, '/about')
  await page.getByRole('button', { name: 'Open menu' }).click()
  loadMenu()
  await page.getByRole('dialog', { name: 'Menu' }).waitFor()
  await page.unrouteAll()

  const loadSignIn = await openBeforeScripts(page, '/auth')
  await page.getByLabel('Email').fill('ana@people.example')
  loadSignIn()
  await page.getByRole('button', { name: 'Sign In', disabled: false }).click()
  await page.getByText('Password is required').waitFor()
  expect(await page.getByLabel('Email').inputValue()).toBe('ana@people.example')
  expect(problems).toEqual([])
  await context.close()
})

const optionsOf = (page: Page, label: string) =>
  page.getByLabel(label).locator('option').allTextContents()

test('header: logo, search by Enter, the links, Get Started to /auth', () =>
  withPage('/about', async (page) => {
    const header = page.getByRole('banner')
    const links = await header.getByRole('navigation').getByRole('link').allTextContents()
    expect(links).toEqual(['Categories', 'Launches', 'Compare', 'Write Review'])
    const start = header.getByRole('link', { name: 'Get Started' })
    await expect.poll(() => start.getAttribute('href')).toBe('/auth')
    await header.getByRole('combobox').fill('  ')
    await page.keyboard.press('Enter')
    expect(new URL(page.url()).pathname).toBe('/about')
    await header.getByRole('combobox').fill('note & task')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/?*search=note+%26+task*')
    await page.getByRole('heading', { name: 'Search Results' }).waitFor()
  }))

test('the banner about demo data can be closed for the visit, and does not move a later page', () =>
  withPage('/about', async (page) => {
    const banner = page.getByText('Demo data: figures are samples')
    await page.getByRole('button', { name: 'Close for this visit' }).click()
    await banner.waitFor({ state: 'hidden' })
    const load = await openBeforeScripts(page, '/tools')
    await banner.waitFor({ state: 'attached' })
    await banner.waitFor({ state: 'hidden' })
    load()
    await page.unrouteAll({ behavior: 'wait' })
  }))

test('footer: Product, Company, Resources; social links; a contact mail link', () =>
  withPage('/', async (page) => {
    const footer = page.getByRole('contentinfo')
    for (const name of ['Product', 'Company', 'Resources']) {
      await footer.getByRole('heading', { name }).waitFor()
    }
    await expect.poll(() => footer.locator('a[href^="mailto:"]').count()).toBe(1)
    await expect.poll(() => footer.locator('a[target=_blank]').count()).toBeGreaterThan(0)
  }))

test('home: hero, six featured cards, categories, six reasons and four figures', () =>
  withPage('/', async (page) => {
    const main = page.getByRole('main')
    for (const [name, to] of [
      ['Start Exploring Tools', '/all-tools'],
      ['Share Your Experience', '/write-review'],
      ['View All Tools', '/all-tools'],
      ['View All Categories', '/categories'],
    ] as const) {
      await expect.poll(() => main.getByRole('link', { name }).getAttribute('href')).toBe(to)
    }
    const featured = page.getByRole('region', { name: 'Featured Tools & Reviews' })
    await expect.poll(() => featured.getByRole('article').count()).toBe(6)
    // Spec 2 §3, decision 0025: the pricing of the tool's own facts.
    const pricing = /^(Open source|Free|Freemium|Paid)$/
    await expect.poll(() => featured.getByRole('article').getByText(pricing).count()).toBe(6)
    const trust = page.getByRole('region', { name: 'Why Trust Toolmark' })
    await expect.poll(() => trust.getByRole('listitem').count()).toBe(6)
    for (const text of ['99.8%', '80%', '500+', '10,000+']) {
      await trust.getByText(text, { exact: true }).waitFor()
    }
  }))

test('search results: the count, every filter with its options, Clear Search', () =>
  withPage('/?search=design', async (page) => {
    await page.getByText(/^\d+ tools found for “design”$/).waitFor()
    const box = page.getByRole('combobox', { name: 'Search the site' })
    expect(await box.inputValue()).toBe('design')
    const categories = await optionsOf(page, 'Category')
    expect([categories[0], categories.length]).toEqual(['All Categories', 21])
    expect(await optionsOf(page, 'Minimum rating')).toEqual([
      'Any',
      '4+ stars',
      '3+ stars',
      '2+ stars',
    ])
    expect(await optionsOf(page, 'Sort by')).toEqual([
      'Best match',
      'Name A-Z',
      'Name Z-A',
      'Highest Rated',
      'Lowest Rated',
      'Most Reviews',
      'Fewest Reviews',
      'Adjusted rating',
    ])
    await page.getByLabel('Sort by').selectOption('Name Z-A')
    await page.waitForURL('**/?*sort=name-desc*')
    const names = () => page.getByRole('article').getByRole('heading').allTextContents()
    await expect
      .poll(async () => {
        const shown = await names()
        return shown.join() === [...shown].sort((a, b) => b.localeCompare(a, 'en')).join()
      })
      .toBe(true)
    await page.getByRole('link', { name: 'Clear Search' }).click()
    await page.waitForURL(`${here.site.url}/`)
    await page.getByRole('heading', { name: 'Featured Tools & Reviews' }).waitFor()
    await expect.poll(() => box.inputValue()).toBe('')
    await box.fill('note')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/?*search=note*')
    await expect.poll(() => box.evaluate((found) => found === document.activeElement)).toBe(true)
    await page.goBack()
    await expect.poll(() => box.inputValue()).toBe('')
  }))

test('all tools: minimum rating any, 3+, 4+, 4.5+; sorts name, rating, reviews, adjusted rating', () =>
  withPage('/all-tools', async (page) => {
    expect(await optionsOf(page, 'Minimum rating')).toEqual([
      'Any Rating',
      '3+ Stars',
      '4+ Stars',
      '4.5+ Stars',
    ])
    expect(await optionsOf(page, 'Sort by')).toEqual([
      'Name',
      'Rating',
      'Reviews',
      'Adjusted rating',
    ])
    await page.getByLabel('Minimum rating').selectOption('4.5+ Stars')
    await page.waitForURL('**/all-tools?*rating=4.5*')
    const ratings = async () =>
      (await page.getByRole('article').locator('strong').allTextContents()).map(Number)
    await expect.poll(async () => Math.min(...(await ratings()))).toBeGreaterThanOrEqual(4.5)
    // Signed-out visitors see no Add Tool.
    await expect.poll(() => page.getByRole('link', { name: 'Add Tool' }).count()).toBe(0)
  }))

describe('check your email', () => {
  test('resend: every 60 s, at most 3, a warning after 2, also after a reload', async () => {
    const { page, context } = await visit(here.browser)
    await page.clock.install()
    await openPage(page, `${here.site.url}/auth`)
    await page.route('**/auth/v1/resend*', (route) => route.fulfill({ json: {} }))
    await chooseTab(page, 'Sign Up')
    await page.getByLabel('Email').fill('resend@kettle.example')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Create Account' }).click()
    await page.getByRole('heading', { name: 'Check Your Email' }).waitFor()
    const button = page.getByRole('button', { name: /^Resend Email/ })
    await expect.poll(() => button.textContent()).toMatch(/^Resend Email \(\d+s\)$/)
    // The screen and the count survive a reload and a second sign-up.
    const comeBack = [
      () => reloadPage(page),
      async () => {
        await page.getByRole('button', { name: 'Back to Sign In' }).click()
        await chooseTab(page, 'Sign Up')
        await page.getByLabel('Email').fill('Resend@kettle.example')
        await page.getByLabel('Password').fill(PASSWORD)
        await page.getByRole('button', { name: 'Create Account' }).click()
        await page.getByRole('heading', { name: 'Check Your Email' }).waitFor()
      },
    ]
    for (const resends of [1, 2, 3]) {
      await expect.poll(() => button.textContent()).toMatch(/^Resend Email \(\d+s\)$/)
      await expect.poll(() => button.isDisabled()).toBe(true)
      await page.clock.fastForward(61_000)
      await page.getByRole('button', { name: 'Resend Email', exact: true }).click()
      await page.getByText('Email sent').first().waitFor()
      const warnings = () => page.getByText('One resend is left.').count()
      await expect.poll(warnings).toBe(resends === 2 ? 1 : 0)
      await comeBack[resends - 1]?.()
    }
    await page
      .getByText("You've reached the maximum number of resend attempts. Please try again later.")
      .waitFor()
    await page.clock.fastForward(61_000)
    await button.click()
    await page.getByText('Rate limit reached').waitFor()
    const stored = await page.evaluate(() => localStorage.getItem('toolmark.verification'))
    expect(stored).toContain('"attempts":3')
    // Local storage holds no address that another user of the computer could read.
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('kettle')
    await page.getByRole('button', { name: 'Back to Sign In' }).click()
    await page.getByRole('button', { name: 'Sign In' }).waitFor()
    await context.close()
  })

  test('spec 1 §8: a taken address, and too many attempts', async () => {
    const { page } = visitor
    const email = await addMember(here.site)
    await openPage(page, `${here.site.url}/auth`)
    await chooseTab(page, 'Sign Up')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(PASSWORD)
    const create = page.getByRole('button', { name: 'Create Account' })
    await create.click()
    await page.getByText('An account with this email already exists.').first().waitFor()
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await create.click()
      await page.getByRole('button', { name: 'Create Account', disabled: false }).waitFor()
    }
    await page.getByText('Too many signup attempts. Please try again later.').first().waitFor()
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(email)
  })
})

test('forgot password: the mailed link, at least 8 characters, matching, signed in', async () => {
  const { page } = visitor
  const email = await addMember(here.site)
  await openPage(page, `${here.site.url}/auth`)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  // The previous page, which also has an email field, may be shown after the address has changed.
  await page.getByRole('heading', { name: 'Reset your password' }).waitFor()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('main').getByRole('button').click()
  await page.getByText('If an account uses this address').waitFor()
  await page.goto(await findMailedLink(here.site, email))
  await page.waitForURL('**/update-password*')
  const save = page.getByRole('button', { name: 'Update password' })
  await page.getByLabel('New password').fill('seven77')
  await save.click()
  await page.getByText('Password must be at least 8 characters long.').waitFor()
  await page.getByLabel('New password').fill('eight888')
  await page.getByLabel('Confirm password').fill('eight889')
  await save.click()
  await page.getByText('Password mismatch').waitFor()
  await expectAccessible(page)
  await page.getByLabel('Confirm password').fill('eight888')
  await save.click()
  await page.waitForURL(`${here.site.url}/`)
  await page.getByRole('button', { name: /Account menu$/ }).waitFor()
  await page.goto(`${here.site.url}/auth`)
  // Members are redirected from /auth.
  await page.waitForURL(`${here.site.url}/`)
})
