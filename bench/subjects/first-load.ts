import { existsSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { openBrowser } from '@toolmark/site/tests/support/browser/browser.ts'
import { formatInteger } from '../figures.ts'
import { SITE } from '../folders.ts'
import type { Result } from '../results.ts'

const ASSETS = join(SITE, 'build', 'client', 'assets')
const GOALS_BYTES = { script: 130_000, styles: 12_000 }
/** Requests that start after the page is shown are made within this time. */
const LATE_REQUESTS_MS = 1000

/** A page's first load; sizes in bytes, brotli, without headers. */
interface FirstLoad {
  script: number
  styles: number
  fonts: number
  requests: number
  /** Cumulative Layout Shift (https://web.dev/articles/cls). */
  shift: number
}

/** Measures the size of each page's first load and its layout shift. */
export async function measureFirstLoads(site: string, paths: readonly string[]): Promise<Result[]> {
  const loads = await loadPages(site, paths)
  return [...loads].map(([path, { script, styles, fonts, requests, shift }]) => ({
    name: `first load of ${path}: script, styles, layout shift`,
    measured: `${formatInteger(script)} B, ${formatInteger(styles)} B, ${shift} (fonts ${formatInteger(fonts)} B, ${requests} requests)`,
    goal: `at most ${formatInteger(GOALS_BYTES.script)} B, ${formatInteger(GOALS_BYTES.styles)} B, 0`,
    isMet: script <= GOALS_BYTES.script && styles <= GOALS_BYTES.styles && shift === 0,
  }))
}

/**
 * Opens each page in a browser context without a cache.
 * @param url the site's address
 */
async function loadPages(url: string, paths: readonly string[]): Promise<Map<string, FirstLoad>> {
  const browser = await openBrowser()
  const loads = new Map<string, FirstLoad>()
  try {
    for (const path of paths) {
      const context = await browser.newContext({
        viewport: { width: 412, height: 823 },
        serviceWorkers: 'block',
      })
      const page = await context.newPage()
      const total = { script: 0, styles: 0, fonts: 0, requests: 0 }
      page.on('response', (response) => {
        total.requests += 1
        const size = sizeOf(response.url())
        const kind = response.request().resourceType()
        if (kind === 'script') total.script += size
        if (kind === 'stylesheet') total.styles += size
        if (kind === 'font') total.fonts += size
      })
      await page.goto(url + path, { waitUntil: 'networkidle' })
      await page.waitForTimeout(LATE_REQUESTS_MS)
      loads.set(path, { ...total, shift: await page.evaluate(readLayoutShift) })
      await context.close()
    }
  } finally {
    await browser.close()
  }
  return loads
}

/** @returns the size as sent to a browser that accepts brotli */
function sizeOf(url: string): number {
  const file = join(ASSETS, basename(new URL(url).pathname))
  const sent = [`${file}.br`, file].find(existsSync)
  return sent ? statSync(sent).size : 0
}

const readLayoutShift = () =>
  new Promise<number>((resolve) => {
    let shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shift += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
    setTimeout(() => resolve(shift), 100)
  })
