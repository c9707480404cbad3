// `npm run screens [name …]`: photographs every screen, or those named, at three widths, in light
// and dark, into screens/. It starts a site of its own with demo content, and one without.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { openBrowser } from '../tests/support/browser.ts'
import { type Site, signInMember, startSite, temporaryFolder } from '../tests/support/site.ts'

const OUT = join(import.meta.dirname, '..', 'screens')
const WIDTHS = [390, 768, 1440]
const THEMES = ['light', 'dark'] as const

interface Screen {
  name: string
  path: string
  /** Signed in as somebody with a profile; otherwise a visitor. */
  isMember?: boolean
  /** On a site without any content. */
  isEmpty?: boolean
  /** Brings the page into the state to be shown. */
  prepare?: (page: Page) => Promise<void>
}

const SCREENS: readonly Screen[] = [
  { name: 'home', path: '/' },
  { name: 'home-member', path: '/', isMember: true },
  { name: 'home-empty', path: '/', isEmpty: true },
  { name: 'search', path: '/?search=design' },
  { name: 'search-nothing', path: '/?search=qqqqzzzz' },
  { name: 'listing', path: '/all-tools' },
  { name: 'listing-filtered', path: '/all-tools?category=Development&sort=rating' },
  { name: 'listing-empty', path: '/all-tools', isEmpty: true },
  { name: 'tool', path: '/tool/figma' },
  { name: 'tool-missing', path: '/tool/no-such-tool' },
  { name: 'categories', path: '/categories' },
  { name: 'compare', path: '/compare?tools=figma,sketch,canva' },
  { name: 'compare-nothing', path: '/compare' },
  { name: 'launches', path: '/launches' },
  { name: 'launches-empty', path: '/launches', isEmpty: true },
  { name: 'trust', path: '/trust' },
  { name: 'about', path: '/about' },
  { name: 'contact', path: '/contact' },
  { name: 'privacy', path: '/privacy' },
  { name: 'auth', path: '/auth' },
  {
    name: 'sign-up',
    path: '/auth',
    prepare: async (page) => {
      await page.getByRole('tab', { name: 'Sign Up' }).click()
    },
  },
  {
    name: 'sign-up-refused',
    path: '/auth',
    prepare: async (page) => {
      await page.getByRole('tab', { name: 'Sign Up' }).click()
      await page.getByLabel('Account type').selectOption('business')
      await page.getByLabel('Email', { exact: true }).fill('no address')
      await page.getByLabel('Password', { exact: true }).fill('short')
      await page.getByRole('button', { name: 'Create Account' }).click()
      await page.getByRole('alert').first().waitFor()
    },
  },
  {
    name: 'check-email',
    path: '/auth',
    prepare: async (page) => {
      const tab = page.getByRole('tab', { name: 'Sign Up' })
      // At the next width it is still waiting for the mail.
      if ((await tab.count()) === 0) return
      await tab.click()
      await page.getByLabel('Email', { exact: true }).fill(`${crypto.randomUUID()}@people.example`)
      await page.getByLabel('Password', { exact: true }).fill('Violet-Kettle-84')
      await page.getByRole('button', { name: 'Create Account' }).click()
      await page.getByRole('heading', { name: 'Check Your Email' }).waitFor()
    },
  },
  {
    name: 'palette',
    path: '/about',
    prepare: async (page) => {
      await page
        .getByRole('button', { name: /Command palette/, includeHidden: true })
        .waitFor({ state: 'attached' })
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').fill('design')
      await page.getByText(/\d+ results?/).waitFor()
    },
  },
  { name: 'reset-password', path: '/reset-password' },
  { name: 'profile', path: '/user/amara-valdivia' },
  { name: 'not-found', path: '/no/such/page' },
  { name: 'write-review', path: '/write-review/figma', isMember: true },
  { name: 'add-tool', path: '/add-tool', isMember: true },
  { name: 'submit-launch', path: '/submit-launch', isMember: true },
  { name: 'dashboard', path: '/dashboard', isMember: true },
  { name: 'profile-settings', path: '/profile-settings', isMember: true },
  { name: 'account-settings', path: '/account-settings', isMember: true },
  {
    name: 'delete-account',
    path: '/account-settings',
    isMember: true,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Delete Account' }).click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
  { name: 'start-your-team', path: '/start-your-team', isMember: true },
  {
    name: 'account-menu',
    path: '/',
    isMember: true,
    prepare: async (page) => {
      await page.getByRole('button', { name: /Account menu/ }).click()
    },
  },
]

async function photograph(browser: Browser, site: Site, screen: Screen): Promise<void> {
  for (const colorScheme of THEMES) {
    const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce' })
    if (screen.isMember)
      await signInMember(site, context, { first_name: 'Ana', last_name: 'Silva' })
    const page = await context.newPage()
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(site.url + screen.path, { waitUntil: 'networkidle' })
      await screen.prepare?.(page)
      const path = join(OUT, `${screen.name}-${width}-${colorScheme}.png`)
      await page.screenshot({ path, fullPage: true })
    }
    await context.close()
  }
  console.log(screen.name)
}

const wanted = process.argv.slice(2)
const chosen = SCREENS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
mkdirSync(OUT, { recursive: true })
const { folder, remove } = temporaryFolder()
const browser = await openBrowser()
const sites: Site[] = []
try {
  for (const isEmpty of [false, true]) {
    const screens = chosen.filter((screen) => (screen.isEmpty ?? false) === isEmpty)
    if (screens.length === 0) continue
    const site = await startSite({
      DATA_DIR: join(folder, isEmpty ? 'empty' : 'demo'),
      DEMO_CONTENT: isEmpty ? 'off' : 'on',
    })
    sites.push(site)
    for (const screen of screens) await photograph(browser, site, screen)
  }
} finally {
  await browser.close()
  for (const site of sites) await site.stop()
  remove()
}
