// Spec 1 §8: the messages of the account area if the server refuses, fails or cannot be reached.
import type { Page, Route } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { PASSWORD } from '../support/backend.ts'
import { chooseTab, expectAccessible, openPage, visit } from '../support/browser.ts'
import { withSite } from '../support/journey.ts'
import { addMember, signInMember } from '../support/site.ts'

const here = withSite({ DEMO_CONTENT: 'off' })

const UNREACHABLE = "Couldn't reach the site. Check your connection and try again."

const findText = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** The label of the focused field, or the text of another focused element. */
const readFocused = (page: Page) =>
  page.evaluate(() => {
    const { id, textContent } = document.activeElement ?? { id: '', textContent: '' }
    return document.querySelector(`label[for="${id}"]`)?.textContent ?? textContent
  })

/** Replaces the response to one kind of request while an action runs. */
async function withResponse(
  page: Page,
  [method, path]: [method: string, path: string],
  response: { status: number; json: object } | 'abort',
  act: () => Promise<void>,
) {
  const url = `**${path}*`
  const handle = (route: Route) => {
    if (route.request().method() !== method) return route.fallback()
    return response === 'abort' ? route.abort() : route.fulfill(response)
  }
  await page.route(url, handle)
  await act()
  await page.unroute(url, handle)
}

const FAILED = { status: 500, json: { code: 'XX000', message: 'at secret.ts:12' } }
const createError = (status: number, code: string, message: string) => ({
  status,
  json: { code, error_code: code, message, msg: message },
})

const DAILY_UPLOADS = "You have reached today's limit of 100 uploads. Please try again tomorrow."
const ALL_UPLOADS = 'Your uploads take up 50 MB, which is the limit. Please delete some first.'
const DAILY_COMPANIES = "You have reached today's limit of 20 companies. Please try again tomorrow."

async function open(path: string) {
  const visitor = await visit(here.browser)
  await openPage(visitor.page, `${here.site.url}${path}`)
  return visitor
}

describe('without a network', () => {
  test('login, sign-up and reset show the error, keep the input and succeed later', async () => {
    const { page, context } = await open('/auth')
    const email = await addMember(here.site, PASSWORD)
    await context.setOffline(true)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(PASSWORD)
    for (let attempt = 0; attempt < 6; attempt += 1) {
      await button(page, 'Sign In').click()
      await findText(page, UNREACHABLE)
    }
    await chooseTab(page, 'Sign Up')
    await page.getByLabel('First name').fill('Kim')
    await page.getByLabel('Email').fill('kim@offline.example')
    await page.getByLabel('Password').fill(PASSWORD)
    await button(page, 'Create Account').click()
    await findText(page, UNREACHABLE)
    await expect.poll(() => readFocused(page)).toBe('Create Account')
    // Switching the tabs loses no input.
    await chooseTab(page, 'Login')
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(email)
    await chooseTab(page, 'Sign Up')
    await expect.poll(() => page.getByLabel('First name').inputValue()).toBe('Kim')
    await chooseTab(page, 'Login')

    await context.setOffline(false)
    await openPage(page, `${here.site.url}/reset-password`)
    await context.setOffline(true)
    await page.getByLabel('Email').fill(email)
    await button(page, 'Send reset link').click()
    await findText(page, UNREACHABLE)
    await expect.poll(() => readFocused(page)).toBe('Send reset link')
    await context.setOffline(false)
    await button(page, 'Send reset link').click()
    await findText(page, 'If an account uses this address')
    await openPage(page, `${here.site.url}/auth`)
    await context.setOffline(true)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(PASSWORD)
    await button(page, 'Sign In').click()
    await findText(page, UNREACHABLE)
    await context.setOffline(false)
    // Requests that failed without a network do not count as attempts.
    await button(page, 'Sign In').click()
    await page.waitForURL(`${here.site.url}/`)
    await context.close()
  })

  test('a new password, the download and signing out show the error', async () => {
    const { page, context } = await visit(here.browser)
    await signInMember(here.site, context)
    await openPage(page, `${here.site.url}/update-password`)
    await button(page, 'Update password').click()
    await findText(page, 'Password is required')
    await expect.poll(() => readFocused(page)).toBe('New password')
    await page.getByLabel('New password').fill('eight888')
    await page.getByLabel('Confirm password').fill('eight889')
    await button(page, 'Update password').click()
    await findText(page, 'Password mismatch')
    await expect.poll(() => readFocused(page)).toBe('Confirm password')
    await page.getByLabel('Confirm password').fill('eight888')
    await context.setOffline(true)
    await button(page, 'Update password').click()
    await findText(page, `Error updating password: ${UNREACHABLE}`)
    await expect.poll(() => readFocused(page)).toBe('Update password')
    await context.setOffline(false)
    await openPage(page, `${here.site.url}/account-settings`)
    await context.setOffline(true)
    await button(page, 'Download my data').click()
    await findText(page, 'Error: Your data could not be fetched. Please try again.')
    await button(page, 'Sign Out').click()
    await findText(page, 'Failed to sign out. Please try again.')
    await context.close()
  })
})

describe('spec 1 §8: signing in and up', () => {
  test('missing input, invalid input and errors of the server', async () => {
    const { page, context } = await open('/auth')
    await button(page, 'Sign In').click()
    await findText(page, 'Email is required')
    await findText(page, 'Password is required')
    await expect.poll(() => readFocused(page)).toBe('Email')
    await page.getByLabel('Email').fill('not an address')
    await button(page, 'Sign In').click()
    await findText(page, 'Please provide a valid email address.')
    await page.getByLabel('Email').fill('ana@x.example')
    await page.getByLabel('Password').fill('wrong')
    await button(page, 'Sign In').click()
    await findText(page, 'Login failed')
    await findText(page, 'Invalid email or password.')
    const tooMany = createError(429, 'over_request_rate_limit', 'Slow down')
    await withResponse(page, ['POST', '/auth/v1/token'], tooMany, async () => {
      await button(page, 'Sign In').click()
      await findText(page, 'Too many login attempts. Please try again later.')
    })

    await chooseTab(page, 'Sign Up')
    await page.getByLabel('Email').fill('ana@x.example')
    await page.getByLabel('Password').fill('violet')
    await findText(page, 'Password strength: weak')
    // All missing requirements are listed together.
    for (const rule of [
      'Password must be at least 12 characters long',
      'Password must contain at least one uppercase letter',
      'Password must contain at least one number',
      'Password must contain at least one special character',
    ]) {
      await findText(page, rule)
    }
    await page.getByLabel('Username').fill('not a name')
    await button(page, 'Create Account').click()
    await findText(page, 'Password does not meet security requirements.')
    // The first invalid field in the order of the page has the focus.
    await expect.poll(() => readFocused(page)).toBe('Username')
    await page.getByLabel('Username').fill('')
    await page.getByLabel('Password').fill(PASSWORD)
    await findText(page, 'Password strength: strong')
    for (const [answer, text] of [
      [FAILED, 'Registration failed. Please try again.'],
      [createError(400, 'email_address_invalid', 'No'), 'Please provide a valid email address.'],
    ] as const) {
      await withResponse(page, ['POST', '/auth/v1/signup'], answer, async () => {
        await button(page, 'Create Account').click()
        await findText(page, 'Signup failed')
        await findText(page, text)
      })
    }
    await context.close()
  })

  test('business: roles, sizes and industries; a corrected domain replaces the suggestions', async () => {
    const { page, context } = await open('/auth')
    await chooseTab(page, 'Sign Up')
    await page.getByLabel('Account type').selectOption('business')
    const optionsOf = (label: string) => page.getByLabel(label).locator('option').allTextContents()
    expect((await optionsOf('Role')).sort()).toEqual(
      [
        'Founder',
        'CEO',
        'CTO',
        'Manager',
        'Developer',
        'Designer',
        'Marketing',
        'Sales',
        'Team Member',
      ].sort(),
    )
    expect((await optionsOf('Company size')).slice(1)).toEqual(
      '1-10 11-50 51-200 201-1000 1000+'.split(' '),
    )
    expect((await optionsOf('Industry')).slice(1)).toEqual(
      'Technology Healthcare Finance Education Retail Manufacturing Other'.split(' '),
    )
    const company = async () => [
      await page.getByLabel('Company name').inputValue(),
      await page.getByLabel('Company website').inputValue(),
    ]
    for (const [email, expected] of [
      ['a@acm.example', ['Acm', 'https://acm.example']],
      ['a@acme.example', ['Acme', 'https://acme.example']],
      ['a@gmail.com', ['', '']],
    ] as const) {
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Email').blur()
      await expect.poll(company).toEqual(expected)
    }
    await context.close()
  })

  test('a failed resend and an expired link', async () => {
    const { page, context } = await open('/auth')
    await chooseTab(page, 'Sign Up')
    await page.getByLabel('Email').fill('again@x.example')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.clock.install()
    await button(page, 'Create Account').click()
    await page.getByRole('heading', { name: 'Check Your Email' }).waitFor()
    await page.clock.fastForward(61_000)
    await withResponse(page, ['POST', '/auth/v1/resend'], FAILED, async () => {
      await button(page, 'Resend Email').click()
      await findText(page, 'Failed to resend email')
    })
    const tooMany = createError(429, 'over_email_send_rate_limit', 'Slow down')
    await withResponse(page, ['POST', '/auth/v1/resend'], tooMany, async () => {
      await button(page, 'Resend Email').click()
      await findText(page, 'Rate limit reached')
    })
    await page.goto(`${here.site.url}/#error=access_denied&error_code=otp_expired`)
    await findText(page, 'This link has expired')
    await page.goto(`${here.site.url}/update-password`)
    await page.getByRole('heading', { name: 'This link has expired' }).waitFor()
    await context.close()
  })
})

describe('spec 1 §8: the profile', () => {
  test('updates, privacy and the picture', async () => {
    const { page, context } = await visit(here.browser)
    const member = await signInMember(here.site, context, { username: 'mira' })
    await openPage(page, `${here.site.url}/profile-settings`)
    const saving = ['PATCH', '/rest/v1/profiles'] as [string, string]
    for (const [answer, title, text] of [
      [
        createError(400, '22000', 'at secret.ts'),
        'Update Failed',
        'Failed to update profile. Please try again.',
      ],
      [createError(400, 'P0001', 'No such word.'), 'Error updating profile', 'No such word.'],
      [FAILED, 'Error', 'An unexpected error occurred. Please try again.'],
      [
        createError(409, '23505', 'duplicate'),
        'Username taken',
        'This username is already in use. Please choose another.',
      ],
    ] as const) {
      await withResponse(page, saving, answer, async () => {
        await button(page, 'Save Changes').click()
        await findText(page, title)
        await findText(page, text)
      })
    }
    await withResponse(page, saving, FAILED, async () => {
      await page.getByRole('radio', { name: 'Public' }).check()
      await findText(page, 'Failed to update privacy settings')
      await expect
        .poll(() => page.getByRole('radio', { name: 'Professional' }).isChecked())
        .toBe(true)
    })

    // Arrow keys save the last choice only, and the focus does not move.
    const saves: unknown[] = []
    page.on('request', (request) => {
      if (request.method() === 'PATCH') saves.push(request.postDataJSON())
    })
    await page.getByRole('radio', { name: 'Professional' }).focus()
    // The clock is stopped, so that a slow machine does not save between the keys.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.clock.resume()
    await findText(page, 'Profile visibility: Private')
    expect(saves).toEqual([{ profile_visibility: 'private', public_profile: false }])
    await expect
      .poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).value))
      .toBe('private')

    const buffer = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const choose = () =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer })
    const uploading = ['POST', '/storage/v1/object/avatars/*/'] as [string, string]
    const expired = createError(401, 'PGRST303', 'JWT expired')
    for (const [request, answer, text] of [
      [uploading, FAILED, 'Failed to upload file'],
      [uploading, expired, 'No user found'],
      [uploading, createError(429, '429', DAILY_UPLOADS), DAILY_UPLOADS],
      [uploading, createError(413, '413', ALL_UPLOADS), ALL_UPLOADS],
      [saving, createError(400, '23514', 'violates'), 'Invalid avatar URL'],
      [['POST', '/storage/v1/object/list/avatars'], FAILED, 'Failed to delete file'],
    ] as const) {
      await withResponse(page, [...request], answer, async () => {
        await choose()
        await findText(page, text)
      })
    }

    await withResponse(page, ['GET', '/rest/v1/profiles'], FAILED, async () => {
      await page.reload()
      await findText(page, 'Failed to fetch profile information')
    })
    await button(page, 'Try again').click()
    await page.getByRole('heading', { name: 'Profile Information' }).waitFor()

    // The page marks unsaved input and shows values that were saved elsewhere since.
    await page.getByLabel('Bio', { exact: true }).fill('An old draft')
    await page.getByLabel('Job title', { exact: true }).fill('Typed')
    await member.client.from('profiles').update({ bio: 'Newer' }).eq('user_id', member.id)
    await page.reload()
    await findText(page, 'What you typed before is restored, but not saved yet.')
    await expect.poll(() => page.getByLabel('Bio', { exact: true }).inputValue()).toBe('Newer')
    await expect
      .poll(() => page.getByLabel('Job title', { exact: true }).inputValue())
      .toBe('Typed')
    await button(page, 'Discard it').click()
    await expect.poll(() => page.getByLabel('Job title', { exact: true }).inputValue()).toBe('')
    await context.close()
  })

  test('the public profile: the name in any case, activities, following, and errors', async () => {
    const { page, context } = await visit(here.browser)
    await signInMember(here.site, context)
    const other = await visit(here.browser)
    const ada = await signInMember(here.site, other.context, { username: 'Ada_Byron' })
    await other.context.close()
    const limits: (string | null)[] = []
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.pathname.endsWith('/user_activities')) limits.push(url.searchParams.get('limit'))
    })
    const response = await openPage(page, `${here.site.url}/user/aDA_bYRON`)
    expect(response?.status()).toBe(200)
    await page.getByText('@Ada_Byron').waitFor()
    expect((await fetch(`${here.site.url}/user/AdaXByron`)).status).toBe(404)
    await page.getByText('Activity will appear here when this user starts engaging').waitFor()
    // Before the first route: Playwright may not report a request that is sent while a route is set.
    await expect.poll(() => limits).toContain('5')
    const follow = button(page, 'Follow Ada_Byron')
    await withResponse(page, ['POST', '/rest/v1/user_follows'], FAILED, async () => {
      await follow.click()
      await findText(page, 'Failed to follow user')
    })
    await follow.click()
    const unfollow = button(page, 'Unfollow Ada_Byron')
    await unfollow.waitFor()
    await withResponse(page, ['DELETE', '/rest/v1/user_follows'], FAILED, async () => {
      // A click while the follow request runs is ignored.
      const isShown = () => page.getByText('Failed to unfollow').first().isVisible()
      await expect.poll(() => unfollow.click().then(isShown)).toBe(true)
      await unfollow.waitFor()
    })

    await page.getByRole('link', { name: 'Followers' }).click()
    await page.waitForURL('**/followers')
    await withResponse(page, ['GET', '/user/Ada_Byron.data'], FAILED, async () => {
      await page.getByRole('link', { name: 'Ada_Byron' }).click()
      await findText(page, 'Failed to load profile')
    })
    const own = await ada.client
      .from('user_follows')
      .insert({ follower_id: ada.id, following_id: ada.id })
    expect(own.error?.message).toBe('Cannot follow yourself')
    await context.close()
  })
})

test('reads that fail show no zero and no empty list, and can be retried', async () => {
  const { page, context } = await visit(here.browser)
  await signInMember(here.site, context)
  const reads = /\/rest\/v1\/(?!rpc)/
  await page.route(reads, (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ status: 500, json: {} })
      : route.continue(),
  )
  const failures = page.getByText('Could not be loaded.')
  await page.goto(`${here.site.url}/dashboard`)
  await expect.poll(() => failures.count(), { timeout: 20_000 }).toBe(2)
  expect(await page.getByText('–', { exact: true }).count()).toBe(3)
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Welcome!')
  expect(await page.getByText('No recent activity.').count()).toBe(0)
  await expectAccessible(page)

  await page.unroute(reads)
  // One press reads all of it again; the focus stays where the button was.
  await button(page, 'Try again').first().press('Enter')
  await expect.poll(() => failures.count()).toBe(0)
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  await findText(page, /^Welcome, /)
  expect(await page.getByText('0', { exact: true }).count()).toBe(3)
  await findText(page, 'No recent activity. Your reviews will appear here.')
  await context.close()
})

describe('spec 1 §8: account settings and companies', () => {
  test('email, password, signing out; the dashboard requests ten activities', async () => {
    const { page, context } = await visit(here.browser)
    await signInMember(here.site, context)
    await openPage(page, `${here.site.url}/account-settings`)
    const email = async () => {
      await page.getByLabel('New email address').fill('next@x.example')
      await button(page, 'Change Email').click()
    }
    const password = async () => {
      await page.getByLabel('New password', { exact: true }).fill('longer')
      await page.getByLabel('Confirm new password').fill('longer')
      await button(page, 'Change Password').click()
    }
    for (const [answer, act, title, text] of [
      [
        createError(422, 'email_exists', 'That address is taken.'),
        email,
        'email',
        'That address is taken.',
      ],
      [FAILED, email, 'email', 'An unexpected error occurred.'],
      [
        createError(422, 'same_password', 'It is the old one.'),
        password,
        'password',
        'It is the old one.',
      ],
      [FAILED, password, 'password', 'An unexpected error occurred.'],
    ] as const) {
      await withResponse(page, ['PUT', '/auth/v1/user'], answer, async () => {
        await act()
        await findText(page, `Error updating ${title}`)
        await findText(page, text)
      })
    }
    await button(page, 'Change Email').click()
    const activities = page.waitForRequest('**/rest/v1/user_activities*')
    await openPage(page, `${here.site.url}/dashboard`)
    expect(new URL((await activities).url()).searchParams.get('limit')).toBe('10')
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
    await openPage(page, `${here.site.url}/account-settings`)
    await withResponse(page, ['POST', '/auth/v1/logout'], FAILED, async () => {
      await button(page, 'Sign Out').click()
      await findText(page, 'Failed to sign out. Please try again.')
    })
    await page.goto(`${here.site.url}/no/such/page`)
    await page.getByRole('heading', { name: 'Oops! Page not found' }).waitFor()
    await page.getByRole('link', { name: 'Return to Home' }).click()
    await page.waitForURL(`${here.site.url}/`)
    await context.close()
  })

  test('creating, joining, following and changing a company', async () => {
    const { page, context } = await visit(here.browser)
    const member = await signInMember(here.site, context, { account_type: 'business' })
    const other = await visit(here.browser)
    const founder = await signInMember(here.site, other.context)
    await other.context.close()
    const name = `Kettle ${Date.now()}`
    await founder.client.from('companies').insert({ name })
    await openPage(page, `${here.site.url}/start-your-team`)
    await page.getByLabel('Search by name or domain').fill(name)
    const joining = ['POST', '/rest/v1/company_members'] as [string, string]
    await withResponse(page, joining, FAILED, async () => {
      await button(page, `Join ${name}`).click()
      await findText(page, 'Error joining company')
      await findText(page, 'An unexpected error occurred.')
    })
    await withResponse(page, joining, createError(429, 'PT429', DAILY_COMPANIES), async () => {
      await button(page, `Join ${name}`).click()
      await findText(page, DAILY_COMPANIES)
    })
    await page.getByLabel('Company name *').fill('Mine')
    const creating = ['POST', '/rest/v1/companies'] as [string, string]
    await withResponse(page, creating, createError(400, 'P0001', 'Enough of them.'), async () => {
      await button(page, 'Create Company').click()
      await findText(page, 'Error creating company')
      await findText(page, 'Enough of them.')
    })
    await withResponse(page, joining, FAILED, async () => {
      await button(page, 'Create Company').click()
      await findText(page, 'Error adding user to company')
    })
    const { data: company } = await member.client
      .from('companies')
      .select('id')
      .eq('name', 'Mine')
      .single()
    await member.client.from('company_members').insert({
      company_id: company?.id ?? '',
      user_id: member.id,
      role: 'admin',
      is_admin: true,
    })
    await openPage(page, `${here.site.url}/company-dashboard`)
    await page.getByLabel('Description').fill('Typed while the session ended')
    const expired = createError(401, 'PGRST303', 'JWT expired')
    await withResponse(page, ['PATCH', '/rest/v1/companies'], expired, async () => {
      await button(page, 'Save Changes').click()
      await findText(page, 'Your session has ended.')
    })
    const link = page.getByRole('link', { name: 'sign in again' })
    expect(await link.getAttribute('href')).toBe('/auth?next=%2Fcompany-dashboard')
    await page.reload()
    await expect
      .poll(() => page.getByLabel('Description').inputValue())
      .toBe('Typed while the session ended')
    await openPage(page, `${here.site.url}/company/${company?.id}`)
    await withResponse(page, ['POST', '/rest/v1/company_follows'], FAILED, async () => {
      await button(page, 'Follow Mine').click()
      await findText(page, 'Failed to follow company')
    })
    await context.close()
  })
})

describe('a link to another account', () => {
  test('shows a question before it replaces the session', async () => {
    const { page, context } = await visit(here.browser)
    const own = await signInMember(here.site, context)
    const other = await visit(here.browser)
    const stranger = await signInMember(here.site, other.context)
    await other.context.close()
    const { data } = await stranger.client.auth.getSession()
    const { access_token = '', refresh_token = '' } = data.session ?? {}
    const link = `#access_token=${access_token}&refresh_token=${refresh_token}&type=magiclink&expires_in=3600&token_type=bearer`
    await page.goto(`${here.site.url}/account-settings`)
    await page.goto('about:blank')
    await page.goto(`${here.site.url}/account-settings${link}`)
    const question = page.getByRole('alertdialog', { name: 'Switch accounts?' })
    await question.getByText(`You are signed in as ${own.email}.`).waitFor()
    expect(new URL(page.url()).hash).toBe('')
    await button(page, 'Stay signed in').click()
    await page.getByRole('definition').getByText(own.email).waitFor()
    await page.goto('about:blank')
    await page.goto(`${here.site.url}/account-settings${link}`)
    await button(page, 'Switch').click()
    await page.getByRole('definition').getByText(stranger.email).waitFor()
    await context.close()
  })
})
