// Spec 7 §2: drafts, changes and withdrawal of launches, and the result of a past day.
import { expect, test } from 'vitest'
import { addLaunch } from '../support/backends/content.ts'
import { expectAccessibleLooks, LOOKS, openPage } from '../support/browser/browser.ts'
import { findButton } from '../support/browser/page-elements.ts'
import { createMember, withSharedPage } from '../support/browser/shared-page.ts'
import { withSharedSite } from '../support/sites/journey.ts'
import { createServiceClient } from '../support/sites/site.ts'

const here = withSharedSite('demo')
const shared = withSharedPage(here)

const toDay = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('a draft is previewed with its link, published, changed and withdrawn', async () => {
  const member = await createMember(here.site)
  const page = await shared.openAs(member, '/submit-launch')
  await page.getByLabel('Tagline *').fill('Tea, but faster')
  await page.getByLabel('Launch date *').fill(toDay(9))
  await findButton(page, 'Save Draft').click()
  await page.getByText('Draft saved.').waitFor()
  await page.getByRole('heading', { name: 'Your draft', level: 1 }).waitFor()
  await expectAccessibleLooks(page, LOOKS)
  const [, id] = /launch\/([^/]+)\/edit/.exec(page.url()) ?? []
  expect((await fetch(`${here.site.url}/launch/${id}`)).status).toBe(404)
  const { data: path } = await member.client
    .rpc('launch_preview_link', { launch: id ?? '' })
    .throwOnError()
  const preview = await fetch(here.site.url + path)
  const html = await preview.text()
  expect(preview.status).toBe(200)
  expect(html).toContain('Tea, but faster')
  expect(html).toContain('<meta name="robots" content="noindex"/>')
  expect((await fetch(`${here.site.url}/launch/${id}?preview=guess`)).status).toBe(404)

  await openPage(page, `${here.site.url}/dashboard`)
  await page.getByRole('link', { name: 'Tea, but faster' }).click()
  await findButton(page, 'Submit Launch').click()
  await page.getByText('Launch created successfully!').waitFor()
  await page.getByRole('link', { name: 'Unnamed Tool', exact: true }).waitFor()
  expect((await fetch(`${here.site.url}/launch/${id}`)).status).toBe(200)

  await openPage(page, `${here.site.url}/launch/${id}`)
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByLabel('Description').fill('Boils in half the time.')
  await findButton(page, 'Save Changes').click()
  await page.getByText('Launch updated.').waitFor()
  await page.getByText('Boils in half the time.').waitFor()
  await page.getByText('Begins in your time zone').waitFor()
  await expectAccessibleLooks(page, LOOKS)
  await findButton(page, 'Withdraw').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
  await page.getByText('Launch withdrawn').waitFor()
  expect((await fetch(`${here.site.url}/launch/${id}`)).status).toBe(404)
  expect(shared.problems).toEqual([])
})

test('a live launch that is given the tool of a maker waits for a moderator, and the message says so', async () => {
  const member = await createMember(here.site)
  const launch = await addLaunch(member)
  const page = await shared.openAs(member, `/launch/${launch}/edit`)
  const message = page.locator('[data-sonner-toast]', { hasText: 'Launch updated.' })
  await page.getByLabel('Description').fill('It rings.')
  await findButton(page, 'Save Changes').click()
  await page.waitForURL(`**/launch/${launch}`)
  expect(await message.innerText()).not.toContain('A moderator')
  await openPage(page, `${here.site.url}/launch/${launch}/edit`)
  await page.getByRole('combobox', { name: 'Tool (optional)' }).fill('wardbell')
  await page.getByRole('option', { name: /Wardbell/ }).click()
  await findButton(page, 'Save Changes').click()
  await message.filter({ hasText: 'A moderator will check it before others can see it.' }).waitFor()
  await page.waitForURL('**/launches')
  expect((await fetch(`${here.site.url}/launch/${launch}`)).status).toBe(404)
})

test('the page of a past launch shows the result of its day, and its maker cannot edit it', async () => {
  const { client } = await createMember(here.site)
  const { data: launches } = await client
    .from('product_launches')
    .select('id, launch_date')
    .eq('status', 'ended')
    .order('upvotes_count', { ascending: false })
    .limit(1)
    .throwOnError()
  const { id, launch_date: day } = launches[0] ?? {}
  const { data: results } = await client.rpc('launch_results', { day: day ?? '' }).throwOnError()
  const result = results.find(({ launch_id }) => launch_id === id)
  const html = await (await fetch(`${here.site.url}/launch/${id}`)).text()
  expect(html).toContain(`#${result?.rank} with ${result?.upvotes_on_day} upvote`)
})

test('spec 7 §2: the archive of a month and of a week ranks its launches by upvotes', async () => {
  const { client } = await createMember(here.site)
  const { data: all } = await client
    .from('product_launches')
    .select('tagline, launch_date')
    .eq('status', 'ended')
    .order('upvotes_count', { ascending: false })
    .order('id', { ascending: false })
    .throwOnError()
  const month = all[0]?.launch_date?.slice(0, 7) ?? ''
  const ofMonth = all.filter(({ launch_date }) => launch_date?.startsWith(month))
  const html = await (await fetch(`${here.site.url}/launches?month=${month}`)).text()
  const places = ofMonth
    .slice(0, 5)
    .map(({ tagline }) => html.indexOf(String(tagline).replaceAll("'", '&#x27;').slice(0, 20)))
  expect(places.every((place) => place > 0)).toBe(true)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  const [week] = /\/launches\?week=20\d\d-W\d\d/.exec(html) ?? []
  const page = await shared.start()
  await openPage(page, here.site.url + week)
  await page.getByRole('heading', { name: /^Launches of the week of / }).waitFor()
  await page
    .getByRole('link', { name: /^Week of / })
    .first()
    .waitFor()
  await expectAccessibleLooks(page, LOOKS)
})

test('a launch without a picture of its maker has none; a featured image is a link to the launch', async () => {
  const readImages = async () => {
    const html = await (await fetch(`${here.site.url}/launches`)).text()
    const [images, links] = [
      /<img[^>]* src="\/pictures\/launches\//g,
      /<a[^>]* href="\/launch\/([^"]+)"[^>]*><img[^>]* src="\/pictures\/launches\/\1\//g,
    ].map((pattern) => html.match(pattern)?.length ?? 0)
    return { images, links }
  }
  expect(await readImages()).toEqual({ images: 0, links: 0 })
  const client = await createServiceClient(here.site)
  await addLaunch({ client }, { featured_image: `${here.site.url}/no-picture.png` })
  await expect.poll(readImages).toEqual({ images: 1, links: 1 })
})
