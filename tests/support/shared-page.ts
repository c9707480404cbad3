import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { PASSWORD } from './backend.ts'
import { openPage, type Visit, visit } from './browser.ts'
import type { withSite } from './journey.ts'
import { addMember, createMemberClient, type Site } from './site.ts'

export type Member = Awaited<ReturnType<typeof createMember>>

/** Creates a confirmed account, with a client that is signed in to it. */
export const createMember = async (site: Site, metadata: object = {}) =>
  createMemberClient(site, await addMember(site, PASSWORD, metadata))

/**
 * One page for the tests of a file: a new context downloads and compiles all scripts again. `open`
 * and `openAs` remove what the test before stored or routed.
 */
export function withSharedPage(here: ReturnType<typeof withSite>) {
  let shared: Visit | undefined
  beforeAll(async () => {
    shared = await visit(here.browser)
  })
  afterAll(() => shared?.context.close())
  const requireVisit = (): Visit => {
    if (!shared) throw new Error('the browser has not started')
    return shared
  }
  const start = async (session?: object): Promise<Page> => {
    const { page, context, problems } = requireVisit()
    await page.unrouteAll()
    await context.setOffline(false)
    await context.clearCookies()
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.emulateMedia({ colorScheme: 'light' })
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
      return requireVisit().page
    },
    get context(): BrowserContext {
      return requireVisit().context
    },
    /** Errors and warnings of the console since the page was opened. */
    get problems(): string[] {
      return requireVisit().problems
    },
    /** Ends what the test before did. @param session of a member; without it the storage is empty */
    start,
    /** Loses the network once the page has loaded all its parts. */
    async disconnect(): Promise<void> {
      const { page, context } = requireVisit()
      await page.waitForLoadState('networkidle')
      await context.setOffline(true)
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
