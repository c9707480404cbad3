// Spec 1 §2, §4, §8: account settings and the dashboard.

import type { SentMail } from '@toolmark/backend/mail/mailer.ts'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { PASSWORD } from '../../support/backends/backend.ts'
import { addReview, findTool } from '../../support/backends/content.ts'
import { expectAccessible, openPage } from '../../support/browser/browser.ts'
import { findButton, findText, readFocused } from '../../support/browser/page-elements.ts'
import { createError, FAILED, replaceResponse } from '../../support/browser/replace-response.ts'
import { createMember, type Member, withSharedPage } from '../../support/browser/shared-page.ts'
import { withSharedSite } from '../../support/sites/journey.ts'
import { findMailedLink } from '../../support/sites/outbox.ts'

const here = withSharedSite('demo')
const shared = withSharedPage(here)

const CHANGE_USER = ['PUT', '/auth/v1/user'] as const

test('password and email change, events, download, and sign out to /auth', async () => {
  const member = await createMember(here.site)
  const page = await shared.openAs(member, '/account-settings')
  await page.getByText(member.email).waitFor()
  const password = page.getByLabel('New password', { exact: true })
  const again = page.getByLabel('Confirm new password')
  const changePassword = findButton(page, 'Change Password')
  await password.fill('short')
  await changePassword.click()
  await page.getByText('Password must be at least 6 characters long.').waitFor()
  await password.fill('longer')
  await again.fill('other')
  await changePassword.click()
  await page.getByText('Password mismatch').waitFor()
  await expectAccessible(page)
  await again.fill('longer')
  await changePassword.click()
  await page.getByText('Password updated').waitFor()

  const next = `${crypto.randomUUID()}@next.example`
  const address = page.getByLabel('New email address')
  await address.fill(member.email)
  await findButton(page, 'Change Email').click()
  await page.getByText('This is already your address.').waitFor()
  await address.fill(next)
  await findButton(page, 'Change Email').click()
  await page.getByText('Check your email').waitFor()
  await page.goto(await findMailedLink(here.site, next))
  await page.getByText(next).first().waitFor()
  await page.getByText('Email address changed').waitFor()
  await page.getByText('Password changed').waitFor()

  const download = page.waitForEvent('download')
  await findButton(page, 'Download my data').click()
  expect((await download).suggestedFilename()).toMatch(/^toolmark-\d{4}-\d\d-\d\d\.json$/)
  await findButton(page, 'Sign Out').click()
  await page.waitForURL('**/auth')
  await page.getByText('You have been successfully signed out.').waitFor()
  expect(shared.problems).toEqual([])
})

test('the list of the sections names all in order, leads to each and marks the one that is read', async () => {
  const page = await shared.openAs(await createMember(here.site), '/account-settings')
  const list = page.getByRole('navigation', { name: 'Sections' })
  const links = await list.getByRole('link').allInnerTexts()
  expect(links).toEqual(
    await page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts(),
  )
  const findMarked = () => list.locator('[aria-current]').allInnerTexts()
  expect(await findMarked()).toEqual(['Account Information'])
  for (const name of [...links, 'Change Email']) {
    await list.getByRole('link', { name }).press('Enter')
    await expect.poll(findMarked).toEqual([name])
    const heading = await page.getByRole('heading', { name, level: 2 }).boundingBox()
    // Not below the header.
    expect(heading?.y).toBeGreaterThan(80)
    expect(heading?.y).toBeLessThan(900)
    expect((await list.boundingBox())?.y).toBeGreaterThan(60)
  }
  await page.mouse.wheel(0, 9999)
  await expect.poll(findMarked).toEqual(['Danger Zone'])

  await page.goto('about:blank')
  await page.goto(`${here.site.url}/account-settings#two-step-sign-in`)
  await expect.poll(findMarked).toEqual(['Two-Step Sign-In'])
})

test('on a phone a link opens its section, and a closed one keeps what was typed', async () => {
  const page = await shared.openAs(await createMember(here.site), '/about')
  await page.setViewportSize({ width: 390, height: 844 })
  const readOpen = () =>
    page
      .locator('main details[open]')
      .evaluateAll((sections) =>
        sections.map((section) => section.querySelector('h2')?.textContent),
      )
  await page.goto(`${here.site.url}/account-settings`)
  await expect.poll(readOpen).toEqual(['Account Information'])
  await expectAccessible(page)
  for (const [id, title] of [
    ['notifications', 'Emails'],
    ['change-email', 'Change Email'],
  ]) {
    await page.goto('about:blank')
    await page.goto(`${here.site.url}/account-settings#${id}`)
    await expect.poll(readOpen).toEqual(['Account Information', title])
  }
  await page.evaluate(() => {
    location.hash = 'danger-zone'
  })
  await expect.poll(readOpen).toEqual(['Account Information', 'Change Email', 'Danger Zone'])
  const address = page.getByLabel('New email address')
  await address.fill('typed@next.example')
  const title = page.getByRole('heading', { name: 'Change Email' })
  await title.click()
  expect(await address.isVisible()).toBe(false)
  await title.click()
  expect(await address.inputValue()).toBe('typed@next.example')
})

test('spec 1 §8: failed changes of the address and the password', async () => {
  const page = await shared.openAs(await createMember(here.site), '/account-settings')
  const taken = createError(422, 'email_exists', 'That address is taken.')
  await replaceResponse(page, CHANGE_USER, taken, async () => {
    await page.getByLabel('New email address').fill('next@x.example')
    await findButton(page, 'Change Email').click()
    await findText(page, 'Error updating email')
    await findText(page, 'That address is taken.')
  })
  await replaceResponse(page, CHANGE_USER, FAILED, async () => {
    await page.getByLabel('New password', { exact: true }).fill('longer')
    await page.getByLabel('Confirm new password').fill('longer')
    await findButton(page, 'Change Password').click()
    await findText(page, 'Error updating password')
    await findText(page, 'An unexpected error occurred.')
  })
})

describe('a session that began some time ago', () => {
  /** The server announces that it asks for a proof, as for an old session. */
  const openOld = async (member: Member) => {
    const page = await shared.openAs(member, '/about')
    await page.route('**/auth/v1/user', async (route) => {
      if (route.request().method() !== 'GET') return route.continue()
      const response = await route.fetch()
      await route.fulfill({ json: { ...(await response.json()), reauthentication_needed: true } })
    })
    await page.goto(`${here.site.url}/account-settings`)
    return page
  }

  test('asks for the current password, and keeps what was typed beside a wrong one', async () => {
    const page = await openOld(await createMember(here.site))
    const form = page.locator('form', { hasText: 'Confirm new password' })
    const current = form.getByLabel('Current password')
    await current.fill('wrong')
    await form.getByLabel('New password', { exact: true }).fill('longer')
    await form.getByLabel('Confirm new password').fill('longer')
    await findButton(page, 'Change Password').click()
    await findText(page, 'This is not your current password.')
    await expect.poll(() => readFocused(page)).toBe('Current password')
    expect(await form.getByLabel('Confirm new password').inputValue()).toBe('longer')
    await expectAccessible(page)
    await current.fill(PASSWORD)
    await page.unrouteAll()
    await findButton(page, 'Change Password').click()
    await findText(page, 'Password updated')
    await expect.poll(() => page.getByLabel('Current password').count()).toBe(0)
  })

  test('shows the field after a refusal of a server that does not announce it', async () => {
    const page = await shared.openAs(await createMember(here.site), '/account-settings')
    await page.getByLabel('New email address').fill('next@later.example')
    expect(await page.getByLabel('Current password').count()).toBe(0)
    const refused = createError(400, 'current_password_required', 'Current password required')
    await replaceResponse(page, CHANGE_USER, refused, async () => {
      await findButton(page, 'Change Email').click()
      await findText(page, 'Please enter your current password.')
    })
    await expect.poll(() => readFocused(page)).toBe('Current password')
    await page.getByLabel('Current password').fill(PASSWORD)
    await findButton(page, 'Change Email').click()
    await findText(page, 'Check your email')
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }))
    expect(stored).not.toContain(PASSWORD)
  })

  test('asks for the password before two-step sign-in is turned on', async () => {
    const page = await shared.openAs(await createMember(here.site), '/account-settings')
    const refused = createError(400, 'reauthentication_needed', 'Prove it')
    await replaceResponse(page, ['POST', '/auth/v1/factors'], refused, async () => {
      await findButton(page, 'Turn on two-step sign-in').click()
      await page.getByLabel('Current password').waitFor()
    })
    await expectAccessible(page)
    await page.getByLabel('Current password').fill('wrong')
    await findButton(page, 'Continue').click()
    await findText(page, 'This is not your current password.')
    await page.getByLabel('Current password').fill(PASSWORD)
    await findButton(page, 'Continue').click()
    await page.getByLabel('6-digit code').waitFor()
  })
})

describe('the choice of emails', () => {
  const find = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
  const choose = (page: Page, name: string, time: string) =>
    find(page, name).getByRole('radio', { name: time }).check()
  const readChecked = (page: Page, name: string) =>
    find(page, name)
      .locator('input:checked')
      .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))

  test('shows the defaults, saves at once, and keeps a choice that could not be saved', async () => {
    const member = await createMember(here.site)
    const page = await shared.openAs(member, '/account-settings#emails')
    await find(page, 'Replies').waitFor()
    expect(await readChecked(page, 'Replies')).toEqual(['immediately'])
    expect(await readChecked(page, 'Reviews of tools')).toEqual(['default'])
    expect(await readChecked(page, 'Followers')).toEqual(['never'])
    await choose(page, 'Followers', 'Weekly')
    await find(page, 'Followers').getByText('Saved').waitFor()
    await expectAccessible(page)
    const refused = createError(429, 'PT429', 'Too many changes.')
    await replaceResponse(
      page,
      ['POST', '/rest/v1/notification_preferences'],
      refused,
      async () => {
        await choose(page, 'Replies', 'Never')
        await find(page, 'Replies').getByText('Not saved. Too many changes.').waitFor()
        expect(await readChecked(page, 'Replies')).toEqual(['never'])
      },
    )
    await expectAccessible(page)
    await find(page, 'Replies').getByRole('button', { name: 'Try Again' }).click()
    await find(page, 'Replies').getByText('Saved', { exact: true }).waitFor()
    await page.reload()
    await find(page, 'Replies').waitFor()
    expect(await readChecked(page, 'Replies')).toEqual(['never'])
    expect(await readChecked(page, 'Followers')).toEqual(['weekly'])
  })

  test('the link of an email stops one kind without script, and undoes it', async () => {
    const member = await createMember(here.site)
    const follower = await createMember(here.site)
    await shared.openAs(member, '/account-settings')
    await choose(shared.page, 'Followers', 'Immediately')
    await find(shared.page, 'Followers').getByText('Saved').waitFor()
    await follower.client
      .from('user_follows')
      .insert({ follower_id: follower.id, following_id: member.id })
      .throwOnError()
    const readOutbox = async () =>
      (await fetch(`${here.site.url}/_/outbox.json?to=${member.email}`)).json() as Promise<
        SentMail[]
      >
    await expect.poll(readOutbox).toHaveLength(1)
    const [mail] = await readOutbox()
    const link = /<(.*)>/.exec(mail?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? ''
    const context = await here.browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(link)
    await page.getByRole('heading', { name: 'Stop emails about new followers?' }).waitFor()
    await findButton(page, 'Stop these emails').click()
    await page
      .getByRole('heading', { name: 'You get no more emails about new followers' })
      .waitFor()
    await findButton(page, 'Undo').click()
    await page.getByRole('heading', { name: 'You get emails about new followers again' }).waitFor()
    await context.close()
    await openPage(shared.page, link)
    await expectAccessible(shared.page)
    await findButton(shared.page, 'Stop these emails').click()
    await findButton(shared.page, 'Undo').waitFor()
    await expectAccessible(shared.page)
    await shared.page.getByRole('link', { name: 'Choose your emails' }).click()
    await find(shared.page, 'Followers').waitFor()
    expect(await readChecked(shared.page, 'Followers')).toEqual(['never'])
  })
})

test('the link of a digest asks the author about a review, and one press dates it', async () => {
  const author = await createMember(here.site)
  const { data: tool } = await author.client
    .from('tools')
    .select('id')
    .order('review_count')
    .limit(1)
    .single()
    .throwOnError()
  const review = await addReview(author, tool.id, { title: 'It still boils' })
  const path = `/review/${review}/confirm`
  await shared.openAs(await createMember(here.site), path)
  await findText(shared.page, 'This is not one of your reviews')
  const page = await shared.openAs(author, path)
  await page.getByRole('heading', { name: 'It still boils' }).waitFor()
  await expectAccessible(page)
  await findButton(page, 'Yes, still true').click()
  await page.getByRole('heading', { name: 'Thank you' }).waitFor()
  await page.getByRole('link', { name: 'See the review' }).click()
  await page.getByText(/^Confirmed on \w+ \d+, \d{4}$/).waitFor()
})

const SCRIPTS = '**/assets/*.js'

/** Without a network, and without the library of toasts, which may be in the cache. */
async function disconnect() {
  await shared.disconnect()
  await shared.page.route(SCRIPTS, (route) => route.abort())
}

test('a new password: required, the same twice; it, the download and signing out fail offline', async () => {
  const page = await shared.openAs(await createMember(here.site), '/update-password')
  const update = findButton(page, 'Update password')
  await update.click()
  await findText(page, 'Password is required')
  await expect.poll(() => readFocused(page)).toBe('New password')
  await page.getByLabel('New password').fill('eight888')
  await page.getByLabel('Confirm password').fill('eight889')
  await update.click()
  await findText(page, 'Password mismatch')
  await expect.poll(() => readFocused(page)).toBe('Confirm password')
  await page.getByLabel('Confirm password').fill('eight888')
  await disconnect()
  await update.click()
  await findText(
    page,
    "Error updating password: Couldn't reach the site. Check your connection and try again.",
  )
  await expect.poll(() => readFocused(page)).toBe('Update password')
  await shared.context.setOffline(false)
  await page.unroute(SCRIPTS)
  await openPage(page, `${here.site.url}/account-settings`)
  await disconnect()
  await findButton(page, 'Download my data').click()
  await findText(page, 'Error: Your data could not be fetched. Please try again.')
  await findButton(page, 'Sign Out').click()
  await findText(page, 'Error: Failed to sign out. Please try again.')
  await shared.context.setOffline(false)
  await page.unroute(SCRIPTS)
  await findButton(page, 'Sign Out').click()
  await findText(page, 'Signed out')
  await page.waitForURL('**/auth')
})

/** Creates a member with a review. */
async function createReviewer() {
  const member = await createMember(here.site)
  await addReview(member, await findTool(member, 'canva'), { title: `By ${member.id}` })
  return member
}

test('deleting the account: with the reviews, or without their name', async () => {
  // The session of a deleted account reads nothing.
  const reader = await createMember(here.site)
  const readReviews = async ({ id }: { id: string }) => {
    const own = reader.client.from('reviews').select('user_id').eq('title', `By ${id}`)
    return (await own.throwOnError()).data
  }
  const stays = await createReviewer()
  await stays.client.rpc('delete_account', { keep_reviews: true }).throwOnError()
  expect(await readReviews(stays)).toEqual([{ user_id: null }])

  const member = await createReviewer()
  expect(await readReviews(member)).toEqual([{ user_id: member.id }])
  const page = await shared.openAs(member, '/account-settings')
  const deletion = ['POST', '/rest/v1/rpc/delete_account'] as const
  const choices: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith(deletion[1])) choices.push(request.postDataJSON())
  })
  await findButton(page, 'Delete Account').click()
  await page.getByRole('alertdialog').waitFor()
  await expectAccessible(page)
  await page.getByRole('radio', { name: 'Keep my reviews, as Anonymous' }).check()
  await replaceResponse(page, deletion, FAILED, async () => {
    await findButton(page, 'Delete permanently').click()
    await findText(page, 'Your account could not be deleted. Please try again.')
  })
  await page.getByRole('radio', { name: 'Delete my reviews as well' }).check()
  await findButton(page, 'Delete permanently').click()
  await page.waitForURL(`${here.site.url}/`)
  await page.getByRole('link', { name: 'Get Started' }).waitFor()
  expect(choices).toEqual([{ keep_reviews: true }, { keep_reviews: false }])
  expect(await readReviews(member)).toEqual([])
  const { email, client } = member
  const again = await client.auth.signInWithPassword({ email, password: PASSWORD })
  expect(again.error?.status).toBe(400)
})

test('dashboard: reads that fail show no zero and no empty list, and can be retried', async () => {
  const page = await shared.openAs(await createMember(here.site), '/about')
  const reads = /\/rest\/v1\/(?!rpc)/
  await page.route(reads, (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ status: 500, json: {} })
      : route.continue(),
  )
  const failures = page.getByText('Could not be loaded.')
  await page.goto(`${here.site.url}/dashboard`)
  await expect.poll(() => failures.count(), { timeout: 20_000 }).toBe(6)
  expect(await page.getByText('–', { exact: true }).count()).toBe(3)
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Welcome!')
  expect(await page.getByText('No recent activity.').count()).toBe(0)
  await expectAccessible(page)

  await page.unroute(reads)
  const activities = page.waitForRequest('**/rest/v1/user_activities*')
  // One press reads all of it again; the focus stays where the button was.
  await findButton(page, 'Try again').first().press('Enter')
  expect(new URL((await activities).url()).searchParams.get('limit')).toBe('10')
  await expect.poll(() => failures.count()).toBe(0)
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  await findText(page, /^Welcome, /)
  await expect.poll(() => page.getByText('0', { exact: true }).count()).toBe(3)
  await findText(page, 'No recent activity. Your reviews will appear here.')
  for (const label of ['Your Reviews', 'Helpful Votes', 'Followers']) await findText(page, label)
  for (const [name, to] of [
    ['Write a Review', '/write-review'],
    ['Browse Tools', '/all-tools'],
    ['Compare Tools', '/compare'],
    ['Edit Profile', '/profile-settings'],
    ['Account Settings', '/account-settings'],
  ] as const) {
    const link = page.getByRole('main').getByRole('link', { name }).first()
    expect(await link.getAttribute('href')).toBe(to)
  }
})
