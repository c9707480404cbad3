// Two-step sign-in by keyboard.
import { readFileSync } from 'node:fs'
import { createCode } from '@toolmark/backend/tests/support/services/authenticator.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { PASSWORD } from '../support/backends/backend.ts'
import { expectAccessible, openPage, visit } from '../support/browser/browser.ts'
import { withSite } from '../support/sites/journey.ts'
import { addMember } from '../support/sites/site.ts'

const here = withSite({ DEMO_CONTENT: 'off' })

async function focusByTab(page: Page, role: 'textbox' | 'button', name: string) {
  const wanted = page.getByRole(role, { name, exact: true })
  await wanted.waitFor()
  for (let step = 0; step < 80; step += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${name} cannot be reached by Tab`)
}

async function press(page: Page, name: string) {
  await focusByTab(page, 'button', name)
  await page.keyboard.press('Enter')
}

/** Types into a field that must have the focus. */
async function typeInto(page: Page, name: string, text: string) {
  const field = page.getByRole('textbox', { name, exact: true })
  await expect
    .poll(() => field.evaluate((element) => element === document.activeElement))
    .toBe(true)
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

async function signIn(page: Page, email: string) {
  await openPage(page, `${here.site.url}/auth?next=/account-settings`)
  await focusByTab(page, 'textbox', 'Email')
  await page.keyboard.type(email)
  await focusByTab(page, 'textbox', 'Password')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
}

test('turn on, sign in with a code and with a recovery code, turn off', async () => {
  const email = await addMember(here.site)
  const first = await visit(here.browser)
  const { page } = first
  await signIn(page, email)
  await page.getByRole('heading', { name: 'Account Settings' }).waitFor()
  await press(page, 'Turn on two-step sign-in')
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  const link = page.getByRole('link', { name: 'open it with the key' })
  expect(await link.getAttribute('href')).toContain(`secret=${secret}`)
  await typeInto(page, '6-digit code', '12')
  await page.getByText('A code has 6 digits.').waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Control+A')
  await page.keyboard.type(createCode(secret, -1))
  await page.keyboard.press('Enter')

  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await press(page, 'Download codes')
  const file = readFileSync((await (await download).path()) ?? '', 'utf8')
  const [code = ''] = file.match(/([a-z2-7]{4}-){3}[a-z2-7]{4}/g) ?? []
  await page.getByText(code).waitFor()
  await press(page, 'I have saved them')
  await page.getByText('On. Signing in also asks for a code').waitFor()
  await expect.poll(() => page.getByText(code).count()).toBe(0)

  // In another browser the password is not enough.
  const second = await visit(here.browser, 390)
  await signIn(second.page, email)
  await second.page.getByRole('heading', { name: 'Two-Step Sign-In' }).waitFor()
  await expectAccessible(second.page)
  await second.page.goto(`${here.site.url}/account-settings`)
  await second.page.getByRole('heading', { name: 'Authentication Required', level: 1 }).waitFor()
  expect(await second.page.locator('h1').count()).toBe(1)
  await second.page.goto(`${here.site.url}/auth?next=/account-settings`)
  await typeInto(second.page, '6-digit code', createCode(secret, -5))
  await second.page.getByText('This code is wrong').waitFor()
  await second.page.keyboard.press('Control+A')
  await typeInto(second.page, '6-digit code', createCode(secret))
  await second.page.getByRole('heading', { name: 'Account Settings' }).waitFor()
  // On a phone the section is closed.
  await second.page.locator('#account-events summary').click()
  await second.page.getByText('Signed in', { exact: true }).first().waitFor()
  await second.context.close()

  const third = await visit(here.browser)
  await signIn(third.page, email)
  await press(third.page, 'Use a recovery code')
  await typeInto(third.page, 'Recovery code', code)
  await third.page.getByRole('heading', { name: 'Account Settings' }).waitFor()
  await press(third.page, 'Turn off two-step sign-in')
  await third.page.getByText('Two-step sign-in is off').waitFor()
  await third.page.getByRole('button', { name: 'Turn on two-step sign-in' }).waitFor()

  // Other sessions are listed with a button; this one is signed out elsewhere on the page.
  const list = third.page.getByRole('region', { name: 'Where You Are Signed In' })
  await list.getByText('Chrome on Linux (this device)').waitFor()
  const others = list.getByRole('button', { name: /^Sign out Chrome on Linux/ })
  await expect.poll(() => others.count()).toBe(2)
  await others.first().focus()
  await third.page.keyboard.press('Enter')
  await expect.poll(() => others.count()).toBe(1)
  // The sticky header may cover a part of a button after the list has scrolled into view.
  await third.page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(third.page)
  expect([...first.problems, ...third.problems]).toEqual([])
  await third.context.close()
  await first.context.close()

  const last = await visit(here.browser)
  await signIn(last.page, email)
  await last.page.getByRole('heading', { name: 'Account Settings' }).waitFor()
  await last.context.close()
})
