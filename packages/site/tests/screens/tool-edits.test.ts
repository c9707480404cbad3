// Suggesting, checking and reading edits of tools, and facts on public pages (spec 4 §1).
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  expectAccessibleLooks,
  LOOKS,
  openPage,
  reloadPage,
  STATE_LOOK,
  type Visit,
  visit,
} from '../support/browser/browser.ts'
import { withSite } from '../support/sites/journey.ts'
import {
  appointStaff,
  createMember,
  createServiceClient,
  signInMember,
} from '../support/sites/site.ts'

const here = withSite()

const SOURCE = 'https://kettle.example/pricing'

const uniqueName = (name: string) => `${name}-${crypto.randomUUID().slice(0, 8)}`

async function createTool(
  description = 'Boils.',
): Promise<{ id: string; slug: string; name: string }> {
  const service = await createServiceClient(here.site)
  const { data, error } = await service
    .from('tools')
    .insert({ name: uniqueName('Kettle'), slug: '', description, category: 'Design' })
    .select('id, slug, name')
    .single()
  if (error) throw error
  return data
}

async function visitAs(username: string) {
  const visited = await visit(here.browser, 1440)
  return { ...visited, ...(await signInMember(here.site, visited.context, { username })) }
}

// One page of a moderator: a new one compiles all scripts again.
let moderator: Visit
beforeAll(async () => {
  const username = uniqueName('mona')
  moderator = await visitAs(username)
  await appointStaff(here.site, username, 'moderator')
})
afterAll(() => moderator.context.close())

/** Opens a row of the form. */
const change = (page: Page, label: string) =>
  page.locator('form summary', { hasText: label }).click()

const read = async (path: string) => (await fetch(`${here.site.url}${path}`)).text()

test('a member suggests a price, a moderator accepts it, and every page then shows it', async () => {
  const tool = await createTool()
  const username = uniqueName('ben')
  const { page, problems, context } = await visitAs(username)
  await openPage(page, `${here.site.url}/tool/${tool.slug}`)
  await page.getByText('About this entry').click()
  await page.getByRole('link', { name: 'Suggest an edit' }).click()
  await page.getByRole('heading', { name: `Suggest an edit of ${tool.name}` }).waitFor()
  expect(await page.getByLabel('Description').inputValue()).toBe('Boils.')
  await change(page, 'Pricing')
  await page.getByLabel('Pricing', { exact: true }).selectOption('paid')
  await page.getByLabel('Lowest price').fill('12.50')
  await change(page, 'Platforms')
  await page.getByLabel('Web', { exact: true }).check()
  await page.getByRole('button', { name: 'Send suggestion' }).click()
  await page.getByText('Please add a link where we can verify this.').waitFor()
  await page.getByLabel('Link where we can verify this *').fill(SOURCE)
  await page.getByRole('button', { name: 'Send suggestion' }).click()
  // The form opens the row of an error.
  await change(page, 'Pricing')
  await page.getByRole('button', { name: 'Send suggestion' }).click()
  await page.getByRole('alert').filter({ hasText: 'A price needs a currency' }).waitFor()
  // What was typed survives the error and a reload.
  await reloadPage(page)
  await expect.poll(() => page.getByLabel('Lowest price').inputValue()).toBe('12.50')
  expect(await page.getByLabel('Web', { exact: true }).isChecked()).toBe(true)
  await page.getByLabel('Currency').fill('usd')
  await page.getByLabel('Period').selectOption('month')
  await page.getByLabel('Page with the price').fill(SOURCE)
  await page.getByLabel('Price checked on').fill('2026-03-01')
  await expectAccessibleLooks(page, LOOKS)
  await page.getByRole('button', { name: 'Send suggestion' }).dblclick()
  await page.getByText('Thank you. A moderator will check your suggestion.').waitFor()
  await page.waitForURL(`**/tool/${tool.slug}`)
  const service = await createServiceClient(here.site)
  const { data: edits } = await service.from('tool_edits').select('id').eq('tool_id', tool.id)
  expect(edits).toHaveLength(1)
  await openPage(page, `${here.site.url}/tool/${tool.slug}/suggest-edit`)
  await page.getByRole('heading', { name: 'Your open suggestions' }).waitFor()
  expect(await page.getByLabel('Lowest price').inputValue()).toBe('')
  expect(await read(`/tool/${tool.slug}`)).not.toContain('$12.50')
  expect(problems).toEqual([])
  await context.close()

  const staff = moderator
  staff.problems.length = 0
  await openPage(staff.page, `${here.site.url}/moderation`)
  await staff.page.getByRole('link', { name: 'Suggested edits' }).click()
  const card = staff.page.getByRole('article').filter({ hasText: tool.name })
  await card.getByText(SOURCE).waitFor()
  await card.getByText('12.50').waitFor()
  await expectAccessibleLooks(staff.page, LOOKS)
  await card.getByRole('button', { name: 'Accept' }).click()
  await card.waitFor({ state: 'detached' })
  expect(staff.problems).toEqual([])

  const html = await read(`/tool/${tool.slug}`)
  expect(html).toContain('$12.50 per month')
  expect(html).toContain('Checked Mar 1, 2026')
  expect(html).toContain('"offers":{"@type":"Offer","price":12.5,"priceCurrency":"USD"')
  expect(await read(`/tools?pricing=paid&search=${tool.slug}`)).toContain(tool.name)
  expect(await read(`/tools?pricing=free&search=${tool.slug}`)).toContain('No tools found')
  expect(await read(`/compare?tools=${tool.slug}`)).toContain('$12.50 per month')
  const history = await read(`/tool/${tool.slug}/history`)
  for (const text of ['Edit 1', username, '12.50', 'kettle.example'])
    expect(history).toContain(text)
})

test('after a change elsewhere a second attempt suggests only what the member changed', async () => {
  const tool = await createTool()
  const service = await createServiceClient(here.site)
  const setFacts = (facts: { pricing_model: 'free' | 'paid'; latest_version: string }) =>
    service
      .from('tool_facts')
      .upsert({ tool_id: tool.id, ...facts })
      .throwOnError()
  await setFacts({ pricing_model: 'free', latest_version: '1' })
  const { page, context } = await visitAs(uniqueName('cem'))
  await openPage(page, `${here.site.url}/tool/${tool.slug}/suggest-edit`)
  await change(page, 'Latest version')
  await page.getByLabel('Latest version', { exact: true }).fill('3')
  await page.getByLabel('Link where we can verify this *').fill(SOURCE)
  await setFacts({ pricing_model: 'paid', latest_version: '2' })
  await page.getByRole('button', { name: 'Send suggestion' }).click()
  await page.getByText('This has changed in the meantime. Please check it again.').first().waitFor()
  await expect.poll(() => page.getByLabel('Pricing', { exact: true }).inputValue()).toBe('paid')
  expect(await page.getByLabel('Latest version', { exact: true }).inputValue()).toBe('3')
  await page.getByRole('button', { name: 'Send suggestion' }).click()
  await page.getByText('Thank you. A moderator will check your suggestion.').waitFor()
  const { data } = await service
    .from('tool_edits')
    .select('changes')
    .eq('tool_id', tool.id)
    .single()
  expect(data?.changes).toEqual({ latest_version: ['2', '3'] })
  await context.close()
})

test('a moderator declines with a reason, which the author gets by email', async () => {
  const tool = await createTool()
  const author = await createMember(here.site, { username: uniqueName('ana') })
  const suggestion = await author.client.rpc('suggest_tool_edit', {
    tool: tool.id,
    changes: { license: [null, 'MIT'] },
    source_url: 'https://kettle.example/license',
  })
  expect(suggestion.error).toBeNull()
  const staff = moderator
  staff.problems.length = 0
  await openPage(staff.page, `${here.site.url}/moderation/edits`)
  const card = staff.page.getByRole('article').filter({ hasText: tool.name })
  await card.getByRole('button', { name: 'Decline' }).click()
  await card.getByRole('button', { name: 'Decline' }).click()
  await card.getByText('Please give a reason.').waitFor()
  await card.getByLabel('Reason *').fill('The page names another license.')
  await expectAccessibleLooks(staff.page, STATE_LOOK)
  await card.getByRole('button', { name: 'Decline' }).click()
  await card.waitFor({ state: 'detached' })
  await expect
    .poll(() => read(`/_/outbox.json?to=${author.email}`))
    .toContain(`Your suggestion for ${tool.name} was not accepted`)
  expect(staff.problems).toEqual([])
})

test('facts, history and filters of a discontinued tool', async () => {
  const [tool, successor] = [await createTool(), await createTool()]
  const service = await createServiceClient(here.site)
  const { error } = await service.from('tool_facts').insert({
    tool_id: tool.id,
    pricing_model: 'freemium',
    price_from: 99,
    price_currency: 'EUR',
    price_period: 'year',
    price_checked_on: '2020-01-31',
    price_source_url: SOURCE,
    platforms: ['self_hosted', 'web'],
    license: 'MIT',
    repository_url: 'https://code.example/kettle',
    latest_version: '4.2',
    latest_version_on: '2026-02-01',
    discontinued_on: '2026-03-01',
    successor_id: successor.id,
  })
  expect(error).toBeNull()
  const { page, problems, context } = await visit(here.browser, 1440)
  await openPage(page, `${here.site.url}/tool/${tool.slug}`)
  await page.getByText(`${tool.name} was discontinued on Mar 1, 2026.`).waitFor()
  await page.getByText('Checked Jan 31, 2020. It may have changed.').waitFor()
  await page.getByText('Web, Self-hosted', { exact: true }).waitFor()
  await expectAccessibleLooks(page, STATE_LOOK)
  await page.getByRole('link', { name: successor.name }).click()
  await page.getByRole('heading', { name: successor.name, level: 1 }).waitFor()
  await openPage(page, `${here.site.url}/tool/krita/history`)
  await page.getByText('It also runs on Android tablets.').waitFor()
  await expectAccessibleLooks(page, LOOKS)
  await openPage(page, `${here.site.url}/tools`)
  await page.getByLabel('Platform').selectOption('linux')
  await page.waitForURL('**/tools?platform=linux')
  await page.getByLabel('License').selectOption('open_source')
  await page.waitForURL('**/tools?platform=linux&license=open_source')
  await page.getByRole('heading', { name: 'Krita' }).waitFor()
  await expectAccessibleLooks(page, STATE_LOOK)
  expect(problems).toEqual([])
  await context.close()
})

test('a moderator adds a use, changes it, merges it and removes one', async () => {
  const { page, problems } = moderator
  const [first, second] = [uniqueName('brewing'), uniqueName('steeping')]
  await openPage(page, `${here.site.url}/moderation/capabilities`)
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByRole('button', { name: 'Previous page' }).click()
  await page.getByRole('button', { name: 'Next page' }).waitFor()
  await expectAccessibleLooks(page, LOOKS)
  await page.getByRole('heading', { name: 'Add a use' }).click()
  const add = async (name: string) => {
    await page.getByLabel('Name *').fill(`${name} tea`)
    await page.getByLabel('Address *').fill(name)
    await page.getByLabel('Synonyms').fill('Infusion, tea leaves')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(`${name} tea saved`).waitFor()
  }
  await add(first)
  await add(second)
  // Text that the server refuses stays.
  await page.getByLabel('Name *').fill(`${first} tea`)
  await page.getByLabel('Address *').fill('other-address')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(`There is already a use named ${first} tea.`).waitFor()
  expect(await page.getByLabel('Address *').inputValue()).toBe('other-address')
  expect(problems.splice(0)).toHaveLength(2)
  await page.getByLabel('Search uses').first().fill(first)
  await page.getByRole('button', { name: `Edit ${first} tea` }).click()
  await page.getByLabel('Description').fill('Hot water and leaves.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => read(`/best/${first}`)).toContain('Hot water and leaves.')
  await page.getByRole('button', { name: `Edit ${first} tea` }).click()
  await page.getByLabel('Merge into another use').fill(second)
  await page.getByRole('option', { name: `${second} tea` }).click()
  await page.getByRole('button', { name: 'Merge', exact: true }).click()
  await page.getByText(`${first} tea is now part of ${second} tea`).waitFor()
  const redirected = await fetch(`${here.site.url}/best/${first}`, { redirect: 'manual' })
  expect([redirected.status, redirected.headers.get('location')]).toEqual([301, `/best/${second}`])
  await page.getByLabel('Search uses').first().fill(second)
  await page.getByRole('button', { name: `Edit ${second} tea` }).click()
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText(`${second} tea removed`).waitFor()
  expect((await fetch(`${here.site.url}/best/${second}`)).status).toBe(404)
  expect(problems).toEqual([])
})

test('a moderator accepts a use that the text of a tool names, and declines another', async () => {
  const { page, problems } = moderator
  const accepted = await createTool('Has kanban boards, and a password manager.')
  const declined = await createTool('Boils, without kanban boards.')
  await openPage(page, `${here.site.url}/moderation/capabilities`)
  await page.getByText(/^\d+ of \d+ tools without uses match uses by their text\.$/).waitFor()
  await page.getByRole('link', { name: 'Review suggestions' }).press('Enter')
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  await row(accepted.name).getByLabel('Password Managers').uncheck()
  await expectAccessibleLooks(page, LOOKS)
  await page.getByRole('button', { name: `Accept for ${accepted.name}` }).press('Enter')
  await page.getByText('1 tool has uses now').waitFor()
  await row(accepted.name).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: `None of these for ${declined.name}` }).press('Enter')
  await row(declined.name).waitFor({ state: 'detached' })
  const usedFor = (slug: string) => read(`/tool/${slug}`)
  expect(await usedFor(accepted.slug)).toContain('/best/kanban-boards')
  expect(await usedFor(accepted.slug)).not.toContain('/best/password-managers')
  expect(await usedFor(declined.slug)).not.toContain('/best/kanban-boards')
  expect(problems).toEqual([])
})

test('a value from a source is one row with its day, which a member can contest', async () => {
  const { page, problems, context } = await visitAs(uniqueName('cora'))
  await openPage(page, `${here.site.url}/tool/handbrake/suggest-edit`)
  const rows = page.locator('summary').filter({ hasText: 'Latest version' })
  await rows.filter({ hasText: /1\.11\.2.* from GitHub\. *Contest$/ }).waitFor()
  expect(await rows.count()).toBe(1)
  expect(await page.locator('summary').filter({ hasText: 'Repository' }).textContent()).toMatch(
    /Change$/,
  )
  await rows.click()
  await page.getByLabel('Latest version').fill('1.12')
  await page.getByText(/^Now: 1\.11\.2/).waitFor()
  await expectAccessibleLooks(page, STATE_LOOK)
  expect(problems).toEqual([])
  await context.close()
})

test('a member suggests other names and uses of a tool', async () => {
  const tool = await createTool()
  const { page, problems, context } = await visitAs(uniqueName('alia'))
  await openPage(page, `${here.site.url}/tool/${tool.slug}/suggest-edit`)
  await change(page, 'Other names')
  await page.getByLabel('Other names').fill('Boiler, Tea urn')
  await change(page, 'Used for')
  await page.getByLabel('Add a use').fill('kanban')
  await page.getByRole('option', { name: 'Kanban boards' }).click()
  await page.getByRole('button', { name: 'Remove Kanban boards' }).waitFor()
  await expectAccessibleLooks(page, STATE_LOOK)
  await page.getByLabel('Link where we can verify this').fill(SOURCE)
  await page.getByRole('button', { name: 'Send suggestion' }).click()
  await page.getByText('Thank you. A moderator will check your suggestion.').waitFor()
  const service = await createServiceClient(here.site)
  const { data } = await service
    .from('tool_edits')
    .select('changes')
    .eq('tool_id', tool.id)
    .single()
    .throwOnError()
  expect(data.changes).toEqual({
    aliases: [null, ['Boiler', 'Tea urn']],
    capabilities: [null, ['kanban-boards']],
  })
  expect(problems).toEqual([])
  await context.close()
})
