import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { expect } from 'vitest'
import { findChromium } from '../../scripts/test-tools.js'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export async function openBrowser(): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('no Chromium was found')
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

export interface Visit {
  page: Page
  context: BrowserContext
  /** What the console said that it should not have, and what a page asked of another origin. */
  complaints: string[]
}

/**
 * A new visitor; the console is listened to from the first moment.
 * @param serviceWorkers 'allow' where they are what is tried: what they ask for cannot be routed
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
  })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    // Said by the browser's driver, not by the page.
    if (message.text().includes('Service Worker registration blocked')) return
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  complainOfStrangers(page, complaints)
  return { page, context, complaints }
}

/** Whoever is asked for a picture, a font or a script learns who reads what: no page asks anybody else. */
function complainOfStrangers(page: Page, complaints: string[]): void {
  const check = (url: string, asker: string) => {
    const { protocol, host } = new URL(url)
    const isInside = protocol === 'data:' || protocol === 'blob:' || asker === 'about:blank'
    if (!isInside && host !== new URL(asker).host) complaints.push(`${asker} asks ${url}`)
  }
  page.on('request', (request) => {
    // Somebody may go elsewhere: to sign in, or by a link.
    if (!request.isNavigationRequest()) check(request.url(), request.frame().url())
  })
  page.on('websocket', (socket) => check(socket.url(), page.url()))
}

/** axe finds nothing on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(AXE)
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: {
        run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
      }
    }
    const { violations } = await axe.run({ resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
  })
  expect(found, `axe on ${page.url()}`).toEqual([])
}

/** Opens a tab and waits until its panel is the only one: for a moment the page has both. */
export async function chooseTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name }).click()
  await page.getByRole('tabpanel', { name }).waitFor()
  await page.locator('[role=tabpanel]').nth(1).waitFor({ state: 'detached' })
}
