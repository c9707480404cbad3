// Names, titles and addresses of a single long word: no screen scrolls sideways at 320 px.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { today } from '../../app/ui/format/day.ts'
import { openPage, type Visit, visit } from '../support/browser/browser.ts'
import { createMember, type Member } from '../support/browser/shared-page.ts'
import { withSite } from '../support/sites/journey.ts'
import { appointStaff, createServiceClient, signInMember } from '../support/sites/site.ts'

const here = withSite({ DEMO_CONTENT: 'off' })

/** The widest letter of the font. */
const word = (length: number, letter = 'W') => letter.repeat(length)

const toAddress = (letter: string) => `https://${word(60, letter)}.example/${word(120, 'm')}`
const ADDRESS = toAddress('w')
const PERSON = {
  username: word(50, 'w'),
  first_name: word(50),
  last_name: word(50),
  job_title: word(100),
  company_name: word(100),
  bio: word(500),
}

interface Content {
  tool: { id: string; slug: string }
  other: { id: string; slug: string }
  /** In a category with a long name. */
  elsewhere: { id: string; slug: string }
  review: string
  launch: string
  company: string
  decision: number
}

const requireData = async <T>(
  request: PromiseLike<{ data: T; error: unknown }>,
): Promise<NonNullable<T>> => {
  const { data, error } = await request
  expect(error).toBeNull()
  return data as NonNullable<T>
}

/** Content of the greatest lengths that the database allows, without a space. */
async function addContent(author: Member, moderator: Member['client']): Promise<Content> {
  const service = await createServiceClient(here.site)
  const { client, id: user_id } = author
  await requireData(client.from('profiles').update(PERSON).eq('user_id', user_id).select())
  const addTool = (name: string, website_url: string, category = 'Design & Creative') =>
    requireData(
      client
        .from('tools')
        .insert({ name, description: word(1000), category, website_url })
        .select('id, slug')
        .single(),
    )
  const tool = await addTool(word(100), ADDRESS)
  const other = await addTool(word(99, 'M'), toAddress('m'))
  const elsewhere = await addTool(word(98), toAddress('q'), word(100))
  await service
    .from('tool_facts')
    .upsert({
      tool_id: tool.id,
      pricing_model: 'paid',
      license: 'LicenseRef-scancode-unknown-license-reference',
      repository_url: ADDRESS,
      latest_version: word(40),
      discontinued_on: '2025-01-01',
      successor_id: other.id,
    })
    .throwOnError()
  const addReview = (tool_id: string, title: string) =>
    requireData(
      client
        .from('reviews')
        .insert({
          tool_id,
          user_id,
          rating: 4,
          title,
          content: word(1000),
          pros: [word(200)],
          cons: [word(200, 'M')],
          used_version: word(40),
        })
        .select('id')
        .single(),
    )
  const { id: review } = await addReview(tool.id, word(100))
  const { id: removed } = await addReview(other.id, word(100, 'M'))
  await client
    .from('product_launches')
    .insert({ tool_id: elsewhere.id, tagline: word(80), launch_date: today(), user_id })
    .throwOnError()
  const launched = await requireData(
    client
      .from('product_launches')
      .insert({
        tool_id: tool.id,
        tagline: word(80),
        description: word(2000),
        launch_date: today(),
        user_id,
      })
      .select('id')
      .single(),
  )
  const launch = launched.id ?? ''
  const { id: company } = await requireData(
    client
      .from('companies')
      .insert({ name: word(100), website: ADDRESS, description: word(1000) })
      .select('id')
      .single(),
  )
  await client
    .from('company_members')
    .insert({ company_id: company, user_id, role: 'admin', is_admin: true })
    .throwOnError()
  const reader = await createMember(here.site, { username: word(50, 'm') })
  await reader.client
    .from('user_follows')
    .insert({ follower_id: reader.id, following_id: user_id })
    .throwOnError()
  await client
    .from('user_follows')
    .insert({ follower_id: user_id, following_id: reader.id })
    .throwOnError()
  for (const [subject_type, subject_id] of [
    ['review', review],
    ['review', removed],
    ['tool', tool.id],
    ['launch', launch],
  ] as const) {
    await reader.client
      .rpc('submit_report', { subject_type, subject_id, reason: 'spam', details: word(500) })
      .throwOnError()
  }
  const own = { subject_type: 'profile', subject_id: reader.id, reason: 'spam', details: word(500) }
  await client.rpc('submit_report', own).throwOnError()
  await client
    .rpc('suggest_tool_edit', {
      tool: tool.id,
      changes: { name: [word(100), word(90, 'M')] },
      source_url: ADDRESS,
      note: word(500),
    })
    .throwOnError()
  await moderator
    .rpc('moderate', {
      subject_type: 'review',
      subject_id: removed,
      action: 'remove',
      reason: 'spam',
      explanation: word(500),
    })
    .throwOnError()
  await moderator
    .rpc('add_moderator_note', { subject_type: 'review', subject_id: review, note: word(500) })
    .throwOnError()
  await moderator
    .rpc('invite', { email: `${word(60, 'w')}@${word(60, 'm')}.example` })
    .throwOnError()
  const [decision] = await requireData(
    service.from('moderation_decisions').select('number').order('number', { ascending: false }),
  )
  return { tool, other, elsewhere, review, launch, company, decision: decision?.number ?? 0 }
}

let content: Content
let author: Member
let member: Visit
let administrator: Visit
let visitor: Visit
beforeAll(async () => {
  administrator = await visit(here.browser, 320)
  const { client } = await signInMember(here.site, administrator.context, { username: 'staff' })
  await appointStaff(here.site, 'staff', 'admin')
  author = await createMember(here.site)
  content = await addContent(author, client)
  visitor = await visit(here.browser, 320)
  member = await visit(here.browser, 320)
  await member.context.addInitScript(
    (stored) => localStorage.setItem('toolmark.session', stored),
    JSON.stringify(author.session),
  )
})
afterAll(async () => {
  for (const { context } of [visitor, member, administrator]) await context.close()
})

/** By how much each page is wider than the window, with the element that is. */
async function findWidePages(page: Page, paths: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const path of paths) {
    await openPage(page, here.site.url + path)
    await page.waitForLoadState('networkidle')
    const wide = await page.evaluate(() => {
      const excess = document.documentElement.scrollWidth - innerWidth
      if (excess <= 0) return undefined
      const isCut = (element: Element) => {
        const { position } = getComputedStyle(element)
        for (let around = element.parentElement; around; around = around.parentElement) {
          const style = getComputedStyle(around)
          const holds = position !== 'absolute' || style.position !== 'static'
          if (holds && style.overflowX !== 'visible') return true
        }
        return false
      }
      const wideOnes = [...document.body.querySelectorAll('*')].filter(
        (element) => element.getBoundingClientRect().right > innerWidth + 1 && !isCut(element),
      )
      const innermost = wideOnes.filter(
        (element) => !wideOnes.some((other) => element !== other && element.contains(other)),
      )
      return `${excess} px by ${innermost
        .map(({ tagName, className, parentElement }) => {
          return `${parentElement?.tagName}.${parentElement?.className} > ${tagName}.${className}`
        })
        .slice(0, 6)
        .join(' AND ')}`
    })
    if (wide) found.push(`${path.replaceAll(/(.)\1{20,}/g, '$1…')}: ${wide}`)
  }
  return found
}

const readWidth = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

test('no page of a visitor is wider than 320 px', async () => {
  const { tool, other, elsewhere, review, launch, company, decision } = content
  const paths = [
    '/',
    `/?search=${word(50)}`,
    '/tools',
    '/categories',
    '/all-tools?category=Design+%26+Creative',
    `/all-tools?category=${word(100)}`,
    `/tool/${tool.slug}`,
    `/tool/${other.slug}`,
    `/tool/${elsewhere.slug}`,
    `/tool/${tool.slug}/alternatives`,
    `/tool/${tool.slug}/history`,
    `/compare?tools=${tool.slug},${other.slug}`,
    `/explain?list=featured&tool=${tool.slug}`,
    `/figures/tool-rating?of=${tool.slug}`,
    '/launches',
    `/launch/${launch}`,
    `/review/${review}`,
    `/review/${review}/history`,
    `/user/${PERSON.username}`,
    `/user/${PERSON.username}/followers`,
    `/user/${PERSON.username}/following`,
    `/company/${company}`,
    `/report?type=tool&id=${tool.id}`,
    '/moderation-log',
    `/moderation-log/${decision}`,
    '/trust',
  ]
  const { page } = visitor
  expect(await findWidePages(page, paths)).toEqual([])
  // The suggestions of the search.
  await page.getByRole('button', { name: 'Open search' }).click()
  await page.getByRole('dialog').getByRole('combobox').fill(word(20))
  await page.getByRole('dialog').getByRole('option').first().waitFor()
  expect(await readWidth(page)).toBe(320)
})

/** The header's controls that are not in the window, those that lie upon another, and a search too narrow for its text. */
const findMisplacedControls = (page: Page, name: string) =>
  page.evaluate((siteName) => {
    const logo = document.querySelector('header a[href="/"] span')
    if (!logo) throw new Error('there is no logo')
    logo.textContent = siteName
    const controls = [...document.querySelectorAll('header :is(a, button, input)')]
      .filter((control) => control.checkVisibility() && !control.closest('.absolute'))
      .map((control) => ({ control, box: control.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0)
    const pen = document.createElement('canvas').getContext('2d')
    const isTooNarrow = (control: Element) => {
      if (!pen || !(control instanceof HTMLInputElement)) return false
      const { font, paddingLeft, paddingRight } = getComputedStyle(control)
      pen.font = font
      const room =
        control.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
      // Chromium's button that empties the field takes 20 px.
      return room - 20 < pen.measureText(control.placeholder).width
    }
    return controls.filter(
      ({ control, box }) =>
        isTooNarrow(control) ||
        box.left < 0 ||
        box.right > innerWidth ||
        controls.some(
          (other) =>
            other.control !== control &&
            box.left < other.box.left &&
            box.right > other.box.left + 1,
        ),
    ).length
  }, name)

test('a site name of 13 or 44 letters leaves room for the controls of the header and the words in its search', async () => {
  for (const { page } of [visitor, member]) {
    await openPage(page, `${here.site.url}/about`)
    for (const width of [320, 360, 390, 768, 820, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      for (const name of ['Toolmark', 'Compare-a-Lot', word(44)]) {
        expect([width, name, await findMisplacedControls(page, name)]).toEqual([width, name, 0])
      }
      expect(await page.getByRole('button', { name: 'Open menu' }).isVisible()).toBe(width < 1024)
    }
    await page.setViewportSize({ width: 320, height: 900 })
  }
})

test('an address and names of the operator in one word leave each page as wide as the screen', async () => {
  const { page } = visitor
  for (const path of ['/contact', '/guidelines']) {
    await openPage(page, `${here.site.url}${path}`)
    const changed = await page.evaluate((text) => {
      const links = [...document.querySelectorAll('a[href^="mailto:"], footer a[target], aside a')]
      for (const link of links) link.textContent = text
      return links.length
    }, word(60))
    expect(changed).toBeGreaterThan(2)
    for (const width of [320, 820, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect([path, width, await readWidth(page)]).toEqual([path, width, width])
    }
  }
  await page.setViewportSize({ width: 320, height: 900 })
})

test('a name from right to left has its own direction and leaves the sentence around it as it is', async () => {
  const name = 'כלי עבודה!'
  const added = await requireData(
    author.client
      .from('tools')
      .insert({ name, description: 'תיאור קצר.', category: 'HR', website_url: 'https://h.example' })
      .select('id, slug')
      .single(),
  )
  const review = await requireData(
    author.client
      .from('reviews')
      .insert({
        tool_id: added.id,
        user_id: author.id,
        rating: 4,
        title: 'טוב!',
        content: 'כן. זה כלי טוב מאוד לכולם.',
      })
      .select('id')
      .single(),
  )
  const { page } = visitor
  await page.setViewportSize({ width: 820, height: 900 })
  /** Where the first place of each text begins, from the left. */
  const findLeft = (texts: readonly string[]) =>
    page.evaluate(
      (wanted) =>
        wanted.map((text) => {
          const texts = document.createTreeWalker(document.querySelector('main') ?? document, 4)
          for (let node = texts.nextNode(); node; node = texts.nextNode()) {
            const at = node.textContent?.indexOf(text) ?? -1
            if (at < 0 || !node.parentElement?.checkVisibility()) continue
            const range = document.createRange()
            range.setStart(node, at)
            range.setEnd(node, at + text.length)
            return range.getBoundingClientRect().left
          }
          throw new Error(`there is no ${text}`)
        }),
      texts,
    )
  await openPage(page, `${here.site.url}/tool/${added.slug}`)
  const [letters = 0, mark = 0] = await findLeft(['כלי', '!'])
  expect(mark).toBeLessThan(letters)
  await openPage(page, `${here.site.url}/review/${review.id}`)
  const [tool = 0, words = 0] = await findLeft([name, ', reviewed by'])
  expect(tool).toBeLessThan(words)
  await page.setViewportSize({ width: 320, height: 900 })
})

test('no page of a member is wider than 320 px', async () => {
  const { tool, review, company, decision } = content
  const paths = [
    '/dashboard',
    '/profile-settings',
    '/account-settings',
    '/company-dashboard',
    '/start-your-team',
    '/my-reports',
    '/notifications',
    `/moderation-log/${decision}`,
    `/write-review/${tool.slug}`,
    `/tool/${tool.slug}`,
    `/tool/${tool.slug}/suggest-edit`,
    `/review/${review}`,
    `/company/${company}`,
    `/user/${PERSON.username}`,
    '/submit-launch',
  ]
  expect(await findWidePages(member.page, paths)).toEqual([])
  await member.page.getByRole('button', { name: /Account menu$/ }).click()
  await member.page.getByRole('menuitem').first().waitFor()
  expect(await readWidth(member.page)).toBe(320)
})

test('no page of staff is wider than 320 px', async () => {
  const { tool, review, launch } = content
  const paths = [
    '/moderation',
    `/moderation/review/${review}`,
    `/moderation/tool/${tool.id}`,
    `/moderation/launch/${launch}`,
    `/moderation/profile/${author.id}`,
    '/moderation/users',
    '/moderation/edits',
    `/moderation/merge?source=${tool.slug}`,
    '/admin',
    '/admin/staff',
    '/admin/invitations',
  ]
  expect(await findWidePages(administrator.page, paths)).toEqual([])
})
