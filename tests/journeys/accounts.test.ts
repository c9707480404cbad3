// Spec 1: accounts, profiles, following and companies.
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { PASSWORD } from '../support/backend.ts'
import { expectAccessible, openPage, visit } from '../support/browser.ts'
import { withSite } from '../support/journey.ts'
import { addMember, signInMember } from '../support/site.ts'

const here = withSite()

async function findMailedLink(email: string): Promise<string> {
  const response = await fetch(`${here.site.url}/_/outbox.json?to=${encodeURIComponent(email)}`)
  const [mail] = (await response.json()) as { text: string }[]
  const link = /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0]
  if (!link) throw new Error(`no mail went to ${email}`)
  return link
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).waitFor()

test('by keyboard: sign-up, the mailed link, a confirmation, the dashboard', async () => {
  const { page, context, problems } = await visit(here.browser)
  await openPage(page, here.site.url)
  const tabTo = async (
    name: string | RegExp,
    role: 'textbox' | 'button' | 'link' | 'menuitem' | 'tab',
  ) => {
    const wanted = page.getByRole(role, { name, exact: typeof name === 'string' }).first()
    for (let step = 0; step < 60; step += 1) {
      if (await wanted.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`${name} cannot be reached by Tab`)
  }
  await tabTo('Get Started', 'link')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/auth')
  await tabTo('Login', 'tab')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await tabTo('First name', 'textbox')
  await page.keyboard.type('Kim')
  await tabTo('Email', 'textbox')
  await page.keyboard.type('kim@keys.example')
  await page.keyboard.press('Tab')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await heading(page, 'Check Your Email')
  // The heading that replaces the form has the focus.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent?.trim()))
    .toBe('Check Your Email')

  await page.goto(await findMailedLink('kim@keys.example'))
  await page.getByText('Email verified').waitFor()
  await page.getByText('Email verified').waitFor({ state: 'detached', timeout: 8000 })
  await tabTo(/Account menu$/, 'button')
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Dashboard' }).waitFor()
  await page.keyboard.type('Dash')
  await page.keyboard.press('Enter')
  await heading(page, 'Welcome, Kim!')
  await page.getByText('No recent activity.').waitFor()
  await expectAccessible(page)
  expect(problems).toEqual([])
  await context.close()
})

test.each(['/dashboard', '/profile-settings', '/account-settings', '/company-dashboard'])(
  'spec 1 §2: signed out, %s leads to the sign-in and back',
  async (path) => {
    const { page, context } = await visit(here.browser, 390)
    await page.goto(`${here.site.url}${path}`)
    await heading(page, 'Authentication Required')
    await page.getByText('Please sign in to access this page.').waitFor()
    await expectAccessible(page)
    const link = page.getByRole('main').getByRole('link', { name: 'Sign In' })
    await expect
      .poll(() => link.getAttribute('href'))
      .toBe(`/auth?next=${encodeURIComponent(path)}`)
    await context.close()
  },
)

describe('edit profile', () => {
  test('validation, a taken username while typing, success, privacy and the public page', async () => {
    const { page, context, problems } = await visit(here.browser)
    await signInMember(here.site, context, { username: 'mona', first_name: 'Mona' })
    await addMember(here.site, PASSWORD, { username: 'taken-name' })
    await page.goto(`${here.site.url}/profile-settings`)
    await page.getByLabel('Username', { exact: true }).fill('not a name')
    await page.getByLabel('First name').fill('Mona 3')
    await page.getByLabel('Bio', { exact: true }).fill('b'.repeat(501))
    await page.getByText('501/500').waitFor()
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.getByText('Validation Error').waitFor()
    await page.getByText('Invalid username format', { exact: true }).waitFor()
    await expectAccessible(page)

    await page.getByLabel('Username', { exact: true }).fill('TAKEN-name')
    await page.getByText('This username is already in use.').waitFor()
    await page.getByLabel('First name').fill('Mona')
    await page.getByLabel('Bio', { exact: true }).fill('Hello <b>there</b>')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.getByText('Username taken').waitFor()
    await page.getByLabel('Username', { exact: true }).fill('mona-new')
    await page.getByText('This username is free.').waitFor()
    await page.getByLabel('Job title', { exact: true }).fill('CTO')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.getByText('Your profile has been updated successfully.').waitFor()
    await page.reload()
    await expect
      .poll(() => page.getByLabel('Bio', { exact: true }).inputValue())
      .toBe('Hello there')

    const seen = page.locator('dl').first()
    await expect.poll(() => seen.getByText('hidden').count()).toBe(2)
    await page.getByRole('radio', { name: 'Private' }).check()
    await page.getByText('Privacy settings updated').waitFor()
    await expect.poll(() => seen.getByText('hidden').count()).toBe(5)
    const other = await (await fetch(`${here.site.url}/user/mona-new`)).text()
    expect(other).toContain('This profile is private.')
    expect(other).not.toContain('CTO')
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.waitForURL(`${here.site.url}/`)
    expect(problems.filter((text) => !text.includes('409'))).toEqual([])
    await context.close()
  })

  test('the picture: an image under 2MB, cropped square, without metadata; it replaces the old file', async () => {
    const { page, context } = await visit(here.browser)
    const member = await signInMember(here.site, context)
    await page.goto(`${here.site.url}/profile-settings`)
    const choose = page.locator('input[type=file]')
    const file = (name: string, mimeType: string, buffer: Buffer) =>
      choose.setInputFiles({ name, mimeType, buffer })
    await file('notes.txt', 'text/plain', Buffer.from('no picture'))
    await page.getByText('Please select an image file').waitFor()
    await file('large.png', 'image/png', Buffer.alloc(2 * 1024 * 1024))
    await page.getByText('File size must be less than 2MB').waitFor()
    const photo = await sharp({
      create: { width: 600, height: 300, channels: 3, background: 'red' },
    })
      .withExif({ IFD0: { Copyright: 'the place where it was taken' } })
      .jpeg()
      .toBuffer()
    const stored = async () =>
      (await member.client.storage.from('avatars').list(member.id)).data?.map(({ name }) => name)
    await file('photo.jpg', 'image/jpeg', photo)
    await page.getByText('Picture updated').waitFor()
    const [first = ''] = (await stored()) ?? []
    const { data: blob } = await member.client.storage
      .from('avatars')
      .download(`${member.id}/${first}`)
    const drawn = await sharp(new Uint8Array((await blob?.arrayBuffer()) ?? [])).metadata()
    expect([drawn.width, drawn.height, drawn.exif]).toEqual([300, 300, undefined])
    await file('photo.jpg', 'image/jpeg', photo)
    // The old file is deleted after the upload, so for a moment there are two.
    await expect.poll(stored).toEqual([expect.not.stringContaining(first)])
    await page.locator(`header img[src*="avatars/${member.id}/"]`).waitFor()
    await page.getByRole('button', { name: 'Remove' }).click()
    await expect.poll(stored).toEqual([])
    await context.close()
  })

  test('a session that ends before saving loses no input', async () => {
    const { page, context } = await visit(here.browser)
    await signInMember(here.site, context)
    await page.goto(`${here.site.url}/profile-settings`)
    await page.getByLabel('Bio', { exact: true }).fill('Typed while the session ended')
    await page.route('**/rest/v1/profiles*', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 401, json: { code: 'PGRST303', message: 'JWT expired' } })
        : route.continue(),
    )
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.getByText('Your session has ended.').waitFor()
    await page.unroute('**/rest/v1/profiles*')
    await page.reload()
    await expect
      .poll(() => page.getByLabel('Bio', { exact: true }).inputValue())
      .toBe('Typed while the session ended')
    await context.close()
  })
})

describe('account settings', () => {
  test('password and email change, events, download, and sign out to /auth', async () => {
    const { page, context, problems } = await visit(here.browser)
    const { email } = await signInMember(here.site, context)
    await page.goto(`${here.site.url}/account-settings`)
    await page.getByText(email).waitFor()
    await page.getByLabel('New password', { exact: true }).fill('short')
    await page.getByRole('button', { name: 'Change Password' }).click()
    await page.getByText('Password must be at least 6 characters long.').waitFor()
    await page.getByLabel('New password', { exact: true }).fill('longer')
    await page.getByLabel('Confirm new password').fill('other')
    await page.getByRole('button', { name: 'Change Password' }).click()
    await page.getByText('Password mismatch').waitFor()
    await expectAccessible(page)
    await page.getByLabel('Confirm new password').fill('longer')
    await page.getByRole('button', { name: 'Change Password' }).click()
    await page.getByText('Password updated').waitFor()

    const next = `${crypto.randomUUID()}@next.example`
    await page.getByLabel('New email address').fill(email)
    await page.getByRole('button', { name: 'Change Email' }).click()
    await page.getByText('This is already your address.').waitFor()
    await page.getByLabel('New email address').fill(next)
    await page.getByRole('button', { name: 'Change Email' }).click()
    await page.getByText('Check your email').waitFor()
    await page.goto(await findMailedLink(next))
    await page.getByText(next).waitFor()
    await page.getByText('Email address changed').waitFor()
    await page.getByText('Password changed').waitFor()

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download my data' }).click()
    expect((await download).suggestedFilename()).toMatch(/^toolmark-\d{4}-\d\d-\d\d\.json$/)
    await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
    await page.waitForURL('**/auth')
    await page.getByText('You have been successfully signed out.').waitFor()
    expect(problems).toEqual([])
    await context.close()
  })

  test.each([
    ['Keep my reviews, as Anonymous', 1],
    ['Delete my reviews as well', 0],
  ])('deleting the account: %s', async (choice, left) => {
    const { page, context } = await visit(here.browser)
    const { id, email, client } = await signInMember(here.site, context)
    const { data: tool } = await client.from('tools').select('id').eq('slug', 'canva').single()
    const title = `By ${id}`
    await client.from('reviews').insert({
      tool_id: tool?.id ?? '',
      user_id: id,
      rating: 4,
      title,
      content: 'Written by somebody who left.',
    })
    await page.goto(`${here.site.url}/account-settings`)
    await page.getByRole('button', { name: 'Delete Account' }).click()
    await page.getByRole('alertdialog').waitFor()
    await expectAccessible(page)
    await page.getByRole('radio', { name: choice }).check()
    await page.getByRole('button', { name: 'Delete permanently' }).click()
    await page.waitForURL(`${here.site.url}/`)
    await page.getByRole('link', { name: 'Get Started' }).waitFor()
    const { data: reviews } = await client.from('reviews').select('user_id').eq('title', title)
    expect(reviews ?? []).toEqual(left ? [{ user_id: null }] : [])
    const again = await client.auth.signInWithPassword({ email, password: PASSWORD })
    expect(again.error?.status).toBe(400)
    await context.close()
  })
})

describe('public profile and following', () => {
  test('header, stats, trust card, activity; follow, unfollow and the lists', async () => {
    const { page, context, problems } = await visit(here.browser)
    const fan = `fan-of-ada-${Date.now()}`
    const member = await signInMember(here.site, context, { username: fan })
    const other = await visit(here.browser)
    const ada = await signInMember(here.site, other.context, {
      username: `ada-${Date.now()}`,
      first_name: 'Ada',
      last_name: 'Byron',
      job_title: 'Analyst',
    })
    await other.context.close()
    const { data: profile } = await ada.client
      .from('profiles')
      .select('username')
      .eq('user_id', ada.id)
      .single()
    const path = `/user/${profile?.username}`
    // Visitors see the name, members also the job title.
    expect(await (await fetch(`${here.site.url}${path}`)).text()).not.toContain('Analyst')
    await page.goto(`${here.site.url}${path}`)
    await heading(page, 'Ada Byron')
    await page.getByText('Analyst').waitFor()
    await page.getByText(/^Member since [A-Z][a-z]+ \d{4}$/).waitFor()
    await page.getByText('No recent activity to display').waitFor()
    const trust = page.getByRole('region', { name: 'Trust & Rating' })
    await trust.getByText('85', { exact: true }).waitFor()
    await trust.getByText('Trusted', { exact: true }).waitFor()
    await trust.getByText('4.0/5').waitFor()
    await trust.getByText('85%').waitFor()
    await expectAccessible(page)

    const followers = page.getByRole('region', { name: 'Stats' }).getByText(/^Followers/)
    await page.getByRole('button', { name: 'Follow Ada Byron' }).click()
    await page.getByRole('button', { name: 'Unfollow Ada Byron' }).waitFor()
    await expect
      .poll(async () =>
        (
          await ada.client.from('user_stats').select('followers_count').eq('user_id', ada.id)
        ).data?.at(0),
      )
      .toEqual({ followers_count: 1 })
    await followers.click()
    await page.waitForURL(`**${path}/followers`)
    await page.getByRole('link', { name: fan }).click()
    await page.waitForURL(`**/user/${fan}`)
    // One's own profile has no follow button.
    await page.getByRole('heading', { name: fan }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: /^Follow/ }).count()).toBe(0)
    await page.goBack()
    await page.goBack()
    await page.getByRole('button', { name: 'Unfollow Ada Byron' }).click()
    await page.getByRole('button', { name: 'Follow Ada Byron' }).waitFor()
    // The button changes before the server responds.
    const own = async () =>
      (await member.client.from('user_follows').select('*').eq('follower_id', member.id)).data
    await expect.poll(own).toEqual([])
    expect(problems).toEqual([])
    await context.close()
  })

  test('signed out, following asks to sign in', async () => {
    const { page, context } = await visit(here.browser)
    await openPage(page, `${here.site.url}/user/ingrid-solheim`)
    await page.getByRole('button', { name: /^Follow/ }).click()
    await page.getByText('Authentication required').waitFor()
    await context.close()
  })

  test.each([
    ['/user/nobody-of-this-name', 'The user profile you are looking for does not exist.'],
    ['/user/a.b', 'Invalid username format'],
    ['/user', 'No username provided'],
  ])('%s: User Not Found, %s', async (path, text) => {
    const { page, context } = await visit(here.browser)
    const response = await page.goto(`${here.site.url}${path}`)
    expect(response?.status()).toBe(404)
    await heading(page, 'User Not Found')
    await page.getByText(text).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Return to Home' }).click()
    await page.waitForURL(`${here.site.url}/`)
    await context.close()
  })
})

describe('companies', () => {
  test('create, search, join, company page, dashboard with members, details and logo', async () => {
    const name = `Kettleworks ${Date.now()}`
    const admin = await visit(here.browser)
    await signInMember(here.site, admin.context, {
      account_type: 'business',
      first_name: 'Ada',
      job_title: 'Founder',
      company_name: name,
      company_website: 'https://www.kettleworks.example',
      company_size: '1-10',
    })
    const { page } = admin
    await page.goto(here.site.url)
    await page.getByRole('button', { name: /Account menu$/ }).click()
    await page.getByRole('menuitem', { name: 'Start your team' }).click()
    // The form has the values of the sign-up.
    await expect.poll(() => page.getByLabel('Company name *').inputValue()).toBe(name)
    await expect
      .poll(() => page.getByLabel('Domain', { exact: true }).inputValue())
      .toBe('kettleworks.example')
    await expectAccessible(page)
    await page.getByLabel('Industry').selectOption('technology')
    await page.getByRole('button', { name: 'Create Company' }).click()
    await page.getByText('Your company has been created successfully.').waitFor()
    await page.waitForURL('**/company-dashboard')
    await page.getByRole('heading', { name: `${name} (Admin)` }).waitFor()
    await page.getByRole('button', { name: /Account menu$/ }).click()
    await page.getByText(`Founder at ${name}`).waitFor()
    await page.getByRole('menuitem', { name: 'Company Dashboard' }).waitFor()
    await page.keyboard.press('Escape')

    const joiner = await visit(here.browser)
    await signInMember(here.site, joiner.context, { first_name: 'Bea', username: 'bea-joins' })
    await joiner.page.goto(`${here.site.url}/start-your-team`)
    await joiner.page.getByLabel('Search by name or domain').fill('KETTLEWORKS.ex')
    await joiner.page.getByRole('button', { name: `Join ${name}` }).click()
    await joiner.page.getByText('You have successfully joined the company.').waitFor()
    await joiner.page.getByRole('button', { name: 'Leave company' }).waitFor()
    await expect.poll(() => joiner.page.getByRole('heading', { name: 'Details' }).count()).toBe(0)
    await joiner.page.getByRole('link', { name: 'Company page' }).click()
    await joiner.page.getByRole('heading', { name }).waitFor()
    await expectAccessible(joiner.page)
    await joiner.page.getByRole('button', { name: `Follow ${name}` }).click()
    await joiner.page.getByRole('button', { name: `Following ${name}` }).waitFor()
    await joiner.page.getByText('1 follower').waitFor()

    await page.reload()
    await page.getByLabel('Description').fill('Water, boiled for teams.')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.getByText('Company updated').waitFor()
    const logo = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo })
    await page.getByText('Logo updated').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Remove Bea' }).click()
    await expectAccessible(page)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove member' }).click()
    await page.getByText('Member removed').waitFor()
    await joiner.page.goto(`${here.site.url}/company-dashboard`)
    await joiner.page.getByRole('heading', { name: 'No company yet' }).waitFor()
    expect([...admin.problems, ...joiner.problems]).toEqual([])
    await admin.context.close()
    await joiner.context.close()
  })
})
