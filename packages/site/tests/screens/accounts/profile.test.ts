// Spec 1 §2, §5, §6, §8: editing the own profile.
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { expectAccessible } from '../../support/browser/browser.ts'
import { findButton, findText } from '../../support/browser/page-elements.ts'
import {
  createError,
  FAILED,
  replaceResponse,
  SESSION_EXPIRED,
} from '../../support/browser/replace-response.ts'
import { createMember, withSharedPage } from '../../support/browser/shared-page.ts'
import { withSharedSite } from '../../support/sites/journey.ts'
import { addMember } from '../../support/sites/site.ts'

const here = withSharedSite('empty')
const shared = withSharedPage(here)

const SAVE = ['PATCH', '/rest/v1/profiles'] as const
const UPLOAD = ['POST', '/storage/v1/object/avatars/*/'] as const
const LIST_PICTURES = ['POST', '/storage/v1/object/list/avatars'] as const

const bio = (page: Page) => page.getByLabel('Bio', { exact: true })
const username = (page: Page) => page.getByLabel('Username', { exact: true })
const jobTitle = (page: Page) => page.getByLabel('Job title', { exact: true })

const choosePicture = (page: Page, name: string, mimeType: string, buffer: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })

const drawPicture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'red' } })

test('validation, a taken username while typing, success, privacy and the public page', async () => {
  const member = await createMember(here.site, { username: 'mona', first_name: 'Mona' })
  await addMember(here.site, { username: 'taken-name' })
  const page = await shared.openAs(member, '/profile-settings')
  await username(page).fill('not a name')
  await page.getByLabel('First name').fill('Mona 3')
  await bio(page).fill('b'.repeat(501))
  await page.getByText('501/500').waitFor()
  await findButton(page, 'Save Changes').click()
  await page.getByText('Validation Error').waitFor()
  await page
    .getByText(/^Invalid username format: use only letters from A to Z/)
    .first()
    .waitFor()
  await expectAccessible(page)

  await username(page).fill('TAKEN-name')
  await page.getByText('This username is already in use.').waitFor()
  await page.getByLabel('First name').fill('Mona')
  await bio(page).fill('Hello <b>there</b>')
  await findButton(page, 'Save Changes').click()
  await page.getByText('Username taken').waitFor()
  await username(page).fill('mona-new')
  await page.getByText('This username is free.').waitFor()
  await jobTitle(page).fill('CTO')
  await findButton(page, 'Save Changes').click()
  await page.getByText('Your profile has been updated successfully.').waitFor()
  await page.reload()
  await expect.poll(() => bio(page).inputValue()).toBe('Hello there')

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
  expect(shared.problems.filter((text) => !text.includes('409'))).toEqual([])
})

test('spec 1 §8: a refused save shows the message of the server; after a session’s end the input stays', async () => {
  const page = await shared.openAs(await createMember(here.site), '/profile-settings')
  await replaceResponse(page, SAVE, createError(400, 'P0001', 'No such word.'), async () => {
    await findButton(page, 'Save Changes').click()
    await findText(page, 'Error updating profile')
    await findText(page, 'No such word.')
  })
  await bio(page).fill('Typed while the session ended')
  await replaceResponse(page, SAVE, SESSION_EXPIRED, async () => {
    await findButton(page, 'Save Changes').click()
    await findText(page, 'Your session has ended.')
  })
  await page.reload()
  await expect.poll(() => bio(page).inputValue()).toBe('Typed while the session ended')
})

test('unsaved input is marked, values that were saved elsewhere replace it, and Discard removes it', async () => {
  const member = await createMember(here.site)
  const page = await shared.openAs(member, '/profile-settings')
  await bio(page).fill('An old draft')
  await jobTitle(page).fill('Typed')
  await member.client.from('profiles').update({ bio: 'Newer' }).eq('user_id', member.id)
  await page.reload()
  await findText(page, 'What you typed before is restored, but not saved yet.')
  await expect.poll(() => bio(page).inputValue()).toBe('Newer')
  await expect.poll(() => jobTitle(page).inputValue()).toBe('Typed')
  await findButton(page, 'Discard it').click()
  await expect.poll(() => jobTitle(page).inputValue()).toBe('')
})

test('spec 1 §8: a profile that cannot be read can be read again', async () => {
  const page = await shared.openAs(await createMember(here.site), '/about')
  await replaceResponse(page, ['GET', '/rest/v1/profiles'], FAILED, async () => {
    await page.goto(`${here.site.url}/profile-settings`)
    await findText(page, 'Failed to fetch profile information')
  })
  await findButton(page, 'Try again').click()
  await page.getByRole('heading', { name: 'Profile Information' }).waitFor()
})

test('privacy: a choice that fails goes back; arrow keys save the last one and keep the focus', async () => {
  const page = await shared.openAs(await createMember(here.site), '/profile-settings')
  const professional = page.getByRole('radio', { name: 'Professional' })
  await replaceResponse(page, SAVE, FAILED, async () => {
    await page.getByRole('radio', { name: 'Public' }).check()
    await findText(page, 'Failed to update privacy settings')
    await expect.poll(() => professional.isChecked()).toBe(true)
  })
  const saves: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') saves.push(request.postDataJSON())
  })
  await professional.focus()
  // The pause is longer, so that a slow machine does not save between the keys.
  await page.evaluate(() => {
    const { setTimeout } = window
    window.setTimeout = ((act: () => void, ms?: number) =>
      setTimeout(act, ms === 300 ? 2000 : ms)) as typeof setTimeout
  })
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await findText(page, 'Profile visibility: Private')
  expect(saves).toEqual([{ profile_visibility: 'private', public_profile: false }])
  await expect
    .poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).value))
    .toBe('private')
})

test('the picture: an image, cropped square, without metadata; it replaces the old file', async () => {
  const member = await createMember(here.site)
  const page = await shared.openAs(member, '/profile-settings')
  await choosePicture(page, 'notes.txt', 'text/plain', Buffer.from('no picture'))
  await page.getByText('Please select an image file').waitFor()
  const photo = await drawPicture(600, 300)
    .withExif({ IFD0: { Copyright: 'the place where it was taken' } })
    .jpeg()
    .toBuffer()
  const avatars = member.client.storage.from('avatars')
  const stored = async () => (await avatars.list(member.id)).data?.map(({ name }) => name)
  await choosePicture(page, 'photo.jpg', 'image/jpeg', photo)
  await page.getByText('Picture updated').waitFor()
  const [first = ''] = (await stored()) ?? []
  const { data: blob } = await avatars.download(`${member.id}/${first}`)
  const drawn = await sharp(new Uint8Array((await blob?.arrayBuffer()) ?? [])).metadata()
  expect([drawn.width, drawn.height, drawn.exif]).toEqual([300, 300, undefined])
  await choosePicture(page, 'photo.jpg', 'image/jpeg', photo)
  // The old file is deleted after the upload, so for a moment there are two.
  await expect.poll(stored).toEqual([expect.not.stringContaining(first)])
  await page.locator(`header img[src*="avatars/${member.id}/"]`).waitFor()
  await findButton(page, 'Remove').click()
  await expect.poll(stored).toEqual([])
})

test('spec 1 §8: a picture that cannot be uploaded, stored in the profile, or replaced', async () => {
  const page = await shared.openAs(await createMember(here.site), '/profile-settings')
  const picture = await drawPicture(9, 9).png().toBuffer()
  for (const [request, answer, text] of [
    [UPLOAD, FAILED, 'Failed to upload file'],
    [SAVE, createError(400, '23514', 'violates'), 'Invalid avatar URL'],
    [LIST_PICTURES, FAILED, 'Failed to delete file'],
  ] as const) {
    await replaceResponse(page, request, answer, async () => {
      await choosePicture(page, 'a.png', 'image/png', picture)
      await findText(page, text)
    })
  }
})
