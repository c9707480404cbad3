// Pages on paper, in Chromium's print media.
import { expect, test } from 'vitest'
import { formatDay, today } from '../../app/ui/format/day.ts'
import { openPage } from '../support/browser/browser.ts'
import { createMember, withSharedPage } from '../support/browser/shared-page.ts'
import { withSite } from '../support/sites/journey.ts'

const here = withSite()
const shared = withSharedPage(here)

/** What cannot be pressed on paper, and what is around the content. */
const NOT_PRINTED =
  'header:not(main *), footer:not(main *), aside:not(main *), button, [role=button], form, input, select, textarea'

test.each([
  '/',
  '/tools',
  '/tool/figma',
  '/compare?tools=figma,notion',
  '/launches',
  '/user/adaeze-n',
])('%s is printed without controls, with its address and the day at the end', async (path) => {
  const page = await shared.open(path)
  // A4 with margins of 1 cm.
  await page.setViewportSize({ width: 718, height: 1047 })
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const printed = await page.evaluate((selector) => {
    const isVisible = (element: Element) => element.checkVisibility()
    const main = document.querySelector('main')
    const within = (wanted: string) => [...(main?.querySelectorAll(wanted) ?? [])].filter(isVisible)
    return {
      controls: [...document.querySelectorAll(selector)]
        .filter(isVisible)
        .map(({ outerHTML }) => outerHTML.slice(0, 80)),
      underlined: within('a').filter((link) => getComputedStyle(link).textDecorationLine !== 'none')
        .length,
      links: within('a').length,
      forStaff: within('[href^="/report"], [href$="/suggest-edit"]').length,
      breakable: within('article, .panel:not(:has(table))').filter(
        (card) => getComputedStyle(card).breakInside !== 'avoid',
      ).length,
      cut: within('*').filter(
        (area) =>
          /auto|scroll/.test(getComputedStyle(area).overflowX) &&
          area.scrollWidth > area.clientWidth,
      ).length,
      paper: getComputedStyle(document.body).backgroundColor,
    }
  }, NOT_PRINTED)
  expect(printed).toEqual({
    controls: [],
    underlined: 0,
    links: expect.any(Number),
    forStaff: 0,
    breakable: 0,
    cut: 0,
    paper: 'rgb(255, 255, 255)',
  })
  expect(printed.links).toBeGreaterThan(0)
  // Printing tells the page to write the day.
  await page.pdf()
  const text = await page.evaluate(() => document.body.innerText.trim().split('\n').at(-1))
  expect(text).toBe(`Printed from ${here.site.url}${path} on ${formatDay(today())}`)
})

test('a long review is printed whole', async () => {
  const page = await shared.open('/tool/figma')
  const text = page.locator('article p.sm\\:line-clamp-6').first()
  const isCut = () => text.evaluate((element) => element.scrollHeight > element.clientHeight + 1)
  expect(await isCut()).toBe(true)
  await page.emulateMedia({ media: 'print' })
  expect(await isCut()).toBe(false)
})

test('the address on the screen is hidden, and without script it is printed without the day', async () => {
  const context = await here.browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${here.site.url}/tool/figma`)
  const printed = page.getByText(`Printed from ${here.site.url}/tool/figma`, { exact: true })
  expect(await printed.isVisible()).toBe(false)
  await page.emulateMedia({ media: 'print' })
  expect(await printed.isVisible()).toBe(true)
  await context.close()
})

test('the settings of a member are printed without forms', async () => {
  const page = await shared.start((await createMember(here.site)).session)
  await openPage(page, `${here.site.url}/account-settings`)
  await page.getByRole('heading', { name: 'Danger Zone' }).waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await page.locator(NOT_PRINTED).filter({ visible: true }).count()).toBe(0)
  expect(await page.getByRole('heading', { name: 'Account Information' }).isVisible()).toBe(true)
})
