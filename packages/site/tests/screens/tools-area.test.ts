// Spec 2 §2, §9: the texts of the tools area for visitors, with demo content.
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { formatDay, today } from '../../app/ui/format/day.ts'
import { addLaunch } from '../support/backends/content.ts'
import { createPage, expectAccessible, openPage } from '../support/browser/browser.ts'
import { withVisitor } from '../support/browser/shared-page.ts'
import { withSharedSite } from '../support/sites/journey.ts'
import { createServiceClient } from '../support/sites/site.ts'

const here = withSharedSite('demo')
const visitor = withVisitor(here)

/**
 * Opens a page for one test; an unexpected console message fails it.
 * @param refused the status of an error response that the console reports
 * @param logged text of an error that the page logs (spec 1 §8)
 */
async function withPage(
  path: string,
  check: (page: Page) => Promise<void>,
  {
    width = 1280,
    refused = '404',
    logged,
  }: { width?: number; refused?: string; logged?: string } = {},
) {
  const { page, problems } = visitor
  await page.setViewportSize({ width, height: 900 })
  await openPage(page, `${here.site.url}${path}`)
  await check(page)
  const isExpected = (text: string) =>
    text.includes(`status of ${refused}`) || (logged !== undefined && text.includes(logged))
  expect(problems.filter((text) => !isExpected(text))).toEqual([])
}

const html = async (path: string) => (await fetch(`${here.site.url}${path}`)).text()

/** The content of a page as the server renders it, without the comments between texts. */
async function readMain(path: string): Promise<string> {
  const [main = ''] = /<main.*<\/main>/s.exec(await html(path)) ?? []
  return main.replaceAll('<!-- -->', '').replaceAll('&#x27;', "'")
}

const toText = (markup = '') => markup.replaceAll(/<[^>]*>/g, '').trim()

/** The text and the target of each link. */
const findLinks = (markup: string) =>
  [...markup.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/gs)].map(([, href, content]) => [
    toText(content),
    href,
  ])

describe('compare', () => {
  test('No tools selected; search shows at most 12, without those already selected', () =>
    withPage('/compare', async (page) => {
      await page.getByRole('heading', { name: 'No tools selected' }).waitFor()
      const examples = page.getByRole('list', { name: 'Popular comparisons' }).getByRole('link')
      expect(await examples.count()).toBe(3)
      const [address = ''] = await examples.evaluateAll((all) =>
        all.map((one) => String(one.getAttribute('href'))),
      )
      expect(address).toMatch(/^\/compare\?tools=[a-z0-9-]+,[a-z0-9-]+$/)
      const box = page.getByLabel('Add a tool to compare')
      await box.fill('design')
      await page.getByRole('option').first().waitFor()
      await expect.poll(() => page.getByRole('option').count()).toBe(12)
      await expectAccessible(page)
      await box.fill('figma')
      await page
        .getByRole('option', { name: /^F?\s*Figma/ })
        .first()
        .waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL('**/compare?tools=figma')
      await expect.poll(() => box.inputValue()).toBe('')
      await page.getByText('1 of 4 tools selected').waitFor()
      await box.fill('figma')
      await page.getByText('No tools found.').waitFor()
      const add = page.getByRole('main').getByRole('link', { name: /^Add “/ })
      expect(await add.count()).toBe(0)
      await box.fill('Quibblezorp & Co')
      await page.getByRole('link', { name: 'Add “Quibblezorp & Co”' }).waitFor()
      await expectAccessible(page)
      // By the keys alone, there and back.
      const readFocus = () => page.evaluate(() => document.activeElement?.textContent)
      await page.keyboard.press('ArrowDown')
      expect(await readFocus()).toBe('Add “Quibblezorp & Co”')
      await page.keyboard.press('Escape')
      expect(await box.inputValue()).toBe('Quibblezorp & Co')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/add-tool?name=Quibblezorp%20%26%20Co')
      await expect.poll(() => page.getByLabel('Tool Name *').inputValue()).toBe('Quibblezorp & Co')
    }))

  test('facts and uses that differ come first, and the switch hides equal rows', () =>
    withPage('/compare?tools=notion,trello,asana', async (page) => {
      // Below the rows of the specification, pros and cons.
      const listRows = async () => (await page.getByRole('rowheader').allTextContents()).slice(7)
      const all = await listRows()
      expect(all).toContain('Used for Kanban boards')
      const hide = page.getByRole('switch', { name: 'Hide equal rows' })
      await hide.check()
      await page
        .getByRole('status')
        .getByText(/^\d+ rows are hidden$/)
        .waitFor()
      const different = await page.getByRole('rowheader').allTextContents()
      expect(different).not.toContain('Category')
      expect(different).not.toContain('Used for Kanban boards')
      const rest = different.filter((row) => all.includes(row))
      expect(rest.length).toBeGreaterThan(2)
      expect(all.slice(0, rest.length)).toEqual(rest)
      // What one tool alone is used for is in one row.
      const also = page.getByRole('row', { name: /^Also used for/ }).getByRole('cell')
      await also.first().getByRole('link', { name: 'Wikis' }).waitFor()
      expect(await also.last().getByRole('link', { name: 'Wikis' }).count()).toBe(0)
      await page.getByRole('link', { name: 'Wikis' }).click()
      await page.getByRole('heading', { level: 1, name: 'Wikis tools' }).waitFor()
    }))

  test('the rows of the specification and the pricing, a remove button each, and the selection survives a reload', () =>
    withPage('/compare?tools=figma,notion', async (page) => {
      const rows = await page.getByRole('rowheader').allTextContents()
      expect(rows.slice(0, 5)).toEqual(['Category', 'Rating', 'Reviews', 'Description', 'Website'])
      expect(rows).toEqual(expect.arrayContaining(['Pricing', 'Platforms', 'License']))
      const cells = page.getByRole('row', { name: /^Reviews/ }).getByRole('cell')
      expect((await cells.allTextContents()).every((text) => /^\d+ reviews$/.test(text))).toBe(true)
      const visitLink = page.getByRole('link', { name: 'Visit Figma' })
      await expect.poll(() => visitLink.getAttribute('target')).toBe('_blank')
      await page.reload()
      await page.getByRole('button', { name: 'Remove Figma' }).click()
      await page.waitForURL('**/compare?tools=notion')
      await page.getByRole('button', { name: 'Remove Notion' }).click()
      await page.waitForURL('**/compare')
      await page.getByRole('heading', { name: 'No tools selected' }).waitFor()
    }))

  test('4 at most: then the field is read-only, and a fifth in the URL is ignored', () =>
    withPage('/compare?tools=figma,notion,sketch,canva,miro', async (page) => {
      await expect.poll(() => page.getByRole('columnheader').count()).toBe(5)
      expect(await page.getByLabel('Add a tool to compare').isEditable()).toBe(false)
      await page.getByText('4 of 4 tools selected').waitFor()
      await page.getByRole('button', { name: 'Remove Canva' }).click()
      await page.getByText('3 of 4 tools selected').waitFor()
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.textContent))
        .toContain('selected')
    }))

  test('the heads of the columns stay below the header while four tools fit a phone', () =>
    withPage('/compare?tools=figma,notion,sketch,canva', async (page) => {
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        await page.getByRole('rowheader', { name: 'Cons' }).scrollIntoViewIfNeeded()
        await page.evaluate(() => scrollBy(0, 300))
        const [head, header] = await Promise.all(
          ['thead', 'body header'].map((one) => page.locator(one).first().boundingBox()),
        )
        expect(Math.abs((head?.y ?? 0) - (header?.y ?? 0) - (header?.height ?? 0))).toBeLessThan(2)
        const isTooWide = await page.evaluate(
          () => document.documentElement.scrollWidth > innerWidth,
        )
        expect(isTooWide).toBe(false)
      }
    }))

  test('a tool without reviews keeps its place, and the verdict says that it has none', () =>
    withPage('/compare?tools=figma,slack,penpot', async (page) => {
      await page.getByRole('cell', { name: 'Write Review Penpot' }).waitFor()
      await page.getByRole('cell', { name: '0 reviews', exact: true }).waitFor()
      await page
        .getByText(
          /^Figma is rated higher than Slack \((over )?\d+ % sure\)\. Penpot has no reviews\.$/,
        )
        .waitFor()
    }))

  test('a failed search shows an error and can be retried', () =>
    withPage(
      '/compare',
      async (page) => {
        await page.route('**/rpc/search_tools*', (route) =>
          route.fulfill({ status: 400, json: { message: 'not now', code: 'X' } }),
        )
        await page.getByLabel('Add a tool to compare').fill('figma')
        await page.getByText('Search failed.').waitFor()
        await page.unroute('**/rpc/search_tools*')
        await page.getByRole('button', { name: 'Try again' }).click()
        await page.getByRole('option').first().waitFor()
      },
      { refused: '400', logged: 'not now' },
    ))
})

describe('tool detail', () => {
  test('logo, name, category, description, rating, count, link, pros and cons, information', () =>
    withPage('/tool/figma', async (page) => {
      await page.getByRole('heading', { name: 'Figma', level: 1 }).waitFor()
      await page.getByText('Design interfaces together in the browser with components').waitFor()
      await page.getByRole('heading', { name: 'Tool Information' }).waitFor()
      await page.getByRole('link', { name: 'Visit Website' }).waitFor()
      for (const side of ['Pros', 'Cons']) {
        const list = page.locator('section', { hasText: 'Pros' }).locator('div', {
          has: page.getByRole('heading', { name: side, exact: true }),
        })
        const items = await list.last().getByRole('listitem').allTextContents()
        expect(items.length).toBeGreaterThan(0)
        expect(items.length).toBeLessThanOrEqual(6)
        expect(new Set(items).size).toBe(items.length)
        // Ordered by the number of mentions.
        const mentions = items.map((text) => Number(/(\d+) of \d+$/.exec(text)?.[1]))
        expect(mentions).toEqual([...mentions].sort((a, b) => b - a))
      }
    }))

  test.each([390, 820, 1440])(
    'at %i px the line whether a tool is alive adds no height, and a press shows where from',
    (width) =>
      withPage(
        '/tool/anki',
        async (page) => {
          const line = page.locator('main header details', { hasText: 'Active:' })
          const readHeight = () => page.evaluate(() => document.documentElement.scrollHeight)
          const withLine = await readHeight()
          await line.evaluate((node) => {
            const [text] = node.previousElementSibling?.getElementsByTagName('p') ?? []
            text?.classList.replace(
              'max-sm:not-group-has-open/text:line-clamp-1',
              'max-sm:not-group-has-open/text:line-clamp-2',
            )
            // The line of the category stands closer to the name beside it.
            node.closest('header')?.querySelector('h1 + p')?.classList.add('sm:mt-1')
            node.style.display = 'none'
          })
          expect(withLine - (await readHeight())).toBeLessThanOrEqual(0)
          await line.evaluate((node) => node.style.removeProperty('display'))
          await line.locator('summary').click()
          await line.getByText('Last change of the code').waitFor()
          expect(await line.innerText()).toContain('Recorded on Aug 22, 2026 from GitHub.')
          if (width < 1440) await expectAccessible(page)
          await page.locator('aside summary', { hasText: '26.08.1' }).click()
          await page.locator('aside').getByText('Recorded on Aug 22, 2026 from GitHub.').waitFor()
        },
        { width },
      ),
  )

  test('reviews are ordered newest first; order and rating filter are in the URL', () =>
    withPage('/tool/figma', async (page) => {
      const days = () =>
        page
          .getByRole('article')
          .locator('time')
          .evaluateAll((times) => times.map((time) => time.getAttribute('datetime') ?? ''))
      const newest = await days()
      expect(newest).toEqual([...newest].sort().reverse())
      await page.getByLabel('Order').selectOption('oldest')
      await page.waitForURL('**/tool/figma?order=oldest')
      await expect
        .poll(async () => {
          const shown = await days()
          return shown.length > 0 && shown.join() === [...shown].sort().join()
        })
        .toBe(true)
      await page.getByRole('link', { name: /^4 stars/ }).click()
      await page.waitForURL('**/tool/figma?rating=4#reviews')
      const stars = page.getByRole('article').getByRole('img')
      await expect
        .poll(async () => [
          ...new Set(await stars.evaluateAll((all) => all.map((one) => one.ariaLabel))),
        ])
        .toEqual(['4.0 out of 5 stars'])
      await page.goBack()
      await page.waitForURL('**/tool/figma?order=oldest')
    }))

  test('a pro in the summary lists the reviews that mention it', () =>
    withPage('/tool/figma', async (page) => {
      const pros = page.locator('section', { hasText: 'Pros' }).getByRole('listitem')
      const first = pros.first()
      const [, text = '', mentions] =
        /^(.+?)(\d+) of \d+$/.exec((await first.textContent()) ?? '') ?? []
      await first.getByRole('link').click()
      await page.waitForURL(/[?&](pro|con)=/)
      await page.getByText(`“${text}”`).waitFor()
      const cards = page.getByRole('article')
      await expect.poll(() => cards.count()).toBe(Math.min(Number(mentions), 10))
      for (const card of await cards.allTextContents())
        expect(card.toLowerCase()).toContain(text.toLowerCase())
      // The button and the link disappear; the focus moves to what they show.
      const hasFocus = (element: Locator) =>
        element.evaluate((one) => one.contains(document.activeElement))
      await page.getByRole('button', { name: 'Show more' }).press('Enter')
      await expect.poll(() => cards.count()).toBe(Number(mentions))
      await expect.poll(() => hasFocus(cards.nth(10))).toBe(true)
      await page.getByRole('link', { name: 'Show all reviews' }).press('Enter')
      await expect.poll(() => cards.count()).toBe(10)
      expect(await hasFocus(page.getByRole('heading', { name: 'Reviews', exact: true }))).toBe(true)
    }))

  test('the day of a review leads to its own page, whose canonical page is the tool', () =>
    withPage('/tool/figma', async (page) => {
      const card = page.getByRole('article').first()
      const title = (await card.getByRole('heading').textContent()) ?? ''
      await card.locator('time').click()
      await page.waitForURL('**/review/*')
      await page.getByRole('heading', { name: /^Figma, reviewed by / }).waitFor()
      await expect.poll(() => page.getByRole('article').count()).toBe(1)
      const response = await fetch(page.url())
      expect(response.status).toBe(200)
      const source = await response.text()
      expect(source).toContain(`<link rel="canonical" href="${here.site.url}/tool/figma"/>`)
      expect(source).toContain(title)
      await expectAccessible(page)
      await page.getByRole('link', { name: 'All reviews of Figma' }).click()
      await page.waitForURL('**/tool/figma#reviews')
    }))

  test('Show more loads more reviews; a failure shows an error and can be retried', () =>
    withPage(
      '/tool/figma',
      async (page) => {
        const cards = page.getByRole('article')
        await expect.poll(() => cards.count()).toBe(10)
        await page.route('**/rest/v1/reviews*', (route) =>
          route.fulfill({ status: 400, json: { message: 'x' } }),
        )
        await page.getByRole('button', { name: 'Show more' }).click()
        await page.getByText('Could not load more.').waitFor()
        await page.unroute('**/rest/v1/reviews*')
        await page.getByRole('button', { name: 'Try again' }).click()
        await expect.poll(() => cards.count()).toBeGreaterThan(10)
        const titles = await cards.evaluateAll((all) => all.map((one) => one.outerHTML))
        expect(new Set(titles).size).toBe(titles.length)
      },
      { refused: '400' },
    ))

  test.each([
    ['/tools', 24],
    ['/tool/figma', 10],
  ])('Back after "Show more" on %s shows the same rows at the same place', (path, perPage) =>
    withPage(path, async (page) => {
      const cards = page.getByRole('article')
      await expect.poll(() => cards.count()).toBe(perPage)
      await page.getByRole('button', { name: 'Show more' }).click()
      await expect.poll(() => cards.count()).toBeGreaterThan(perPage)
      const shown = await cards.count()
      const readTitle = () => page.getByRole('heading', { level: 1 }).textContent()
      const title = await readTitle()
      const last = cards.last().getByRole('link').first()
      await last.scrollIntoViewIfNeeded()
      const position = await page.evaluate(() => scrollY)
      await last.click()
      await page.waitForURL((url) => url.pathname !== path)
      await expect.poll(readTitle).not.toBe(title)
      // Going back during the transition between the pages would cancel it.
      await page.waitForFunction(() => !document.documentElement.matches(':active-view-transition'))
      await page.evaluate(() => scrollTo(0, 0))
      await page.goBack()
      await expect.poll(() => cards.count()).toBe(shown)
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(position)
    }),
  )

  test('signed out, Write Review leads to /auth and a helpful vote asks to log in', () =>
    withPage('/tool/figma', async (page) => {
      const link = page.getByRole('main').getByRole('link', { name: 'Write Review' })
      await expect.poll(() => link.getAttribute('href')).toBe('/auth?next=%2Fwrite-review%2Ffigma')
      await page
        .getByRole('button', { name: /^Helpful:/ })
        .first()
        .click()
      await page.getByText('Please sign in to vote').waitFor()
      await page.getByRole('button', { name: 'Sign In' }).click()
      await page.waitForURL(/\/auth\?next=%2Ftool%2F[\w-]+%23review-/)
    }))

  test('a missing tool shows Tool Not Found with Return Home', async () => {
    const main = await readMain('/tool/no-such-tool')
    expect(main).toMatch(/<h1[^>]*>Tool Not Found</)
    expect(findLinks(main)).toContainEqual(['Return Home', '/'])
  })
})

describe('launches', () => {
  test('Today’s Launches (n), ranked by upvotes, badges for the top 3', () =>
    withPage('/launches', async (page) => {
      await page.getByRole('heading', { name: 'Product Launches' }).waitFor()
      await expect.poll(() => page.getByRole('tab', { selected: true }).textContent()).toBe('Live')
      const cards = page.getByRole('article')
      const count = await cards.count()
      await page.getByRole('heading', { name: `Today's Launches (${count})` }).waitFor()
      await page.getByText('Ranked by upvotes').waitFor()
      const upvotes = (await page.getByRole('button', { name: /^Upvote/ }).allTextContents()).map(
        Number,
      )
      expect(upvotes).toEqual([...upvotes].sort((a, b) => b - a))
      for (const rank of [1, 2, 3]) {
        expect(
          await cards
            .nth(rank - 1)
            .getByText(`#${rank}`)
            .count(),
        ).toBe(1)
      }
      await expect.poll(() => page.getByText('#4').count()).toBe(0)
      await expect.poll(() => page.getByText('Live Today').count()).toBe(count)
      await expect
        .poll(() => cards.first().locator('time').textContent())
        .toMatch(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/)
      const outward = cards.first().getByRole('link', { name: /^Visit/ })
      await expect.poll(() => outward.getAttribute('target')).toBe('_blank')
    }))

  test('tabs Live, Upcoming, Past by keyboard; each shows launches of its days', () =>
    withPage('/launches', async (page) => {
      await expect
        .poll(() => page.getByRole('tab').allTextContents())
        .toEqual(['Live', 'Upcoming', 'Past'])
      const day = new Date().toISOString().slice(0, 10)
      const days = () =>
        page
          .getByRole('article')
          .locator('time')
          .evaluateAll((times) => times.map((time) => time.getAttribute('datetime') ?? ''))
      expect((await days()).every((one) => one === day)).toBe(true)
      await page.getByRole('tab', { name: 'Live' }).focus()
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/launches?tab=scheduled')
      await expect
        .poll(async () => {
          const shown = await days()
          return shown.length > 0 && shown.every((one) => one > day)
        })
        .toBe(true)
      // The panel is labeled by its tab, and the arrow keys wrap around.
      await page.getByRole('tabpanel', { name: 'Upcoming' }).waitFor()
      await page.getByRole('tab', { name: 'Upcoming' }).focus()
      await page.keyboard.press('End')
      await page.keyboard.press('ArrowRight')
      const focused = () => page.evaluate(() => document.activeElement?.textContent)
      expect(await focused()).toBe('Live')
      await page.keyboard.press('ArrowLeft')
      expect(await focused()).toBe('Past')
      await page.keyboard.press('Space')
      await page.waitForURL('**/launches?tab=ended')
      await expect
        .poll(async () => {
          const shown = await days()
          return shown.length > 0 && shown.every((one) => one < day)
        })
        .toBe(true)
      const cards = page.getByRole('article')
      await expect.poll(() => cards.count()).toBe(24)
      await page.getByRole('button', { name: 'Show more' }).click()
      await expect.poll(() => cards.count()).toBe(40)
    }))

  test('detail: back, Live, Made by, Launched, Visit Website, About, Product Details', () =>
    withPage('/launches', async (page) => {
      await page.getByRole('article').first().getByRole('heading').getByRole('link').click()
      await page.waitForURL('**/launch/*')
      await page.getByRole('link', { name: 'Back to Launches' }).waitFor()
      await page.getByText('Live', { exact: true }).waitFor()
      await page.getByText(/^Made by \S+/).waitFor()
      await page.getByText(/^Launched [A-Z][a-z]{2} \d/).waitFor()
      await page.getByRole('link', { name: 'Visit Website' }).waitFor()
      for (const name of ['About', 'Product Details']) {
        await page.getByRole('heading', { name }).waitFor()
      }
      await page.getByText(/^#1 of \d+ today/).waitFor()
      await page.getByText(/^(\d+ h )?\d+ min$/).waitFor()
      const first = page.url()
      await page.getByRole('link', { name: /^Next: / }).click()
      await page.getByText(/^#2 of \d+ today/).waitFor()
      await page.getByRole('link', { name: /^Previous: / }).click()
      await page.waitForURL(first)
    }))

  test('the pictures of a launch scroll by buttons and by arrow keys', () =>
    withPage('/launches', async (page) => {
      const service = await createServiceClient(here.site)
      const file = `${crypto.randomUUID()}/1.png`
      const picture = Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
        'base64',
      )
      await service.storage.from('launches').upload(file, picture, { contentType: 'image/png' })
      const launch = await addLaunch(
        { client: service },
        {
          launch_date: '2020-02-02',
          featured_image: `${here.site.url}/no-picture.png`,
          pictures: [`uploaded/${file}`],
        },
      )
      await page.goto(`${here.site.url}/launch/${launch}`)
      const row = page.getByRole('region', { name: /^Pictures of/ }).getByRole('list')
      const scrolled = () => row.evaluate((list) => Math.round(list.scrollLeft / list.clientWidth))
      expect(await scrolled()).toBe(0)
      const isAtStart = () =>
        page.getByRole('button', { name: 'Previous picture' }).getAttribute('aria-disabled')
      expect(await isAtStart()).toBe('true')
      await page.getByRole('button', { name: 'Next picture' }).click()
      await expect.poll(scrolled).toBe(1)
      await page.getByText(/^2 \/ \d$/).waitFor()
      expect(await isAtStart()).toBeNull()
      await row.focus()
      await page.keyboard.press('ArrowLeft')
      await expect.poll(scrolled).toBe(0)
      await expectAccessible(page)
    }))

  test('a missing launch', async () => {
    const main = await readMain('/launch/0f8fad5b-d9cb-469f-a165-70867728950e')
    expect(main).toMatch(/<h1[^>]*>Launch Not Found</)
    expect(main).toContain(">The launch you're looking for doesn't exist or has been removed.<")
    expect(findLinks(main)).toContainEqual(['Back to Launches', '/launches'])
  })
})

test('Compare on the page of another tool adds it, and a search without a result offers to add its name', () =>
  withPage('/compare?tools=figma', async (page) => {
    await page.getByRole('button', { name: 'Remove Figma' }).waitFor()
    for (const [slug, tools] of [
      ['sketch', 'figma,sketch'],
      ['notion', 'figma,sketch,notion'],
      ['slack', 'figma,sketch,notion,slack'],
      ['trello', 'sketch,notion,slack,trello'],
    ]) {
      await page.goto(`${here.site.url}/tool/${slug}`)
      const link = page.getByRole('main').locator('a[href^="/compare"]').first()
      await expect.poll(() => link.getAttribute('href')).toBe(`/compare?tools=${tools}`)
      await link.click()
      await page.waitForURL(`**/compare?tools=${tools}`)
      await page.getByRole('button', { name: new RegExp(`Remove ${slug}`, 'i') }).waitFor()
    }
    // Two tabs that were open before either tool was compared.
    await page.goto(`${here.site.url}/compare`)
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('toolmark.compared')))
      .toMatch(/ $/)
    await page.goto(`${here.site.url}/tool/figma`)
    const { page: other } = await createPage(visitor.context)
    await openPage(other, `${here.site.url}/tool/sketch`)
    for (const [tab, tools] of [
      [page, 'figma'],
      [other, 'figma,sketch'],
    ] as const) {
      const link = tab.getByRole('main').locator('a[href^="/compare"]').first()
      await expect.poll(() => link.getAttribute('href')).toBe(`/compare?tools=${tools}`)
      await link.click()
      await tab
        .getByRole('button', { name: /^Remove / })
        .first()
        .waitFor()
    }
    await other.close()
    for (const path of ['/?search=', '/tools?search=']) {
      await page.goto(`${here.site.url}${path}Qwertzuiopa`)
      await page.getByRole('link', { name: 'Add “Qwertzuiopa”' }).click()
      await expect.poll(() => page.getByLabel('Tool Name').inputValue()).toBe('Qwertzuiopa')
    }
  }))

describe('trust center', () => {
  test('header, four cards, and the content of the tabs', () =>
    withPage('/trust-center', async (page) => {
      await page.getByRole('heading', { name: /^Trusted by [\d,]+\+ Professionals$/ }).waitFor()
      const main = page.getByRole('main')
      for (const label of ['Average rating', 'Total reviews', 'Trust score', 'Verified reviews']) {
        await main.getByText(label, { exact: true }).first().waitFor()
      }
      await expect
        .poll(() => page.getByRole('tab').allTextContents())
        .toEqual(['Overview', 'Recent Reviews', 'Trust Metrics', 'Verification'])
      await main.getByText('95%').waitFor()
      await main.getByText('Improving').waitFor()
      await main
        .getByText(/^\d+ \(\d+\.\d%\)$/)
        .first()
        .waitFor()
      await expect.poll(() => main.getByText(/^[\d,]+ \(\d+\.\d%\)$/).count()).toBe(5)

      await page.getByRole('tab', { name: 'Recent Reviews' }).click()
      const stars = page.getByRole('tabpanel').getByRole('img', { name: /out of 5 stars/ })
      await expect.poll(() => stars.count()).toBe(6)
      await expectAccessible(page)
      await page.getByRole('tab', { name: 'Trust Metrics' }).click()
      await main.getByText('A+', { exact: true }).waitFor()
      await main.getByText('+24%').waitFor()
      await main.getByText(/^\d+\/100$/).waitFor()
      await expectAccessible(page)
      await page.getByRole('tab', { name: 'Verification' }).click()
      for (const name of [
        'Identity',
        'Content quality',
        'Usage verification',
        'Ongoing monitoring',
      ]) {
        await page.getByRole('heading', { name, exact: true }).waitFor()
      }
      await expectAccessible(page)
      await page.getByRole('tab', { name: 'Recent Reviews' }).click()
      await page.getByRole('link', { name: 'View All Reviews' }).click()
      await page.waitForURL('**/all-tools')
    }))
})

describe('contact', () => {
  test('four types, all fields required, about one second, then reset, without a request', () =>
    withPage(
      '/contact',
      async (page) => {
        for (const name of ['General Inquiry', 'Support', 'Bug Report', 'Business Inquiry']) {
          await page.getByRole('radio', { name }).waitFor({ state: 'attached' })
        }
        await expect
          .poll(() => page.getByRole('radio', { name: 'General Inquiry' }).isChecked())
          .toBe(true)
        await expect.poll(() => page.getByLabel('Message').getAttribute('rows')).toBe('6')
        await page.getByRole('button', { name: 'Send Message' }).click()
        for (const field of ['Name', 'Email', 'Subject', 'Message']) {
          await page.getByText(`${field} is required`).waitFor()
        }
        await expectAccessible(page)
        await page.getByRole('radio', { name: 'Bug Report' }).check()
        await page.getByLabel('Name').fill('Noor')
        await page.getByLabel('Email').fill('not an address')
        await page.getByLabel('Subject').fill('A bug')
        await page.getByLabel('Message').fill('It is in the soup.')
        await page.getByRole('button', { name: 'Send Message' }).click()
        await page.getByText('Please provide a valid email address.').waitFor()
        await page.getByLabel('Email').fill('noor@kettle.example')
        const calls: string[] = []
        page.on('request', (request) => {
          if (request.method() !== 'GET') calls.push(request.url())
        })
        await page.getByRole('button', { name: 'Send Message' }).click()
        await page.getByRole('button', { name: 'Sending...' }).waitFor()
        await page.getByText('Message sent successfully!').waitFor()
        await page.getByText("Thank you for contacting us. We'll get back to you soon.").waitFor()
        await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('')
        await expect
          .poll(() => page.getByRole('radio', { name: 'General Inquiry' }).isChecked())
          .toBe(true)
        expect(calls).toEqual([])
      },
      { width: 390 },
    ))
})

describe('static pages', () => {
  test.each([
    [
      '/privacy',
      [
        'Information we collect',
        'How we use it',
        'Sharing',
        'Security',
        'Your rights',
        'Cookies',
        'Changes to this policy',
        'Contact',
      ],
    ],
    [
      '/terms',
      [
        'Acceptance',
        'Use license',
        'User content',
        'Account responsibilities',
        'Prohibited uses',
        'Disclaimer',
        'Limitations',
        'Termination',
        'Contact',
      ],
    ],
  ])('%s has its sections and is dated today', async (path, sections) => {
    const main = await readMain(path)
    const headings = [...main.matchAll(/<h2[^>]*>(.*?)<\/h2>/gs)].map(([, text]) => toText(text))
    expect(headings).toEqual(sections)
    expect(main).toContain(`Last updated: ${formatDay(today())}`)
  })

  test('/about: three values and four figures', async () => {
    const main = await readMain('/about')
    const headings = [...main.matchAll(/<h\d[^>]*>(.*?)<\/h\d>/gs)].map(([, text]) => toText(text))
    expect(headings).toEqual(expect.arrayContaining(['Transparency', 'Community', 'Innovation']))
    for (const [value, label] of [
      ['500+', 'Tools listed'],
      ['10K+', 'User reviews'],
      ['25K+', 'Active users'],
      ['5+', 'Years of trust'],
    ] as const) {
      expect(main).toContain(`>${value}<`)
      expect(main).toContain(`>${label}<`)
    }
  })
})

test.each(['tool/', '', 'launch/', 'write-review/', 'user/', 'company/'])(
  '/%s%%00 returns 404',
  async (path) => expect((await fetch(`${here.site.url}/${path}%00`)).status).toBe(404),
)

describe('for search engines', () => {
  test('robots.txt names the sitemap, which lists the existing pages', async () => {
    expect(await html('/robots.txt')).toContain(`Sitemap: ${here.site.url}/sitemap.xml`)
    const parts = [...(await html('/sitemap.xml')).matchAll(/<loc>(.*?)<\/loc>/g)].map(
      ([, address = '']) => address,
    )
    expect(parts).toEqual([
      `${here.site.url}/sitemaps/pages.xml`,
      `${here.site.url}/sitemaps/capabilities.xml`,
      `${here.site.url}/sitemaps/tools-1.xml`,
      `${here.site.url}/sitemaps/launches-1.xml`,
    ])
    const addresses = (await Promise.all(parts.map(async (part) => (await fetch(part)).text())))
      .join('')
      .match(/<loc>.*?<\/loc>/g)
    expect(addresses?.length).toBeGreaterThan(580)
    expect(addresses).toContain(`<loc>${here.site.url}/tool/figma</loc>`)
    expect((await fetch(`${here.site.url}/sitemaps/tools-2.xml`)).status).toBe(404)
    expect((await fetch(`${here.site.url}/sitemaps/people-1.xml`)).status).toBe(404)
  })

  test.each([
    ['/all-tools', '/tools'],
    ['/tools?search=x', '/tools'],
    ['/figma', '/tool/figma'],
    ['/tool/figma?rating=5', '/tool/figma'],
    ['/trust-center', '/trust'],
    ['/launches?tab=ended', '/launches'],
    ['/privacy', '/privacy'],
    ['/terms', '/terms'],
    ['/contact', '/contact'],
    ['/compare', '/compare'],
    ['/compare?tools=notion,figma', '/compare?tools=figma,notion'],
    ['/compare?tools=figma,notion', '/compare?tools=figma,notion'],
    ['/compare?tools=NOTION,unknown-tool,figma,notion', '/compare?tools=figma,notion'],
  ])('%s has the canonical path %s, also for Open Graph', async (path, canonical) => {
    const page = await html(path)
    expect(page).toContain(`<link rel="canonical" href="${here.site.url}${canonical}"/>`)
    expect(page).toContain(`<meta property="og:url" content="${here.site.url}${canonical}"/>`)
  })
})
