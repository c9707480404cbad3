// The design page, with every control in every state.
import { expect, test } from 'vitest'
import { expectAccessible, openPage, visit } from '../support/browser/browser.ts'
import { withSharedSite } from '../support/sites/journey.ts'

const here = withSharedSite('empty')

test.each(['light', 'dark'] as const)('/_/ui in %s has no axe violations', async (theme) => {
  const { page, context, problems } = await visit(here.browser, 1280, theme)
  await openPage(page, `${here.site.url}/_/ui`)
  for (const name of ['Type', 'Colors', 'Buttons', 'Fields', 'Messages']) {
    await page.getByRole('region', { name }).waitFor()
  }
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('It is gone.').waitFor()
  await expectAccessible(page)
  expect(problems).toEqual([])
  await context.close()
})
