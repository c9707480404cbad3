// Presses that need an account: over the sign-in, and before the session is known.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { PASSWORD } from '../support/backends/backend.ts'
import { addCompany, addReview, addTool } from '../support/backends/content.ts'
import { openPage } from '../support/browser/browser.ts'
import { findButton, findText } from '../support/browser/page-elements.ts'
import { createMember, type Member, withSharedPage } from '../support/browser/shared-page.ts'
import { withSharedSite } from '../support/sites/journey.ts'

const here = withSharedSite('demo')
const shared = withSharedPage(here)

/** Signs in with the form of the present page. */
async function signIn(page: Page, { email }: Member): Promise<void> {
  await page.waitForURL('**/auth?next=*')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await findButton(page, 'Sign In').click()
}

interface Case {
  path: string
  press: (page: Page) => Promise<void>
  /** The control after the press. */
  done: (page: Page) => Promise<void>
  /** Counts the rows that the press adds. */
  count: (member: Member) => Promise<number>
}

/** Members of other test files, who use the same site, follow companies too. */
const countRows = async (
  { client, id }: Member,
  table: 'tool_follows' | 'company_follows' | 'review_helpful_votes',
) => (await client.from(table).select('*').eq('user_id', id).throwOnError()).data.length

const pressToast = (page: Page) =>
  page.locator('[data-sonner-toast]').getByRole('button', { name: 'Sign In' }).click()

const CASES: [string, string, (author: Member) => Promise<Case>][] = [
  [
    '"Follow" of a tool',
    'You follow this tool',
    async (author) => {
      const tool = await addTool(author)
      const { data } = await author.client
        .from('tools')
        .select('slug, name')
        .eq('id', tool)
        .single()
      const { slug, name } = data ?? { slug: '', name: '' }
      return {
        path: `/tool/${slug}`,
        press: (page) => page.getByRole('link', { name: `Follow ${name}`, exact: true }).click(),
        done: (page) => findButton(page, `Following ${name}`).waitFor(),
        count: (member) => countRows(member, 'tool_follows'),
      }
    },
  ],
  [
    '"Helpful" on a review',
    'Marked as helpful',
    async (author) => {
      const review = await addReview(author, await addTool(author), { title: 'It pours' })
      return {
        path: `/review/${review}`,
        press: async (page) => {
          await page
            .getByRole('button', { name: /It pours/ })
            .filter({ hasText: 'Helpful' })
            .click()
          await pressToast(page)
        },
        done: (page) => page.locator('button[aria-pressed=true]').waitFor(),
        count: (member) => countRows(member, 'review_helpful_votes'),
      }
    },
  ],
  [
    '"Follow" of a company',
    'You follow this company',
    async (author) => {
      const name = `Potters ${author.id}`
      return {
        path: `/company/${await addCompany(author, name)}`,
        press: async (page) => {
          await findButton(page, `Follow ${name}`).click()
          await pressToast(page)
        },
        done: (page) => findButton(page, `Following ${name}`).waitFor(),
        count: (member) => countRows(member, 'company_follows'),
      }
    },
  ],
]

test.each(CASES)('%s is carried out once after the sign-in', async (_label, announced, prepare) => {
  const { path, press, done, count } = await prepare(await createMember(here.site))
  const member = await createMember(here.site)
  const page = await shared.open(path)
  await press(page)
  await signIn(page, member)
  await page.waitForURL(`**${path}*`)
  await done(page)
  await findText(page, announced)
  await expect.poll(() => count(member)).toBe(1)
  // Taken back, it stays so.
  await page
    .locator('main button', { hasText: /Following|Helpful|Unfollow/ })
    .first()
    .click()
  await expect.poll(() => count(member)).toBe(0)
  await page.reload()
  await page.getByRole('button', { name: /Account menu$/ }).waitFor()
  expect(await count(member)).toBe(0)
  expect(shared.problems).toEqual([])
})

test('a press of a member before the scripts run waits for the session', async () => {
  const author = await createMember(here.site)
  const name = `Tool ${author.id}`
  const tool = await addTool(author, { name })
  const { data } = await author.client.from('tools').select('slug').eq('id', tool).single()
  const path = `${here.site.url}/tool/${data?.slug}`
  const member = await createMember(here.site)
  const page = await shared.start(member.session)
  await page.route('**/assets/*.js', () => {})
  await page.goto(path, { waitUntil: 'commit' })
  await page.getByRole('link', { name: `Follow ${name}`, exact: true }).click()
  expect(page.url()).toBe(path)
  // Continues those that wait.
  await page.unroute('**/assets/*.js')
  await findButton(page, `Following ${name}`).waitFor()
  await expect.poll(() => countRows(member, 'tool_follows')).toBe(1)
  expect(page.url()).toBe(path)
})

test('a page of the back/forward cache shows no member after the session ended', async () => {
  const page = await shared.openAs(await createMember(here.site), '/account-settings')
  await page.getByRole('heading', { name: 'Danger Zone' }).waitFor()
  // What a sign-out in another page does while this one is in the cache, without its events.
  const shown = await page.evaluate(() => {
    localStorage.removeItem('toolmark.session')
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    return new Promise((resolve) =>
      requestAnimationFrame(() => resolve(document.querySelector('main')?.textContent)),
    )
  })
  expect(shown).toContain('Authentication Required')
  await openPage(page, `${here.site.url}/account-settings`)
  await page.getByRole('heading', { name: 'Authentication Required' }).waitFor()
})

test('a page of the back/forward cache becomes that of the member who has signed in since', async () => {
  const [first, second] = [await createMember(here.site), await createMember(here.site)]
  const page = await shared.openAs(first, '/account-settings')
  await page.getByText(first.email).waitFor()
  await page.evaluate((stored) => {
    localStorage.setItem('toolmark.session', stored)
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  }, JSON.stringify(second.session))
  await page.getByText(second.email).waitFor()
  expect(await page.getByText(first.email).count()).toBe(0)
})
