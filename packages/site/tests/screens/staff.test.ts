// The screens of staff: looks, the keyboard, what is sent, and what others see (spec 3 §1.4 to §1.7).
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { addReview, addTool } from '../support/backends/content.ts'
import {
  expectAccessibleLooks,
  LOOKS,
  openPage,
  reloadPage,
  STATE_LOOK,
  visit,
} from '../support/browser/browser.ts'
import { withSite } from '../support/sites/journey.ts'
import { appointStaff, createMember, signInMember, signInWithEmail } from '../support/sites/site.ts'

const here = withSite()

const EXPLANATION = 'It says nothing about the tool, and half of it is an offer.'

const uniqueName = (name: string) => `${name}-${crypto.randomUUID().slice(0, 8)}`

/** Creates a member with a role. */
async function createStaff(role: 'moderator' | 'admin') {
  const username = uniqueName(role)
  const member = await createMember(here.site, { username })
  await appointStaff(here.site, username, role)
  return { ...member, username }
}

async function visitAsStaff(role: 'moderator' | 'admin') {
  const visited = await visit(here.browser, 1440)
  const { email } = await createStaff(role)
  const { client } = await signInWithEmail(here.site, visited.context, email)
  return { ...visited, client }
}

// One page of each role for all tests: a new one starts a process and compiles all scripts again.
let moderator: Awaited<ReturnType<typeof visitAsStaff>>
let administrator: typeof moderator
beforeAll(async () => {
  moderator = await visitAsStaff('moderator')
  administrator = await visitAsStaff('admin')
})
beforeEach(() => {
  moderator.problems.length = 0
  administrator.problems.length = 0
})
afterEach(async () => {
  await removeDrafts(moderator.page)
  await removeDrafts(administrator.page)
})
afterAll(async () => {
  await moderator.context.close()
  await administrator.context.close()
})

/** What one test typed and did not send would fill the form of another one. */
async function removeDrafts(page: Page): Promise<void> {
  if (page.url() === 'about:blank') return
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage))
      if (key.startsWith('toolmark.draft.')) localStorage.removeItem(key)
  })
}

async function createNamedMember() {
  const username = uniqueName('member')
  return { ...(await createMember(here.site, { username })), username }
}
type Member = Awaited<ReturnType<typeof createNamedMember>>

/** A review of a new tool, with a title of its own. */
async function createReview(author: Member, content = 'It boils very well.') {
  const name = uniqueName('Kettle')
  const title = uniqueName('It boils')
  const website_url = `https://${name.toLowerCase()}.example`
  const tool = await addTool(author, { name, category: 'Design', website_url })
  return { id: await addReview(author, tool, { title, content }), title }
}

async function report({ client }: Member, subject_id: string) {
  const details = 'It is the same text as in five other reviews.'
  const call = { subject_type: 'review', subject_id, reason: 'spam', details }
  expect((await client.rpc('submit_report', call)).error).toBeNull()
}

const open = (page: Page, path: string) => openPage(page, `${here.site.url}${path}`)
const rows = (page: Page) => page.locator('[data-queue] article h2 a')

/** The title of the row with the focus. */
const focusedTitle = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

/** Presses `j` until the row with the title has the focus. Keys work when the shell has loaded them. */
async function focusRow(page: Page, title: string): Promise<void> {
  await rows(page).getByText(title, { exact: true }).waitFor()
  await expect
    .poll(async () => {
      await page.keyboard.press('j')
      return focusedTitle(page)
    })
    .toBe(title)
}

test('every screen of staff', async () => {
  const { page, problems } = administrator
  const openFirst = async (path: string, title: string) => {
    await open(page, path)
    await rows(page).getByText(title, { exact: true }).click()
    await page.getByRole('heading', { name: title, level: 1 }).waitFor()
  }
  await open(page, '/moderation')
  await rows(page).first().waitFor()
  expect(await page.locator('[data-queue] .stars').count()).toBe(0)
  await expectAccessibleLooks(page, LOOKS)

  await openFirst('/moderation', 'gpryce')
  await page.getByRole('radio', { name: 'Suspend' }).check()
  await page.getByLabel('Reason').selectOption('illegal_content')
  await page.getByLabel('Law or court order').waitFor()
  await page.getByRole('button', { name: 'Record decision: Suspend' }).click()
  await page.getByText('Please explain the decision in 30 to 2,000 characters.').waitFor()
  await page.getByText('Please name the law or the court order.').waitFor()
  await expectAccessibleLooks(page, STATE_LOOK)

  await openFirst('/moderation?tab=pending', 'Timeline view won our quarter')
  for (const name of ['Approve', 'Approve and exempt author', 'Decline', 'Decline and suspend'])
    expect(await page.getByRole('button', { name, exact: true }).count()).toBe(1)
  await expectAccessibleLooks(page, LOOKS)

  await openFirst('/moderation?tab=appeals', 'Ask for Renate, she knows the workaround')
  await page.getByText('Support found the workaround').waitFor()
  await expectAccessibleLooks(page, LOOKS)

  await open(page, '/moderation/users')
  await page.getByLabel('Username or email address').fill('adaeze')
  await page.getByText('adaeze-n@people.invalid').waitFor()
  await expectAccessibleLooks(page, LOOKS)
  await reloadPage(page)
  await page.getByText('adaeze-n@people.invalid').waitFor()

  await open(page, '/admin')
  await page.getByText('No emails have failed.').waitFor()
  await expectAccessibleLooks(page, LOOKS)
  await open(page, '/admin/staff')
  await page.getByRole('heading', { name: 'beatrix-holloway' }).waitFor()
  await expectAccessibleLooks(page, LOOKS)
  await open(page, '/admin/settings')
  await page.getByRole('button', { name: 'Add a word' }).click()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('A word has 2 to 200 characters.').waitFor()
  await expectAccessibleLooks(page, LOOKS)

  await page.getByRole('button', { name: /Account menu$/ }).click()
  await page.getByRole('menuitem', { name: 'Administration' }).waitFor()
  await page.getByRole('menuitem', { name: 'Moderation' }).waitFor()
  expect(problems).toEqual([])
})

test('a moderator decides by keyboard alone, and the next case follows', async () => {
  const [author, reporter] = [await createNamedMember(), await createNamedMember()]
  const [first, second] = [await createReview(author), await createReview(author)]
  for (const { id } of [first, second]) await report(reporter, id)
  // The text changes after the report.
  const edited = { content: 'It boils quite well.' }
  await author.client.from('reviews').update(edited).eq('id', second.id)
  const { page, problems } = moderator
  await open(page, '/moderation')
  const row = page.getByRole('article').filter({ hasText: first.title })
  await row.getByText('It boils very well.').waitFor()
  const words = `Reported by ${reporter.username}: “It is the same text as in five other reviews.”`
  await row.getByText(words).waitFor()
  const link = row.getByRole('link', { name: author.username })
  expect(await link.getAttribute('href')).toBe(`/user/${author.username}`)
  expect(await row.getByText('Hidden').count()).toBe(0)
  await focusRow(page, first.title)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: first.title, level: 1 }).waitFor()
  await page.getByText('Unchanged since it was reported').waitFor()

  await page.getByRole('link', { name: 'Next case' }).waitFor()
  await page.keyboard.press('j')
  await page.getByRole('heading', { name: second.title, level: 1 }).waitFor()
  const reported = page.getByRole('article').filter({ hasText: 'As it was reported' })
  expect(await reported.locator('del').innerText()).toBe('very')
  expect(await reported.locator('ins').innerText()).toBe('quite')
  await page.keyboard.press('k')
  await page.getByRole('heading', { name: first.title, level: 1 }).waitFor()

  await page.keyboard.press('?')
  const list = page.getByRole('dialog')
  await list.getByText('On this page').waitFor()
  await list.getByText('Choose “Remove”').waitFor()
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'detached' })

  await page.keyboard.press('2')
  expect(await page.getByRole('radio', { name: 'Remove' }).isChecked()).toBe(true)
  await page.keyboard.press('Tab')
  await page.keyboard.type('Spam')
  await page.keyboard.press('Tab')
  await page.keyboard.type(EXPLANATION)
  // What is typed outlives a reload.
  await reloadPage(page)
  const explanation = page.getByLabel('Explanation')
  await explanation.waitFor()
  expect(await explanation.inputValue()).toBe(EXPLANATION)
  await explanation.focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: second.title, level: 1 }).waitFor()
  const note = page.getByRole('status').filter({ hasText: 'was recorded' })
  const number = /Decision (\d+) was recorded/.exec(await note.innerText())?.[1]
  expect(await note.getByRole('link').getAttribute('href')).toBe(`/moderation-log/${number}`)
  const { data: decision } = await reporter.client
    .from('moderation_decisions')
    .select('action, reason, subject_id')
    .eq('number', Number(number))
    .single()
  expect(decision).toEqual({ action: 'remove', reason: 'spam', subject_id: first.id })

  // Another moderator is faster: the message names that decision.
  const other = await createStaff('moderator')
  const subject = { subject_type: 'review', subject_id: second.id }
  const { data: faster } = await other.client.rpc('moderate', { ...subject, action: 'keep' })
  const keep = page.getByRole('radio', { name: 'Keep' })
  await expect
    .poll(async () => {
      await page.keyboard.press('1')
      return keep.isChecked()
    })
    .toBe(true)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/rpc/moderate')) sent.push(request.postData() ?? '')
  })
  await page.getByRole('button', { name: 'Record decision: Keep' }).dblclick()
  await page.getByText(`This has already been decided (decision ${faster}).`).waitFor()
  expect(sent).toHaveLength(1)
  expect(
    problems.filter((text) => !text.includes('409') && !text.includes('CommandError')),
  ).toEqual([])
})

test('a moderator approves a held post and reverses a decision after an appeal', async () => {
  const author = await createNamedMember()
  const { client: admin } = await createStaff('admin')
  const changes = { word_filter: [{ text: 'zzheld', action: 'hold' }] }
  expect((await admin.rpc('update_site_settings', { changes })).error).toBeNull()
  const held = await createReview(author, 'Some text with zzheld in it.')
  const removed = await createReview(author)
  const decision = { action: 'remove', reason: 'spam', explanation: EXPLANATION }
  const subject = { subject_type: 'review', subject_id: removed.id }
  const { data: number } = await admin.rpc('moderate', { ...subject, ...decision })
  const appeal = {
    decision: number ?? 0,
    statement: 'I have used this kettle for three years.',
    revised_content: { content: 'The corrected text of the review.' },
  }
  const { data: submitted } = await author.client.rpc('submit_appeal', appeal).throwOnError()

  const { page } = moderator
  await open(page, '/moderation?tab=pending')
  await focusRow(page, held.title)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Approve', exact: true }).waitFor()
  await page.keyboard.press('1')
  await page.keyboard.press('Enter')
  await page.getByText('was recorded').waitFor()
  const read = (id: string) =>
    author.client.from('reviews').select('content').eq('id', id).maybeSingle()
  expect((await read(held.id)).data?.content).toBe('Some text with zzheld in it.')

  await open(page, '/moderation?tab=appeals')
  const row = page.getByRole('article').filter({ hasText: removed.title })
  await row.getByText('Hidden').waitFor()
  const said = `Appeal ${submitted} by ${author.username}: “${appeal.statement}”`
  await row.getByText(said).waitFor()
  // The draft of the moderator's own appeal against a decision with the number of this appeal.
  const { data: own } = await moderator.client.auth.getUser()
  const draft = `toolmark.draft.${own.user?.id}.appeal.${submitted}`
  await page.evaluate((key) => localStorage.setItem(key, '{}'), draft)
  await focusRow(page, removed.title)
  await page.keyboard.press('Enter')
  await page.getByRole('radio', { name: 'Uphold the decision' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  expect(await page.getByRole('radio', { name: 'Reverse the decision' }).isChecked()).toBe(true)
  await page.keyboard.press('Tab')
  await page.keyboard.type('The corrected text is about the tool and nothing else.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText(`The appeal against decision ${number} is resolved.`).waitFor()
  expect(await page.evaluate((key) => localStorage.getItem(key), draft)).toBe('{}')
  expect((await read(removed.id)).data?.content).toBe('The corrected text of the review.')
})

test('a moderator invites an address, invites it again and revokes the invitation', async () => {
  const { page } = moderator
  const email = `${uniqueName('guest')}@people.example`
  await open(page, '/admin/invitations')
  const address = page.getByLabel('Email')
  await address.fill('guest@people')
  await page.keyboard.press('Enter')
  await page.getByText('Please provide a valid email address.').waitFor()
  await address.fill(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type('We met at the fair.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: email }).waitFor()
  expect(await address.inputValue()).toBe('')
  const count = async () =>
    (
      (await (await fetch(`${here.site.url}/_/outbox.json?to=${email}`)).json()) as {
        text: string
      }[]
    ).filter(({ text }) => text.includes('invites you')).length
  await expect.poll(count).toBe(1)
  await expectAccessibleLooks(page, LOOKS)
  await page.getByRole('button', { name: `Invite again ${email}` }).press('Enter')
  await expect.poll(count).toBe(2)
  await page.getByRole('button', { name: `Revoke ${email}` }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).press('Enter')
  await expect.poll(() => page.getByRole('heading', { name: email }).count()).toBe(0)
  expect((await moderator.client.rpc('list_invitations')).data).not.toContainEqual(
    expect.objectContaining({ email }),
  )
})

test('an administrator changes settings and appoints staff, and refusals keep what was typed', async () => {
  const { page } = administrator
  const member = await createNamedMember()
  await open(page, '/admin/settings')
  const limit = page.getByLabel('Launches')
  await limit.fill('many')
  await page.keyboard.press('Enter')
  await page.getByText('Please enter a whole number of at most six digits.').waitFor()
  await limit.fill('7')
  const [request] = await Promise.all([
    page.waitForRequest('**/rpc/update_site_settings'),
    page.keyboard.press('Enter'),
  ])
  expect(request.postDataJSON()).toEqual({ changes: { daily_limit_launches: 7 } })
  await page.getByText('Settings saved').waitFor()

  await open(page, '/admin/staff')
  const username = page.getByLabel('Username')
  await username.fill('no-such-member')
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Appoint' }).press('Enter')
  await page.getByText('We could not find this member.').waitFor()
  expect(await username.inputValue()).toBe('no-such-member')
  await username.fill(member.username)
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Appoint' }).press('Enter')
  const row = page.getByRole('article').filter({ hasText: member.username })
  // The dialog has the name as well.
  await row.getByRole('heading', { name: member.username }).waitFor()
  expect((await member.client.rpc('my_staff_role')).data).toBe('moderator')
  await row.getByRole('button', { name: 'Remove' }).press('Enter')
  await page.getByRole('button', { name: 'Remove from staff' }).press('Enter')
  await row.waitFor({ state: 'detached' })
  expect((await member.client.rpc('my_staff_role')).data).toBeNull()
})

test('a moderator renames a tool and merges it by keyboard, and the case undoes it', async () => {
  const author = await createNamedMember()
  const [first, second] = [await createReview(author), await createReview(author)]
  const slugOf = async (id: string) => {
    const { data } = await author.client
      .from('reviews')
      .select('tools(id, name, slug)')
      .eq('id', id)
    return data?.[0]?.tools ?? { id: '', name: '', slug: '' }
  }
  const [source, target] = [await slugOf(first.id), await slugOf(second.id)]
  const { page, problems } = moderator
  await open(page, `/moderation/tool/${source.id}`)
  const slug = `${source.slug}-2`
  await page.getByLabel('Address').fill(slug)
  await page.keyboard.press('Enter')
  await page.getByText('The tool was renamed').waitFor()
  await expectAccessibleLooks(page, STATE_LOOK)
  await page.getByRole('link', { name: 'Merge into another tool' }).press('Enter')
  await page.getByText(`/tool/${slug}`).waitFor()
  await page.getByRole('combobox', { name: 'Into this tool' }).fill(target.name)
  await page.getByRole('option', { name: target.name }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('1 member reviewed both tools.').waitFor()
  await page.getByText('2 addresses that redirect').waitFor()
  await page.getByRole('button', { name: 'Merge', exact: true }).press('Enter')
  await page.getByText('Please explain the decision in 30 to 2,000 characters.').waitFor()
  await expectAccessibleLooks(page, LOOKS)
  await page.getByLabel('Explanation').fill(EXPLANATION)
  await page.getByRole('button', { name: 'Merge', exact: true }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Merge' }).press('Enter')
  await page.waitForURL(`**/moderation/tool/${source.id}`)
  await page.getByRole('heading', { name: 'Merged' }).waitFor()
  expect((await page.request.get(`${here.site.url}/${slug}`)).url()).toBe(
    `${here.site.url}/tool/${target.slug}`,
  )
  await page.getByRole('radio', { name: 'Restore' }).check()
  await page.getByRole('button', { name: /^Record decision/ }).press('Enter')
  await page.getByRole('heading', { name: 'Restored' }).waitFor()
  const { data } = await author.client.from('reviews').select('id').eq('tool_id', source.id)
  expect(data).toEqual([{ id: first.id }])
  expect(problems).toEqual([])
})

test('an administrator adds a category and an attribute, by which visitors find a tool', async () => {
  const { page, client } = administrator
  const word = uniqueName('tea')
  await open(page, '/admin/catalog')
  const categories = page.getByRole('region', { name: 'Categories' })
  await categories.getByRole('heading', { name: 'Add a category' }).click()
  await categories.getByLabel('Name *').fill(`${word} rooms`)
  await categories.getByLabel('Address *').fill('Not an address')
  await categories.getByLabel('Icon *').fill('🍵')
  await categories.getByRole('button', { name: 'Save' }).press('Enter')
  await page
    .getByText('The address has 1 to 60 lower-case letters and digits, with single hyphens')
    .waitFor()
  administrator.problems.length = 0
  // What was typed stays.
  await categories.getByLabel('Address *').fill(word)
  await categories.getByRole('button', { name: 'Save' }).press('Enter')
  await page.getByText(`${word} rooms saved`).waitFor()
  await categories.getByRole('button', { name: `Move ${word} rooms up` }).press('Enter')
  await page.getByText(/rooms is number 20 of 21\./).waitFor({ state: 'attached' })

  const attributes = page.getByRole('region', { name: 'Attributes' })
  await attributes.getByRole('heading', { name: 'Add an attribute' }).click()
  await attributes.getByLabel('Label *').fill('Serving')
  await attributes.getByLabel('Key *').fill('serving')
  await attributes.getByLabel('Kind *').selectOption('Some of several')
  await attributes.getByLabel('Options *').fill('Hot\ncold: With ice')
  await attributes.getByLabel('In filters').check()
  await attributes.getByLabel('On cards').check()
  await attributes.getByRole('button', { name: 'Save' }).press('Enter')
  await page.getByText('Serving saved').waitFor()
  await expectAccessibleLooks(page, LOOKS)
  const row = {
    ...{ name: `Pot ${word}`, description: 'Pours.', category: `${word} rooms` },
    serving: 'hot;cold',
  }
  await client.rpc('import_tools', { rows: [row], dry_run: false }).throwOnError()
  await openPage(page, `${here.site.url}/tools?category=${word}`)
  await page.getByText('Serving: Hot, With ice').waitFor()
  await page.getByRole('button', { name: 'Details' }).press('Enter')
  await page.getByRole('combobox', { name: 'Serving' }).selectOption('Serving: With ice')
  await page.waitForURL(/a\.serving=cold/)
  await page
    .getByRole('link', { name: `Pot ${word}` })
    .first()
    .waitFor()
  await expectAccessibleLooks(page, LOOKS)
  await openPage(page, `${here.site.url}/tool/pot-${word}`)
  await page.getByText('Hot, With ice', { exact: true }).waitFor()

  await openPage(page, `${here.site.url}/tool/pot-${word}/suggest-edit`)
  await page.locator('summary', { hasText: 'Serving' }).click()
  await page.getByLabel('With ice').uncheck()
  await page.locator('summary', { hasText: 'Other categories' }).click()
  await page.getByLabel('Analytics').check()
  await page.getByLabel('Link where we can verify this *').fill('https://tea.example')
  await expectAccessibleLooks(page, STATE_LOOK)
  await page.getByRole('button', { name: 'Send suggestion' }).press('Enter')
  await page.getByText('Thank you. A moderator will check your suggestion.').waitFor()
  const edits = client.from('tool_edits').select('changes, tools!inner(name)')
  const { data } = await edits.eq('tools.name', `Pot ${word}`).throwOnError()
  expect(data.map(({ changes }) => changes)).toEqual([
    { more_categories: [null, ['Analytics']], 'more.serving': [['hot', 'cold'], ['hot']] },
  ])
})

test('an administrator reads a list, changes a column, writes it and reads it again', async () => {
  const { page, problems } = administrator
  const prefix = uniqueName('List')
  const file = `${prefix}.csv`
  const rows = (count: number, text = 'Boils water.') =>
    Array.from(
      { length: count },
      (_, at) => `${prefix} ${at},https://${prefix}-${at}.example,${text},Warm`,
    )
  const choose = (lines: string[]) =>
    page.getByLabel('Choose a file').setInputFiles({
      name: file,
      mimeType: 'text/csv',
      buffer: Buffer.from(['Product,Homepage,About,Notes', ...lines].join('\n')),
    })
  await open(page, '/admin')
  await page.getByRole('link', { name: 'Lists' }).click()
  await page.getByLabel('Address *').fill('http://127.0.0.1/list.csv')
  await page.getByRole('button', { name: 'Read the list' }).press('Enter')
  await page.getByText('127.0.0.1 is not on the open internet').waitFor()
  problems.length = 0
  await expectAccessibleLooks(page, STATE_LOOK)

  await choose(rows(3))
  await page.getByText('3 tools, 1 new category, 0 new uses, 1 new attribute').waitFor()
  await page.getByLabel('What Notes becomes').selectOption('Left out')
  await page.getByText('3 tools, 1 new category, 0 new uses, 0 new attributes').waitFor()
  await expectAccessibleLooks(page, LOOKS)
  await page.getByRole('button', { name: 'Show what would change' }).press('Enter')
  await page.getByText('3 new, 0 changed, 0 unchanged, 0 gone. Nothing has been saved.').waitFor()
  await page.getByText('The column is left out.').waitFor()
  await expectAccessibleLooks(page, LOOKS)
  await page.getByRole('button', { name: 'Save 3 tools' }).press('Enter')
  await page.getByText('3 new, 0 changed, 0 unchanged, 0 gone.', { exact: true }).waitFor()

  // The list has lost a tool and changed the others; the column stays left out.
  await choose(rows(2, 'Boils milk.'))
  await page.getByText('2 tools, 0 new categories, 0 new uses, 0 new attributes').waitFor()
  await page.getByRole('button', { name: 'Show what would change' }).press('Enter')
  await page.getByText('0 new, 2 changed, 0 unchanged, 1 gone. Nothing has been saved.').waitFor()
  await page.getByRole('button', { name: 'Save 2 tools' }).press('Enter')
  await page.getByText('0 new, 2 changed, 0 unchanged, 1 gone.', { exact: true }).waitFor()
  const saved = page.getByRole('region', { name: 'Lists of this site' })
  await saved.locator('summary', { hasText: '1 tool is not in it any more' }).press('Enter')
  await saved.getByText(`Not in ${file} since`).waitFor()
  await expectAccessibleLooks(page, LOOKS)
  await saved.getByRole('button', { name: `Remove ${file}` }).press('Enter')
  await page.getByRole('button', { name: 'Remove the list' }).press('Enter')
  await page.getByText(`${file} is removed.`).waitFor()
  expect(problems).toEqual([])
})

test('an administrator imports a file, sees each row, and continues after a failure', async () => {
  const { page, problems } = administrator
  const prefix = uniqueName('Import')
  const choose = (rows: string[]) =>
    page.getByLabel('Choose a file').setInputFiles({
      name: 'tools.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['name,description,category', ...rows].join('\n')),
    })
  const valid = Array.from({ length: 150 }, (_, at) => `${prefix} ${at},Boils water.,HR`)
  await open(page, '/admin')
  await page.getByRole('link', { name: 'Import tools' }).click()
  await choose([...valid, `${prefix} bad,Boils water.,`])
  await page.getByText('150 new, 0 changed, 1 invalid. Nothing has been saved.').waitFor()
  await page.getByText('Row 151: the category is missing.').waitFor()
  expect(await page.getByRole('button', { name: /^Import/ }).count()).toBe(0)
  await expectAccessibleLooks(page, LOOKS)

  await choose(valid)
  const send = page.getByRole('button', { name: 'Import 150 tools' })
  await send.waitFor()
  let calls = 0
  await page.route('**/rpc/import_tools', (route) => {
    calls += 1
    return calls === 2 ? route.abort() : route.continue()
  })
  await send.press('Enter')
  await page.getByText(/^The import stopped\./).waitFor()
  await page.unroute('**/rpc/import_tools')
  await expectAccessibleLooks(page, STATE_LOOK)
  await page.getByRole('button', { name: 'Try again' }).press('Enter')
  await page.getByText('50 new, 0 changed, 100 unchanged.').waitFor()
  await page.getByRole('button', { name: 'Show 50 more rows' }).press('Enter')
  await page.getByRole('link', { name: `${prefix} 99`, exact: true }).press('Enter')
  await page.getByRole('heading', { name: `${prefix} 99`, level: 1 }).waitFor()
  // The browser logs the request that the test has aborted.
  expect(problems.filter((problem) => !/ERR_FAILED|Failed to fetch/.test(problem))).toEqual([])
})

test('others see a notice and no data', async () => {
  const member = await visit(here.browser)
  await open(member.page, '/moderation')
  const signIn = member.page.getByRole('main').getByRole('link', { name: 'Sign In' })
  expect(await signIn.getAttribute('href')).toBe('/auth?next=%2Fmoderation')

  await expectNotice(
    moderator.page,
    moderator.context,
    ['/admin', '/admin/staff', '/admin/settings', '/admin/sources', '/admin/import'],
    'Only administrators can open this page',
  )

  await signInMember(here.site, member.context)
  await expectNotice(
    member.page,
    member.context,
    [
      '/moderation',
      '/moderation/users',
      '/moderation/merge',
      '/moderation/review/1',
      '/admin/invitations',
    ],
    'Only moderators can open this page',
  )
  await expectAccessibleLooks(member.page, STATE_LOOK)
  await member.page.getByRole('button', { name: /Account menu$/ }).click()
  await member.page.getByRole('menuitem', { name: 'Settings' }).waitFor()
  expect(await member.page.getByRole('menuitem', { name: 'Moderation' }).count()).toBe(0)
  expect(member.problems).toEqual([])
  await member.context.close()
})

async function expectNotice(page: Page, context: BrowserContext, paths: string[], title: string) {
  const calls: string[] = []
  context.on('request', (request) => {
    const [, name] = /\/rpc\/(\w+)/.exec(request.url()) ?? []
    if (name && name !== 'my_staff_role') calls.push(name)
  })
  for (const path of paths) {
    const response = await open(page, path)
    expect(await response?.text()).toContain('noindex')
    await page.getByRole('heading', { name: title, level: 1 }).waitFor()
  }
  expect(calls.filter((name) => /moderat|admin|staff|settings|emails/.test(name))).toEqual([])
}
