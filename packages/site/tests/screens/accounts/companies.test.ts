// Spec 1 §2, §6, §8, §9: founding, finding, joining and managing a company.
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { addCompany } from '../../support/backends/content.ts'
import { expectAccessible } from '../../support/browser/browser.ts'
import { findAccountMenu, findButton, findText } from '../../support/browser/page-elements.ts'
import {
  createError,
  FAILED,
  replaceResponse,
  SESSION_EXPIRED,
} from '../../support/browser/replace-response.ts'
import { createMember, withSharedPage } from '../../support/browser/shared-page.ts'
import { withSharedSite } from '../../support/sites/journey.ts'

const here = withSharedSite('empty')
const shared = withSharedPage(here)

const JOIN = ['POST', '/rest/v1/company_members'] as const
const DAILY_COMPANIES = "You have reached today's limit of 20 companies. Please try again tomorrow."

test('create, search, join, company page, dashboard with members, details and logo', async () => {
  const name = 'Kettleworks'
  const admin = await createMember(here.site, {
    account_type: 'business',
    first_name: 'Ada',
    job_title: 'Founder',
    company_name: name,
    company_website: 'https://www.kettleworks.example',
    company_size: '1-10',
  })
  const page = await shared.openAs(admin, '/')
  await findAccountMenu(page).click()
  await page.getByRole('menuitem', { name: 'Start your team' }).click()
  // The form has the values of the sign-up.
  await expect.poll(() => page.getByLabel('Company name *').inputValue()).toBe(name)
  await expect
    .poll(() => page.getByLabel('Domain', { exact: true }).inputValue())
    .toBe('kettleworks.example')
  await expectAccessible(page)
  await page.getByLabel('Industry').selectOption('technology')
  await findButton(page, 'Create Company').click()
  await page.getByText('Your company has been created successfully.').waitFor()
  await page.waitForURL('**/company-dashboard')
  await page.getByRole('heading', { name: `${name} (Admin)` }).waitFor()
  await findAccountMenu(page).click()
  await page.getByText(`Founder at ${name}`).waitFor()
  await page.getByRole('menuitem', { name: 'Company Dashboard' }).waitFor()
  expect(shared.problems).toEqual([])

  const joiner = await createMember(here.site, { first_name: 'Bea', username: 'bea-joins' })
  await shared.openAs(joiner, '/start-your-team')
  await page.getByLabel('Search by name or domain').fill('KETTLEWORKS.ex')
  await findButton(page, `Join ${name}`).click()
  await page.getByText('You have successfully joined the company.').waitFor()
  await findButton(page, 'Leave company').waitFor()
  await expect.poll(() => page.getByRole('heading', { name: 'Details' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Company page' }).click()
  await page.getByRole('heading', { name }).waitFor()
  await findButton(page, `Follow ${name}`).click()
  await findButton(page, `Following ${name}`).waitFor()
  await page.getByText('1 follower').waitFor()
  expect(shared.problems).toEqual([])

  await shared.openAs(admin, '/company-dashboard')
  await page.getByLabel('Description').fill('Water, boiled for teams.')
  await findButton(page, 'Save Changes').click()
  await page.getByText('Company updated').waitFor()
  const logo = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo })
  await page.getByText('Logo updated').waitFor()
  await findButton(page, 'Remove Bea').click()
  await expectAccessible(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove member' }).click()
  await page.getByText('Member removed').waitFor()
  expect(shared.problems).toEqual([])
  await shared.openAs(joiner, '/company-dashboard')
  await page.getByRole('heading', { name: 'No company yet' }).waitFor()
  expect(shared.problems).toEqual([])
})

test('spec 1 §8: joining and creating a company fail with the message of the server', async () => {
  await addCompany(await createMember(here.site), 'Teapots')
  const member = await createMember(here.site, { account_type: 'business' })
  const page = await shared.openAs(member, '/start-your-team')
  await page.getByLabel('Search by name or domain').fill('Teapots')
  const tooMany = createError(429, 'PT429', DAILY_COMPANIES)
  for (const [answer, text] of [
    [FAILED, 'An unexpected error occurred.'],
    [tooMany, DAILY_COMPANIES],
  ] as const) {
    await replaceResponse(page, JOIN, answer, async () => {
      await findButton(page, 'Join Teapots').click()
      await findText(page, 'Error joining company')
      await findText(page, text)
    })
  }
  await page.getByLabel('Company name *').fill('Mine')
  const refused = createError(400, 'P0001', 'Enough of them.')
  await replaceResponse(page, ['POST', '/rest/v1/companies'], refused, async () => {
    await findButton(page, 'Create Company').click()
    await findText(page, 'Error creating company')
    await findText(page, 'Enough of them.')
  })
  await replaceResponse(page, JOIN, FAILED, async () => {
    await findButton(page, 'Create Company').click()
    await findText(page, 'Error adding user to company')
  })
})

test('spec 1 §8: changing a company after the session has ended loses no input', async () => {
  const member = await createMember(here.site, { account_type: 'business' })
  await addCompany(member, 'Samovars')
  const page = await shared.openAs(member, '/company-dashboard')
  await page.getByLabel('Description').fill('Typed while the session ended')
  await replaceResponse(page, ['PATCH', '/rest/v1/companies'], SESSION_EXPIRED, async () => {
    await findButton(page, 'Save Changes').click()
    await findText(page, 'Your session has ended.')
  })
  const link = page.getByRole('link', { name: 'sign in again' })
  expect(await link.getAttribute('href')).toBe('/auth?next=%2Fcompany-dashboard')
  await page.reload()
  await expect
    .poll(() => page.getByLabel('Description').inputValue())
    .toBe('Typed while the session ended')
})

test('a company that fails to load shows an error, not "No company yet"', async () => {
  const member = await createMember(here.site, { account_type: 'business' })
  const page = await shared.openAs(member, '/about')
  const read = '**/rpc/get_user_company*'
  await page.route(read, (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto(`${here.site.url}/company-dashboard`)
  await page.getByText('Your company could not be loaded.').waitFor({ timeout: 20_000 })
  await expectAccessible(page)
  await page.unroute(read)
  await findButton(page, 'Try Again').click()
  await page.getByRole('heading', { name: 'No company yet' }).waitFor()
})

test('spec 1 §7: the company search waits 300 ms, reads ten at most, and quotes special characters', async () => {
  await addCompany(await createMember(here.site), '100% Wool, "spun"')
  const page = await shared.openAs(await createMember(here.site), '/start-your-team')
  const searches: URLSearchParams[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/rest/v1/companies' && searchParams.has('or')) searches.push(searchParams)
  })
  await page.getByLabel('Search by name or domain').pressSequentially('0% wool, "sp', { delay: 20 })
  await findButton(page, 'Join 100% Wool, "spun"').waitFor()
  expect(searches.length).toBeLessThan(3)
  expect(searches.every((search) => search.get('limit') === '10')).toBe(true)
})
