// Spec 1 §2, §3, §6, §8: public profiles, who sees what, and following.
import { expect, test } from 'vitest'
import { addCompany, addReview, findTool } from '../../support/backends/content.ts'
import { expectAccessible } from '../../support/browser/browser.ts'
import { findButton, findText } from '../../support/browser/page-elements.ts'
import { FAILED, replaceResponse } from '../../support/browser/replace-response.ts'
import { createMember, withSharedPage } from '../../support/browser/shared-page.ts'
import { withSharedSite } from '../../support/sites/journey.ts'

const here = withSharedSite('demo')
const shared = withSharedPage(here)

const readHtml = async (path: string) => {
  const response = await fetch(`${here.site.url}${path}`)
  return { status: response.status, html: await response.text() }
}

test('header, stats, trust card, activity; follow, unfollow and the lists', async () => {
  const member = await createMember(here.site, { username: 'fan-of-ada' })
  const ada = await createMember(here.site, {
    username: 'Ada_B',
    first_name: 'Ada',
    last_name: 'Byron',
    job_title: 'Analyst',
  })
  // Visitors see the name, members also the job title.
  expect((await readHtml('/user/Ada_B')).html).not.toContain('Analyst')
  const limits: (string | null)[] = []
  shared.page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.endsWith('/user_activities')) limits.push(searchParams.get('limit'))
  })
  // The case of the name does not matter.
  const page = await shared.openAs(member, '/user/aDA_b')
  await page.getByRole('heading', { name: 'Ada Byron' }).waitFor()
  await page.getByText('@Ada_B').waitFor()
  await page.getByText('Analyst').waitFor()
  await page.getByText(/^Member since [A-Z][a-z]+ \d{4}$/).waitFor()
  await page.getByText('No recent activity to display').waitFor()
  await page.getByText('Activity will appear here when this user starts engaging').waitFor()
  await expect.poll(() => limits).toContain('5')
  const trust = page.getByRole('region', { name: 'Trust & Rating' })
  await trust.getByText('85', { exact: true }).waitFor()
  await trust.getByText('Trusted', { exact: true }).waitFor()
  await trust.getByText('4.0/5').waitFor()
  await trust.getByText('85%').waitFor()

  await findButton(page, 'Follow Ada Byron').click()
  await findButton(page, 'Unfollow Ada Byron').waitFor()
  const stats = () => ada.client.from('user_stats').select('followers_count').eq('user_id', ada.id)
  await expect.poll(async () => (await stats()).data).toEqual([{ followers_count: 1 }])
  const followers = page.getByRole('region', { name: 'Stats' }).getByText(/^Followers/)
  await followers.click()
  await page.waitForURL('**/user/Ada_B/followers')
  await page.getByRole('link', { name: 'fan-of-ada' }).click()
  await page.waitForURL('**/user/fan-of-ada')
  // One's own profile has no follow button.
  await page.getByRole('heading', { name: 'fan-of-ada' }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^Follow/ }).count()).toBe(0)
  await page.goBack()
  await page.goBack()
  await findButton(page, 'Unfollow Ada Byron').click()
  await findButton(page, 'Follow Ada Byron').waitFor()
  // The button changes before the server responds.
  const own = async () =>
    (await member.client.from('user_follows').select('*').eq('follower_id', member.id)).data
  await expect.poll(own).toEqual([])
  expect(shared.problems).toEqual([])
})

test('spec 1 §8: following, unfollowing and the profile itself fail', async () => {
  await createMember(here.site, { username: 'Grace_H' })
  const page = await shared.openAs(await createMember(here.site), '/user/Grace_H')
  const follow = findButton(page, 'Follow Grace_H')
  await replaceResponse(page, ['POST', '/rest/v1/user_follows'], FAILED, async () => {
    await follow.click()
    await findText(page, 'Failed to follow user')
  })
  await follow.click()
  const unfollow = findButton(page, 'Unfollow Grace_H')
  await unfollow.waitFor()
  await replaceResponse(page, ['DELETE', '/rest/v1/user_follows'], FAILED, async () => {
    // A click while the follow request runs is ignored.
    const isShown = () => page.getByText('Failed to unfollow').first().isVisible()
    await expect.poll(() => unfollow.click().then(isShown)).toBe(true)
    await unfollow.waitFor()
  })
  await page.getByRole('link', { name: 'Followers' }).click()
  await page.waitForURL('**/followers')
  await replaceResponse(page, ['GET', '/user/Grace_H.data'], FAILED, async () => {
    await page.getByRole('link', { name: 'Grace_H' }).click()
    await findText(page, 'Failed to load profile')
  })
})

test('spec 1 §3: an activity is "Created a review" with its rating, and what repeats is shown once; the stats have their terms', async () => {
  const member = await createMember(here.site, { username: 'active-ana' })
  for (const slug of ['figma', 'trello']) await addReview(member, await findTool(member, slug))
  const page = await shared.openAs(member, '/dashboard')
  for (const path of ['/dashboard', '/user/active-ana']) {
    await page.goto(`${here.site.url}${path}`)
    const line = page.getByRole('listitem').filter({ hasText: 'Created a review of Trello' })
    await line.getByText('Rating: 4/5').waitFor()
    // The second one is for screen readers alone.
    const kinds = await page.getByText('Created a review of').all()
    const widths = await Promise.all(kinds.map((kind) => kind.evaluate((e) => e.clientWidth)))
    expect(widths.map((width) => width > 1)).toEqual([true, false])
  }
  const stats = page.getByRole('region', { name: 'Stats' })
  for (const term of ['Reviews', 'Helpful votes', 'Profile views', 'Followers', 'Following']) {
    await stats.getByText(term, { exact: true }).waitFor()
  }
})

test('spec 1 §6: a private profile shows that its activity is hidden', async () => {
  const { client, id } = await createMember(here.site, { username: 'very-private' })
  await client.from('profiles').update({ profile_visibility: 'private' }).eq('user_id', id)
  const page = await shared.open('/user/very-private')
  await page.getByText('This profile is private.').waitFor()
  await page.getByText('Their activity is hidden.').waitFor()
  await expectAccessible(page)
})

test('spec 1 §6: only members see a job title on the company’s page; the follower’s list has the company', async () => {
  const admin = await createMember(here.site, {
    account_type: 'business',
    job_title: 'Kiln keeper',
  })
  const path = `/company/${await addCompany(admin, 'Potters')}`
  const { html } = await readHtml(path)
  expect(html).toContain('Members')
  expect(html).not.toContain('Kiln keeper')

  const page = await shared.openAs(await createMember(here.site, { username: 'reads-it' }), path)
  await page.getByText('Kiln keeper').waitFor()
  await replaceResponse(page, ['POST', '/rest/v1/company_follows'], FAILED, async () => {
    await findButton(page, 'Follow Potters').click()
    await findText(page, 'Failed to follow company')
  })
  await findButton(page, 'Follow Potters').click()
  await findButton(page, 'Following Potters').waitFor()
  // The count links to a list with the same number of entries.
  await page.goto(`${here.site.url}/user/reads-it`)
  const stats = page.getByRole('region', { name: 'Stats' })
  await stats.getByText('Following').locator('xpath=../..').getByText('1').waitFor()
  await stats.getByText('Following').click()
  await page.getByRole('link', { name: 'Potters' }).waitFor()

  await shared.open(path)
  expect(await page.getByText('Kiln keeper').count()).toBe(0)
  await page.getByRole('button', { name: /^Follow/ }).click()
  await page.getByText('Please sign in to follow companies.').waitFor()
})

test('spec 1 §8: signed out, following a person asks to sign in', async () => {
  const page = await shared.open('/user/ingrid-solheim')
  await page.getByRole('button', { name: /^Follow/ }).click()
  await page.getByText('Authentication required').waitFor()
  await page.getByText('Please sign in to follow users.').waitFor()
})

test.each([
  ['/user/nobody-of-this-name', 'The user profile you are looking for does not exist.'],
  ['/user/nobody-of-this-name/followers', 'The user profile you are looking for does not exist.'],
  // Ingrid-Solheim is there: an underscore is no wildcard.
  ['/user/Ingrid_Solheim', 'The user profile you are looking for does not exist.'],
  ['/user/a.b', 'Invalid username format'],
  ['/user/a.b/following', 'Invalid username format'],
  ['/user', 'No username provided'],
])('%s returns 404 User Not Found, %s', async (path, text) => {
  const { status, html } = await readHtml(path)
  expect(status).toBe(404)
  expect(html).toMatch(/<h1[^>]*>User Not Found</)
  expect(html).toContain(text)
})

test('User Not Found is accessible and leads home', async () => {
  const page = await shared.open('/user/nobody-of-this-name/followers')
  await page.getByRole('heading', { name: 'User Not Found' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await page.waitForURL(`${here.site.url}/`)
})

test('an unknown page has a search that suggests tools and opens their search', async () => {
  const page = await shared.open('/no/such/page')
  const field = page.getByRole('main').getByRole('combobox', { name: 'Search for a tool' })
  await field.fill('figm')
  await page
    .getByRole('option', { name: /^Figma/ })
    .first()
    .waitFor()
  await expectAccessible(page)
  await field.press('Enter')
  await page.waitForURL('**/?search=figm')
})

test('spec 1 §2: an unknown page is not found and leads home, which shows the figures of the hero', async () => {
  const missing = await readHtml('/no/such/page')
  expect(missing.status).toBe(404)
  expect(missing.html).toContain('Oops! Page not found')
  expect(missing.html).toMatch(/<a [^>]*href="\/"[^>]*>Return to Home</)
  const home = await readHtml('/')
  for (const figure of ['500+', '25,000+', '10,000+']) expect(home.html).toContain(`>${figure}<`)
})

// Fixed figures of the specification by page; the trust center has two in its head.
test.each([
  ['/', 7],
  ['/about', 4],
  ['/trust', 5],
  ['/trust?tab=metrics', 4],
  ['/user/adaeze-n', 1],
])('with demo content each fixed figure of %s is marked: %s', async (path, count) => {
  const { html } = await readHtml(path)
  expect(html.match(/>sample</g)).toHaveLength(count)
})
