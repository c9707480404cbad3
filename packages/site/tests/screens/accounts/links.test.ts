// A link with tokens signs in without a question only where this browser requested it.
import { createCode } from '@toolmark/backend/tests/support/services/authenticator.ts'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { PASSWORD } from '../../support/backends/backend.ts'
import {
  chooseTab,
  createPage,
  expectAccessibleLooks,
  LOOKS,
  openPage,
  reloadPage,
} from '../../support/browser/browser.ts'
import {
  findAccountMenu,
  findButton,
  focusByTab,
  moveClock,
} from '../../support/browser/page-elements.ts'
import { createMember, withSharedPage } from '../../support/browser/shared-page.ts'
import { withSharedSite } from '../../support/sites/journey.ts'
import { findMailedLink } from '../../support/sites/outbox.ts'
import { addMember } from '../../support/sites/site.ts'

const here = withSharedSite('empty')
const shared = withSharedPage(here)

/** Tokens of a new member, as a fragment that anyone can send to anyone. */
async function craftLink(type = 'magiclink') {
  const { client, email, session } = await createMember(here.site)
  const { access_token, refresh_token } = session
  const fields = { access_token, refresh_token, type, expires_in: '3600', token_type: 'bearer' }
  return { email, client, fragment: `#${new URLSearchParams(fields)}` }
}

/** Opens a link in a browser that has stored nothing. */
async function openLink(path: string): Promise<Page> {
  const page = await shared.start()
  await page.goto(`${here.site.url}${path}`)
  return page
}

async function requestReset(email: string): Promise<Page> {
  const page = await shared.open('/reset-password')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await page.getByText('If an account uses this address').waitFor()
  return page
}

const questionFor = (page: Page, email: string) =>
  page.getByRole('alertdialog', { name: `Continue as ${email}?` })

const questions = (page: Page) => page.getByRole('alertdialog').count()

const storedSession = (page: Page) => page.evaluate(() => localStorage.getItem('toolmark.session'))

/** Requests of the page that may change something. */
function collectWrites(page: Page): string[] {
  const writes: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') writes.push(`${request.method()} ${request.url()}`)
  })
  return writes
}

describe('a link that this browser did not request', () => {
  test('shows a question, and by keyboard signs in with Continue, not before', async () => {
    const { email, client, fragment } = await craftLink()
    const writes = collectWrites(shared.page)
    const page = await openLink(`/about${fragment}`)
    await questionFor(page, email).waitFor()
    expect(page.url()).toBe(`${here.site.url}/about`)
    expect([await storedSession(page), await findAccountMenu(page).count(), writes]).toEqual([
      null,
      0,
      [],
    ])
    const { data: before } = await client.from('audit_logs').select('action')
    expect(before).toEqual([])
    await focusByTab(page, findButton(page, 'Continue'), 5)
    await page.keyboard.press('Enter')
    await findAccountMenu(page).waitFor()
    expect(await questions(page)).toBe(0)
    expect(await storedSession(page)).toContain(email)
    const events = async () => (await client.from('audit_logs').select('action')).data
    await expect.poll(events).toEqual([{ action: 'sign_in' }])
    expect(shared.problems).toEqual([])
  })

  test.each([
    ['Not me', (page: Page) => findButton(page, 'Not me').click()],
    ['Escape', (page: Page) => page.keyboard.press('Escape')],
  ])('signs no one in after %s, and a reload does not ask again', async (_how, decline) => {
    const { email, fragment } = await craftLink()
    const writes = collectWrites(shared.page)
    const page = await openLink(`/about${fragment}`)
    await questionFor(page, email).waitFor()
    await decline(page)
    await expect.poll(() => questions(page)).toBe(0)
    await page.getByRole('link', { name: 'Get Started' }).waitFor()
    await reloadPage(page)
    // A question would come after the scripts and a request.
    await page.waitForLoadState('networkidle')
    expect([await questions(page), await storedSession(page), writes]).toEqual([0, null, []])
  })

  test('asks also with a made-up nonce, and with a session in storage that cannot be read', async () => {
    for (const [query, session] of [
      [`?sign_in=${'0'.repeat(32)}`, ''],
      ['', '{{{'],
    ] as const) {
      const { email, fragment } = await craftLink()
      const page = await shared.start()
      await page.evaluate((text) => localStorage.setItem('toolmark.session', text), session)
      await page.goto(`${here.site.url}/about${query}${fragment}`)
      await questionFor(page, email).waitFor()
      expect(page.url()).toBe(`${here.site.url}/about`)
    }
  })

  test('asks although this browser requested a mail to another address', async () => {
    const { email, fragment } = await craftLink()
    const page = await requestReset(await addMember(here.site))
    await page.goto('about:blank')
    await page.goto(`${here.site.url}/${fragment}`)
    await questionFor(page, email).waitFor()
  })

  test('asks to switch where another tab signs in before Continue', async () => {
    const { email, fragment } = await craftLink()
    const own = await addMember(here.site)
    const page = await openLink(`/about${fragment}`)
    await questionFor(page, email).waitFor()
    const { page: other } = await createPage(shared.context)
    await openPage(other, `${here.site.url}/auth`)
    await other.getByLabel('Email', { exact: true }).fill(own)
    await other.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await findButton(other, 'Sign In').click()
    await findAccountMenu(other).waitFor()
    await findButton(page, 'Continue').click()
    const question = page.getByRole('alertdialog', { name: 'Switch accounts?' })
    await question.getByText(`You are signed in as ${own}.`).waitFor()
    await findButton(page, 'Stay signed in').click()
    await findAccountMenu(page).waitFor()
    expect(await storedSession(page)).toContain(own)
    await other.close()
  })

  test('shows that the site cannot be reached where the account cannot be read', async () => {
    const { fragment } = await craftLink()
    const page = await shared.start()
    await page.route('**/auth/v1/user', (route) => route.abort())
    await page.goto(`${here.site.url}/about${fragment}`)
    await page.getByText("Couldn't reach the site.").waitFor()
    await page.getByRole('link', { name: 'Get Started' }).waitFor()
    expect([await questions(page), await storedSession(page)]).toEqual([0, null])
  })

  test('of type recovery leads on to /update-password after Continue', async () => {
    const { email, fragment } = await craftLink('recovery')
    const page = await openLink(`/${fragment}`)
    await questionFor(page, email).waitFor()
    await findButton(page, 'Continue').click()
    await page.waitForURL('**/update-password')
    await page.getByLabel('New password', { exact: true }).waitFor()
  })

  test('with tokens that no server signed shows that it has expired, and asks nothing', async () => {
    const forged = `x.${btoa(JSON.stringify({ sub: crypto.randomUUID(), email: 'a@b.example' }))}.x`
    const page = await openLink(`/about#access_token=${forged}&refresh_token=x`)
    await page.getByText('This link has expired').waitFor()
    expect([await questions(page), await storedSession(page)]).toEqual([0, null])
    await page.getByRole('link', { name: 'Get Started' }).waitFor()
  })

  test('is accessible in light and dark, and fits at 390, 768 and 1440 px', async () => {
    const { email, fragment } = await craftLink()
    const page = await openLink(`/about${fragment}`)
    const question = questionFor(page, email)
    await question.waitFor()
    await expectAccessibleLooks(page, LOOKS)
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const box = await question.boundingBox()
      expect(box?.x).toBeGreaterThanOrEqual(0)
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
      const overflow = question.evaluate(
        ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
      )
      expect([width, await overflow]).toEqual([width, 0])
    }
  })
})

test('a link to another account shows a question before it replaces the session', async () => {
  const own = await createMember(here.site)
  const { email, fragment } = await craftLink()
  const page = await shared.openAs(own, '/account-settings')
  await page.goto('about:blank')
  await page.goto(`${here.site.url}/account-settings${fragment}`)
  const question = page.getByRole('alertdialog', { name: 'Switch accounts?' })
  await question.getByText(`You are signed in as ${own.email}.`).waitFor()
  expect(new URL(page.url()).hash).toBe('')
  await findButton(page, 'Stay signed in').click()
  await page.getByRole('definition').getByText(own.email).waitFor()
  await page.goto('about:blank')
  await page.goto(`${here.site.url}/account-settings${fragment}`)
  await findButton(page, 'Switch').click()
  await page.getByRole('definition').getByText(email).waitFor()
})

describe('a mail that this browser requested', () => {
  const choosePassword = async (page: Page) => {
    await page.getByLabel('New password', { exact: true }).fill('Kettle-Blue-84')
    await page.getByLabel('Confirm password').fill('Kettle-Blue-84')
    await findButton(page, 'Update password').click()
    await page.waitForURL(`${here.site.url}/`)
  }

  /** Opens a mailed link that signs in without a question; then the request is forgotten. */
  const openOwn = async (page: Page, email: string) => {
    await page.goto(await findMailedLink(here.site, email))
    await findAccountMenu(page).waitFor()
    expect(await questions(page)).toBe(0)
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('toolmark.requested-mail')))
      .toBeNull()
  }

  test('reset: in another browser one click on Continue leads to the new password', async () => {
    const email = await addMember(here.site)
    await requestReset(email)
    const page = await shared.start()
    await page.setViewportSize({ width: 390, height: 900 })
    await page.goto(await findMailedLink(here.site, email))
    await questionFor(page, email).waitFor()
    expect(await page.getByText('This link has expired').count()).toBe(0)
    await findButton(page, 'Continue').click()
    await findAccountMenu(page).waitFor()
    await choosePassword(page)
    expect(shared.problems).toEqual([])
  })

  test('resend of a sign-up: signs in without a question', async () => {
    const email = `${crypto.randomUUID()}@people.example`
    const page = await shared.open('/auth')
    await chooseTab(page, 'Sign Up')
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    // A minute ago, so that the mail can be sent again.
    await moveClock(page, -61_000)
    await findButton(page, 'Create Account').click()
    await page.getByRole('heading', { name: 'Check Your Email' }).waitFor()
    // What the resend remembers, without what the sign-up remembered.
    await page.evaluate(() => localStorage.removeItem('toolmark.requested-mail'))
    await page.route('**/auth/v1/resend*', (route) => route.fulfill({ json: {} }))
    await moveClock(page, 0)
    await findButton(page, 'Resend Email').click()
    await page.getByText('Email sent').waitFor()
    await openOwn(page, email)
  })

  test('change of address: signs in without a question also after signing out', async () => {
    const wanted = `${crypto.randomUUID()}@next.example`
    const page = await shared.openAs(await createMember(here.site), '/account-settings')
    await page.getByLabel('New email address').fill(wanted)
    await findButton(page, 'Change Email').click()
    await page.getByText('Check your email').waitFor()
    await findButton(page, 'Sign Out').click()
    await page.waitForURL('**/auth')
    await openOwn(page, wanted)
    await page.getByText(`Your address is now ${wanted}.`).waitFor()
  })

  test('change of address with two-step sign-in: says so, and asks for the code', async () => {
    const wanted = `${crypto.randomUUID()}@next.example`
    const member = await createMember(here.site)
    const { mfa } = member.client.auth
    const { data: factor } = await mfa.enroll({ factorType: 'totp' })
    const secret = factor?.type === 'totp' ? factor.totp.secret : ''
    await mfa.challengeAndVerify({ factorId: factor?.id ?? '', code: createCode(secret, -1) })
    const { data } = await member.client.auth.getSession()
    if (!data.session) throw new Error('the member is not signed in')
    const page = await shared.openAs({ ...member, session: data.session }, '/account-settings')
    await page.getByLabel('New email address').fill(wanted)
    await findButton(page, 'Change Email').click()
    await page.getByText('Check your email').waitFor()
    await page.goto(await findMailedLink(here.site, wanted))
    await page.getByText(`Your address is now ${wanted}.`).waitFor()
    await page.getByLabel('6-digit code').fill(createCode(secret))
    await page.keyboard.press('Enter')
    await page.getByRole('definition').getByText(wanted).waitFor()
  })
})
