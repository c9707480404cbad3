import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, inject } from 'vitest'
import { openBrowser } from '../browser/browser.ts'
import { createPostgresCopy } from '../databases/database.ts'
import { copyPreparedData } from './prepared-data.ts'
import { createTemporaryFolder, type Site, startSite } from './site.ts'

/** A running site on the project's engine, and a browser, for the tests of one file. */
export function withSite(environment: Record<string, string> = { DEMO_CONTENT: 'on' }): {
  readonly site: Site
  readonly browser: Browser
} {
  const { folder, remove } = createTemporaryFolder()
  let site: Site | undefined
  let browser: Browser | undefined
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
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await site?.stop()
    await dropCopy()
    remove()
  })
  return {
    get site() {
      if (!site) throw new Error('the site has not started')
      return site
    },
    get browser() {
      if (!browser) throw new Error('the browser has not started')
      return browser
    },
  }
}
