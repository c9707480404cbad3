// Sizes that the design names, in CSS pixels: one table, each page opened once per width.
import { beforeAll, expect, test } from 'vitest'
import { openPage, waitForContent } from '../support/browser/browser.ts'
import { createMember, withSharedPage } from '../support/browser/shared-page.ts'
import { withSharedSite } from '../support/sites/journey.ts'

interface Size {
  /** What is measured. */
  name: string
  /** The first element that matches is measured. */
  selector: string
  /** An edge is measured from the start of the document. */
  of: 'left' | 'top' | 'bottom' | 'width' | 'height'
  /** In CSS pixels. */
  max: number
  min?: number
}

const TOOL_ON_PHONE: Size[] = [
  { name: 'tabs', selector: '#overview', of: 'top', max: 330 },
  { name: 'first review', selector: '[id^=review-]', of: 'top', max: 950 },
]

const SECTION_LIST: Size[] = [
  { name: 'section list', selector: 'main nav', of: 'width', min: 220, max: 220 },
]

/** Text stands at the left edge of the header, not in the middle. */
const COLUMN: Size[] = [
  { name: 'title', selector: 'h1', of: 'left', max: 144, min: 144 },
  { name: 'title', selector: 'h1', of: 'width', max: 720 },
]

const COLUMNS = [
  '/about',
  '/add-tool',
  '/contact',
  '/data',
  '/docs/operating',
  '/ledger',
  '/lists',
  '/privacy',
  '/no/such/page',
]

const PAGES: [path: string, width: number, sizes: Size[], as?: 'member'][] = [
  [
    '/',
    390,
    [
      { name: 'header', selector: 'body header', of: 'height', max: 56 },
      {
        name: 'search button',
        selector: 'button[aria-label="Open search"]',
        of: 'width',
        max: 44,
        min: 44,
      },
      { name: 'sign-in link', selector: 'header [href="/auth"]', of: 'height', max: 44, min: 44 },
      { name: 'menu button', selector: '[aria-label="Open menu"]', of: 'width', max: 44, min: 44 },
      { name: 'page', selector: 'html', of: 'height', max: 3650 },
      { name: 'first mark', selector: '[data-mark]', of: 'bottom', max: 720 },
      {
        name: 'new review',
        selector: '[aria-labelledby=fresh-reviews] li',
        of: 'width',
        max: 300,
        min: 300,
      },
      {
        name: 'category',
        selector: '[aria-labelledby=by-category] article',
        of: 'height',
        max: 64,
        min: 64,
      },
    ],
  ],
  [
    '/',
    1440,
    [
      { name: 'title', selector: 'h1', of: 'height', max: 195 },
      { name: 'fourth mark', selector: 'li:nth-child(4) [data-mark]', of: 'bottom', max: 640 },
      { name: 'page', selector: 'html', of: 'height', max: 3050 },
    ],
  ],
  [
    '/launches',
    390,
    [
      { name: 'ten launches', selector: 'html', of: 'height', max: 2150 },
      { name: 'votes', selector: 'article > button', of: 'height', max: 48, min: 48 },
    ],
  ],
  [
    '/launches',
    1440,
    [
      { name: 'ten launches', selector: 'html', of: 'height', max: 1750 },
      { name: 'row', selector: 'article', of: 'height', max: 72, min: 72 },
      { name: 'votes', selector: 'article > button', of: 'width', max: 48, min: 48 },
    ],
  ],
  [
    '/launches?tab=ended',
    1440,
    [{ name: '24 launches', selector: 'html', of: 'height', max: 3400 }],
  ],
  [
    '/tools',
    390,
    [
      { name: 'first card', selector: 'article', of: 'top', max: 340 },
      { name: 'card', selector: 'article', of: 'height', max: 112 },
      { name: '24 cards', selector: 'ul:has(article)', of: 'height', max: 2900 },
      { name: 'filter button', selector: '[popovertarget]', of: 'height', max: 44, min: 44 },
    ],
  ],
  ['/tools', 820, [{ name: 'first card', selector: 'article', of: 'top', max: 300 }]],
  [
    '/tools',
    1440,
    [
      { name: 'first card', selector: 'article', of: 'top', max: 300 },
      { name: 'filters', selector: 'form[aria-label=Filters]', of: 'height', max: 40, min: 40 },
    ],
  ],
  [
    '/tools?search=project+management',
    390,
    [{ name: 'card with its reasons', selector: 'article', of: 'height', max: 112 }],
  ],
  [
    '/tools?category=Productivity',
    1440,
    [{ name: 'first card below a chip', selector: 'article', of: 'top', max: 300 }],
  ],
  ['/best/kanban-boards', 390, [{ name: 'first card', selector: 'article', of: 'top', max: 340 }]],
  ['/best/kanban-boards', 1440, [{ name: 'first card', selector: 'article', of: 'top', max: 300 }]],
  ['/?search=design', 390, [{ name: 'first card', selector: 'article', of: 'top', max: 340 }]],
  ['/?search=design', 1440, [{ name: 'first card', selector: 'article', of: 'top', max: 300 }]],
  [
    '/tool/figma',
    390,
    [
      ...TOOL_ON_PHONE,
      { name: 'mark', selector: '[data-mark]', of: 'bottom', max: 700 },
      { name: 'page', selector: 'html', of: 'height', max: 6100 },
    ],
  ],
  ['/tool/figma', 1440, [{ name: 'mark', selector: '[data-mark]', of: 'bottom', max: 620 }]],
  ['/tool/notion', 390, TOOL_ON_PHONE],
  [
    '/tool/figma/alternatives',
    390,
    [{ name: '21 rows', selector: 'ul:has(article)', of: 'height', max: 2500 }],
  ],
  [
    '/tool/figma/alternatives',
    1440,
    [{ name: '21 rows', selector: 'ul:has(article)', of: 'height', max: 1900 }],
  ],
  [
    '/compare?tools=figma,notion,sketch,canva',
    390,
    [{ name: 'column of a tool', selector: 'thead th:last-child', of: 'width', min: 85, max: 90 }],
  ],
  [
    '/compare?tools=figma,sketch,framer,penpot',
    390,
    [
      { name: 'first mark', selector: '[data-mark]', of: 'top', max: 420 },
      { name: 'page', selector: 'html', of: 'height', max: 2750 },
    ],
  ],
  [
    '/compare?tools=figma,sketch,framer,penpot',
    1440,
    [
      { name: 'first mark', selector: '[data-mark]', of: 'top', max: 360 },
      { name: 'use', selector: 'tr:has([href^="/best/"])', of: 'height', max: 45, min: 44 },
      { name: 'page', selector: 'html', of: 'height', max: 2400 },
    ],
  ],
  ['/capabilities', 390, [{ name: 'page', selector: 'html', of: 'height', max: 3500 }]],
  ['/categories', 390, [{ name: 'page', selector: 'html', of: 'height', max: 3000 }]],
  ['/account-settings', 1440, SECTION_LIST, 'member'],
  ['/account-settings', 1024, SECTION_LIST, 'member'],
  [
    '/account-settings',
    390,
    [
      { name: 'section', selector: 'details:not([open])', of: 'height', max: 58, min: 52 },
      { name: 'page', selector: 'html', of: 'height', max: 2300 },
    ],
    'member',
  ],
  [
    '/tool/figma/suggest-edit',
    390,
    [
      { name: 'value', selector: 'form summary', of: 'height', max: 53, min: 52 },
      { name: 'page', selector: 'html', of: 'height', max: 1700 },
    ],
    'member',
  ],
  ...COLUMNS.map((path) => [path, 1440, COLUMN] satisfies [string, number, Size[]]),
]

const here = withSharedSite('demo')
const shared = withSharedPage(here)

let member: Awaited<ReturnType<typeof createMember>>
beforeAll(async () => {
  member = await createMember(here.site)
})

test.each(['/dashboard', '/lists'])(
  '%s does not move while a member’s content comes',
  async (path) => {
    const page = await shared.start(member.session)
    await page.setViewportSize({ width: 390, height: 844 })
    await openPage(page, `${here.site.url}${path}`)
    await page.getByRole('heading', { level: 2 }).filter({ visible: true }).last().waitFor()
    await waitForContent(page)
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => {
            const shifts = list.getEntriesByType('layout-shift') as (PerformanceEntry & {
              value: number
            })[]
            resolve(shifts.reduce((sum, { value }) => sum + value, 0))
          }).observe({ type: 'layout-shift', buffered: true })
          // Without a shift the observer is silent.
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)))
        }),
    )
    expect(shift).toBeLessThanOrEqual(0.02)
  },
)

test.each(PAGES)('sizes of %s at %i px', async (path, width, sizes, as) => {
  const page = await shared.start(as === 'member' ? member.session : undefined)
  await page.setViewportSize({ width, height: 900 })
  await openPage(page, `${here.site.url}${path}`)
  // What a page shows to members it adds in the browser.
  for (const { selector } of sizes) await page.waitForSelector(selector)
  const measured = await page.evaluate(
    (wanted) =>
      wanted.map(({ selector, of }) => {
        const element = document.querySelector(selector)
        if (!element) return null
        const box = element.getBoundingClientRect()
        if (of === 'width' || of === 'height') return Math.round(box[of])
        return Math.round(box[of] + (of === 'left' ? scrollX : scrollY))
      }),
    sizes,
  )
  const outside = sizes.flatMap(({ name, max, min = 0 }, index) => {
    const pixels = measured[index]
    const isInside = typeof pixels === 'number' && pixels >= min && pixels <= max
    return isInside ? [] : [`${name}: ${pixels}, expected ${min} to ${max}`]
  })
  expect(outside).toEqual([])
  const isCovered = await page.evaluate(() => {
    // Cards have footers as well.
    const end = [...document.querySelectorAll('footer')].at(-1)?.getBoundingClientRect().top ?? 0
    return [...document.querySelectorAll('main section')].some(
      (section) => section.getBoundingClientRect().bottom > end + 1,
    )
  })
  expect(isCovered, 'the footer covers a section').toBe(false)
  const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  expect(isTooWide, 'scrolls sideways').toBe(false)
  expect(shared.problems.filter((text) => !text.includes('404'))).toEqual([])
})
