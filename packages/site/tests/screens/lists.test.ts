// Spec 7 §3: lists of tools, of members and of visitors without an account.
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { PASSWORD } from '../support/backends/backend.ts'
import { expectAccessibleLooks, LOOKS, openPage } from '../support/browser/browser.ts'
import { findButton } from '../support/browser/page-elements.ts'
import { createMember, withSharedPage } from '../support/browser/shared-page.ts'
import { withSharedSite } from '../support/sites/journey.ts'

const here = withSharedSite('demo')
const shared = withSharedPage(here)

const isFocused = (element: Locator) => element.evaluate((node) => node === document.activeElement)

test('a member saves tools, orders them by keyboard, writes a note and publishes the list', async () => {
  const member = await createMember(here.site)
  const page = await shared.openAs(member, '/tool/penpot')
  const save = page.getByRole('link', { name: 'Save', exact: true })
  const dialog = page.getByRole('dialog', { name: 'Save Penpot' })
  await save.press('Enter')
  await dialog.waitFor()
  await expectAccessibleLooks(page, LOOKS)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => isFocused(save)).toBe(true)
  await save.press('Enter')
  await dialog.getByLabel('Name of the new list').fill('Drawing <tools>')
  await page.keyboard.press('Enter')
  await page.getByText('Penpot is saved.').waitFor()
  expect(new URL(page.url()).pathname).toBe('/tool/penpot')
  await expect.poll(() => isFocused(save)).toBe(true)
  // The new list is the first choice.
  await save.press('Enter')
  await dialog.getByRole('option', { name: 'Drawing' }).waitFor({ state: 'attached' })
  await findButton(page, 'Cancel').click()
  await dialog.waitFor({ state: 'detached' })
  await findButton(page, 'Show the list').click()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  const name = page.getByLabel('Name *')
  expect(await name.inputValue()).toBe('Drawing')
  const [, id] = /list\/([^/]+)\/edit/.exec(page.url()) ?? []

  const picker = page.getByRole('combobox', { name: 'Add a tool' })
  await picker.fill('Zeplin')
  await page.getByRole('option', { name: /^Zeplin/ }).click()
  await page.getByText('Zeplin is number 2 of 2.').waitFor()
  await page.getByRole('button', { name: 'Move Zeplin up' }).press('Enter')
  await page.getByText('Zeplin is number 1 of 2.').waitFor()
  await page.getByLabel('Note on Zeplin').fill('Only on a Mac.')
  await page.getByLabel('Who sees it').selectOption('Public')
  await findButton(page, 'Save Changes').click()
  await page.getByText('List updated.').waitFor()
  await expectAccessibleLooks(page, LOOKS)

  await page.getByRole('link', { name: 'Show the list' }).click()
  await page.getByRole('heading', { name: 'Drawing', level: 1 }).waitFor()
  await expectAccessibleLooks(page, LOOKS)
  const html = await (await fetch(`${here.site.url}/list/${id}`)).text()
  expect(html.indexOf('Only on a Mac.')).toBeGreaterThan(0)
  expect(html).toContain('"@type":"ItemList"')
  expect(html).toContain('/compare?tools=zeplin,penpot')
  const feed = await (await fetch(`${here.site.url}/list/${id}/tools.json`)).json()
  expect(feed.items.map(({ title }: { title: string }) => title)).toEqual(['Zeplin', 'Penpot'])
  const picture = await fetch(`${here.site.url}/pictures/share/lists/${id}`)
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  // A card has the logos of its first tools, in their order.
  const card = page
    .getByRole('article')
    .filter({ has: page.getByRole('link', { name: 'Drawing', exact: true }) })
  await openPage(page, `${here.site.url}/lists`)
  await expect.poll(() => card.first().locator('img').count()).toBe(2)
  await page.goBack()
  // A page of a tool shows lists of trusted members.
  const readTool = async (slug: string) => (await fetch(`${here.site.url}/tool/${slug}`)).text()
  expect(await readTool('krita')).toContain('In public lists')
  expect(await readTool('zeplin')).not.toContain(`/list/${id}`)

  const other = await createMember(here.site)
  const copying = await shared.openAs(other, `/list/${id}`)
  await findButton(copying, 'Copy this list').click()
  await copying.getByText('The list is copied to your account.').waitFor()
  expect(await copying.getByLabel('Note on Zeplin').inputValue()).toBe('Only on a Mac.')
  expect(shared.problems).toEqual([])
})

test('tools that a visitor saves are kept in the browser and joined at sign-in, each once', async () => {
  const member = await createMember(here.site)
  const page = await shared.start()
  for (const slug of ['zulip', 'slack']) {
    await openPage(page, `${here.site.url}/tool/${slug}`)
    await page.getByRole('link', { name: 'Save', exact: true }).click()
    await findButton(page, 'Save in this browser').click()
    await page.getByText(/ is saved\./).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/tool/${slug}`)
  }
  // The address of "Save", where a page without script leads.
  await openPage(page, `${here.site.url}/lists?add=zulip`)
  await findButton(page, 'Save in this browser').click()
  await page.waitForURL('**/lists')
  const local = page.getByRole('region', { name: 'Saved in this browser' })
  await local.getByRole('link', { name: 'Slack' }).waitFor()
  expect(await local.getByRole('listitem').count()).toBe(2)
  await expectAccessibleLooks(page, LOOKS)
  await local.getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await findButton(page, 'Sign In').click()
  await page.getByRole('heading', { name: 'Your lists' }).waitFor()
  const readSlugs = async () => {
    const { data } = await member.client
      .from('list_items')
      .select('tools(slug), lists!inner(user_id)')
      .eq('lists.user_id', member.id)
      .order('position')
      .throwOnError()
    return data.map(({ tools }) => tools.slug)
  }
  await expect.poll(readSlugs).toEqual(['zulip', 'slack'])
  // The browser removes its copy after the answer of the server, which has the rows a moment earlier.
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('toolmark.saved-tools')))
    .toBeNull()
  expect(shared.problems).toEqual([])
})

test('a member starts a list with “New list”, reports one of others, and pages through the public ones', async () => {
  const member = await createMember(here.site)
  const author = await createMember(here.site)
  const { data: tool } = await author.client
    .from('tools')
    .select('id')
    .eq('slug', 'zulip')
    .single()
    .throwOnError()
  const { data: lists } = await author.client
    .from('lists')
    .insert(
      Array.from({ length: 25 }, (_, n) => ({
        user_id: author.id,
        name: `Tea ${n}`,
        visibility: 'public',
      })),
    )
    .select('id')
    .throwOnError()
  const items = lists.map(({ id }) => ({ list_id: id, tool_id: tool.id }))
  await author.client.from('list_items').insert(items).throwOnError()

  const page = await shared.openAs(member, '/lists')
  await page.getByText('You have no lists yet.').waitFor()
  await findButton(page, 'New list').click()
  await expectAccessibleLooks(page, LOOKS)
  await page.getByLabel('Name of the new list').fill('Coffee')
  await findButton(page, 'Create List').click()
  await page.waitForURL('**/edit')
  await openPage(page, `${here.site.url}/lists`)
  const own = page.getByRole('region', { name: 'Your lists' })
  expect(await own.getByRole('article').innerText()).toBe('Coffee\n\n0 tools · Private')

  const open = page.getByRole('region', { name: 'Public lists' })
  await expect.poll(() => open.getByRole('article').count()).toBe(24)
  await findButton(page, 'Show more').click()
  await expect.poll(() => open.getByRole('article').count()).toBeGreaterThanOrEqual(25)
  const names = await open.getByRole('heading', { level: 3 }).allInnerTexts()
  expect(names.filter((name) => name.startsWith('Tea')).sort()).toEqual(
    lists.map((_, n) => `Tea ${n}`).sort(),
  )

  await openPage(page, `${here.site.url}/list/${lists[0]?.id}`)
  await page.getByRole('link', { name: 'Report' }).click()
  await page.getByRole('heading', { name: 'Report a list' }).waitFor()
  expect(shared.problems).toEqual([])
})

test('a full list refuses one more tool, and the form keeps what was chosen', async () => {
  const member = await createMember(here.site)
  const { data: tools } = await member.client
    .from('tools')
    .select('id, slug')
    .limit(201)
    .throwOnError()
  const { data: list } = await member.client
    .from('lists')
    .insert({ user_id: member.id, name: 'Everything' })
    .select('id')
    .single()
    .throwOnError()
  // A request adds at most 25 rows.
  for (let at = 0; at < 200; at += 25) {
    const items = tools.slice(at, at + 25).map(({ id }) => ({ list_id: list.id, tool_id: id }))
    await member.client.from('list_items').insert(items).throwOnError()
  }
  // A copy is one request with all of them.
  const { data: copied } = await member.client.rpc('copy_list', { list: list.id }).throwOnError()
  await member.client.from('lists').delete().eq('id', copied).throwOnError()
  const page = await shared.openAs(member, `/lists?add=${tools[200]?.slug}`)
  await page.getByLabel('List', { exact: true }).selectOption('Everything')
  await findButton(page, 'Save').click()
  await page.getByText('A list can have at most 200 tools.').waitFor()
  expect(await page.getByLabel('List', { exact: true }).inputValue()).toBe(list.id)
  // A tool that the list has is saved already.
  await openPage(page, `${here.site.url}/lists?add=${tools[0]?.slug}`)
  await findButton(page, 'Save').click()
  await page.waitForURL('**/edit')
})

test('of two quick moves the first fails, and the list shows the order that the server has', async () => {
  const member = await createMember(here.site)
  const { data: tools } = await member.client
    .from('tools')
    .select('id, name, slug')
    .in('slug', ['figma', 'slack', 'zulip'])
    .order('slug')
    .throwOnError()
  const { data: list } = await member.client
    .from('lists')
    .insert({ user_id: member.id, name: 'Order' })
    .select('id')
    .single()
    .throwOnError()
  for (const { id } of tools)
    await member.client.from('list_items').insert({ list_id: list.id, tool_id: id }).throwOnError()
  const page = await shared.openAs(member, `/list/${list.id}/edit`)
  const failing = Promise.withResolvers<void>()
  const calls: string[] = []
  await page.route('**/rpc/order_list', async (route) => {
    const isFirst = calls.push('sent') === 1
    if (!isFirst) return route.continue()
    await failing.promise
    calls.push('failed')
    await route.abort()
  })
  await page.getByRole('button', { name: 'Move Zulip up' }).click()
  await page.getByRole('button', { name: 'Move Zulip up' }).click()
  await page.getByText('Zulip is number 1 of 3.').waitFor({ state: 'attached' })
  failing.resolve()
  const readShown = () =>
    page
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: /^Move .* up$/ }) })
      .locator('span.font-medium')
      .allTextContents()
  const readStored = async () => {
    const { data } = await member.client
      .from('list_items')
      .select('tools(name)')
      .eq('list_id', list.id)
      .order('position')
      .throwOnError()
    return data.map(({ tools }) => tools.name)
  }
  await expect.poll(() => calls).toEqual(['sent', 'failed', 'sent'])
  await expect
    .poll(async () => [await readShown(), await readStored()])
    .toEqual([
      ['Zulip', 'Figma', 'Slack'],
      ['Zulip', 'Figma', 'Slack'],
    ])
})

test('a private list is 404 for others and shown to its owner', async () => {
  const member = await createMember(here.site)
  const { data: list } = await member.client
    .from('lists')
    .insert({ user_id: member.id, name: 'Secret plans' })
    .select('id')
    .single()
    .throwOnError()
  const answer = await fetch(`${here.site.url}/list/${list.id}`)
  expect(answer.status).toBe(404)
  expect(await answer.text()).not.toContain('Secret plans')
  expect((await fetch(`${here.site.url}/list/${list.id}/tools.atom`)).status).toBe(404)
  const page = await shared.openAs(member, `/list/${list.id}`)
  await page.getByRole('heading', { name: 'Secret plans' }).waitFor()
})
