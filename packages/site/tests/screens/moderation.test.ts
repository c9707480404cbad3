// Spec 3 §1: reports, the moderation log and own cases in a browser.
import type { SupabaseClient } from '@supabase/supabase-js'
import { beforeAll, expect, test } from 'vitest'
import type { Database } from '../../app/data/database.types.ts'
import { addReview } from '../support/backends/content.ts'
import {
  expectAccessibleLooks,
  LOOKS,
  openPage,
  STATE_LOOK,
  visit,
} from '../support/browser/browser.ts'
import { withSite } from '../support/sites/journey.ts'
import { createMember, createServiceClient, signInMember } from '../support/sites/site.ts'

const here = withSite()

const EXPLANATION = 'It advertises another product and says nothing about this one.'

let moderator: SupabaseClient<Database>
let service: SupabaseClient<Database>
let tool: { id: string; slug: string; name: string }
beforeAll(async () => {
  service = await createServiceClient(here.site)
  moderator = (await createMember(here.site, { username: 'mona' })).client
  await service.rpc('set_staff_role', { username: 'mona', role: 'moderator' }).throwOnError()
  const { data } = await service
    .from('tools')
    .select('id, slug, name')
    .eq('slug', 'figma')
    .single()
    .throwOnError()
  tool = data
})

const addOwnReview = (author: Parameters<typeof addReview>[0]) =>
  addReview(author, tool.id, {
    title: 'It draws',
    content: 'Not once did it lose a drawing.',
    pros: ['Fast'],
    cons: ['Dear'],
  })

async function moderate(type: string, id: string, action: string): Promise<number> {
  const why = action === 'keep' ? {} : { reason: 'spam', explanation: EXPLANATION }
  const { data } = await moderator
    .rpc('moderate', { subject_type: type, subject_id: id, action, ...why })
    .throwOnError()
  return data
}

test('a visitor reports a tool, reads the status by its link, and all pages look right', async () => {
  const { page, problems, context } = await visit(here.browser, 1440)
  await openPage(page, `${here.site.url}/tool/figma`)
  await page.getByText('About this entry').click()
  await page.getByRole('complementary').getByRole('link', { name: 'Report Figma' }).click()
  await page.getByRole('heading', { name: 'Report a tool' }).waitFor()
  await page.getByRole('radio', { name: 'Something else' }).check()
  await page.getByLabel('Details').fill('The screenshots are those of another tool.')
  await page.getByRole('button', { name: 'Send report' }).click()
  await page.getByText('Please enter your name and e-mail address so that we can reply.').waitFor()
  await expectAccessibleLooks(page, LOOKS)
  // The refused request, and the failure as it is logged.
  expect(problems.filter((text) => !/400|CommandError/.test(text))).toEqual([])
  problems.length = 0
  expect(await page.getByLabel('Details').inputValue()).toContain('screenshots')
  await page.reload()
  const details = page.getByLabel('Details')
  await expect.poll(() => details.inputValue()).toContain('screenshots')
  await page.getByRole('radio', { name: 'Something else' }).check()
  await page.getByLabel('Your name').fill('Rita Reporter')
  await page.getByLabel('Your email address').fill('rita@people.example')
  // A double click sends once: a second report would be refused.
  await page.getByRole('button', { name: 'Send report' }).dblclick()
  await page.getByText(/^Thank you\. Your report number is \d+\./).waitFor()
  await expectAccessibleLooks(page, STATE_LOOK)
  await page.getByRole('link', { name: 'See the status of this report' }).click()
  await page.getByText('A moderator has not decided yet.').waitFor()
  await expectAccessibleLooks(page, LOOKS)
  for (const [path, looks] of [
    ['/guidelines', LOOKS],
    ['/transparency?year=2020', STATE_LOOK],
    ['/transparency', LOOKS],
    ['/moderation-log', LOOKS],
    ['/moderation-log?action=merge', STATE_LOOK],
  ] as const) {
    await openPage(page, here.site.url + path)
    await expectAccessibleLooks(page, looks)
  }
  await page.getByLabel('Decision').selectOption('')
  await page.getByLabel('Reason').selectOption('personal_data')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.waitForURL(/reason=personal_data/)
  await page
    .getByRole('link', { name: /^Decision \d+$/ })
    .first()
    .click()
  await page.getByText('If you reported without an account').waitFor()
  await expectAccessibleLooks(page, LOOKS)
  expect(problems).toEqual([])
  for (const path of ['/report?type=tool&id=x', '/report/1?key=x', '/moderation-log/99999']) {
    await openPage(page, here.site.url + path)
    await expectAccessibleLooks(page, STATE_LOOK)
  }
  await context.close()
})

test('without script a visitor gets a number, and keeps what was typed after an error', async () => {
  const context = await here.browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${here.site.url}/report?type=tool&id=${tool.id}`)
  await page.getByRole('radio', { name: 'Illegal content' }).check()
  await page.getByLabel('Details').fill('It breaks the law of physics.')
  await page.getByLabel('Your name').fill('Otto')
  await page.getByLabel('Your email address').fill('otto@people.example')
  await page.getByRole('button', { name: 'Send report' }).click()
  await page.getByRole('alert').getByText('Please confirm that your report is accurate').waitFor()
  expect(await page.getByRole('radio', { name: 'Illegal content' }).isChecked()).toBe(true)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Send report' }).click()
  await page.getByText(/^Thank you\. Your report number is \d+\./).waitFor()
  await context.close()
})

test('a member reports a review and withdraws the report', async () => {
  const author = await createMember(here.site)
  const review = await addOwnReview(author)
  const { page, problems, context } = await visit(here.browser, 1440)
  const member = await signInMember(here.site, context)
  await openPage(page, `${here.site.url}/review/${review}`)
  await page.locator('summary[aria-label="More about It draws"]').click()
  await page.getByRole('link', { name: 'Report It draws' }).click()
  await page.getByRole('radio', { name: 'Spam' }).check()
  await page.getByLabel('Your name').waitFor({ state: 'detached' })
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Send report' }).click()
  await page.getByText("Couldn't reach the site.").waitFor()
  await context.setOffline(false)
  problems.length = 0
  await page.getByRole('button', { name: 'Send report' }).click()
  await page.getByText(/^Thank you\./).waitFor()
  await page.getByRole('link', { name: 'Your reports' }).click()
  await page.getByText('Open', { exact: true }).waitFor()
  await expectAccessibleLooks(page, STATE_LOOK)
  await page.getByRole('button', { name: /^Withdraw Report/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
  await page.getByText('Withdrawn', { exact: true }).waitFor()
  const { data } = await member.client.rpc('my_reports').throwOnError()
  expect(data).toMatchObject([{ subject_id: review, status: 'withdrawn' }])
  expect(problems).toEqual([])
  await context.close()
})

test('the author reads the removed review and appeals with a corrected text, a reporter a kept one', async () => {
  const { page, problems, context } = await visit(here.browser, 1440)
  const author = await signInMember(here.site, context)
  const removed = await addOwnReview(author)
  const removal = await moderate('review', removed, 'remove')
  await moderate('profile', author.id, 'warn')
  await openPage(page, `${here.site.url}/moderation-log/${removal}`)
  await page.getByText('Not once did it lose a drawing.').first().waitFor()
  await expectAccessibleLooks(page, STATE_LOOK)
  await page
    .getByLabel('Why should we change this decision?')
    .fill('I use it every day, for years.')
  await page.getByLabel('Title').fill('It draws well')
  await page.getByRole('button', { name: 'Send appeal' }).click()
  await page.getByText('Waiting for a decision').waitFor()
  const { data: appeals } = await moderator
    .rpc('moderation_queue', { kind: 'appeals' })
    .throwOnError()
  expect(appeals.map(({ subject_id }) => subject_id)).toContain(removed)
  await openPage(page, `${here.site.url}/my-reports`)
  await page.getByText('Your review “It draws”').waitFor()
  await page.getByText('Waiting for a decision').waitFor()
  await expectAccessibleLooks(page, LOOKS)

  const other = await createMember(here.site)
  const kept = await addOwnReview(other)
  await author.client
    .rpc('submit_report', { subject_type: 'review', subject_id: kept, reason: 'spam' })
    .throwOnError()
  const decision = await moderate('review', kept, 'keep')
  await openPage(page, `${here.site.url}/moderation-log/${decision}`)
  await page.getByLabel('Why should we change this decision?').fill('It is the text of an advert.')
  expect(await page.getByLabel('Title').count()).toBe(0)
  await page.getByRole('button', { name: 'Send appeal' }).click()
  await page.getByText('Waiting for a decision').waitFor()
  expect(problems).toEqual([])
  await context.close()
})
