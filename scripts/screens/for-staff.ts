import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { Screen } from './screen.ts'

const LIST = join(import.meta.dirname, '../../packages/site/tests/support/lists/programs.csv')

async function openFirstCase(page: Page): Promise<void> {
  await page.locator('[data-queue] article a').first().click()
  await page.getByRole('heading', { name: 'Notes' }).waitFor()
}

async function checkList(page: Page): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(LIST)
  await page.getByRole('button', { name: 'Show what would change' }).click()
  await page.getByText('Nothing has been saved.').waitFor()
}

/** Screens that only moderators and administrators see. */
export const FOR_STAFF: readonly Screen[] = [
  { name: 'moderation', path: '/moderation', as: 'staff' },
  { name: 'moderation-empty', path: '/moderation', as: 'staff', isEmpty: true },
  { name: 'moderation-loading', path: '/moderation', as: 'staff', backend: 'silent' },
  { name: 'moderation-failing', path: '/moderation', as: 'staff', backend: 'failing' },
  { name: 'moderation-refused', path: '/moderation', as: 'newcomer' },
  { name: 'case-reported', path: '/moderation', as: 'staff', prepare: openFirstCase },
  { name: 'case-held', path: '/moderation?tab=pending', as: 'staff', prepare: openFirstCase },
  { name: 'case-appealed', path: '/moderation?tab=appeals', as: 'staff', prepare: openFirstCase },
  {
    name: 'members',
    path: '/moderation/users',
    as: 'staff',
    prepare: async (page) => {
      await page.getByLabel('Username or email address').fill('a')
      await page
        .getByRole('link', { name: /^Open case/ })
        .first()
        .waitFor()
    },
  },
  { name: 'merge', path: '/moderation/merge?source=figma&target=sketch', as: 'staff' },
  { name: 'merge-choose', path: '/moderation/merge', as: 'staff' },
  { name: 'staff-capabilities', path: '/moderation/capabilities', as: 'staff' },
  { name: 'staff-claims', path: '/moderation/claims', as: 'staff' },
  { name: 'staff-suggested-uses', path: '/moderation/capabilities/suggested', as: 'staff' },
  { name: 'admin', path: '/admin', as: 'staff' },
  { name: 'admin-staff', path: '/admin/staff', as: 'staff' },
  { name: 'admin-settings', path: '/admin/settings', as: 'staff' },
  { name: 'admin-import', path: '/admin/import', as: 'staff' },
  { name: 'admin-catalog', path: '/admin/catalog', as: 'staff' },
  { name: 'admin-sources', path: '/admin/sources', as: 'staff' },
  { name: 'admin-sources-checked', path: '/admin/sources', as: 'staff', prepare: checkList },
  { name: 'admin-invitations', path: '/admin/invitations', as: 'staff' },
]
