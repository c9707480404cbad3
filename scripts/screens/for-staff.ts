import type { Page } from 'playwright-core'
import type { Screen } from './screen.ts'

async function openFirstCase(page: Page): Promise<void> {
  await page.locator('[data-queue] article a').first().click()
  await page.getByRole('heading', { name: 'Notes' }).waitFor()
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
  { name: 'admin-invitations', path: '/admin/invitations', as: 'staff' },
]
