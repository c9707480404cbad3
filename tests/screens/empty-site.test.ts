// The tools area on an empty site: empty states and measured figures.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, openPage, visit } from '../support/browser.ts'
import { withSite } from '../support/journey.ts'

const here = withSite({ DEMO_CONTENT: 'off' })

test.each<[path: string, texts: string[]]>([
  ['/', ['Featured Tools & Reviews', 'Paperboat', 'Sample']],
  ['/all-tools', ['No tools found matching your criteria.']],
  ['/categories', ['0 tools']],
  ['/launches', ["Today's Launches (0)", 'No launches today. Check back tomorrow!']],
  ['/launches?tab=scheduled', ['No upcoming launches scheduled.']],
  ['/launches?tab=ended', ['No past launches found.']],
  ['/compare', ['No tools selected']],
  ['/trust', ['Not assessed', 'Too early to tell', 'No reviews found.']],
])('%s shows %s', async (path, texts) => {
  const { page, context, problems } = await visit(here.browser)
  await openPage(page, `${here.site.url}${path}`)
  for (const text of texts) await find(page, text)
  await expectAccessible(page)
  expect(problems).toEqual([])
  await context.close()
})

/** Looks for a text on the page and on its other tabs. */
async function find(page: Page, text: string): Promise<void> {
  const wanted = page.getByText(text, { exact: true }).first()
  for (const tab of await page.getByRole('tab').all()) {
    if (await wanted.isVisible()) return
    await tab.click()
  }
  await wanted.waitFor()
}

test('without qualifying tools, home features six samples without rating and price', async () => {
  const html = await (await fetch(here.site.url)).text()
  expect(html.match(/>Sample</g)).toHaveLength(6)
  expect(html).not.toContain('Freemium')
  expect(html).not.toContain('noindex')
  expect(html).not.toContain('Demo data')
  expect(html).not.toMatch(/Just reviewed|Launching today/)
})
