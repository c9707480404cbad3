// What an open, visible page shows without a reload, over Supabase Realtime.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addReview, findTool } from '../support/backends/content.ts'
import { expectAccessible, openPage, visit } from '../support/browser/browser.ts'
import { createMember, withVisitor } from '../support/browser/shared-page.ts'
import { withSite } from '../support/sites/journey.ts'
import { createServiceClient, signInMember } from '../support/sites/site.ts'

const here = withSite()
const visitor = withVisitor(here)

/**
 * Resolves when a socket of the page has joined its channel: five seconds after the page was opened. That of a member's
 * notifications is not waited for.
 */
const waitForJoin = (page: Page) =>
  new Promise<void>((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        const isJoined = payload.includes('phx_reply') && payload.includes('"ok"')
        if (isJoined && !payload.includes('realtime:notifications')) resolve()
      }),
    )
  })

async function findLiveLaunch() {
  const service = await createServiceClient(here.site)
  const { data } = await service
    .from('product_launches')
    .select('id, tagline, upvotes_count')
    .eq('status', 'live')
    .order('upvotes_count', { ascending: false })
    .limit(1)
    .single()
    .throwOnError()
  return { id: data.id ?? '', count: data.upvotes_count ?? 0 }
}

test('an upvote changes the count on open pages of visitors and members', async () => {
  const { id, count } = await findLiveLaunch()
  const member = await visit(here.browser, 390)
  await signInMember(here.site, member.context)
  const joined = [visitor.page, member.page].map(waitForJoin)
  await openPage(visitor.page, `${here.site.url}/launches`)
  await openPage(member.page, `${here.site.url}/launch/${id}`)
  const readCount = (page: Page) => page.locator(`#upvote-${id}`).textContent()
  await Promise.all(joined)
  expect([await readCount(visitor.page), await readCount(member.page)]).toEqual([
    String(count),
    String(count),
  ])
  const { client, id: user_id } = await createMember(here.site)
  await client.from('launch_upvotes').insert({ launch_id: id, user_id }).throwOnError()
  await expect.poll(() => readCount(visitor.page)).toBe(String(count + 1))
  await expect.poll(() => readCount(member.page)).toBe(String(count + 1))
  // The member's own press counts from there.
  await member.page.locator(`#upvote-${id}`).click()
  await expect.poll(() => readCount(visitor.page)).toBe(String(count + 2))
  expect(await readCount(member.page)).toBe(String(count + 2))
  await expectAccessible(visitor.page)
  expect([visitor.problems, member.problems]).toEqual([[], []])
  await member.context.close()
})

test('a new, changed and deleted review changes the list of an open tool page', async () => {
  const { page, problems } = visitor
  const joined = waitForJoin(page)
  await openPage(page, `${here.site.url}/tool/figma`)
  await page.locator('[id^=review-]').first().waitFor()
  await joined
  // The focus stays where it is when the list changes.
  const first = page.locator('[id^=review-] a').first()
  await first.focus()
  const member = await createMember(here.site)
  const review = await addReview(member, await findTool(member, 'figma'), {
    title: 'Written while others read',
  })
  await page.getByRole('heading', { name: 'Written while others read' }).waitFor()
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('A')
  const change = { title: 'Changed while others read' }
  await member.client.from('reviews').update(change).eq('id', review).throwOnError()
  await page.getByRole('heading', { name: change.title }).waitFor()
  await member.client.from('reviews').delete().eq('id', review).throwOnError()
  await page.getByRole('heading', { name: change.title }).waitFor({ state: 'detached' })
  expect(problems).toEqual([])
})

test('a hidden page closes its socket; shown again it reads what it missed', async () => {
  const { id } = await findLiveLaunch()
  const { page, problems } = visitor
  const joined = waitForJoin(page)
  const opened = page.waitForEvent('websocket')
  await openPage(page, `${here.site.url}/launches`)
  const socket = await opened
  await joined
  const closed = socket.waitForEvent('close')
  const setVisibility = (state: DocumentVisibilityState) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }, state)
  await setVisibility('hidden')
  await closed
  const count = Number(await page.locator(`#upvote-${id}`).textContent())
  const { client, id: user_id } = await createMember(here.site)
  await client.from('launch_upvotes').insert({ launch_id: id, user_id }).throwOnError()
  const rejoined = waitForJoin(page)
  await setVisibility('visible')
  await rejoined
  await expect.poll(() => page.locator(`#upvote-${id}`).textContent()).toBe(String(count + 1))
  expect(problems).toEqual([])
})

test('a page of a past launch opens no socket', async () => {
  const service = await createServiceClient(here.site)
  const { data } = await service
    .from('product_launches')
    .select('id')
    .eq('status', 'ended')
    .limit(1)
    .single()
    .throwOnError()
  const { page, context } = await visit(here.browser, 1280)
  await page.clock.install()
  let sockets = 0
  page.on('websocket', () => {
    sockets += 1
  })
  await openPage(page, `${here.site.url}/launch/${data.id}`)
  await page.clock.runFor(10_000)
  const joined = waitForJoin(page)
  await openPage(page, `${here.site.url}/launches`)
  await page.clock.runFor(10_000)
  await joined
  expect(sockets).toBe(1)
  await context.close()
})
