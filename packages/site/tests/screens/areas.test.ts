// The screens of accounts and staff on a site without its areas and with closed sign-up (spec 9 §1). Those of visitors
// are in tests/process/areas.test.ts.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AREA_PARTS, AREAS } from '../../app/shared/area-table.ts'
import { PAGES } from '../../app/shared/page-table.ts'
import { newCommand } from '../../server/commands/new-command.ts'
import { openPage, visit, waitForContent } from '../support/browser/browser.ts'
import { withSite } from '../support/sites/journey.ts'
import {
  appointStaff,
  createServiceClient,
  createTemporaryFolder,
  signInMember,
} from '../support/sites/site.ts'

const { folder, remove } = createTemporaryFolder()
const SITE_DIR = join(folder, 'site')
const SITE_FILE = join(SITE_DIR, 'site.toml')
beforeAll(async () => {
  const values = { preset: 'organization' }
  await newCommand.run({ positionals: [folder], values, print: () => {} })
  writeFileSync(SITE_FILE, readFileSync(SITE_FILE, 'utf8').replaceAll('= true', '= false'))
})
const here = withSite({ DEMO_CONTENT: 'on', SITE_DIR, CONFIG_FILE: join(folder, 'config.toml') })
afterAll(remove)

/** Pages that are the same for everybody, and those that need a case of their own. */
const OTHERS =
  /^(figures|docs|imprint|_\/ui|explain|best|report|moderation-log\/|unsubscribe|tool\/.*\/alt)/

const offRoutes = AREAS.flatMap((area) => AREA_PARTS[area].routes)

async function listAddresses(): Promise<string[]> {
  const service = await createServiceClient(here.site)
  const { data } = await service.from('reviews').select('id').limit(1).single().throwOnError()
  const values: Record<string, string> = { ':type': 'review', ':id': data.id }
  return PAGES.filter(
    ({ path, isInSitemap }) => !isInSitemap && !offRoutes.includes(path) && !OTHERS.test(path),
  ).map(({ path }) => `/${path.replaceAll(/:\w+\??/g, (name) => values[name] ?? 'figma')}`)
}

/** One address of each kind is read. */
const toShape = (link: string) =>
  link
    .replace(/[?&].*/, '')
    .replace(/^\/(best|figures|moderation\/\w+|pictures\/\w+|review|tool)\/[^/]+/, '/$1/*')

const readLinks = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('a[href], form[action]')]
      .map((element) => element.getAttribute('href') ?? element.getAttribute('action') ?? '')
      .map((link) => new URL(link, location.href))
      .filter(({ origin }) => origin === location.origin)
      .map(({ pathname, search }) => pathname + search),
  )

test('the pages and menus of an administrator link only to pages that are there', async () => {
  const { page, context, problems } = await visit(here.browser, 1440)
  await signInMember(here.site, context, { username: 'ada' })
  await appointStaff(here.site, 'ada', 'admin')
  const links = new Map<string, [from: string, link: string]>()
  for (const path of await listAddresses()) {
    await openPage(page, here.site.url + path)
    const menu = page.getByRole('button', { name: /Account menu$/ })
    await menu.click()
    await page.getByRole('menuitem').first().waitFor()
    await waitForContent(page)
    for (const link of await readLinks(page)) links.set(toShape(link), [path, link])
  }
  // The menu has them for staff alone.
  expect([...links.keys()]).toEqual(expect.arrayContaining(['/admin', '/moderation']))
  const wrong: unknown[] = []
  for (const [from, link] of links.values()) {
    const response = await fetch(here.site.url + link)
    await response.arrayBuffer()
    if (!response.ok) wrong.push([from, link, response.status])
  }
  expect([wrong, problems]).toEqual([[], []])
  await context.close()
})
