// `npm run screens [name …]`: photographs every screen, or those named, at three widths, in light
// and dark, into screens/. It starts a site of its own with demo content, and one without.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openBrowser, waitForContent } from '@toolmark/site/tests/support/browser/browser.ts'
import {
  createTemporaryFolder,
  type Site,
  startDemoSite,
  startSite,
} from '@toolmark/site/tests/support/sites/site.ts'
import type { Browser, Page } from 'playwright-core'
import { FOR_MEMBERS } from './for-members.ts'
import { FOR_STAFF } from './for-staff.ts'
import { FOR_VISITORS } from './for-visitors.ts'
import { type Member, signInNewcomer, signInRegular, signInStaff } from './members.ts'
import type { Screen } from './screen.ts'

const OUT = join(import.meta.dirname, '..', '..', 'screens')
const WIDTHS = [390, 820, 1440]
const THEMES = ['light', 'dark'] as const
const SCREENS = [...FOR_VISITORS, ...FOR_MEMBERS, ...FOR_STAFF]

/** How long to wait with a broken backend: the client retries failed requests first. */
const WAIT_MS = { silent: 1500, failing: 9000 }

async function photograph(browser: Browser, site: Site, screen: Screen): Promise<void> {
  for (const colorScheme of THEMES) {
    const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce' })
    let member: Member = { username: '', companyId: '' }
    if (screen.as === 'newcomer') await signInNewcomer(site, context)
    if (screen.as === 'staff') await signInStaff(site, context)
    if (screen.as === 'regular') member = await signInRegular(site, context)
    const page = await context.newPage()
    await breakBackend(page, screen)
    const path = typeof screen.path === 'string' ? screen.path : screen.path(member)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(site.url + path, { waitUntil: screen.backend ? 'load' : 'networkidle' })
      if (screen.backend) await page.waitForTimeout(WAIT_MS[screen.backend])
      await screen.prepare?.(page, width)
      if (!screen.backend) {
        await waitForContent(page)
        await waitForPictures(page)
      }
      const file = join(OUT, `${screen.name}-${width}-${colorScheme}.png`)
      // A sticky header would be in the middle of a picture of the whole page.
      if (!screen.isCovered) await page.evaluate(() => scrollTo(0, 0))
      await page.screenshot({ path: file, fullPage: !screen.isCovered })
    }
    await context.close()
  }
  console.log(screen.name)
}

/** Pictures below the fold load late. */
async function waitForPictures(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    for (const image of document.images) {
      image.loading = 'eager'
      // Otherwise the page is painted before they are decoded.
      image.decoding = 'sync'
    }
    return [...document.images].every((image) => image.complete)
  })
}

async function breakBackend(page: Page, { backend }: Screen): Promise<void> {
  if (!backend) return
  await page.route(/\/rest\/v1\//, async (route) => {
    if (backend === 'failing') await route.fulfill({ status: 500, body: '{}' })
  })
}

const wanted = process.argv.slice(2)
const chosen = SCREENS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
mkdirSync(OUT, { recursive: true })
const { folder, remove } = createTemporaryFolder()
const browser = await openBrowser()
const sites: Site[] = []
const missed: string[] = []
try {
  for (const isEmpty of [false, true]) {
    const screens = chosen.filter((screen) => (screen.isEmpty ?? false) === isEmpty)
    if (screens.length === 0) continue
    const site = isEmpty
      ? await startSite({ DATA_DIR: join(folder, 'empty') })
      : await startDemoSite({ DATA_DIR: join(folder, 'demo') })
    sites.push(site)
    for (const screen of screens) {
      // A screen that fails does not end the others.
      await photograph(browser, site, screen).catch((error: unknown) => {
        console.error(`${screen.name}: ${error}`)
        missed.push(screen.name)
      })
    }
  }
} finally {
  await browser.close()
  for (const site of sites) await site.stop()
  remove()
}
if (missed.length > 0) process.exitCode = 1
