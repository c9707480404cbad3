import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { withSite } from '../sites/journey.ts'
import { createMember } from '../sites/site.ts'
import { openPage, type Visit, visit } from './browser.ts'

export { createMember }
export type Member = Awaited<ReturnType<typeof createMember>>

/** Ends what a test left on a page: its routes, a lost network, its size and colors. */
async function resetPage({ page, context }: Readonly<Visit>, width: number): Promise<void> {
  await page.unrouteAll()
  await context.setOffline(false)
  await page.setViewportSize({ width, height: 900 })
  await page.emulateMedia({ colorScheme: 'light', media: null })
}

/** Opens one page before the tests of a file: a new one compiles all scripts again. */
function withOnePage(here: { readonly browser: Browser }, width: number): Readonly<Visit> {
  let opened: Visit | undefined
  beforeAll(async () => {
    opened = await visit(here.browser, width)
  })
  afterAll(() => opened?.context.close())
  const requireVisit = (): Visit => {
    if (!opened) throw new Error('the page is not open yet')
    return opened
  }
  return {
    get page() {
      return requireVisit().page
    },
    get context() {
      return requireVisit().context
    },
    get problems() {
      return requireVisit().problems
    },
  }
}

/**
 * One page of a signed-out visitor for the tests of a file. Each test starts with no messages, no
 * routes, an empty storage, the width and light colors.
 * @param width in pixels
 */
export function withVisitor(here: { readonly browser: Browser }, width = 1280): Readonly<Visit> {
  const visitor = withOnePage(here, width)
  beforeEach(async () => {
    const { page, problems } = visitor
    await resetPage(visitor, width)
    // The first page is about:blank, which has no storage.
    if (page.url().startsWith('http')) {
      await page.evaluate(() => {
        localStorage.clear()
        sessionStorage.clear()
      })
    }
    problems.length = 0
  })
  return visitor
}

/**
 * One page of visitors and members for the tests of a file. `open` and `openAs` remove what the test
 * before stored or routed.
 */
export function withSharedPage(here: ReturnType<typeof withSite>) {
  const shared = withOnePage(here, 1280)
  const start = async (session?: object): Promise<Page> => {
    const { page, context, problems } = shared
    await resetPage(shared, 1280)
    await context.clearCookies()
    // This page has no script that writes into the storage.
    await page.goto(`${here.site.url}/robots.txt`)
    await page.evaluate(
      (stored) => {
        localStorage.clear()
        sessionStorage.clear()
        if (stored) localStorage.setItem('toolmark.session', stored)
      },
      session ? JSON.stringify(session) : '',
    )
    problems.length = 0
    return page
  }
  return {
    get page(): Page {
      return shared.page
    },
    get context(): BrowserContext {
      return shared.context
    },
    /** Errors and warnings of the console since the page was opened. */
    get problems(): string[] {
      return shared.problems
    },
    /** Ends what the test before did. @param session of a member; without it the storage is empty */
    start,
    /** Loses the network once the page has loaded all its parts. */
    async disconnect(): Promise<void> {
      await shared.page.waitForLoadState('networkidle')
      await shared.context.setOffline(true)
    },
    /** Opens a page for a visitor without stored data. */
    async open(path: string): Promise<Page> {
      const page = await start()
      await openPage(page, `${here.site.url}${path}`)
      return page
    },
    /** Opens a page for a signed-in member. */
    async openAs({ session }: Member, path: string): Promise<Page> {
      const page = await start(session)
      await openPage(page, `${here.site.url}${path}`)
      await page.getByRole('button', { name: /Account menu$/ }).waitFor()
      return page
    },
  }
}
