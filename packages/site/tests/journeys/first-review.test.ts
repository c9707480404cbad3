// The main journey: find a tool, read its page, sign up, confirm by the mailed link, write a review
// that counts.
import { expect, test } from 'vitest'
import { PASSWORD } from '../support/backends/backend.ts'
import { chooseTab, createPage, expectAccessible, visit } from '../support/browser/browser.ts'
import { withSite } from '../support/sites/journey.ts'
import { findMailedLink } from '../support/sites/outbox.ts'
import { addMember } from '../support/sites/site.ts'

const here = withSite()

test('a visitor signs up from the home page and writes a review that counts', async () => {
  const { page, problems, context } = await visit(here.browser)
  // Unique, in case the test runs again.
  const email = `${crypto.randomUUID()}@kettleworks.example`

  await page.goto(here.site.url)
  await expect.poll(() => page.getByText('Demo data: figures are samples').isVisible()).toBe(true)
  await expect.poll(() => page.getByText('10,000+').first().isVisible()).toBe(true)

  await page.getByRole('combobox', { name: 'Search tools' }).fill('notion')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Search Results' }).waitFor()
  await page.waitForURL('**/?*search=notion*')
  await page.getByRole('link', { name: 'Notion', exact: true }).click()

  await page.waitForURL('**/tool/notion')
  await page.getByRole('heading', { name: 'Notion', level: 1 }).waitFor()
  const countOf = async () => {
    const response = await fetch(`${here.site.url}/tool/notion`)
    const html = await response.text()
    return Number(/(\d+) reviews over/.exec(html)?.[1] ?? 0)
  }
  const before = await countOf()

  // Signed out, the link leads to the sign-in.
  await page.getByRole('main').getByRole('link', { name: 'Write Review' }).first().click()
  await page.waitForURL('**/auth*')
  await chooseTab(page, 'Sign Up')
  await page.getByLabel('First name').fill('Noor')
  await page.getByLabel('Last name').fill('Haddad')
  await page.getByLabel('Username').fill(`noor-${email.slice(0, 8)}`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('short')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await page.getByText('Password must be at least 12 characters long').first().waitFor()
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await page.getByRole('heading', { name: 'Check Your Email' }).waitFor()
  await expectAccessible(page)

  // The mail opens another tab: it leads to the form, and this one follows. Both have the same draft.
  const mailed = await createPage(context)
  await mailed.page.goto(await findMailedLink(here.site, email))
  await mailed.page.waitForURL('**/write-review/notion')
  await mailed.page.getByRole('button', { name: 'Account menu' }).waitFor()
  await mailed.page.getByLabel('Pros').waitFor()
  expect(new URL(mailed.page.url()).hash).toBe('')
  await page.waitForURL('**/write-review/notion')
  await mailed.page.getByLabel('Title').fill('Half a title')
  await page.reload()
  await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Half a title')
  await page.getByLabel('Title').fill('')
  await mailed.page.close()
  expect(mailed.problems).toEqual([])

  // Messages appear under their fields, and no input is lost.
  await page.getByRole('radio', { name: '4 stars' }).check({ force: true })
  await page.getByLabel('Review', { exact: true }).fill('Too short')
  await page.getByRole('button', { name: 'Submit Review' }).click()
  await page.getByText('Title is required').waitFor()
  await page.getByText('Review must be at least 10 characters').waitFor()
  await page.getByLabel('Title').fill('Our second memory')
  await page
    .getByLabel('Review', { exact: true })
    .fill('We keep everything in it and find it again.')
  await page.getByLabel('Pros').fill('Quick to search')
  await page.keyboard.press('Enter')

  // A draft survives a reload.
  await page.reload()
  await page.getByLabel('Title').waitFor()
  await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Our second memory')
  await page.getByText('Quick to search').waitFor()

  await page.getByRole('button', { name: 'Submit Review' }).dblclick()
  await page.waitForURL('**/tool/notion#review-*')
  await page.getByText('Your review has been submitted successfully!').waitFor()
  await page.getByRole('heading', { name: 'Our second memory' }).waitFor()
  await expect.poll(() => page.getByText('Noor Haddad').first().isVisible()).toBe(true)
  await expect.poll(countOf).toBe(before + 1)

  // One review per member: the second attempt edits the first.
  await page.getByRole('main').getByRole('link', { name: 'Edit your review' }).click()
  await page.getByText('You have already reviewed Notion').waitFor()
  await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Our second memory')
  await page.getByLabel('Title').fill('Still our second memory')
  await page.getByRole('button', { name: 'Update Review' }).click()
  await page.getByRole('heading', { name: 'Still our second memory' }).waitFor()
  await expect.poll(countOf).toBe(before + 1)

  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Dashboard' }).click()
  const steps = page.getByRole('region', { name: 'Your first steps' }).getByRole('listitem')
  await expect
    .poll(() => steps.locator(':not(span) > p:first-child, a').allTextContents())
    .toEqual(['Introduce yourself', 'Done: Review a tool that you use', 'Follow a reviewer'])
  await expectAccessible(page)

  // Signing out here signs out the other tab.
  const tab = await context.newPage()
  await tab.goto(here.site.url)
  await tab.getByRole('button', { name: 'Account menu' }).waitFor()
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.getByText('You have been successfully signed out.').waitFor()
  await tab.getByRole('link', { name: 'Get Started' }).waitFor()

  expect(problems).toEqual([])
  await context.close()
})

test('an expired session or a lost network loses no input of a form', async () => {
  const { page, context } = await visit(here.browser)
  await page.goto(`${here.site.url}/auth?next=/write-review/figma`)
  await page.getByLabel('Email').fill(await addMember(here.site))
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByLabel('Title').fill('Draws well')
  await page.getByLabel('Review', { exact: true }).fill('Written while the session ended.')
  // The server refuses the token like an expired one.
  const expired = { code: 'PGRST303', message: 'JWT expired', details: null, hint: null }
  await page.route('**/rest/v1/reviews*', (route) => route.fulfill({ status: 401, json: expired }))
  await page.getByRole('button', { name: 'Submit Review' }).click()
  await page.getByText('Your session has ended.').waitFor()
  await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Draws well')
  await page.unroute('**/rest/v1/reviews*')

  await page.route('**/rest/v1/reviews*', (route) => route.abort())
  await page.getByRole('button', { name: 'Submit Review' }).click()
  await page.getByText('You’re offline.').waitFor()
  await page.unroute('**/rest/v1/reviews*')
  await page.getByRole('button', { name: 'Submit Review' }).click()
  await page.getByRole('heading', { name: 'Draws well' }).waitFor()
  await context.close()
})
