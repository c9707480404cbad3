// Spec 1 §4: a session that ends while a form is open.

import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { PASSWORD } from '../../support/backends/backend.ts'
import { findTool } from '../../support/backends/content.ts'
import { createPage } from '../../support/browser/browser.ts'
import { findAccountMenu, findButton } from '../../support/browser/page-elements.ts'
import { createMember, withSharedPage } from '../../support/browser/shared-page.ts'
import { withSharedSite } from '../../support/sites/journey.ts'

const here = withSharedSite('demo')
const shared = withSharedPage(here)

const signIn = async (email: string) => {
  const { page } = shared
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await findButton(page, 'Sign In').click()
}

test('revoked elsewhere: the settings show it, and the typed address remains after signing in', async () => {
  const member = await createMember(here.site)
  const page = await shared.openAs(member, '/account-settings')
  await page.getByLabel('New email address').fill('typed@next.example')
  // Another device ends the session of this browser.
  await member.client.auth.signOut({ scope: 'global' })
  await findButton(page, 'Change Email').click()
  await page.getByText('Your session has ended').first().waitFor()
  await page.getByRole('heading', { name: 'Authentication Required' }).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await signIn(member.email)
  await page.waitForURL('**/account-settings')
  await expect
    .poll(() => page.getByLabel('New email address').inputValue())
    .toBe('typed@next.example')
})

test.each([
  ['/write-review/figma', 'Review', 'Submit Review', 'Must be logged in to submit review'],
  ['/submit-launch', 'Tagline *', 'Submit Launch', 'Not authenticated'],
  ['/list/LIST/edit', 'Description', 'Save Changes', 'Your session has ended'],
  ['/report?type=tool&id=TOOL', 'Details', 'Send report', 'Your session has ended'],
  ['/profile-settings', 'Bio', 'Save Changes', 'Your session has ended'],
])(
  'revoked elsewhere: %s says so once and keeps what was typed',
  async (path, label, send, title) => {
    const member = await createMember(here.site)
    const lists = member.client.from('lists').insert({ user_id: member.id, name: 'Kept' })
    const { data: list } = await lists.select('id').single().throwOnError()
    const address = path.replace('LIST', list.id).replace('TOOL', await findTool(member, 'figma'))
    const page = await shared.openAs(member, address)
    const field = page.getByLabel(label, { exact: true })
    await field.fill('Typed while the session ended.')
    const others = { Title: 'Draws well', 'Launch date *': new Date().toISOString().slice(0, 10) }
    for (const [other, text] of Object.entries(others)) {
      const input = page.getByLabel(other, { exact: true })
      if (await input.isVisible()) await input.fill(text)
    }
    await member.client.auth.signOut({ scope: 'global' })
    await findButton(page, send).click()
    const messages = page.locator('[data-sonner-toast], main [role=alert]')
    await messages.filter({ hasText: title }).waitFor()
    expect(await messages.allTextContents()).toEqual([
      expect.stringContaining('Your session has ended'),
    ])
    await findButton(page, 'Sign in again').click()
    await signIn(member.email)
    await page.waitForURL(`**${address}`)
    await expect.poll(() => field.inputValue()).toBe('Typed while the session ended.')
  },
)

interface Press {
  path: string
  /** While the session lasts. */
  prepare?: (page: Page) => Promise<void>
  press: (page: Page) => Promise<void>
  /** The control after the press. */
  done: (page: Page) => Locator
  /** Its text. */
  typed?: string
}

const openSaveDialog = (page: Page) => page.getByRole('link', { name: 'Save' }).first().click()

const findListName = (page: Page) => page.getByRole('dialog').getByLabel('Name of the new list')

const findPressed = (page: Page, name: RegExp) =>
  page.getByRole('button', { name, pressed: true }).first()

const PRESSES: [string, Press][] = [
  [
    'a vote of a launch',
    {
      path: '/launches',
      press: (page) =>
        page
          .getByRole('button', { name: /^Upvote/, pressed: false })
          .first()
          .click(),
      done: (page) => findPressed(page, /^Upvote/),
    },
  ],
  [
    '"Helpful"',
    {
      path: '/tool/figma',
      press: (page) => page.locator('button', { hasText: 'Helpful' }).first().click(),
      done: (page) => page.locator('button[aria-pressed=true]', { hasText: 'Helpful' }).first(),
    },
  ],
  [
    '"Follow"',
    {
      path: '/tool/figma',
      press: (page) => findButton(page, 'Follow Figma').click(),
      done: (page) => findButton(page, 'Following Figma'),
    },
  ],
  [
    '"Save"',
    {
      path: '/tool/figma',
      press: openSaveDialog,
      done: findListName,
    },
  ],
  [
    'a new list in the dialog of "Save"',
    {
      path: '/tool/figma',
      prepare: async (page) => {
        await openSaveDialog(page)
        await findListName(page).fill('Typed while the session ended')
      },
      press: (page) =>
        page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click(),
      done: findListName,
      typed: 'Typed while the session ended',
    },
  ],
]

test.each(PRESSES)(
  'revoked elsewhere: %s says so once, and is carried out after the sign-in',
  async (_label, { path, prepare, press, done, typed }) => {
    const member = await createMember(here.site)
    const page = await shared.openAs(member, path)
    await page.waitForLoadState('networkidle')
    await prepare?.(page)
    await member.client.auth.signOut({ scope: 'global' })
    await press(page)
    await findButton(page, 'Sign in again').waitFor()
    await page.waitForLoadState('networkidle')
    expect(await page.locator('[data-sonner-toast]').allTextContents()).toEqual([
      expect.stringContaining('Your session has ended'),
    ])
    await findButton(page, 'Sign in again').click()
    await signIn(member.email)
    await page.waitForURL(`**${path}*`)
    await done(page).waitFor()
    if (typed) await expect.poll(() => done(page).inputValue()).toBe(typed)
  },
)

test('signed out in another tab: this one too, and the input is restored', async () => {
  const member = await createMember(here.site)
  const page = await shared.openAs(member, '/profile-settings')
  await page.getByLabel('Bio', { exact: true }).fill('Half a sentence')
  const { page: other } = await createPage(shared.context)
  await other.goto(here.site.url)
  await findAccountMenu(other).click()
  await other.getByRole('menuitem', { name: 'Log out' }).click()
  await page.getByRole('heading', { name: 'Authentication Required' }).waitFor()
  await other.close()
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await signIn(member.email)
  await page.waitForURL('**/profile-settings')
  await expect
    .poll(() => page.getByLabel('Bio', { exact: true }).inputValue())
    .toBe('Half a sentence')
})
