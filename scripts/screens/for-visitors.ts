import type { Page } from 'playwright-core'
import { listScreens, type Screen } from './screen.ts'

const openTab = (name: string) => async (page: Page) => {
  await page.getByRole('tab', { name }).click()
  await page.getByRole('tab', { name, selected: true }).waitFor()
}
const signUpTab = openTab('Sign Up')

async function openFirstLaunch(page: Page): Promise<void> {
  await page.locator('main h3 a[href^="/launch/"]').first().click()
  await page.waitForURL(/\/launch\//)
  await page.reload({ waitUntil: 'networkidle' })
}

/** Screens that need no account. */
export const FOR_VISITORS: readonly Screen[] = [
  ...listScreens(
    'api categories capabilities launches trust about contact guidelines changes moderation-log transparency data ledger privacy terms auth reset-password',
  ),
  { name: 'home', path: '/' },
  { name: 'home-empty', path: '/', isEmpty: true },
  { name: 'search', path: '/?search=design' },
  { name: 'search-nothing', path: '/?search=qqqqzzzz' },
  { name: 'listing', path: '/all-tools' },
  { name: 'listing-filtered', path: '/all-tools?category=Development&sort=rating' },
  { name: 'listing-empty', path: '/all-tools', isEmpty: true },
  { name: 'tool', path: '/tool/figma' },
  { name: 'tool-mention', path: '/tool/figma?pro=Real-time+editing' },
  {
    name: 'review',
    path: '/tool/figma',
    prepare: async (page) => {
      await page.locator('main article time').first().click()
      await page.waitForURL(/\/review\//)
    },
  },
  { name: 'tool-missing', path: '/tool/no-such-tool' },
  { name: 'alternatives', path: '/tool/slack/alternatives' },
  { name: 'made-tool', path: '/tool/rosterwren' },
  { name: 'badge', path: '/tool/rosterwren/badge' },
  { name: 'figure', path: '/figures/tool-low?of=slack' },
  { name: 'figure-fixed', path: '/figures/home-reviews' },
  { name: 'figure-missing', path: '/figures/no-such-figure' },
  { name: 'explain', path: '/explain?list=tools&sort=adjusted&tool=figma' },
  { name: 'capability', path: '/best/kanban-boards' },
  { name: 'categories-nothing', path: '/categories?category=qqqq' },
  { name: 'compare', path: '/compare?tools=figma,sketch,canva' },
  { name: 'compare-full', path: '/compare?tools=figma,sketch,canva,slack' },
  { name: 'compare-nothing', path: '/compare' },
  { name: 'launches-upcoming', path: '/launches?tab=scheduled' },
  { name: 'launches-past', path: '/launches?tab=ended' },
  { name: 'launches-empty', path: '/launches', isEmpty: true },
  { name: 'launch', path: '/launches', prepare: openFirstLaunch },
  { name: 'launch-missing', path: '/launch/no-such-launch' },
  { name: 'unsubscribe-missing', path: '/unsubscribe?token=none' },
  {
    name: 'trust-reviews',
    path: '/trust',
    prepare: openTab('Recent Reviews'),
  },
  {
    name: 'trust-metrics',
    path: '/trust',
    prepare: openTab('Trust Metrics'),
  },
  {
    name: 'trust-verification',
    path: '/trust',
    prepare: openTab('Verification'),
  },
  { name: 'trust-empty', path: '/trust', isEmpty: true },
  {
    name: 'contact-refused',
    path: '/contact',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Send Message' }).click()
      await page.getByRole('alert').first().waitFor()
    },
  },
  { name: 'data-empty', path: '/data', isEmpty: true },
  { name: 'ledger-empty', path: '/ledger', isEmpty: true },
  {
    name: 'moderation-decision',
    path: '/moderation-log?action=remove',
    prepare: async (page) => {
      await page.locator('main article a').first().click()
      await page.waitForURL(/moderation-log\/\d/)
    },
  },
  {
    name: 'report',
    path: '/tool/figma',
    prepare: async (page) => {
      await page.getByRole('complementary').getByRole('link', { name: 'Report' }).click()
      await page.waitForURL(/\/report/)
    },
  },
  { name: 'documents', path: '/docs' },
  { name: 'document', path: '/docs/operating' },
  { name: 'sign-up', path: '/auth', prepare: signUpTab },
  {
    name: 'sign-up-refused',
    path: '/auth',
    prepare: async (page) => {
      await signUpTab(page)
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
      // At the next width the page still waits for the mail.
      if ((await page.getByRole('tab', { name: 'Sign Up' }).count()) === 0) return
      await signUpTab(page)
      await page.getByLabel('Email', { exact: true }).fill(`${crypto.randomUUID()}@people.example`)
      await page.getByLabel('Password', { exact: true }).fill('Violet-Kettle-84')
      await page.getByRole('button', { name: 'Create Account' }).click()
      await page.getByRole('heading', { name: 'Check Your Email' }).waitFor()
    },
  },
  { name: 'update-password-expired', path: '/update-password' },
  { name: 'guarded', path: '/dashboard' },
  { name: 'profile', path: '/user/ingrid-solheim' },
  { name: 'profile-missing', path: '/user/no-such-person' },
  { name: 'followers', path: '/user/ingrid-solheim/followers' },
  { name: 'following', path: '/user/ingrid-solheim/following' },
  { name: 'not-found', path: '/no/such/page' },
  {
    name: 'suggestions',
    path: '/tool/figma',
    isCovered: true,
    prepare: async (page, width) => {
      // The header of a phone has a button that opens the search.
      const isPhone = width < 768
      if (isPhone) await page.getByRole('button', { name: 'Open search' }).click()
      const area = page.getByRole(isPhone ? 'dialog' : 'banner')
      await area.getByRole('combobox').pressSequentially('note')
      await area.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'shortcuts',
    path: '/about',
    isCovered: true,
    prepare: async (page) => {
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'menu',
    path: '/',
    isCovered: true,
    prepare: async (page, width) => {
      // At larger widths the links are in the header.
      if (width > 1024) return
      await page.getByRole('button', { name: 'Open menu' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
]
