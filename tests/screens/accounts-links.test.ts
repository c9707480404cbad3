// A link with tokens signs in without a question only where this browser requested it.
import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { PASSWORD } from '../support/backend.ts'
import { chooseTab, expectAccessible, openPage, reloadPage, visit } from '../support/browser.ts'
import { withSite } from '../support/journey.ts'
import { addMember, signInMember } from '../support/site.ts'

const here = withSite({ DEMO_CONTENT: 'off' })

/** Tokens of a new member, as a fragment that anyone can send to anyone. */
async function craftLink(type = 'magiclink') {
  const elsewhere = await visit(here.browser)
  const { client, email } = await signInMember(here.site, elsewhere.context)
  await elsewhere.context.close()
  const { data } = await client.auth.getSession()
  const { access_token = '', refresh_token = '' } = data.session ?? {}
  const fields = { access_token, refresh_token, type, expires_in: '3600', token_type: 'bearer' }
  return { email, client, fragment: `#${new URLSearchParams(fields)}` }
}

async function findMailedLink(email: string): Promise<string> {
  const response = await fetch(`${here.site.url}/_/outbox.json?to=${encodeURIComponent(email)}`)
  const [mail] = (await response.json()) as { text: string }[]
  return /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? ''
}

async function requestReset(page: Page, email: string): Promise<void> {
  await openPage(page, `${here.site.url}/reset-password`)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await page.getByText('If an account uses this address').waitFor()
}

const questionFor = (page: Page, email: string) =>
  page.getByRole('alertdialog', { name: `Continue as ${email}?` })

const questions = (page: Page) => page.getByRole('alertdialog').count()

const accountMenu = (page: Page) => page.getByRole('button', { name: /Account menu$/ })

const storedSession = (page: Page) => page.evaluate(() => localStorage.getItem('toolmark.session'))

/** Requests of the page that may change something. */
function collectWrites(page: Page): string[] {
  const writes: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') writes.push(`${request.method()} ${request.url()}`)
  })
  return writes
}

async function pressTab(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true })
  for (let step = 0; step < 5; step += 1) {
    if (await button.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${name} cannot be reached by Tab`)
}

describe('a link that this browser did not request', () => {
  test('shows a question, and by keyboard signs in with Continue, not before', async () => {
    const { email, client, fragment } = await craftLink()
    const { page, context, problems } = await visit(here.browser)
    const writes = collectWrites(page)
    await page.goto(`${here.site.url}/about${fragment}`)
    await questionFor(page, email).waitFor()
    expect(page.url()).toBe(`${here.site.url}/about`)
    expect([await storedSession(page), await accountMenu(page).count(), writes]).toEqual([
      null,
      0,
      [],
    ])
    const { data: before } = await client.from('audit_logs').select('action')
    expect(before).toEqual([])
    await pressTab(page, 'Continue')
    await page.keyboard.press('Enter')
    await accountMenu(page).waitFor()
    expect(await questions(page)).toBe(0)
    expect(await storedSession(page)).toContain(email)
    const events = async () => (await client.from('audit_logs').select('action')).data
    await expect.poll(events).toEqual([{ action: 'sign_in' }])
    expect(problems).toEqual([])
    await context.close()
  })

  test.each([
    ['Not me', (page: Page) => page.getByRole('button', { name: 'Not me' }).click()],
    ['Escape', (page: Page) => page.keyboard.press('Escape')],
  ])('signs no one in after %s, and a reload does not ask again', async (_how, decline) => {
    const { email, fragment } = await craftLink()
    const { page, context } = await visit(here.browser)
    const writes = collectWrites(page)
    await page.goto(`${here.site.url}/about${fragment}`)
    await questionFor(page, email).waitFor()
    await decline(page)
    await expect.poll(() => questions(page)).toBe(0)
    await page.getByRole('link', { name: 'Get Started' }).waitFor()
    await reloadPage(page)
    // A question would come after the scripts and a request.
    await page.waitForLoadState('networkidle')
    expect([await questions(page), await storedSession(page), writes]).toEqual([0, null, []])
    await context.close()
  })

  test('asks also with a made-up nonce, and with a session in storage that cannot be read', async () => {
    for (const [query, session] of [
      [`?sign_in=${'0'.repeat(32)}`, ''],
      ['', '{{{'],
    ] as const) {
      const { email, fragment } = await craftLink()
      const { page, context } = await visit(here.browser)
      await context.addInitScript((value) => {
        if (value) localStorage.setItem('toolmark.session', value)
      }, session)
      await page.goto(`${here.site.url}/about${query}${fragment}`)
      await questionFor(page, email).waitFor()
      expect(page.url()).toBe(`${here.site.url}/about`)
      await context.close()
    }
  })

  test('asks although this browser requested a mail to another address', async () => {
    const { email, fragment } = await craftLink()
    const { page, context } = await visit(here.browser)
    await requestReset(page, await addMember(here.site, PASSWORD))
    await page.goto('about:blank')
    await page.goto(`${here.site.url}/${fragment}`)
    await questionFor(page, email).waitFor()
    await context.close()
  })

  test('asks to switch where another tab signs in before Continue', async () => {
    const { email, fragment } = await craftLink()
    const own = await addMember(here.site, PASSWORD)
    const { page, context } = await visit(here.browser)
    await page.goto(`${here.site.url}/about${fragment}`)
    await questionFor(page, email).waitFor()
    const other = await context.newPage()
    await openPage(other, `${here.site.url}/auth`)
    await other.getByLabel('Email', { exact: true }).fill(own)
    await other.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await other.getByRole('button', { name: 'Sign In', exact: true }).click()
    await accountMenu(other).waitFor()
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    const question = page.getByRole('alertdialog', { name: 'Switch accounts?' })
    await question.getByText(`You are signed in as ${own}.`).waitFor()
    await page.getByRole('button', { name: 'Stay signed in' }).click()
    await accountMenu(page).waitFor()
    expect(await storedSession(page)).toContain(own)
    await context.close()
  })

  test('shows that the site cannot be reached where the account cannot be read', async () => {
    const { fragment } = await craftLink()
    const { page, context } = await visit(here.browser)
    await page.route('**/auth/v1/user', (route) => route.abort())
    await page.goto(`${here.site.url}/about${fragment}`)
    await page.getByText("Couldn't reach the site.").waitFor()
    await page.getByRole('link', { name: 'Get Started' }).waitFor()
    expect([await questions(page), await storedSession(page)]).toEqual([0, null])
    await context.close()
  })

  test('of type recovery leads on to /update-password after Continue', async () => {
    const { email, fragment } = await craftLink('recovery')
    const { page, context } = await visit(here.browser)
    await page.goto(`${here.site.url}/${fragment}`)
    await questionFor(page, email).waitFor()
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await page.waitForURL('**/update-password')
    await page.getByLabel('New password', { exact: true }).waitFor()
    await context.close()
  })

  test('with tokens that no server signed shows that it has expired, and asks nothing', async () => {
    const { page, context } = await visit(here.browser)
    const forged = `x.${btoa(JSON.stringify({ sub: crypto.randomUUID(), email: 'a@b.example' }))}.x`
    await page.goto(`${here.site.url}/about#access_token=${forged}&refresh_token=x`)
    await page.getByText('This link has expired').waitFor()
    expect([await questions(page), await storedSession(page)]).toEqual([0, null])
    await page.getByRole('link', { name: 'Get Started' }).waitFor()
    await context.close()
  })

  test('is accessible and fits at 390, 768 and 1440 px, light and dark', async () => {
    const { email, fragment } = await craftLink()
    const { page, context } = await visit(here.browser)
    await page.goto(`${here.site.url}/about${fragment}`)
    const question = questionFor(page, email)
    await question.waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const width of [390, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        await expectAccessible(page)
        const box = await question.boundingBox()
        expect(box?.x).toBeGreaterThanOrEqual(0)
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
        const overflow = question.evaluate(
          ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
        )
        expect([colorScheme, width, await overflow]).toEqual([colorScheme, width, 0])
      }
    }
    await context.close()
  })
})

describe('a mail that this browser requested', () => {
  const choosePassword = async (page: Page, password: string) => {
    await page.getByLabel('New password', { exact: true }).fill(password)
    await page.getByLabel('Confirm password').fill(password)
    await page.getByRole('button', { name: 'Update password' }).click()
    await page.waitForURL(`${here.site.url}/`)
  }

  /** Opens a link and collects every question that shows up until the account is signed in. */
  const openOwn = async (context: BrowserContext, link: string) => {
    const page = await context.newPage()
    await page.goto(link)
    await accountMenu(page).waitFor()
    expect(await questions(page)).toBe(0)
    return page
  }

  test('reset: opens /update-password without a question', async () => {
    const email = await addMember(here.site, PASSWORD)
    const { page, context } = await visit(here.browser)
    await requestReset(page, email)
    const opened = await openOwn(context, await findMailedLink(email))
    expect(opened.url()).toBe(`${here.site.url}/update-password`)
    await choosePassword(opened, 'Kettle-Blue-84')
    await context.close()
  })

  test('reset: in another browser one click on Continue leads to the new password', async () => {
    const email = await addMember(here.site, PASSWORD)
    const requesting = await visit(here.browser)
    await requestReset(requesting.page, email)
    const { page, context, problems } = await visit(here.browser, 390)
    await page.goto(await findMailedLink(email))
    await questionFor(page, email).waitFor()
    expect(await page.getByText('This link has expired').count()).toBe(0)
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await choosePassword(page, 'Kettle-Blue-84')
    expect(problems).toEqual([])
    await requesting.context.close()
    await context.close()
  })

  test('resend of a sign-up: signs in without a question', async () => {
    const email = `${crypto.randomUUID()}@people.example`
    const { page, context } = await visit(here.browser)
    await openPage(page, `${here.site.url}/auth`)
    await chooseTab(page, 'Sign Up')
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Create Account' }).click()
    await page.getByRole('heading', { name: 'Check Your Email' }).waitFor()
    // What the resend remembers, without what the sign-up remembered.
    await page.evaluate(() => localStorage.removeItem('toolmark.requested-mail'))
    await page.route('**/auth/v1/resend*', (route) => route.fulfill({ json: {} }))
    await page.clock.install()
    await page.clock.fastForward(61_000)
    await page.getByRole('button', { name: 'Resend Email', exact: true }).click()
    await page.getByText('Email sent').waitFor()
    await openOwn(context, await findMailedLink(email))
    await context.close()
  })

  test('change of address: signs in without a question also after signing out', async () => {
    const { page, context } = await visit(here.browser)
    await signInMember(here.site, context)
    const wanted = `${crypto.randomUUID()}@next.example`
    await page.goto(`${here.site.url}/account-settings`)
    await page.getByLabel('New email address').fill(wanted)
    await page.getByRole('button', { name: 'Change Email' }).click()
    await page.getByText('Check your email').waitFor()
    await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
    await page.waitForURL('**/auth')
    await page.goto(await findMailedLink(wanted))
    await accountMenu(page).waitFor()
    expect(await questions(page)).toBe(0)
    await context.close()
  })
})
