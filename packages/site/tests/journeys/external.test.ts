// Signing in with an external account; the provider is on loopback.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startIssuer } from '@toolmark/backend/tests/support/services/issuer.ts'
import { startProvider } from '@toolmark/backend/tests/support/services/provider.ts'
import { afterAll, expect, test } from 'vitest'
import { PASSWORD } from '../support/backends/backend.ts'
import { expectAccessible, openPage, reloadPage, visit } from '../support/browser/browser.ts'
import { withSite } from '../support/sites/journey.ts'
import { appointStaff, createMember, createTemporaryFolder } from '../support/sites/site.ts'

const provider = await startProvider()
const issuer = await startIssuer()
const { folder, remove } = createTemporaryFolder()
const CONFIG_FILE = join(folder, 'config.toml')
writeFileSync(
  CONFIG_FILE,
  `[auth.external.github]
enabled = true
client_id = "the client"
secret = "the secret"
url = "${provider.url}"

[auth.external.keycloak]
enabled = true
client_id = "the client"
secret = "the secret"
url = "${issuer.url}"
`,
)
const here = withSite({ DEMO_CONTENT: 'off', CONFIG_FILE })
afterAll(async () => {
  await provider.close()
  await issuer.close()
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

test('with auth.email.enable_signup = false the page has no form for an address', async () => {
  const { page, context, problems } = await visit(here.browser)
  const offer = (email: boolean) =>
    page.route('**/auth/v1/settings', (route) =>
      route.fulfill({ json: { external: { email, github: true } } }),
    )
  await offer(true)
  await openPage(page, `${here.site.url}/auth`)
  await page.getByRole('button', { name: 'Continue with GitHub' }).waitFor()
  expect(await page.getByLabel('Password').count()).toBe(1)
  await offer(false)
  await reloadPage(page)
  await page.getByLabel('Password').waitFor({ state: 'detached' })
  expect(await page.getByRole('tab').count()).toBe(0)
  await page.getByRole('button', { name: 'Continue with GitHub' }).waitFor()
  await expectAccessible(page)
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

test('the button of the operator’s own issuer signs in, and without an invitation says why not', async () => {
  const claims = { sub: '9', email: 'kim@people.example', email_verified: true }
  issuer.setVisitor(claims)
  const { page, context, problems } = await visit(here.browser, 390)
  await page.goto(`${here.site.url}/auth?next=/account-settings`)
  await page.getByRole('button', { name: 'Single sign-on' }).click()
  await page.waitForURL('**/account-settings')
  await page.getByText('kim@people.example').first().waitFor()
  expect(problems).toEqual([])
  await context.close()

  const admin = await createMember(here.site, { username: 'ada' })
  await appointStaff(here.site, 'ada', 'admin')
  await admin.client.rpc('update_site_settings', { changes: { invite_only: true } }).throwOnError()
  issuer.setVisitor({ ...claims, sub: '10', email: 'lou@people.example' })
  const other = await visit(here.browser)
  await other.page.goto(`${here.site.url}/auth`)
  await other.page.getByRole('button', { name: 'Single sign-on' }).click()
  await other.page.getByText('Sign-up is by invitation only.').first().waitFor()
  await other.page.goto(`${here.site.url}/auth?tab=sign-up`)
  await other.page.getByLabel('Email').fill('max@people.example')
  await other.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await other.page.getByRole('button', { name: 'Create Account' }).click()
  // The form and a toast say so.
  const panel = other.page.getByRole('tabpanel', { name: 'Sign Up' })
  await panel.getByText('Sign-up is by invitation only.', { exact: true }).waitFor()
  await other.context.close()
})
