// Spec 1 §2, §5, §8: the forms of visitors, and the pages that lead to them.
import { expect, test } from 'vitest'
import { PASSWORD } from '../../support/backends/backend.ts'
import {
  chooseTab,
  createPage,
  expectAccessible,
  openPage,
  visit,
} from '../../support/browser/browser.ts'
import {
  findAccountMenu,
  findButton,
  findText,
  focusByTab,
  moveClock,
  readFocused,
} from '../../support/browser/page-elements.ts'
import { createError, FAILED, replaceResponse } from '../../support/browser/replace-response.ts'
import { createMember, withSharedPage } from '../../support/browser/shared-page.ts'
import { withSharedSite } from '../../support/sites/journey.ts'
import { findMailedCode, findMailedLink } from '../../support/sites/outbox.ts'
import { addMember } from '../../support/sites/site.ts'

const here = withSharedSite('empty')
const shared = withSharedPage(here)

const UNREACHABLE = "Couldn't reach the site. Check your connection and try again."

test('offline, sign-in and sign-up show the error, keep the input, and work later', async () => {
  const email = await addMember(here.site)
  const page = await shared.open('/auth')
  await shared.disconnect()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await findButton(page, 'Sign In').click()
  await findText(page, UNREACHABLE)
  await chooseTab(page, 'Sign Up')
  await page.getByLabel('First name').fill('Kim')
  await page.getByLabel('Email').fill('kim@offline.example')
  await page.getByLabel('Password').fill(PASSWORD)
  await findButton(page, 'Create Account').click()
  await findText(page, UNREACHABLE)
  await expect.poll(() => readFocused(page)).toBe('Create Account')
  // Switching the tabs loses no input.
  await chooseTab(page, 'Login')
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(email)
  await chooseTab(page, 'Sign Up')
  await expect.poll(() => page.getByLabel('First name').inputValue()).toBe('Kim')
  await chooseTab(page, 'Login')
  await shared.context.setOffline(false)
  await findButton(page, 'Sign In').click()
  await page.waitForURL(`${here.site.url}/`)
})

test('offline, a password reset shows the error, and works later', async () => {
  const page = await shared.open('/reset-password')
  await shared.disconnect()
  await page.getByLabel('Email').fill('kim@offline.example')
  await findButton(page, 'Send reset link').click()
  await findText(page, UNREACHABLE)
  await expect.poll(() => readFocused(page)).toBe('Send reset link')
  await shared.context.setOffline(false)
  await findButton(page, 'Send reset link').click()
  await findText(page, 'If an account uses this address')
})

test('spec 1 §8: sign-in shows missing and invalid input, and why it failed', async () => {
  const page = await shared.open('/auth')
  await findButton(page, 'Sign In').click()
  await findText(page, 'Email is required')
  await findText(page, 'Password is required')
  await expect.poll(() => readFocused(page)).toBe('Email')
  await page.getByLabel('Email').fill('not an address')
  await findButton(page, 'Sign In').click()
  await findText(page, 'Please provide a valid email address.')
  await page.getByLabel('Email').fill('ana@x.example')
  await page.getByLabel('Password').fill('wrong')
  await findButton(page, 'Sign In').click()
  await findText(page, 'Login failed')
  await findText(page, 'Invalid email or password.')
  expect(await page.getByLabel('Email').inputValue()).toBe('ana@x.example')
})

test.each([
  ['/rest/v1/rpc/is_by_invitation', true, /^Sign-up is by invitation only\. Use the address/],
  ['/auth/v1/settings', { external: { email: true }, disable_signup: true }, 'Sign-up is closed.'],
] as const)(
  'the sign-up page says before its form who can sign up, by %s',
  async (path, json, text) => {
    const page = await shared.start()
    await page.route(`**${path}`, (route) => route.fulfill({ json }))
    await openPage(page, `${here.site.url}/auth?tab=sign-up`)
    await findText(page, text)
    const [notice, field] = [page.getByText(text), page.getByLabel('First name')]
    expect((await notice.boundingBox())?.y).toBeLessThan((await field.boundingBox())?.y ?? 0)
    await expectAccessible(page)
  },
)

test('spec 1 §5, §8: sign-up shows the strength of the password, a taken username, and failures', async () => {
  await addMember(here.site, { username: 'already-there' })
  const page = await shared.open('/auth')
  await chooseTab(page, 'Sign Up')
  await page.getByLabel('Email').fill('ana@x.example')
  await page.getByLabel('Password').fill('violet')
  await findText(page, 'Password strength: weak')
  // All missing requirements are listed together.
  for (const rule of [
    'be at least 12 characters long',
    'contain at least one uppercase letter',
    'contain at least one number',
    'contain at least one special character',
  ]) {
    await findText(page, `Password must ${rule}`)
  }
  await page.getByLabel('Username').fill('not a name')
  await findButton(page, 'Create Account').click()
  await findText(page, 'Password does not meet security requirements.')
  // The first invalid field in the order of the page has the focus.
  await expect.poll(() => readFocused(page)).toBe('Username')
  await page.getByLabel('Username').fill('ALREADY-THERE')
  await findText(page, 'Taken. We’ll add a number.')
  await expectAccessible(page)
  await page.getByLabel('Password').fill(PASSWORD)
  await findText(page, 'Password strength: strong')
  await replaceResponse(page, ['POST', '/auth/v1/signup'], FAILED, async () => {
    await findButton(page, 'Create Account').click()
    await findText(page, 'Signup failed')
    await findText(page, 'Registration failed. Please try again.')
  })
  // A username that is taken is no reason to refuse the sign-up.
  await findButton(page, 'Create Account').click()
  await page.getByRole('heading', { name: 'Check Your Email' }).waitFor()
})

test('spec 1 §2, §5: a business sign-up has the options of each list, and suggests the company of a work address', async () => {
  const page = await shared.open('/auth')
  await chooseTab(page, 'Sign Up')
  await page.getByLabel('Account type').selectOption('business')
  for (const [label, options] of [
    ['Role', ['Team Member', 'Sales']],
    ['Company size', ['Select size', '1000+']],
    ['Industry', ['Select industry', 'Other']],
  ] as const) {
    const shown = await page.getByLabel(label).locator('option').allTextContents()
    expect([shown.at(0), shown.at(-1)]).toEqual(options)
  }
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
  await page.getByLabel('Password').fill(PASSWORD)
  await findButton(page, 'Create Account').click()
  await findText(page, 'Company name is required')
  await expectAccessible(page)
})

test('spec 1 §8: a failed resend and an expired link', async () => {
  const page = await shared.open('/auth')
  await chooseTab(page, 'Sign Up')
  await page.getByLabel('Email').fill('again@x.example')
  await page.getByLabel('Password').fill(PASSWORD)
  await findButton(page, 'Create Account').click()
  await page.getByRole('heading', { name: 'Check Your Email' }).waitFor()
  await moveClock(page, 61_000)
  const tooMany = createError(429, 'over_email_send_rate_limit', 'Slow down')
  for (const [answer, text] of [
    [FAILED, 'Failed to resend email'],
    [tooMany, 'Rate limit reached'],
  ] as const) {
    await replaceResponse(page, ['POST', '/auth/v1/resend'], answer, async () => {
      await findButton(page, 'Resend Email').click()
      await findText(page, text)
    })
  }
  await page.goto(`${here.site.url}/#error=access_denied&error_code=otp_expired`)
  await findText(page, 'This link has expired')
  await page.goto(`${here.site.url}/update-password`)
  await page.getByRole('heading', { name: 'This link has expired' }).waitFor()
})

test('spec 1 §2: signed out, a guarded page leads to the sign-in and back', async () => {
  const page = await shared.open('/about')
  await page.setViewportSize({ width: 390, height: 900 })
  for (const path of [
    '/dashboard',
    '/profile-settings',
    '/account-settings',
    '/company-dashboard',
  ]) {
    await openPage(page, `${here.site.url}${path}`)
    await page.getByRole('heading', { name: 'Authentication Required' }).waitFor()
    await findText(page, 'Please sign in to access this page.')
    await expectAccessible(page)
    const link = page.getByRole('main').getByRole('link', { name: 'Sign In' })
    await expect
      .poll(() => link.getAttribute('href'))
      .toBe(`/auth?next=${encodeURIComponent(path)}`)
  }
})

test('spec 1 §2, §7: signing in and out by the menu, which both are recorded', async () => {
  const member = await createMember(here.site, {
    username: 'menu-owner',
    first_name: 'Mia',
    last_name: 'Noor',
  })
  const page = await shared.open('/auth?next=/about')
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password').fill(PASSWORD)
  await findButton(page, 'Sign In').click()
  await page.waitForURL('**/about')
  await findAccountMenu(page).click()
  const menu = page.getByRole('menu')
  await menu.getByText('Mia Noor').waitFor()
  await menu.getByText(member.email).waitFor()
  for (const [name, to] of [
    ['View profile', '/user/menu-owner'],
    ['Dashboard', '/dashboard'],
    ['Start your team', '/start-your-team'],
    ['Settings', '/account-settings'],
  ] as const) {
    const item = page.getByRole('menuitem', { name })
    await expect.poll(() => item.getAttribute('href')).toBe(to)
  }
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.waitForURL(`${here.site.url}/`)
  const events = async () =>
    (await member.client.from('audit_logs').select('action')).data?.map(({ action }) => action)
  await expect.poll(events).toEqual(expect.arrayContaining(['sign_in', 'sign_out']))
  expect(shared.problems).toEqual([])
})

test('by keyboard: sign-up, the mailed link, a confirmation, the dashboard', async () => {
  const page = await shared.open('/')
  await focusByTab(page, page.getByRole('link', { name: 'Get Started', exact: true }).first())
  await page.keyboard.press('Enter')
  await page.waitForURL('**/auth')
  await focusByTab(page, page.getByRole('tab', { name: 'Login' }))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await focusByTab(page, page.getByRole('textbox', { name: 'First name' }))
  await page.keyboard.type('Kim')
  await focusByTab(page, page.getByRole('textbox', { name: 'Email' }))
  await page.keyboard.type('kim@keys.example')
  await page.keyboard.press('Tab')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Check Your Email' }).waitFor()
  // The heading that replaces the form has the focus.
  await expect.poll(() => readFocused(page)).toBe('Check Your Email')

  await page.goto(await findMailedLink(here.site, 'kim@keys.example'))
  await page.getByText('Email verified').waitFor()
  await page.getByText('Email verified').waitFor({ state: 'detached' })
  await focusByTab(page, findAccountMenu(page))
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Dashboard' }).waitFor()
  await page.keyboard.type('Dash')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Welcome, Kim!' }).waitFor()
  await page.getByText('No recent activity.').waitFor()
  await expectAccessible(page)
  expect(shared.problems).toEqual([])
})

test('a failed sign-in offers the mail again, and its code leads to the page before the sign-up', async () => {
  const email = 'code@people.example'
  const page = await shared.open('/auth?tab=sign-up&next=/profile-settings')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await findButton(page, 'Create Account').click()
  await page.getByRole('heading', { name: 'Check Your Email' }).waitFor()
  await findButton(page, 'Back to Sign In').click()
  for (const address of ['nobody@people.example', email]) {
    await chooseTab(page, 'Login')
    await page.getByLabel('Email').fill(address)
    await page.getByLabel('Password').fill(PASSWORD)
    await findButton(page, 'Sign In').click()
    await page.getByText('Not confirmed yet?').waitFor()
  }
  await replaceResponse(page, ['POST', '/auth/v1/resend'], { status: 200, json: {} }, async () => {
    await findButton(page, 'Send the email again').click()
    await page.getByRole('heading', { name: 'Check Your Email' }).waitFor()
  })
  const code = page.getByLabel('Or enter the code from the email')
  expect(await code.getAttribute('autocomplete')).toBe('one-time-code')
  await code.fill(await findMailedCode(here.site, email))
  await findButton(page, 'Continue').click()
  await page.waitForURL('**/profile-settings')
})

test('what a visitor typed is in the form that the mail of the sign-up opens in another tab', async () => {
  const email = `${crypto.randomUUID()}@people.example`
  const page = await shared.open('/add-tool')
  await page.getByLabel('Tool Name *').fill('Samovar')
  await page.goto(`${here.site.url}/auth?tab=sign-up&next=/add-tool`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await findButton(page, 'Create Account').click()
  await page.getByRole('heading', { name: 'Check Your Email' }).waitFor()
  const { page: mailed } = await createPage(shared.context)
  await mailed.goto(await findMailedLink(here.site, email))
  await mailed.waitForURL('**/add-tool')
  await expect.poll(() => mailed.getByLabel('Tool Name *').inputValue()).toBe('Samovar')
  await mailed.close()
})

test('a member whose token cannot be renewed for now stays signed in, and is renewed later', async () => {
  const { session } = await createMember(here.site)
  const { page, context } = await visit(here.browser)
  await page.clock.install()
  await context.addInitScript(
    (stored) => {
      if (!localStorage.getItem('toolmark.session')) {
        localStorage.setItem('toolmark.session', stored)
      }
    },
    JSON.stringify({ ...session, expires_at: 1 }),
  )
  const readToken = () =>
    page.evaluate(
      () => JSON.parse(localStorage.getItem('toolmark.session') ?? '{}').access_token as string,
    )
  await page.route('**/auth/v1/token*', (route) =>
    route.fulfill({ status: 403, contentType: 'text/html', body: '<h1>Forbidden</h1>' }),
  )
  await page.goto(`${here.site.url}/account-settings`)
  // The attempts of half a minute.
  await expect
    .poll(async () => {
      await page.clock.fastForward(5000)
      return findAccountMenu(page).isVisible()
    })
    .toBe(true)
  await page.getByRole('heading', { name: 'Account Information' }).waitFor()
  expect(await readToken()).toBe(session.access_token)
  await page.unroute('**/auth/v1/token*')
  await expect
    .poll(async () => {
      await page.clock.fastForward(30_000)
      return readToken()
    })
    .not.toBe(session.access_token)
  await findAccountMenu(page).waitFor()
  await context.close()
})
