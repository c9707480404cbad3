// Spec 7 §4: following tools, reminders of launches, the bell and what happened since the last visit.
import { expect, test } from 'vitest'
import { expectAccessible } from '../support/browser/browser.ts'
import { findButton, findText } from '../support/browser/page-elements.ts'
import { FAILED, replaceResponse } from '../support/browser/replace-response.ts'
import { createMember, withSharedPage } from '../support/browser/shared-page.ts'
import { withSharedSite } from '../support/sites/journey.ts'

const here = withSharedSite('demo')
const shared = withSharedPage(here)

test('a member follows a tool, finds it among what she follows, and a failure goes back', async () => {
  const member = await createMember(here.site, { username: 'follows-tools' })
  const page = await shared.openAs(member, '/tool/linear')
  const follow = findButton(page, 'Follow Linear')
  const following = findButton(page, 'Following Linear')
  await replaceResponse(page, ['POST', '/rest/v1/tool_follows'], FAILED, async () => {
    await follow.click()
    await findText(page, 'Failed to follow tool')
    await follow.waitFor()
  })
  await follow.click()
  await following.waitFor()
  expect(await following.getAttribute('aria-pressed')).toBe('true')
  const own = async () =>
    (await member.client.from('tool_follows').select('tools(slug)').throwOnError()).data
  await expect.poll(own).toEqual([{ tools: { slug: 'linear' } }])
  await page.goto(`${here.site.url}/user/follows-tools/following`)
  await page.getByText('Only you see which tools you follow.').waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Linear', exact: true }).click()
  await following.click()
  await follow.waitFor()
  await expect.poll(own).toEqual([])
})

test('"Tell me" is on launches whose day is still to come, in the list and on the page', async () => {
  const member = await createMember(here.site)
  const page = await shared.openAs(member, '/launches?tab=scheduled')
  const card = page.getByRole('article').first()
  await card.getByRole('button', { name: /^Tell me when .* launches$/ }).click()
  await card.getByRole('button', { name: /^We will tell you when/ }).waitFor()
  const own = async () =>
    (await member.client.from('launch_reminders').select('launch_id').throwOnError()).data
  await expect.poll(async () => (await own()).length).toBe(1)
  await page.goto(`${here.site.url}/launch/${(await own())[0]?.launch_id}`)
  await page.getByRole('button', { name: /^We will tell you when/ }).click()
  await page.getByRole('button', { name: /^Tell me when/ }).waitFor()
  await expect.poll(own).toEqual([])
  await page.goto(`${here.site.url}/launches`)
  await page.getByRole('article').first().waitFor()
  expect(await page.getByRole('button', { name: /^Tell me/ }).count()).toBe(0)
})

test('a visitor who presses "Follow" is led to the sign-in and back', async () => {
  const page = await shared.start()
  await page.goto(`${here.site.url}/tool/linear`)
  await findButton(page, 'Follow Linear').click()
  await findText(page, 'Please sign in to follow tools.')
  await findButton(page, 'Sign In').click()
  await page.waitForURL('**/auth?next=%2Ftool%2Flinear')
})
