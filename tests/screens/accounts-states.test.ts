// Spec 1 §2 to §9: account screens when the session or the data changes elsewhere.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { PASSWORD } from '../support/backend.ts'
import { chooseTab, expectAccessible, openPage, visit } from '../support/browser.ts'
import { withSite } from '../support/journey.ts'
import { signInMember } from '../support/site.ts'

const here = withSite()

/** A username that is free also if the test runs again. */
const unique = (name: string) => `${name}-${Date.now()}`

/** Signs a new member in and opens a page. */
async function openAsMember(path: string, metadata: object = {}) {
  const visitor = await visit(here.browser)
  const person = await signInMember(here.site, visitor.context, metadata)
  await visitor.page.goto(`${here.site.url}${path}`)
  await visitor.page.getByRole('button', { name: /Account menu$/ }).waitFor()
  return { ...visitor, ...person }
}

const signIn = async (page: Page, email: string) => {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

describe('spec 1 §4: a session that ends while a form is open', () => {
  test('revoked elsewhere: the settings show it, and the typed address remains after signing in', async () => {
    const { page, context, client, email } = await openAsMember('/account-settings')
    await page.getByLabel('New email address').fill('typed@next.example')
    // Another device ends the session of this browser.
    await client.auth.signOut({ scope: 'global' })
    await page.getByRole('button', { name: 'Change Email' }).click()
    await page.getByText('Error updating email').waitFor()
    // The client signs out; if it does not, the form has a link to the sign-in as well.
    await page
      .getByRole('link', { name: /sign in/i })
      .first()
      .click()
    await signIn(page, email)
    await page.waitForURL('**/account-settings')
    await expect
      .poll(() => page.getByLabel('New email address').inputValue())
      .toBe('typed@next.example')
    await context.close()
  })

  test('signed out in another tab: this one too, and the input is restored', async () => {
    const { page, context, email } = await openAsMember('/profile-settings')
    await page.getByLabel('Bio', { exact: true }).fill('Half a sentence')
    const other = await context.newPage()
    await other.goto(here.site.url)
    await other.getByRole('button', { name: /Account menu$/ }).click()
    await other.getByRole('menuitem', { name: 'Log out' }).click()
    await page.getByRole('heading', { name: 'Authentication Required' }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
    await signIn(page, email)
    await page.waitForURL('**/profile-settings')
    await expect
      .poll(() => page.getByLabel('Bio', { exact: true }).inputValue())
      .toBe('Half a sentence')
    await context.close()
  })
})

describe('spec 1 §2: the menu', () => {
  test('name, email, profile, dashboard, settings; logging out leads to the home page', async () => {
    const username = unique('menu-owner')
    const { page, context, email, problems } = await openAsMember('/about', {
      username,
      first_name: 'Mia',
      last_name: 'Noor',
    })
    await page.getByRole('button', { name: /Account menu$/ }).click()
    const menu = page.getByRole('menu')
    await menu.getByText('Mia Noor').waitFor()
    await menu.getByText(email).waitFor()
    for (const [name, to] of [
      ['View profile', `/user/${username}`],
      ['Dashboard', '/dashboard'],
      ['Start your team', '/start-your-team'],
      ['Settings', '/account-settings'],
    ] as const) {
      const item = page.getByRole('menuitem', { name })
      await expect.poll(() => item.getAttribute('href')).toBe(to)
    }
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await page.waitForURL(`${here.site.url}/`)
    expect(problems).toEqual([])
    await context.close()
  })

  test('a company that fails to load shows an error, not "No company yet"', async () => {
    const { page, context } = await openAsMember('/about', { account_type: 'business' })
    await page.route('**/rpc/get_user_company*', (route) =>
      route.fulfill({ status: 500, json: {} }),
    )
    await page.goto(`${here.site.url}/company-dashboard`)
    await page.getByText('Your company could not be loaded.').waitFor({ timeout: 20_000 })
    await expectAccessible(page)
    await page.unroute('**/rpc/get_user_company*')
    await page.getByRole('button', { name: 'Try Again' }).click()
    await page.getByRole('heading', { name: 'No company yet' }).waitFor()
    await context.close()
  })
})

test('spec 1 §2: home shows the figures of the hero', async () => {
  const { page, context } = await visit(here.browser)
  await page.goto(here.site.url)
  for (const text of ['500+', '25,000+', '10,000+']) {
    await page.getByText(text, { exact: true }).first().waitFor()
  }
  await context.close()
})

test('spec 1 §3: an activity is "Created a review" with its rating; the stats have their terms', async () => {
  const username = unique('active-ana')
  const { page, context, client, id } = await openAsMember('/about', { username })
  const { data: tool } = await client.from('tools').select('id').eq('slug', 'notion').single()
  await client.from('reviews').insert({
    tool_id: tool?.id ?? '',
    user_id: id,
    rating: 4,
    title: 'Good',
    content: 'Written for the list of activities.',
  })
  for (const path of ['/dashboard', `/user/${username}`]) {
    await page.goto(`${here.site.url}${path}`)
    const line = page.getByRole('listitem').filter({ hasText: 'Created a review of Notion' })
    await line.getByText('Rating: 4/5').waitFor()
  }
  const stats = page.getByRole('region', { name: 'Stats' })
  for (const term of ['Reviews', 'Helpful votes', 'Profile views', 'Followers', 'Following']) {
    await stats.getByText(term, { exact: true }).waitFor()
  }
  await context.close()
})

test('spec 1 §7: the browser records signing in and out', async () => {
  const { page, context } = await visit(here.browser)
  const { email, client } = await signInMember(here.site, context)
  await context.addInitScript(() => localStorage.removeItem('toolmark.session'))
  const fresh = await visit(here.browser)
  await openPage(fresh.page, `${here.site.url}/auth`)
  await signIn(fresh.page, email)
  await fresh.page.getByRole('button', { name: /Account menu$/ }).click()
  await fresh.page.getByRole('menuitem', { name: 'Log out' }).click()
  const events = async () =>
    (await client.from('audit_logs').select('action')).data?.map(({ action }) => action)
  await expect.poll(events).toEqual(expect.arrayContaining(['sign_in', 'sign_out']))
  await page.close()
  await fresh.context.close()
  await context.close()
})

describe('spec 1 §6: visibility', () => {
  test('only members see a job title on the company’s page', async () => {
    const admin = await openAsMember('/about', {
      account_type: 'business',
      job_title: 'Kiln keeper',
    })
    const { data: company } = await admin.client
      .from('companies')
      .insert({ name: `Potters ${admin.id}` })
      .select('id')
      .single()
    await admin.client
      .from('company_members')
      .insert({ company_id: company?.id ?? '', user_id: admin.id, role: 'admin', is_admin: true })
    const path = `${here.site.url}/company/${company?.id}`
    const reader = await openAsMember('/about')
    await reader.page.goto(path)
    await reader.page.getByText('Kiln keeper').waitFor()
    const visitor = await visit(here.browser)
    await openPage(visitor.page, path)
    await expect.poll(() => visitor.page.getByText('Kiln keeper').count()).toBe(0)

    // The count links to a list with the same number of entries.
    await reader.page.getByRole('button', { name: /^Follow / }).click()
    await reader.page.getByRole('button', { name: /^Following / }).waitFor()
    const { data: profile } = await reader.client
      .from('profiles')
      .select('username')
      .eq('user_id', reader.id)
      .single()
    await reader.page.goto(`${here.site.url}/user/${profile?.username}`)
    const stats = reader.page.getByRole('region', { name: 'Stats' })
    await stats.getByText('Following').locator('xpath=../..').getByText('1').waitFor()
    await stats.getByText('Following').click()
    await reader.page.getByRole('link', { name: `Potters ${admin.id}` }).waitFor()
    for (const each of [admin, reader, visitor]) await each.context.close()
  })

  test('a private profile shows that its activity is hidden', async () => {
    const username = unique('very-private')
    const { client, id, context } = await openAsMember('/about', { username })
    await client.from('profiles').update({ profile_visibility: 'private' }).eq('user_id', id)
    const visitor = await visit(here.browser)
    await visitor.page.goto(`${here.site.url}/user/${username}`)
    await visitor.page.getByText('This profile is private.').waitFor()
    await visitor.page.getByText('Their activity is hidden.').waitFor()
    await expectAccessible(visitor.page)
    await visitor.context.close()
    await context.close()
  })

  test.each([
    ['/user/nobody-of-this-name/followers', 'The user profile you are looking for does not exist.'],
    ['/user/a.b/following', 'Invalid username format'],
  ])('%s: User Not Found, %s', async (path, text) => {
    const { page, context } = await visit(here.browser)
    expect((await page.goto(`${here.site.url}${path}`))?.status()).toBe(404)
    await page.getByRole('heading', { name: 'User Not Found' }).waitFor()
    await page.getByText(text).waitFor()
    await expectAccessible(page)
    await context.close()
  })
})

test('spec 1 §8: signed out, following a company asks to sign in', async () => {
  const { client, id, context } = await openAsMember('/about', { account_type: 'business' })
  const { data: company } = await client
    .from('companies')
    .insert({ name: `Weavers ${id}` })
    .select('id')
    .single()
  const visitor = await visit(here.browser)
  await openPage(visitor.page, `${here.site.url}/company/${company?.id}`)
  await visitor.page.getByRole('button', { name: /^Follow/ }).click()
  await visitor.page.getByText('Please sign in to follow companies.').waitFor()
  await visitor.context.close()
  await context.close()
})

test('spec 1 §9: the company search waits 300 ms, reads ten at most, and quotes special characters', async () => {
  const owner = await openAsMember('/about')
  await owner.client.from('companies').insert({ name: '100% Wool, "spun"' })
  await owner.context.close()
  const { page, context } = await openAsMember('/about')
  await page.goto(`${here.site.url}/start-your-team`)
  const searches: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/rest/v1/companies' && searchParams.has('or')) searches.push(request.url())
  })
  await page.getByLabel('Search by name or domain').pressSequentially('0% wool, "sp', { delay: 20 })
  await page.getByRole('button', { name: 'Join 100% Wool, "spun"' }).waitFor()
  expect(searches.length).toBeLessThan(3)
  expect(searches.every((url) => new URL(url).searchParams.get('limit') === '10')).toBe(true)
  await context.close()
})

test('spec 1 §5: the sign-up form shows that a username is taken and remains valid', async () => {
  const username = unique('already-there')
  const { context: other } = await openAsMember('/about', { username })
  const { page, context } = await visit(here.browser)
  await openPage(page, `${here.site.url}/auth`)
  await chooseTab(page, 'Sign Up')
  await page.getByLabel('Username').fill(username.toUpperCase())
  await page.getByText('Taken. We’ll add a number.').waitFor()
  await expectAccessible(page)
  await context.close()
  await other.close()
})
