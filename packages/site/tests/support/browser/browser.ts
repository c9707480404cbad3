import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import {
  type Browser,
  type BrowserContext,
  chromium,
  type Page,
  type Response,
} from 'playwright-core'
import { expect } from 'vitest'
import { findChromium } from '../../../../../scripts/test-tools.js'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const headersOf = new WeakMap<Browser, Record<string, string>>()

/**
 * @param headers of all requests of its pages
 * @param options of the process
 */
export async function openBrowser(
  headers: Record<string, string> = {},
  options: readonly string[] = [],
): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('no Chromium was found')
  const browser = await chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...options,
    ],
  })
  headersOf.set(browser, headers)
  return browser
}

export interface Visit {
  page: Page
  context: BrowserContext
  /** Errors and warnings of the console, and requests to another origin. */
  problems: string[]
}

/**
 * Opens a page for a new visitor and collects the messages of its console.
 * @param serviceWorkers 'allow' only in tests of the service worker: its requests cannot be routed
 */
export async function visit(
  browser: Browser,
  width = 1280,
  colorScheme: 'light' | 'dark' = 'light',
  serviceWorkers: 'allow' | 'block' = 'block',
): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    reducedMotion: 'reduce',
    colorScheme,
    serviceWorkers,
    extraHTTPHeaders: headersOf.get(browser) ?? {},
  })
  return { context, ...(await createPage(context)) }
}

/** Another page of the same visitor, with messages of its own. Its files are in the browser's cache. */
export async function createPage(context: BrowserContext): Promise<Omit<Visit, 'context'>> {
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => {
    // A message of Playwright, not of the page.
    if (message.text().includes('Service Worker registration blocked')) return
    // The test left the page while its socket was connecting, which starts after five seconds.
    if (message.text().includes('WebSocket is closed before the connection is established')) return
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  collectForeignRequests(page, problems)
  return { page, problems }
}

/** A page must load everything from the site itself: another origin would learn which pages are read. */
function collectForeignRequests(page: Page, problems: string[]): void {
  const check = (url: string, pageUrl: string) => {
    const { protocol, host } = new URL(url)
    const isInside = protocol === 'data:' || protocol === 'blob:' || pageUrl === 'about:blank'
    if (!isInside && host !== new URL(pageUrl).host) problems.push(`${pageUrl} requests ${url}`)
  }
  page.on('request', (request) => {
    // A visitor may leave the site, to sign in or by a link.
    if (!request.isNavigationRequest()) check(request.url(), request.frame().url())
  })
  page.on('websocket', (socket) => check(socket.url(), page.url()))
}

/** Opens a page and waits until React has hydrated it. */
export async function openPage(page: Page, url: string): Promise<Response | null> {
  const response = await page.goto(url)
  await waitForHydration(page)
  return response
}

/** Reloads a page and waits until React has hydrated it. */
export async function reloadPage(page: Page): Promise<void> {
  await page.reload()
  await waitForHydration(page)
}

/** The script that records early input removes its global when React has hydrated the page. */
async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => !('earlyInput' in window))
}

/** Waits until no part of the page says that it loads. */
export async function waitForContent(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll('[role=status]')].every(
      (status) => !/^(Loading|Searching)/.test(status.textContent),
    ),
  )
}

/** A width in CSS pixels and a color scheme. */
export type Look = readonly [width: number, colorScheme: 'light' | 'dark']

/** For a screen: each theme once. */
export const LOOKS: readonly Look[] = [
  [390, 'light'],
  [1440, 'dark'],
]

/** For another state of a screen: the design page has its controls in the other theme. */
export const STATE_LOOK: readonly Look[] = [[390, 'dark']]

/**
 * Shows the loaded page in each look and asserts that nothing is too wide, that type has the sizes of the design,
 * and that axe finds no violation in the first look of each theme.
 */
export async function expectAccessibleLooks(page: Page, looks: readonly Look[]): Promise<void> {
  await waitForContent(page)
  const seenSchemes = new Set<string>()
  for (const [width, colorScheme] of looks) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    // axe counts a control that the header covers in part as too small.
    await page.evaluate(() => scrollTo(0, 0))
    if (!seenSchemes.has(colorScheme)) await expectAccessible(page)
    seenSchemes.add(colorScheme)
    await expectTypeScale(page)
    const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    expect(isTooWide, `${page.url()} at ${width}`).toBe(false)
  }
}

/** The sizes of type of the design, in pixels (app.css). */
const TYPE_SIZES = [12, 14, 16, 20, 28, 40, 64]

/** Asserts that each text of the page has a size of the design; the title of the home page has its own. */
async function expectTypeScale(page: Page): Promise<void> {
  const strange = await page.evaluate((sizes) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found = new Set<string>()
    while (texts.nextNode()) {
      const element = texts.currentNode.parentElement
      if (!element || !texts.currentNode.textContent?.trim()) continue
      const size = Number.parseFloat(getComputedStyle(element).fontSize)
      if (!sizes.includes(size) && !element.closest('.text-hero'))
        found.add(`${size}: ${element.outerHTML.slice(0, 120)}`)
    }
    return [...found]
  }, TYPE_SIZES)
  expect(strange, `sizes of type on ${page.url()}`).toEqual([])
}

/** The rule of WCAG 2.2 is disabled by default. */
const RULES = { 'target-size': { enabled: true } }

/**
 * Asserts that axe finds no violation on the page in its current state. Without `preload` axe does
 * not read the style sheets again, which only rules that are off by default need. The message has
 * the HTML of an element, so axe computes no selectors; no page has a frame.
 */
export async function expectAccessible(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const found = await page.evaluate(async (rules) => {
    const { axe } = window as unknown as {
      axe: {
        run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
      }
    }
    const { violations } = await axe.run({
      resultTypes: ['violations'],
      preload: false,
      selectors: false,
      iframes: false,
      rules,
    })
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
  }, RULES)
  expect(found, `axe on ${page.url()}`).toEqual([])
}

/** Opens a tab and waits until its panel is the only one: for a moment the page has both. */
export async function chooseTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name }).click()
  await page.getByRole('tabpanel', { name }).waitFor()
  await page.locator('[role=tabpanel]').nth(1).waitFor({ state: 'detached' })
}
