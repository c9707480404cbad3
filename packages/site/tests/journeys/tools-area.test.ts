// Spec 2: members in the tools area.
import type { Request, Route } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { today } from '../../app/ui/format/day.ts'
import { addReview } from '../support/backends/content.ts'
import { expectAccessible, openPage } from '../support/browser/browser.ts'
import { sendVote } from '../support/browser/page-elements.ts'
import { createMember, withSharedPage } from '../support/browser/shared-page.ts'
import { withSite } from '../support/sites/journey.ts'

const here = withSite()
const shared = withSharedPage(here)

describe('spec 2 §2, §5, §8: add tool', () => {
  test('missing fields, duplicates before and after submit, success', async () => {
    const page = await shared.openAs(await createMember(here.site), '/all-tools')
    await page.getByRole('link', { name: 'Add Tool' }).click()
    await page.waitForURL('**/add-tool')
    await page.getByLabel('Tool Name *').fill('Kettleworks')
    await page.getByRole('button', { name: 'Add Tool' }).click()
    await page.getByText('Missing fields').waitFor()
    await page.getByText('Please fill in all required fields').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA')

    await page.getByLabel('Description *').fill('Boils water for whole teams.')
    await expect.poll(() => page.getByLabel('Category *').locator('option').count()).toBe(21)
    await page.getByLabel('Category *').selectOption('Productivity')
    await page.getByLabel('Website URL').fill('figma')
    await page.getByRole('button', { name: 'Add Tool' }).click()
    await page.getByText('Please enter a valid URL').waitFor()
    await page.getByLabel('Website URL').fill('http://figma.com/')
    await page.getByText('Already listed:').waitFor()
    await page.getByLabel('Other names').fill('Team urn')
    await page.getByLabel('Add a use').fill('kanban')
    await page.getByRole('option', { name: 'Kanban boards' }).click()
    await page.getByRole('button', { name: 'Remove Kanban boards' }).waitFor()
    await page.getByRole('button', { name: 'Add Tool' }).click()
    await page.getByText('Failed to add tool. Please try again.').waitFor()
    await expect
      .poll(() => page.getByLabel('Description *').inputValue())
      .toBe('Boils water for whole teams.')

    // The input survives a reload.
    await page.reload()
    await page.getByLabel('Website URL').waitFor()
    await expect.poll(() => page.getByLabel('Tool Name *').inputValue()).toBe('Kettleworks')
    await page.getByLabel('Website URL').fill('https://kettleworks.example')
    expect(await page.getByLabel('Other names').inputValue()).toBe('Team urn')
    await page.getByLabel('Other names').fill('Team urn, Figma')
    await page.getByRole('button', { name: 'Add Tool' }).click()
    await page.getByText('Figma is the name of another tool.').waitFor()
    await page.getByLabel('Other names').fill('Team urn')
    await page.getByRole('button', { name: 'Add Tool' }).dblclick()
    await page.waitForURL('**/all-tools')
    await page.getByText('Tool added successfully!').waitFor()
    // Spec 2 §3: fixed where the pricing is not known, and beside demo content.
    await page.goto(`${here.site.url}/all-tools?search=kettleworks`)
    const card = page.getByRole('article').filter({ hasText: 'Kettleworks' })
    await card.getByText('Freemium', { exact: true }).waitFor()
    await page.goto(`${here.site.url}/all-tools?search=postgresql`)
    const known = page.getByRole('article').filter({ hasText: 'PostgreSQL' }).first()
    await known.getByText('Open source', { exact: true }).waitFor()
    await page.goto(`${here.site.url}/tool/kettleworks`)
    await page.getByRole('heading', { name: 'Kettleworks', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Kanban boards' }).first().waitFor()
    await page.getByText('Team urn').first().waitFor()
    expect(shared.problems.filter((text) => !/40[09]/.test(text))).toEqual([])
  })

  test('signed out, submitting asks to sign in and loses no input', async () => {
    const page = await shared.open('/add-tool')
    await page.getByLabel('Tool Name *').fill('Teapot')
    await page.getByLabel('Description *').fill('Short and stout.')
    await page.getByLabel('Category *').selectOption('Analytics')
    await page.getByRole('button', { name: 'Add Tool' }).click()
    await page.getByText('Authentication required').waitFor()
    await page.getByText('Please sign in to add a tool').waitFor()
    await page.reload()
    await expect.poll(() => page.getByLabel('Tool Name *').inputValue()).toBe('Teapot')
  })

  test('Cancel goes back one page', async () => {
    const page = await shared.open('/categories')
    await openPage(page, `${here.site.url}/add-tool`)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.waitForURL('**/categories')
  })
})

describe('spec 2 §2, §5, §8: launches', () => {
  test('a launch is submitted with a tool, upvoted, and the upvote withdrawn', async () => {
    const member = await createMember(here.site, { first_name: 'Noor', last_name: 'Haddad' })
    const page = await shared.openAs(member, '/launches')
    await page.getByRole('link', { name: 'Submit Your Product' }).click()
    await page.waitForURL('**/submit-launch')
    await page.getByLabel('Description').fill('It sings when it boils.')
    await page.getByRole('button', { name: 'Submit Launch' }).click()
    await page.getByText('Please fill in all required fields').waitFor()

    // One character of two UTF-16 units counts once, as in PostgreSQL.
    await page.getByLabel('Tagline *').fill(`${'k'.repeat(80)}🫖`)
    await page.getByText('81/80').waitFor()
    await page.getByLabel('Launch date *').fill('2020-01-01')
    await page.getByRole('button', { name: 'Submit Launch' }).click()
    await page.getByText('Tagline too long').waitFor()
    await page.getByText('Launch date cannot be in the past').waitFor()
    await expectAccessible(page)

    await page.getByLabel('Tagline *').fill('Notes that boil')
    await page.getByText('15/80').waitFor()
    await page.getByLabel('Launch date *').fill(today())
    await page.getByLabel('Tool (optional)').fill('notion')
    await page
      .getByRole('option', { name: /^Notion/ })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove Notion' }).waitFor()
    const choose = page.locator('input[type=file]')
    const file = (name: string, mimeType: string, buffer: Buffer) =>
      choose.setInputFiles({ name, mimeType, buffer })
    await file('notes.txt', 'text/plain', Buffer.from('no picture'))
    await page.getByText('Please select an image file').waitFor()
    const photo = await sharp({
      create: { width: 600, height: 600, channels: 3, background: 'red' },
    })
      .png()
      .toBuffer()
    await file('one.png', 'image/png', photo)
    await page.getByRole('img', { name: 'Picture 1' }).waitFor()
    // The launch waits for the upload.
    const upload = Promise.withResolvers<void>()
    const hold = async (route: Route) => {
      await upload.promise
      await route.continue()
    }
    await page.route('**/storage/v1/object/launches/**', hold, { times: 1 })
    await file('two.png', 'image/png', photo)
    const submit = page.getByRole('button', { name: 'Submit Launch' })
    await expect.poll(() => submit.isDisabled()).toBe(true)
    upload.resolve()
    await page.getByRole('button', { name: 'Remove picture 2' }).click()
    await page.getByRole('img', { name: 'Picture 2' }).waitFor({ state: 'detached' })
    // A reload keeps the pictures with the text.
    await page.reload()
    await page.getByRole('img', { name: 'Picture 1' }).waitFor()
    const preview = page.getByRole('region', { name: 'Preview' })
    await preview.getByText('Notes that boil').waitFor()
    await preview.getByText('Noor Haddad').waitFor()
    await expectAccessible(page)
    await submit.dblclick()
    await page.waitForURL('**/launches')
    await page.getByText('Launch created successfully!').waitFor()
    const made = await member.client
      .from('product_launches')
      .select('id, tool_id, pictures')
      .eq('user_id', member.id)
    expect(made.data).toHaveLength(1)
    expect(made.data?.[0]?.tool_id).toBeTruthy()
    expect(made.data?.[0]?.pictures).toEqual([expect.stringContaining(`uploaded/${member.id}/`)])
    const files = await member.client.storage.from('launches').list(member.id)
    expect(files.data).toHaveLength(1)

    const card = page.getByRole('article').filter({ hasText: 'Notes that boil' })
    await card.getByText('Noor').waitFor()
    await card.getByText('Live Today').waitFor()
    // The page leads to the new entry.
    await expect
      .poll(() =>
        card
          .getByRole('link', { name: 'Notion', exact: true })
          .evaluate((link) => link === document.activeElement),
      )
      .toBe(true)
    // A double click sends once.
    const upvote = (count: number, pressed: boolean) =>
      card.getByRole('button', { name: `Upvote Notion: ${count}`, pressed })
    await sendVote(page, 'launch_upvotes', () => upvote(0, false).dblclick())
    await upvote(1, true).waitFor()
    await page.reload()
    await sendVote(page, 'launch_upvotes', () => upvote(1, true).click())
    await upvote(0, false).waitFor()

    await card.getByRole('link', { name: 'Notion', exact: true }).click()
    await page.getByRole('heading', { name: 'About' }).waitFor()
    await page.getByText('It sings when it boils.').waitFor()
    await page.getByRole('heading', { name: 'Product Details' }).waitFor()
    for (const isPressed of [true, false]) {
      await sendVote(page, 'launch_upvotes', () =>
        page.getByRole('button', { name: /^Upvote Notion/, pressed: !isPressed }).click(),
      )
      await page.getByRole('button', { name: /^Upvote Notion/, pressed: isPressed }).waitFor()
    }
    expect(shared.problems).toEqual([])
  })

  test('adding a tool or a launch without a network shows an error and keeps the input', async () => {
    const page = await shared.openAs(await createMember(here.site), '/add-tool')
    await page.route(/\/rest\/v1\/(tools|product_launches)\b/, (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await page.getByLabel('Tool Name *').fill('Samovar')
    await page.getByLabel('Description *').fill('Boils for everybody.')
    await page.getByLabel('Category *').selectOption('Analytics')
    await page.getByRole('button', { name: 'Add Tool' }).click()
    await page.getByText('You’re offline.').waitFor()
    await expect.poll(() => page.getByLabel('Tool Name *').inputValue()).toBe('Samovar')
    await page.goto(`${here.site.url}/submit-launch`)
    await page.getByLabel('Tagline *').fill('Tea for everybody')
    await page.getByLabel('Launch date *').fill(today())
    await page.getByRole('button', { name: 'Submit Launch' }).click()
    await page.getByText('You’re offline.').waitFor()
    await expect.poll(() => page.getByLabel('Tagline *').inputValue()).toBe('Tea for everybody')
  })

  test('spec 2 §7, §8: a launch after the session has ended on the server is not sent: Not authenticated', async () => {
    const member = await createMember(here.site)
    const page = await shared.openAs(member, '/submit-launch')
    const requests: string[] = []
    const record = (request: Request) => {
      const { pathname } = new URL(request.url())
      if (/product_launches|\/auth\/v1\/user$/.test(pathname))
        requests.push(`${request.method()} ${pathname}`)
    }
    page.on('request', record)
    await page.getByLabel('Tagline *').fill('Tea after closing time')
    await page.getByLabel('Launch date *').fill(today())
    const { error } = await member.client.auth.signOut()
    expect(error).toBeNull()
    await page.getByRole('button', { name: 'Submit Launch' }).click()
    await page.getByText('Not authenticated').waitFor()
    page.off('request', record)
    expect(requests).toEqual(['GET /auth/v1/user'])
    const { data } = await member.client
      .from('product_launches')
      .select('id')
      .eq('tagline', 'Tea after closing time')
    expect(data).toEqual([])
  })

  test('an upvote that the server refuses is rolled back', async () => {
    const page = await shared.openAs(await createMember(here.site), '/launches')
    const button = page.getByRole('button', { name: /^Upvote/ }).first()
    await page.getByRole('link', { name: 'Submit Your Product' }).waitFor()
    const before = await button.getAttribute('aria-label')

    const refuse = (status: number, code: string, message: string) =>
      page.route('**/rest/v1/launch_upvotes*', (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ status, json: { code, message, details: null, hint: null } })
          : route.continue(),
      )
    await refuse(500, 'XX000', 'Something went wrong')
    await button.click()
    await page.getByText('Failed to upvote').waitFor()
    await page.waitForFunction(
      (label) => document.querySelector('[aria-label^="Upvote"]')?.ariaLabel === label,
      before,
    )
    await page.unroute('**/rest/v1/launch_upvotes*')
    await refuse(409, '23505', 'duplicate key value violates unique constraint')
    await button.click()
    await page.getByText('You already upvoted this launch').waitFor()
  })

  test('signed out: Please login to upvote, and /submit-launch leads to /auth', async () => {
    const page = await shared.open('/launches')
    await page
      .getByRole('button', { name: /^Upvote/ })
      .first()
      .click()
    await page.getByText('Please login to upvote').waitFor()
    expect(await page.getByRole('link', { name: 'Submit Your Product' }).count()).toBe(0)
    await page.goto(`${here.site.url}/submit-launch`)
    await page.waitForURL('**/auth?next=/submit-launch')
  })
})

describe('reviews on a tool’s page', () => {
  test('helpful votes on other reviews; the own review can be edited and deleted', async () => {
    const member = await createMember(here.site, { first_name: 'Noor', last_name: 'Haddad' })
    const { data: tool } = await member.client
      .from('tools')
      .select('id, review_count')
      .eq('slug', 'sketch')
      .single()
    await addReview(member, tool?.id ?? '', { title: 'Only on one system' })
    const page = await shared.openAs(member, '/tool/sketch')
    const own = page.getByRole('article').filter({ hasText: 'Only on one system' })
    await own.getByText('Your review').waitFor()
    const other = page.getByRole('button', { name: /^Helpful:/ }).first()
    const count = Number(/(\d+)$/.exec((await other.getAttribute('aria-label')) ?? '')?.[1])
    await sendVote(page, 'review_helpful_votes', () => other.click())
    await page
      .getByRole('button', { name: new RegExp(`^Helpful:.*, ${count + 1}$`), pressed: true })
      .waitFor()
    await page.reload()
    const mine = page.getByRole('button', { name: /^Helpful:/, pressed: true })
    await sendVote(page, 'review_helpful_votes', () => mine.click())
    await mine.waitFor({ state: 'detached' })

    const openMenu = () => own.locator('footer summary').click()
    await openMenu()
    await expect
      .poll(() => own.getByRole('link', { name: 'Edit' }).getAttribute('href'))
      .toBe('/write-review/sketch')
    await own.getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('alertdialog', { name: 'Delete your review?' })
    await question.waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'hidden' })
    await expect.poll(() => own.count()).toBe(1)
    const remove = async () => {
      await own.getByRole('button', { name: 'Delete' }).click()
      await question.getByRole('button', { name: 'Delete review' }).click()
      await page.getByText('Your review has been deleted.').waitFor()
      await page.getByText('Review deleted.').waitFor()
    }
    const counted = async () => {
      const tools = member.client.from('tools').select('review_count').eq('slug', 'sketch')
      return (await tools.single()).data?.review_count
    }
    const withMine = await counted()
    await remove()
    await expectAccessible(page)
    // Undo has the focus.
    await page.keyboard.press('Enter')
    await openMenu()
    await own.getByRole('button', { name: 'Delete' }).waitFor()
    await page.getByText('Your review has been deleted.').waitFor({ state: 'detached' })
    expect(await counted()).toBe(withMine)
    // Leaving the page makes the deletion final, also in a page that the browser keeps and shows again.
    await remove()
    const show = (type: string) =>
      page.evaluate((name) => {
        dispatchEvent(new PageTransitionEvent(name, { persisted: true }))
      }, type)
    await show('pagehide')
    await expect.poll(counted).toBe(tool?.review_count)
    const reloaded = page.waitForEvent('load')
    await show('pageshow')
    await reloaded
    await page.getByRole('heading', { level: 1, name: 'Sketch' }).waitFor()
    expect([await page.getByRole('button', { name: 'Undo' }).count(), await own.count()]).toEqual([
      0, 0,
    ])
    expect(shared.problems).toEqual([])
  })

  test('spec 2 §8: an unknown tool shows Error / Tool not found. and leads home', async () => {
    const page = await shared.start((await createMember(here.site)).session)
    await page.goto(`${here.site.url}/write-review/no-such-tool`)
    await page.locator('[data-sonner-toast]').getByText('Tool not found.').waitFor()
    await page.waitForURL(`${here.site.url}/`)
  })
})
