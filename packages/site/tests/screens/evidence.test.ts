// Spec 3 §3: figures with their queries, explained positions, and history and context of reviews.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DATA_LICENSES } from '../../server/branding/data-licenses.ts'
import { writeDump } from '../../server/dumps/write-dump.ts'
import {
  expectAccessibleLooks,
  LOOKS,
  openPage,
  STATE_LOOK,
  visit,
} from '../support/browser/browser.ts'
import { withVisitor } from '../support/browser/shared-page.ts'
import { withSharedSite } from '../support/sites/journey.ts'
import { createServiceClient, signInMember } from '../support/sites/site.ts'

const here = withSharedSite('demo')
const visitor = withVisitor(here, 1440)

test('a figure, a position, alternatives and the API look right, and lead to each other', async () => {
  const { page, problems } = visitor
  await openPage(page, `${here.site.url}/tool/slack`)
  const panel = page.getByRole('region', { name: 'Rating', exact: true })
  const stroke = await panel.getByText(/^average later, likely/).textContent()
  const [, low] = /likely (\d\.\d) to/.exec(stroke ?? '') ?? []
  await panel.getByText('not counted: works for a partner of the maker', { exact: true }).waitFor()
  await panel.getByText('Check these figures').click()
  await panel.getByRole('img', { name: /^Average rating/ }).waitFor()
  await panel
    .getByRole('listitem')
    .filter({ hasText: 'Likely from' })
    .getByRole('link', { name: low ?? '', exact: true })
    .click()
  await page.getByText('29 of 30 reviews are counted.').waitFor()
  await page.getByText(low ?? '', { exact: true }).waitFor()
  await expectAccessibleLooks(page, LOOKS)
  await page.getByRole('link', { name: 'Slack', exact: true }).click()
  await page.getByRole('link', { name: 'All alternatives' }).click()
  await page.getByRole('heading', { name: 'Alternatives to Slack', level: 1 }).waitFor()
  await expectAccessibleLooks(page, LOOKS)
  // The link is above the card's own link.
  await page.getByRole('link', { name: 'Why this position? Discord' }).click()
  await page.getByRole('heading', { name: /^Discord is number \d+$/ }).waitFor()
  await expectAccessibleLooks(page, LOOKS)
  await page.getByRole('contentinfo').getByRole('link', { name: 'API' }).click()
  await page.getByRole('heading', { name: 'Public API' }).waitFor()
  await expectAccessibleLooks(page, LOOKS)
  await openPage(page, `${here.site.url}/compare?tools=slack,figma,miro`)
  await page.getByText(/^Figma is rated higher than Slack \((over )?\d+ % sure\)/).waitFor()
  expect(problems).toEqual([])
  // Without script the filters of the alternatives are in the address.
  const countMarks = async (query: string) => {
    const answer = await fetch(`${here.site.url}/tool/slack/alternatives${query}`)
    return (await answer.text()).split('data-mark=').length - 1
  }
  const openSource = await countMarks('?license=open_source')
  expect(openSource).toBeGreaterThan(1)
  expect(openSource).toBeLessThan(await countMarks(''))
  // The tool itself stays.
  expect(await countMarks('?pricing=no-such')).toBe(1)
  for (const [path, title] of [
    ['/figures/nothing', 'Figure Not Found'],
    ['/explain?tool=nothing', 'Position Not Found'],
    ['/tool/nothing/alternatives', 'Tool Not Found'],
  ]) {
    const answer = await fetch(here.site.url + path)
    expect([path, answer.status, (await answer.text()).includes(`>${title}</h1>`)]).toEqual([
      path,
      404,
      true,
    ])
  }
})

test('the open data looks right, and its files are a click away', async () => {
  const { page, problems } = visitor
  const { url: siteUrl, dataDir } = here.site
  const service = await createServiceClient(here.site)
  const [license] = DATA_LICENSES
  const source = { service, readFigures: async () => [], license, siteName: 'Toolmark', siteUrl }
  for (const day of ['2999-12-30', '2999-12-31'])
    await writeDump(source, join(dataDir, 'dumps', day))
  await openPage(page, `${siteUrl}/api`)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Open Data' }).click()
  await page.getByRole('heading', { name: 'Dump of Dec 31, 2999' }).waitFor()
  await page.getByText('curl --remote-name-all').waitFor()
  await page.getByRole('group').filter({ hasText: 'review_replies' }).locator('summary').click()
  await page.getByText('the version of the review that it answers').waitFor()
  await expectAccessibleLooks(page, LOOKS)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'tools', exact: true }).click()
  expect((await download).suggestedFilename()).toBe('tools.jsonl.gz')
  expect(problems).toEqual([])
})

test('dots lead to their reviews by arrow keys, and the number of a column lists its reviews', async () => {
  const { page } = visitor
  await page.setViewportSize({ width: 390, height: 900 })
  await openPage(page, `${here.site.url}/tool/slack`)
  const panel = page.getByRole('region', { name: 'Rating', exact: true })
  const dots = panel.locator('[data-dot]')
  expect(await dots.count()).toBe(30)
  expect(await panel.locator('[data-dot="uncounted"]').count()).toBe(1)
  await panel.getByRole('group', { name: 'Reviews, arrow keys move between them' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  const path = await dots.nth(1).getAttribute('href')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${path}`)
  await page.goBack()
  await panel.getByRole('link', { name: /^3 stars: / }).click()
  await page.waitForURL('**/tool/slack?rating=3#reviews')
  await panel.getByText('Check these figures').click()
  await panel.getByRole('listitem').filter({ hasText: '3 ★' }).getByRole('link').click()
  await page.waitForURL('**/figures/tool-reviews-3?of=slack')
})

test('the order “Adjusted rating” is chosen in the list and explained for its first tool', async () => {
  const { page } = visitor
  await openPage(page, `${here.site.url}/tools`)
  await page.getByLabel('Sort by').selectOption({ label: 'Adjusted rating' })
  await page.waitForURL('**/tools?*sort=adjusted*')
  await page
    .getByRole('link', { name: /^Why this position\?/ })
    .first()
    .click()
  await page.getByRole('heading', { name: / is number 1$/ }).waitFor()
  await page.getByRole('row', { name: /^Uncertainty −0\.\d{4}$/ }).waitFor()
  await page.getByRole('link', { name: 'All tools in the order “Adjusted rating”' }).click()
  await page.waitForURL('**/tools?sort=adjusted')
})

test('a card shows the context of a review and leads to its versions', async () => {
  const { page, problems } = visitor
  await openPage(page, `${here.site.url}/tool/slack`)
  const edited = page.getByRole('article').filter({ hasText: /Edited \w/ })
  await edited.getByText(/^paid plan, used since \w{3} \d{4}$/i).waitFor()
  await page.getByText('Works for a partner of the maker', { exact: true }).waitFor()
  await edited.getByRole('link', { name: /^Edited / }).click()
  await page.getByRole('heading', { name: 'Versions of this review' }).waitFor()
  await page
    .getByText(/helpful votes? were for an earlier version|^Added text is/)
    .first()
    .waitFor()
  expect(await page.locator('del').count()).toBeGreaterThan(0)
  await page.getByRole('heading', { name: /^Version 1, written / }).waitFor()
  await expectAccessibleLooks(page, LOOKS)
  await page.getByRole('link', { name: 'The review today' }).click()
  await page.waitForURL(/\/review\/[0-9a-f-]{36}$/)
  await openPage(page, `${here.site.url}/tool/notion`)
  await page.getByRole('link', { name: /^Edited / }).click()
  await page.getByRole('heading', { name: /^Version 2, written / }).waitFor()
  await expectAccessibleLooks(page, STATE_LOOK)
  expect(problems).toEqual([])
})

test('“Add context” opens by keyboard, refuses a day in the future and keeps what was typed', async () => {
  const { page, problems, context } = await visit(here.browser, 1440)
  await signInMember(here.site, context)
  await openPage(page, `${here.site.url}/write-review/slack`)
  const version = page.getByLabel('Version')
  await page.getByText('Add context (optional)').waitFor()
  expect(await version.isVisible()).toBe(false)
  await page.locator('summary', { hasText: 'Add context (optional)' }).press('Enter')
  await version.fill('4.2')
  await page.getByLabel('Plan').selectOption('paid')
  const uses = page.getByRole('group', { name: 'Used for' }).getByRole('checkbox')
  for (const at of [0, 1, 2, 3, 4]) await uses.nth(at).press('Space')
  await page.getByText('5 of 5 chosen').waitFor()
  expect(await uses.nth(5).isDisabled()).toBe(true)
  for (const at of [2, 3, 4]) await uses.nth(at).press('Space')
  expect(await uses.nth(5).isEnabled()).toBe(true)
  await page.getByLabel('Used since').fill('2999-01-01')
  await page.getByLabel('Received for the review').selectOption('discount')
  await page.getByLabel('Title').fill('Loud and clear')
  await page.getByLabel('Review', { exact: true }).fill('It tells us what we have to know.')
  await page.getByRole('button', { name: 'Submit Review' }).click()
  await page.getByText("The date can't be in the future.").waitFor()
  await expectAccessibleLooks(page, STATE_LOOK)
  expect(await version.inputValue()).toBe('4.2')
  expect(await page.getByLabel('Plan').inputValue()).toBe('paid')
  await page.getByLabel('Used since').fill('2024-03-05')
  await page.getByLabel('Used until').fill('2024-03-01')
  await page.getByRole('button', { name: 'Submit Review' }).click()
  await page.getByText("The end date can't be before the start date.").waitFor()
  await page.getByLabel('Used until').fill('')
  await page.getByRole('button', { name: 'Submit Review' }).click()
  await page.waitForURL('**/tool/slack#review-*')
  // One lands on the plot, where the own dot drops in once.
  const own = page.locator('[data-dot][data-own=You]')
  await expect.poll(() => own.getAttribute('aria-label')).toMatch(/^“Loud and clear”/)
  await expect
    .poll(() =>
      own.evaluate((dot) => {
        const { top, bottom } = dot.getBoundingClientRect()
        return top > 0 && bottom < innerHeight
      }),
    )
    .toBe(true)
  for (const [reducedMotion, duration] of [
    ['no-preference', '0.24s'],
    ['reduce', '1e-05s'],
  ] as const) {
    await page.emulateMedia({ reducedMotion })
    expect(
      await own.evaluate((dot) => {
        const { animationName, animationDuration, outlineStyle } = getComputedStyle(dot)
        return [animationName, animationDuration, outlineStyle]
      }),
    ).toEqual(['drop-in', duration, 'solid'])
  }
  const card = page.getByRole('article').filter({ hasText: 'Loud and clear' })
  await card.getByText('Version 4.2, paid plan, used since Mar 2024').waitFor()
  await card.getByText('Used for Chat and Community chat').waitFor()
  await card.getByText('Received a discount').waitFor()
  const usedFor = page.getByRole('navigation', { name: 'Used for' }).first()
  await usedFor.getByText(/Community chat ×\d+ reviewers?/).waitFor()
  await own.click()
  await page.waitForURL('**/review/*')
  await page.goBack()
  await page.locator('[data-dot][aria-label^="“Loud and clear”"]').waitFor()
  expect(await own.count()).toBe(0)
  expect(problems).toEqual([])
  await context.close()
})

test('without script reviews are filtered by version, plan, day and bursts, and nothing moves with script', async () => {
  const url = `${here.site.url}/tool/wardbell`
  const context = await here.browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(url)
  const list = page.getByRole('region', { name: 'Reviews', exact: true })
  await list
    .getByText(
      / there were 10 reviews; 0\.\d\d a day are usual\. 80% of them gave 1 star, 0% came from new accounts\.$/,
    )
    .waitFor()
  await list.getByText('Filter by version, plan and time').click()
  await list.getByLabel('Without days of unusually many reviews').check()
  await list.getByRole('button', { name: 'Apply' }).last().click()
  await list.getByText(/^5 of 15 reviews match, with an average of 3\.\d\./).waitFor()
  expect(await list.getByRole('article').count()).toBe(5)
  // The filters of the other form stay, and so does the rating of the tool.
  await list.getByLabel('Order').selectOption('lowest')
  await list.getByRole('button', { name: 'Apply' }).first().click()
  await page.waitForURL(/bursts=off/)
  await list.getByText(/^5 of 15 reviews match/).waitFor()
  await list.getByLabel('Plan').selectOption('Paid plan')
  await list.getByRole('button', { name: 'Apply' }).last().click()
  await list.getByText('No reviews match. Show all.').waitFor()
  await list.getByRole('link', { name: 'Show all.' }).click()
  await expect.poll(() => list.getByRole('article').count()).toBe(10)
  await context.close()
  const { page: look, problems } = visitor
  await openPage(look, `${url}?bursts=off&since=2026-01-01`)
  await look.getByRole('button', { name: 'Apply' }).waitFor()
  await expectAccessibleLooks(look, LOOKS)
  await look.getByLabel('Version').fill('9')
  await look.getByRole('button', { name: 'Apply' }).click()
  await look.getByText('No reviews match. Show all.').waitFor()
  // Each press renders the list again: nothing of it stands twice.
  await openPage(look, url)
  for (const order of ['lowest', 'oldest', 'helpful']) {
    await look.getByLabel('Order').selectOption(order)
    await look.waitForURL(`**order=${order}`)
    for (const name of ['Leave out such days', 'Count such days again']) {
      await look.getByRole('link', { name }).click()
      await look.getByRole('link', { name }).waitFor({ state: 'detached' })
    }
    await expect.poll(() => look.getByText('Filter by version, plan and time').count()).toBe(1)
  }
  expect(problems).toEqual([])
})
