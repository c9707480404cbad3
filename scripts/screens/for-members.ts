import { createCode } from '@toolmark/backend/tests/support/services/authenticator.ts'
import type { Page } from 'playwright-core'
import { listScreens, type Screen } from './screen.ts'

/** On a phone most sections of the settings are closed. */
const openSection = (page: Page, id: string) =>
  page.locator(`details#${id}`).evaluate((section) => section.setAttribute('open', ''))

async function turnOnTwoSteps(page: Page): Promise<void> {
  await openSection(page, 'two-step-sign-in')
  await page.getByRole('button', { name: 'Turn on two-step sign-in' }).click()
  await page.locator('code').waitFor()
}

/** Screens that only members see, or that differ for them. */
export const FOR_MEMBERS: readonly Screen[] = [
  ...listScreens(
    'add-tool submit-launch dashboard profile-settings account-settings my-reports notifications update-password start-your-team',
    'newcomer',
  ),
  ...listScreens('company-dashboard lists', 'regular'),
  { name: 'home-member', path: '/', as: 'newcomer' },
  { name: 'write-review', path: '/write-review/figma', as: 'newcomer' },
  { name: 'write-review-guide', path: '/write-review', as: 'newcomer' },
  {
    name: 'write-review-refused',
    path: '/write-review/figma',
    as: 'newcomer',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Submit Review' }).click()
      await page.getByRole('alert').first().waitFor()
    },
  },
  {
    name: 'delete-account',
    path: '/account-settings',
    as: 'newcomer',
    isCovered: true,
    prepare: async (page) => {
      await openSection(page, 'danger-zone')
      await page.getByRole('button', { name: 'Delete Account' }).click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
  { name: 'two-steps', path: '/account-settings', as: 'newcomer', prepare: turnOnTwoSteps },
  {
    name: 'account-menu',
    path: '/',
    as: 'newcomer',
    isCovered: true,
    prepare: (page) => page.getByRole('button', { name: /Account menu/ }).click(),
  },
  { name: 'own-dashboard', path: '/dashboard', as: 'regular' },
  { name: 'own-profile', path: ({ username }) => `/user/${username}`, as: 'regular' },
  { name: 'own-review', path: '/tool/figma', as: 'regular' },
  { name: 'own-profile-settings', path: '/profile-settings', as: 'regular' },
  { name: 'company', path: ({ companyId }) => `/company/${companyId}`, as: 'regular' },
  { name: 'claim', path: '/tool/figma/claim', as: 'regular' },
  { name: 'dashboard-loading', path: '/dashboard', as: 'newcomer', backend: 'silent' },
  { name: 'dashboard-failing', path: '/dashboard', as: 'newcomer', backend: 'failing' },
  { name: 'settings-loading', path: '/profile-settings', as: 'newcomer', backend: 'silent' },
  { name: 'settings-failing', path: '/profile-settings', as: 'newcomer', backend: 'failing' },
  {
    name: 'recovery-codes',
    path: '/account-settings',
    as: 'newcomer',
    prepare: async (page) => {
      const isOn = page.getByRole('button', { name: 'Turn off two-step sign-in' })
      // At the next width it is enabled already, and the codes are shown only once.
      if (await isOn.count()) return
      await turnOnTwoSteps(page)
      const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
      await page.getByLabel('6-digit code').fill(createCode(secret))
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
    },
  },
]
