// Signing in with an external account; the provider is on loopback.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { expectAccessible, reloadPage, visit } from '../support/browser.ts'
import { withSite } from '../support/journey.ts'
import { startProvider } from '../support/provider.ts'
import { temporaryFolder } from '../support/site.ts'

const provider = await startProvider()
const { folder, remove } = temporaryFolder()
const CONFIG_FILE = join(folder, 'config.toml')
writeFileSync(
  CONFIG_FILE,
  `[auth.external.github]
enabled = true
client_id = "the client"
secret = "the secret"
url = "${provider.url}"
`,
)
const here = withSite({ DEMO_CONTENT: 'off', CONFIG_FILE })
afterAll(async () => {
  await provider.close()
  remove()
})

test('the button leads to the provider and then to the requested page', async () => {
  provider.setVisitor({ id: 7, email: 'vi@people.example', isVerified: true })
  const { page, context, problems } = await visit(here.browser)
  await page.goto(`${here.site.url}/auth?next=/account-settings`)
  const button = page.getByRole('button', { name: 'Continue with GitHub' })
  await button.waitFor()
  expect(await page.getByRole('button', { name: 'Continue with Google' }).count()).toBe(0)
  await expectAccessible(page)
  await button.focus()
  const noted = page.waitForResponse(
    (response) => /audit_logs/.test(response.url()) && response.request().method() === 'POST',
  )
  await page.keyboard.press('Enter')
  await page.waitForURL('**/account-settings')
  await page.getByText('vi@people.example').first().waitFor()
  // This browser started the sign-in, so no question appears, and the URL has no nonce.
  expect(await page.getByRole('alertdialog').count()).toBe(0)
  expect(page.url()).toBe(`${here.site.url}/account-settings`)
  // The sign-in is recorded while the page reads the events, so the list may need a reload.
  await noted
  const events = page.getByText('Signed in', { exact: true })
  await expect
    .poll(async () => {
      await reloadPage(page)
      return events.count()
    })
    .toBe(1)
  expect(problems).toEqual([])
  await context.close()
})

test('an unverified address shows an error', async () => {
  provider.setVisitor({ id: 8, email: 'no@people.example', isVerified: false })
  const { page, context } = await visit(here.browser, 390)
  await page.goto(`${here.site.url}/auth`)
  await page.getByRole('button', { name: 'Continue with GitHub' }).click()
  await page.getByText('That account has no verified email address.').waitFor()
  expect(page.url()).toBe(`${here.site.url}/`)
  await context.close()
})
