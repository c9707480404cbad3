// A maker in the browser: claim by file, replies, invitations, reports, members, lost proof (spec 6).

import { serveLocally } from '@toolmark/backend/tests/support/services/local-server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCompany, addReview } from '../support/backends/content.ts'
import {
  expectAccessibleLooks,
  LOOKS,
  openPage,
  STATE_LOOK,
  type Visit,
  visit,
} from '../support/browser/browser.ts'
import { withSite } from '../support/sites/journey.ts'
import {
  addMember,
  appointStaff,
  createMember,
  createServiceClient,
  signInMember,
} from '../support/sites/site.ts'

/** What the website of the maker has in its file. */
let proof = ''
const website = await serveLocally((request, response) => {
  const pages: Record<string, string> = {
    '/.well-known/toolmark-verify.txt': proof,
    '/shop': `<!doctype html><link rel="icon" href="data:,"><img src="${here.site.url}/tool/${tool.slug}/badge.svg">`,
  }
  const text = pages[request.url ?? '']
  response.writeHead(text === undefined ? 404 : 200).end(text)
})
const here = withSite({ DEMO_CONTENT: 'off', CLAIM_TEST_HOSTS: website.host })

let maker: Visit & Awaited<ReturnType<typeof signInMember>>
let tool: { id: string; name: string; slug: string }
let company: string
beforeAll(async () => {
  const service = await createServiceClient(here.site)
  const row = {
    name: 'Kettle',
    slug: '',
    description: 'Boils.',
    category: 'HR',
    website_url: website.url,
  }
  tool = (await service.from('tools').insert(row).select('id, name, slug').single().throwOnError())
    .data
  const visited = await visit(here.browser, 1440)
  const member = await signInMember(here.site, visited.context, { username: 'maker' })
  maker = { ...visited, ...member }
  company = await addCompany(maker, 'Pots')
})
afterAll(async () => {
  await maker?.context.close()
  website.close()
})

const readHtml = async (path: string) => (await fetch(`${here.site.url}${path}`)).text()

async function addReviewBy(username: string, title: string, rating = 4) {
  const author = await createMember(here.site, { username })
  return { id: await addReview(author, tool.id, { title, rating }), client: author.client }
}

test('an admin claims a tool by a file: without the token, then with it', async () => {
  const { page, problems } = maker
  await openPage(page, `${here.site.url}/tool/${tool.slug}`)
  await page.getByText('About this entry').click()
  await page.getByRole('link', { name: 'Do you make this tool?' }).click()
  await page.getByRole('button', { name: 'Start the claim' }).click()
  const line = page.getByRole('textbox', { name: 'Content' })
  await line.waitFor()
  await page.getByRole('button', { name: 'Check now' }).click()
  await page
    .getByText(/^We could not find the token yet\. We found: .*no token in the file/)
    .waitFor()
  await expectAccessibleLooks(page, LOOKS)
  proof = await line.inputValue()
  await page.getByRole('button', { name: 'Check now' }).click()
  await page.getByText('Pots manages Kettle now.').waitFor()
  expect(await readHtml(`/tool/${tool.slug}`)).toMatch(
    /Managed by <a[^>]*>Pots<\/a>, verified by file on \w{3} \d+, \d{4}/,
  )
  expect(await readHtml(`/company/${company}`)).toContain('Verified')
  await openPage(page, `${here.site.url}/company/${company}`)
  await page
    .getByRole('region', { name: 'Tools it makes' })
    .getByRole('link', { name: 'Kettle', exact: true })
    .waitFor()
  await expectAccessibleLooks(page, LOOKS)
  await openPage(page, `${here.site.url}/company-dashboard`)
  const answers = page.getByRole('region', { name: 'Reviews to answer' })
  await answers.getByText('No reviews yet.').waitFor()
  expect(problems).toEqual([])
})

test('a claim by a member without a company makes one in its place and goes on', async () => {
  const service = await createServiceClient(here.site)
  const row = { name: 'Urn stand', slug: '', description: 'Holds urns.', category: 'HR' }
  const { data } = await service.from('tools').insert(row).select('slug').single().throwOnError()
  const { context, page, problems } = await visit(here.browser, 390)
  await signInMember(here.site, context, { account_type: 'business' })
  await openPage(page, `${here.site.url}/tool/${data.slug}/claim`)
  await page.getByText('A company manages a tool').waitFor()
  await page.getByRole('link', { name: 'Start your team' }).last().click()
  await page.getByLabel('Company name *').fill('Stands')
  await page.getByRole('button', { name: 'Create Company' }).click()
  await page.waitForURL(`**/tool/${data.slug}/claim`)
  await page.getByRole('button', { name: 'Start the claim' }).click()
  await page.getByText('It proves nothing for anybody but Stands.').waitFor()
  expect(problems).toEqual([])
  // The queue of claims is that of another test.
  await service.from('tools').delete().eq('slug', data.slug).throwOnError()
  await context.close()
})

test('an admin who is left without the power of the company is offered nothing that is refused', async () => {
  const service = await createServiceClient(here.site)
  const row = { name: 'Urn lid', slug: '', description: 'Covers urns.', category: 'HR' }
  const { data } = await service
    .from('tools')
    .insert(row)
    .select('id, slug')
    .single()
    .throwOnError()
  const founder = await createMember(here.site, { username: 'lid-founder' })
  const lids = await addCompany(founder, 'Lids')
  await service
    .from('tool_makers')
    .insert({ tool_id: data.id, company_id: lids, method: 'staff' })
    .throwOnError()
  const { context, page, problems } = await visit(here.browser, 390)
  const stranger = await signInMember(here.site, context, { account_type: 'business' })
  for (const { client, id } of [
    stranger,
    await createMember(here.site, { username: 'lid-colleague' }),
  ])
    await client.from('company_members').insert({ company_id: lids, user_id: id }).throwOnError()
  await founder.client.from('company_members').delete().eq('user_id', founder.id).throwOnError()
  await openPage(page, `${here.site.url}/company-dashboard`)
  await page.getByRole('heading', { name: 'Lids (Admin)' }).waitFor()
  await page
    .getByText('Only confirmed members of Lids can change its details or remove members.')
    .waitFor()
  await expect
    .poll(() => page.getByRole('region', { name: 'Members' }).getByRole('listitem').count())
    .toBe(2)
  expect(await page.getByRole('button', { name: /^Remove|^Confirm|^Save/ }).count()).toBe(0)
  await expectAccessibleLooks(page, LOOKS)
  expect(problems).toEqual([])
  await service.from('tools').delete().eq('slug', data.slug).throwOnError()
  await context.close()
})

test('the maker replies on the dashboard, the page has it within a second, and an edit of the review makes it older', async () => {
  const { page, problems } = maker
  const review = await addReviewBy('ana', 'It boils over')
  await openPage(page, `${here.site.url}/company-dashboard`)
  await page.getByRole('button', { name: 'Reply to “It boils over”' }).click()
  await page.getByLabel('Reply in the name of Pots').fill('Short.')
  await page.getByRole('button', { name: 'Publish reply' }).click()
  await page.getByText('A reply has 10 to 2,000 characters.').waitFor()
  await page.getByLabel('Reply in the name of Pots').fill('The lid of the next version is higher.')
  await page.getByRole('button', { name: 'Publish reply' }).click()
  await page.getByText('Reply published').waitFor()
  for (const path of [`/tool/${tool.slug}`, `/review/${review.id}`]) {
    const html = await readHtml(path)
    expect(html).toContain('The lid of the next version is higher.')
    expect(html).not.toContain('Replies to an earlier version')
  }
  await expectAccessibleLooks(page, LOOKS)
  await review.client
    .from('reviews')
    .update({ title: 'It boils' })
    .eq('id', review.id)
    .throwOnError()
  expect(await readHtml(`/tool/${tool.slug}`)).toContain('Replies to an earlier version')

  // The page of the review leads the maker to the reply.
  await openPage(page, `${here.site.url}/review/${review.id}`)
  await expectAccessibleLooks(page, STATE_LOOK)
  await page.getByRole('link', { name: 'Reply as Pots' }).click()
  await page.getByLabel('Reply in the name of Pots').fill('The lid is higher since today.')
  await page.getByRole('button', { name: 'Save reply' }).click()
  await expect
    .poll(() => readHtml(`/review/${review.id}`))
    .toContain('The lid is higher since today.')
  expect(await readHtml(`/review/${review.id}`)).not.toContain('Replies to an earlier version')
  expect(problems).toEqual([])
})

test('a review by the link of an invitation says so, and stays after the invitation has ended', async () => {
  const { page, problems } = maker
  await openPage(page, `${here.site.url}/company-dashboard`)
  await page.getByLabel('Name', { exact: true }).fill('Newsletter')
  await page.getByRole('button', { name: 'Create invitation' }).click()
  const link = await page.getByLabel('Link of Newsletter').inputValue()
  const guest = await visit(here.browser, 1440)
  await signInMember(here.site, guest.context, { username: 'guest' })
  await openPage(guest.page, link)
  await guest.page.getByText('The maker of this tool has invited you.').waitFor()
  await guest.page.getByLabel('Title').fill('Invited and honest')
  await guest.page.getByLabel('Review', { exact: true }).fill('It boils water, and nothing else.')
  await guest.page.getByRole('button', { name: 'Submit Review' }).click()
  await guest.page.waitForURL('**/tool/kettle*')
  expect(await readHtml(`/tool/${tool.slug}`)).toContain('Invited by the maker')
  await page.getByRole('button', { name: 'End Newsletter' }).click()
  await page.getByRole('button', { name: 'End invitation' }).click()
  await page.getByText(/Ended \w{3}/).waitFor()
  expect(await readHtml(`/tool/${tool.slug}`)).toContain('Invited by the maker')
  expect([...problems, ...guest.problems]).toEqual([])
  await guest.context.close()
})

test('an admin confirms a member, whose review is then labelled and who cannot write another', async () => {
  const { page } = maker
  const colleague = await addReviewBy('carl', 'I like my own work', 5)
  const { data } = await colleague.client.auth.getUser()
  await colleague.client
    .from('company_members')
    .insert({ company_id: company, user_id: data.user?.id ?? '' })
    .throwOnError()
  await openPage(page, `${here.site.url}/company-dashboard`)
  await page.getByRole('button', { name: 'Confirm carl' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('button', { name: 'End confirmation of carl' }).waitFor()
  expect(await readHtml(`/review/${colleague.id}`)).toContain('Works for the maker')
  await openPage(page, `${here.site.url}/write-review/${tool.slug}`)
  await page.getByLabel('Title').fill('We are good')
  await page.getByLabel('Review', { exact: true }).fill('Nobody boils as we do.')
  await page.getByRole('button', { name: 'Submit Review' }).click()
  await page.getByText('You make Kettle. You can reply to its reviews but not write one.').waitFor()
})

test('edits by the maker take effect at once, and the history says by whom', async () => {
  const { page } = maker
  await openPage(page, `${here.site.url}/tool/${tool.slug}/suggest-edit`)
  await page.locator('summary', { hasText: 'Description' }).click()
  await page.getByLabel('Description').fill('Boils water in a minute.')
  await page.getByLabel('Link where we can verify this *').fill('https://pots.example/news')
  await page.getByRole('button', { name: 'Send suggestion' }).click()
  await page.getByText('Your changes are published.').waitFor()
  expect(await readHtml(`/tool/${tool.slug}`)).toContain('Boils water in a minute.')
  expect(await readHtml(`/tool/${tool.slug}/history`)).toContain('for the maker')
})

test('three rejected reports pause further ones, which the form says', async () => {
  const { page, client } = maker
  await addMember(here.site, { username: 'mona' })
  const moderator = await createMember(here.site, { username: 'sam' })
  await appointStaff(here.site, 'sam', 'moderator')
  for (const name of ['dora', 'eve', 'finn']) {
    const subject = {
      subject_type: 'review',
      subject_id: (await addReviewBy(name, `By ${name}`, 1)).id,
    }
    await client.rpc('submit_report', { ...subject, reason: 'spam' }).throwOnError()
    await moderator.client.rpc('moderate', { ...subject, action: 'keep' }).throwOnError()
  }
  const { id } = await addReviewBy('gus', 'By gus', 1)
  await openPage(page, `${here.site.url}/report?type=review&id=${id}`)
  await page
    .getByText('If the maker of the tool alone has reported a review, the decision says so.')
    .waitFor()
  await page.getByRole('radio', { name: 'Spam' }).check()
  await page.getByRole('button', { name: 'Send report' }).click()
  await page
    .getByText(/Three of your last five reports were rejected\. You can report again on/)
    .waitFor()
  const html = await readHtml(`/tool/${tool.slug}`)
  expect(html).toContain('The maker and reviews')
  expect(html).toContain('3 reviews, 0 with success')
})

test('a moderator accepts a claim without a token, and the badge page and the queue are accessible', async () => {
  const service = await createServiceClient(here.site)
  const row = { name: 'Urn', slug: '', description: 'Boils.', category: 'Design' }
  const urn = (await service.from('tools').insert(row).select('id').single().throwOnError()).data
  await maker.client.rpc('start_tool_claim', { tool: urn.id, company }).throwOnError()
  const { page, context, problems } = await visit(here.browser, 1440)
  await signInMember(here.site, context, { username: 'tina' })
  await appointStaff(here.site, 'tina', 'moderator')
  await openPage(page, `${here.site.url}/moderation/claims`)
  await page.getByRole('heading', { name: 'Pots claims Urn' }).waitFor()
  await expectAccessibleLooks(page, LOOKS)
  await page.getByLabel('Explanation').fill('A message to the address of the website was answered.')
  await page.getByRole('button', { name: 'Accept the claim for Urn' }).click()
  await page.getByText('No open claims').waitFor()
  expect(await readHtml('/tool/urn')).toContain('verified by staff on')
  await openPage(page, `${here.site.url}/tool/${tool.slug}/badge?theme=dark`)
  expect(await page.getByLabel('HTML').inputValue()).toContain('alt="Kettle on Toolmark: ')
  await expectAccessibleLooks(page, LOOKS)
  expect(problems).toEqual([])
  await context.close()
})

test('a badge is shown on the page of another site', async () => {
  const { page, context } = await visit(here.browser, 1440)
  await page.goto(`${website.url}/shop`)
  const badge = page.getByRole('img')
  await expect
    .poll(() => badge.evaluate((image: HTMLImageElement) => [image.complete, image.naturalHeight]))
    .toEqual([true, 40])
  await context.close()
})

test('a lost proof that is checked three times within a minute leaves the claim, the mark with its place and the reply', async () => {
  const { client } = maker
  proof = ''
  const { data: claims } = await client.rpc('my_tool_claims').throwOnError()
  const { claim = '' } = claims.find(({ tool_id }) => tool_id === tool.id) ?? {}
  for (let check = 0; check < 3; check += 1) {
    const { data } = await client.rpc('check_tool_claim', { claim }).throwOnError()
    expect(data.status).toBe('granted')
  }
  const html = await readHtml(`/tool/${tool.slug}`)
  expect(html).toContain('Managed by')
  expect(html.replaceAll('<!-- -->', '')).toContain(`(${website.host})`)
  expect(html).toContain('The lid is higher since today.')
})
