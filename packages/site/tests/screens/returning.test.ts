// Spec 7 §4: following tools, reminders of launches, the bell and what happened since the last visit.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addCompany, addReview, addTool } from '../support/backends/content.ts'
import { expectAccessible, expectAccessibleLooks, LOOKS } from '../support/browser/browser.ts'
import { findButton, findText } from '../support/browser/page-elements.ts'
import { FAILED, replaceResponse } from '../support/browser/replace-response.ts'
import { createMember, withSharedPage } from '../support/browser/shared-page.ts'
import { withSharedSite } from '../support/sites/journey.ts'
import { createServiceClient } from '../support/sites/site.ts'

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

/** Tells a member of helpful votes for a review that exists, the newest last. */
async function notify(userId: string, counts: readonly number[]) {
  const service = await createServiceClient(here.site)
  const { data: review } = await service
    .from('reviews')
    .select('id')
    .limit(1)
    .single()
    .throwOnError()
  await service
    .from('notifications')
    .insert(
      counts.map((count, index) => ({
        user_id: userId,
        kind: 'helpful_votes',
        subject_type: 'review',
        subject_id: review.id,
        data: { tool: 'Kettle', slug: 'kettle', count },
        created_at: new Date(Date.now() - (counts.length - index) * 1000).toISOString(),
      })),
    )
    .throwOnError()
  return review.id
}

test('the bell counts live; opening a notification marks it as read, and a button marks all', async () => {
  const member = await createMember(here.site)
  const fan = await createMember(here.site, {
    username: 'fan-of-bell',
    first_name: 'Edda',
    last_name: 'Fan',
  })
  const review = await notify(member.id, [1, 5])
  const page = await shared.openAs(member, '/notifications')
  const bell = (name: string) => page.getByRole('banner').getByRole('link', { name, exact: true })
  await bell('2 unread notifications').waitFor()
  await fan.client
    .from('user_follows')
    .insert({ follower_id: fan.id, following_id: member.id })
    .throwOnError()
  await bell('3 unread notifications').waitFor()
  const rows = page.getByRole('region', { name: 'Today' }).getByRole('link')
  await expect
    .poll(() => rows.allTextContents())
    .toEqual([
      'Unread: Edda Fan follows you',
      'Unread: 5 members found your review of Kettle helpful',
      'Unread: A member found your review of Kettle helpful',
    ])
  await expectAccessibleLooks(page, LOOKS)
  await rows.nth(1).click()
  await page.waitForURL(`**/review/${review}`)
  await bell('2 unread notifications').waitFor()
  const unread = async () => {
    const table = member.client.from('notifications').select('id').is('read_at', null)
    return (await table.throwOnError()).data.length
  }
  await expect.poll(unread).toBe(2)
  await bell('2 unread notifications').click()
  await findButton(page, 'Mark all as read').click()
  await bell('Notifications').waitFor()
  await expect.poll(unread).toBe(0)
  expect((await rows.allTextContents()).filter((text) => text.startsWith('Unread:'))).toEqual([])
  await notify(
    member.id,
    Array.from({ length: 100 }, (_, index) => index + 1),
  )
  const link = bell('100 unread notifications')
  const [area, badge] = [await link.boundingBox(), await link.getByText('99+').boundingBox()]
  expect((badge?.x ?? 0) + (badge?.width ?? 0)).toBeLessThan((area?.x ?? 0) + (area?.width ?? 0))
  expect(shared.problems).toEqual([])
})

test('notifications are paged, and without any or on a failure the page says so', async () => {
  const member = await createMember(here.site)
  const page = await shared.openAs(member, '/notifications')
  await page.getByRole('heading', { name: 'No notifications yet' }).waitFor()
  await expectAccessible(page)
  await notify(
    member.id,
    Array.from({ length: 31 }, (_, index) => index + 2),
  )
  await replaceResponse(page, ['GET', '/rest/v1/notifications'], FAILED, async () => {
    await page.reload()
    await findText(page, 'Could not be loaded.')
  })
  await page.reload()
  await expect.poll(() => page.getByRole('article').count()).toBe(30)
  await findButton(page, 'Show more').click()
  await expect.poll(() => page.getByRole('article').count()).toBe(31)
  await page.getByText('Unread: 2 members found your review of Kettle helpful').waitFor()
})

/** Marks the height of the section at the first frame of each page that is opened from now on. */
const markHeight = (page: Page) =>
  page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () =>
      requestAnimationFrame(() => {
        const section = document.querySelector('[aria-labelledby="since-last-visit"]')
        performance.mark('height', { detail: section?.clientHeight })
      }),
    ),
  )

/** @returns by how many pixels the section has grown, and has moved what is below it, since the first frame */
const measureGrowth = (page: Page) =>
  page.evaluate(() => {
    const section = document.querySelector('[aria-labelledby="since-last-visit"]')
    const [mark] = performance.getEntriesByName('height')
    return (section?.clientHeight ?? 0) - ((mark as PerformanceMark).detail as number)
  })

test('home has three suggestions of what to follow, then what is new of it, and nothing moves', async () => {
  const member = await createMember(here.site)
  const page = await shared.openAs(member, '/')
  await markHeight(page)
  const section = page.getByRole('region', { name: 'Since your last visit' })
  await section.getByText('Follow tools, people and companies to see here what is new.').waitFor()
  const follow = section.getByRole('button', { name: /^Follow / })
  await expect.poll(() => follow.count()).toBe(3)
  await expectAccessibleLooks(page, LOOKS)
  await follow.first().click()
  await section.getByRole('button', { name: /^Following / }).waitFor()
  const follows = async () =>
    (await member.client.from('tool_follows').select('tools(name)').throwOnError()).data
  await expect.poll(async () => (await follows()).length).toBe(1)

  await page.reload()
  const card = section.getByRole('listitem')
  await expect.poll(() => card.count()).toBe(3)
  await section.getByText('The latest of what you follow.').waitFor()
  expect(await measureGrowth(page)).toBe(0)
  await findButton(page, 'Show all 12').click()
  expect(await card.count()).toBe(12)
  await expectAccessibleLooks(page, LOOKS)

  // A visit ends half an hour after the last page.
  await page.evaluate(() => localStorage.setItem('toolmark.visits', `${Date.now() - 3_600_000} 0`))
  await page.reload()
  await section.getByText(/ new/).first().waitFor()
  const html = await (await fetch(`${here.site.url}/`)).text()
  expect(html).not.toContain('Since your last visit')
  expect(shared.problems).toEqual([])
})

test('a profile shows the reviews themselves, ten at a time; those of a private one to that person alone', async () => {
  const member = await createMember(here.site, { username: 'writes-much' })
  const tools = await member.client
    .from('tools')
    .select('id')
    .order('slug')
    .limit(11)
    .throwOnError()
  for (const [index, { id }] of tools.data.entries())
    await addReview(member, id, { title: `Number ${index + 1}` })
  const page = await shared.start()
  await page.goto(`${here.site.url}/user/writes-much`)
  const article = page.getByRole('region', { name: 'Reviews', exact: true }).getByRole('article')
  await article.first().getByRole('heading', { name: 'Number 11' }).waitFor()
  expect(await article.count()).toBe(10)
  await page.getByRole('heading', { name: 'Recent Activity' }).waitFor()
  await expectAccessibleLooks(page, LOOKS)
  await findButton(page, 'Show more').click()
  await page.getByRole('link', { name: 'Number 1', exact: true }).waitFor()
  const older = await (await fetch(`${here.site.url}/user/writes-much`)).text()
  const [, cursor = ''] = /name="after" value="([^"]+)"/.exec(older) ?? []
  const second = await fetch(
    `${here.site.url}/user/writes-much?after=${encodeURIComponent(cursor.replaceAll('&quot;', '"'))}`,
  )
  const html = await second.text()
  expect([html.includes('Number 1<'), html.includes('Number 11<')]).toEqual([true, false])

  const hidden = { profile_visibility: 'private' }
  await member.client.from('profiles').update(hidden).eq('user_id', member.id).throwOnError()
  const isShown = async () =>
    (await (await fetch(`${here.site.url}/user/writes-much`)).text()).includes('Number 11<')
  await expect.poll(isShown).toBe(false)
  const own = await shared.openAs(member, '/user/writes-much')
  await own.getByRole('heading', { name: 'Number 11' }).waitFor()
})

test('the dashboard has the replies to own reviews, own lists and reviews that wait for a reply', async () => {
  const service = await createServiceClient(here.site)
  const [maker, writer] = [await createMember(here.site), await createMember(here.site)]
  const company_id = await addCompany(maker, `Kettles ${maker.id}`)
  const tool_id = await addTool({ client: service })
  await service.from('tool_makers').insert({ tool_id, company_id, method: 'staff' }).throwOnError()
  await service
    .from('company_members')
    .update({ is_confirmed: true })
    .eq('user_id', maker.id)
    .throwOnError()
  const review_id = await addReview(writer, tool_id, { title: 'It drips' })
  await writer.client
    .from('lists')
    .insert({ user_id: writer.id, name: 'For the kitchen' })
    .throwOnError()
  const page = await shared.openAs(maker, '/dashboard')
  await page
    .getByRole('region', { name: 'Reviews without your reply' })
    .getByText('It drips')
    .waitFor()
  await expectAccessible(page)
  await maker.client
    .from('review_replies')
    .insert({ review_id, tool_id, company_id, content: 'We send you a new one.' })
    .throwOnError()
  const other = await shared.openAs(writer, '/dashboard')
  await other.getByText(`Kettles ${maker.id} replied: We send you a new one.`).waitFor()
  const lists = other.getByRole('region', { name: 'Your lists' })
  expect(await lists.getByRole('listitem').innerText()).toBe('For the kitchen\n\n0 tools · Private')
  await expectAccessible(other)
  await replaceResponse(other, ['GET', '/rest/v1/lists'], FAILED, async () => {
    await other.reload()
    await other
      .locator('section', { has: other.getByRole('heading', { name: 'Your lists' }) })
      .getByText('Could not be loaded.')
      .waitFor()
    await expectAccessible(other)
    await other.goto(`${here.site.url}/lists`)
    await other
      .getByRole('region', { name: 'Your lists' })
      .getByText('Could not be loaded.')
      .waitFor()
  })
})

test('"Follow" and "Tell me" lead a visitor to the sign-in and back', async () => {
  const page = await shared.start()
  await page.goto(`${here.site.url}/tool/linear`)
  await page.getByRole('link', { name: 'Follow Linear', exact: true }).click()
  await page.waitForURL('**/auth?next=%2Ftool%2Flinear')
  await page.goto(`${here.site.url}/launches?tab=scheduled`)
  await page
    .getByRole('link', { name: /^Tell me when .* launches$/ })
    .first()
    .click()
  await page.waitForURL('**/auth?next=%2Flaunch%2F*')
})
