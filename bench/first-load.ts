import { existsSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { openBrowser } from '../tests/support/browser.ts'
import { type Line, ROOT, whole } from './support.ts'

const ASSETS = join(ROOT, 'build', 'client', 'assets')
/** At most, in bytes. */
const WANTED = { script: 125_000, styles: 12_000 }
/** What comes when the page has been shown comes within this time, in milliseconds. */
const LATER = 1000

/** What a page's first load brings; sizes in bytes, brotli, without headers. */
interface FirstLoad {
  script: number
  styles: number
  fonts: number
  requests: number
  /** Cumulative Layout Shift (https://web.dev/articles/cls). */
  shift: number
}

/** What each page's first load brings, and whether anything moves meanwhile. */
export async function firstLoad(site: string, paths: readonly string[]): Promise<Line[]> {
  const loads = await firstLoads(site, paths)
  return [...loads].map(([path, { script, styles, fonts, requests, shift }]) => ({
    what: `first load of ${path}: script, styles, layout shift`,
    figure: `${whole(script)} B, ${whole(styles)} B, ${shift} (fonts ${whole(fonts)} B, ${requests} requests)`,
    wanted: `at most ${whole(WANTED.script)} B, ${whole(WANTED.styles)} B, 0`,
    isMet: script <= WANTED.script && styles <= WANTED.styles && shift === 0,
  }))
}

/**
 * Opens each page in a browser that knows nothing of the site yet.
 * @param url the site's address
 */
async function firstLoads(url: string, paths: readonly string[]): Promise<Map<string, FirstLoad>> {
  const browser = await openBrowser()
  const loads = new Map<string, FirstLoad>()
  try {
    for (const path of paths) {
      const context = await browser.newContext({
        viewport: { width: 412, height: 823 },
        serviceWorkers: 'block',
      })
      const page = await context.newPage()
      const brought = { script: 0, styles: 0, fonts: 0, requests: 0 }
      page.on('response', (response) => {
        brought.requests += 1
        const size = sizeOf(response.url())
        const kind = response.request().resourceType()
        if (kind === 'script') brought.script += size
        if (kind === 'stylesheet') brought.styles += size
        if (kind === 'font') brought.fonts += size
      })
      await page.goto(url + path, { waitUntil: 'networkidle' })
      await page.waitForTimeout(LATER)
      loads.set(path, { ...brought, shift: await page.evaluate(shiftSoFar) })
      await context.close()
    }
  } finally {
    await browser.close()
  }
  return loads
}

/** As it is sent to a browser that takes brotli. */
function sizeOf(url: string): number {
  const file = join(ASSETS, basename(new URL(url).pathname))
  const sent = [`${file}.br`, file].find(existsSync)
  return sent ? statSync(sent).size : 0
}

const shiftSoFar = () =>
  new Promise<number>((resolve) => {
    let shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shift += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
    setTimeout(() => resolve(shift), 100)
  })
