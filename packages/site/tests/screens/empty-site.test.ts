// The tools area on an empty site: empty states and measured figures.
import { expect, test } from 'vitest'
import { expectAccessible, openPage } from '../support/browser/browser.ts'
import { withVisitor } from '../support/browser/shared-page.ts'
import { withSharedSite } from '../support/sites/journey.ts'

const here = withSharedSite('empty')
const visitor = withVisitor(here)

test.each<[path: string, texts: string[]]>([
  ['/', ['Featured Tools & Reviews', 'Paperboat', 'Sample']],
  ['/all-tools', ['No tools found matching your criteria.']],
  ['/categories', ['0 tools']],
  ['/launches', ["Today's Launches (0)", 'No launches today. Check back tomorrow!']],
  ['/launches?tab=scheduled', ['No upcoming launches scheduled.']],
  ['/launches?tab=ended', ['No past launches found.']],
  ['/compare', ['No tools selected']],
  ['/trust', ['Too early to tell']],
  ['/trust?tab=reviews', ['No reviews found.']],
  ['/trust?tab=metrics', ['Not assessed']],
  [
    '/ledger',
    ['There is no checkpoint yet. The first one follows within a minute of the first publication.'],
  ],
])('%s shows %s', async (path, texts) => {
  const { page, problems } = visitor
  await openPage(page, `${here.site.url}${path}`)
  for (const text of texts) {
    await page.getByText(text, { exact: true }).first().waitFor()
  }
  await expectAccessible(page)
  expect(problems).toEqual([])
})

test('without facts of tools, no listing filters by whether they are alive, unless its address does', async () => {
  const read = async (path: string) => (await fetch(here.site.url + path)).text()
  expect(await read('/tools')).toContain('name="license"')
  expect(await read('/tools')).not.toContain('name="alive"')
  expect(await read('/tools?alive=active')).toContain('name="alive"')
})

test('without qualifying tools, home features six samples without rating and price', async () => {
  const html = await (await fetch(here.site.url)).text()
  expect(html.match(/>Sample</g)).toHaveLength(6)
  expect(html).not.toContain('Freemium')
  expect(html).not.toContain('noindex')
  expect(html).not.toContain('Demo data')
  expect(html).not.toMatch(/Just reviewed|Launching today/)
})

test.each([
  ['/', 'Nothing to count yet.'],
  ['/about', 'Nothing to count yet.'],
  ['/trust', 'No reviews yet'],
  // The figure is of reviews elsewhere.
  ['/trust', 'With fewer than 200 reviews here, we assume'],
  ['/trust?tab=metrics', 'aria-label="Nothing to measure yet"'],
])('%s has no fixed figure and no 0+, and says "%s"', async (path, text) => {
  const html = await (await fetch(here.site.url + path)).text()
  expect(html).toContain(text)
  expect(html).not.toMatch(/>sample<|>0\+<|>A\+<|>5\+<|>0\.0<|>0(\.0)?%<|NaN|–<[^<]*\/100/)
})
