import { join } from 'node:path'
import { createPostgresCopy } from '@toolmark/backend/tests/support/databases/database.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, inject } from 'vitest'
import { openBrowser } from '../browser/browser.ts'
import { copyPreparedData } from './prepared-data.ts'
import { createTemporaryFolder, type Site, type SiteAddress, startSite } from './site.ts'

interface SiteAndBrowser {
  readonly site: SiteAddress
  readonly browser: Browser
}

/** Most of a script runs a few times only, axe included: optimized code costs more than it saves. */
const BROWSER_OPTIONS = ['--js-flags=--no-maglev --no-opt']

/**
 * A site that several test files use at the same time, and a browser: for tests that read, or that add
 * members and companies with names of their own. The file is a network of its own, as limits count.
 * @param content of the demo, or none and the design page
 */
export function withSharedSite(content: 'demo' | 'empty'): SiteAndBrowser {
  const network = ['10', ...crypto.getRandomValues(new Uint8Array(3))].join('.')
  const headers = { 'X-Forwarded-For': network }
  const withBrowser = withOneBrowser(headers)
  return {
    get site() {
      return { ...inject('sharedSites')[content], headers }
    },
    get browser() {
      return withBrowser.browser
    },
  }
}

function withOneBrowser(headers: Record<string, string> = {}): { readonly browser: Browser } {
  let browser: Browser | undefined
  beforeAll(async () => {
    browser = await openBrowser(headers, BROWSER_OPTIONS)
  })
  afterAll(() => browser?.close())
  return {
    get browser() {
      if (!browser) throw new Error('the browser has not started')
      return browser
    },
  }
}

/** A running site on the project's engine, and a browser, for the tests of one file. */
export function withSite(
  environment: Record<string, string> = { DEMO_CONTENT: 'on' },
): SiteAndBrowser {
  const { folder, remove } = createTemporaryFolder()
  let site: Site | undefined
  let dropCopy = async () => {}
  beforeAll(async () => {
    const all = { ...environment, DATA_DIR: join(folder, 'data') }
    const demo = environment.DEMO_CONTENT === 'on' ? 'on' : 'off'
    copyPreparedData(all.DATA_DIR, demo)
    if (inject('engine') === 'postgres') {
      const copy = await createPostgresCopy(demo === 'on' ? 'demo' : 'template')
      dropCopy = copy.drop
      site = await startSite({ ...all, DATABASE_URL: copy.url })
    } else site = await startSite(all)
  })
  afterAll(async () => {
    await site?.stop()
    await dropCopy()
    remove()
  })
  // After the hooks of the site: hooks that end a file run in reverse order.
  const withBrowser = withOneBrowser()
  return {
    get site() {
      if (!site) throw new Error('the site has not started')
      return site
    },
    get browser() {
      return withBrowser.browser
    },
  }
}
