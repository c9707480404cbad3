// Spec 3 §1: the screens of moderation without script, behind a proxy with HTTPS.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openKeys } from '@toolmark/backend/keys/keys.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { addReview, addTool as addToolAs } from '../support/backends/content.ts'
import { shareSite } from '../support/sites/share-site.ts'
import {
  appointStaff,
  createMember,
  createServiceClient,
  createTemporaryFolder,
} from '../support/sites/site.ts'

const ORIGIN = 'https://tools.example'
const EXPLANATION = 'It advertises another product and says nothing about this one.'
const { folder, remove } = createTemporaryFolder()
afterAll(remove)
const CONFIG_FILE = join(folder, 'config.toml')
writeFileSync(CONFIG_FILE, `[auth]\nsite_url = "${ORIGIN}"`)
const site = await shareSite({ CONFIG_FILE })
const service = await createServiceClient(site)
const ana = await createMember(site, { username: 'ana' })
const mona = await createMember(site, { username: 'mona' })
await appointStaff(site, 'mona', 'moderator')

const addTool = () => addToolAs({ client: service })
const reviewTool = async (title: string) => addReview(ana, await addTool(), { title })

async function moderate(type: string, id: string, action: string, more: object = {}) {
  const reason = action === 'remove' ? { reason: 'spam', explanation: EXPLANATION } : {}
  const { data } = await mona.client
    .rpc('moderate', { subject_type: type, subject_id: id, action, ...reason, ...more })
    .throwOnError()
  return data
}

/** What the page shows: its text with the entities of React's server. */
async function open(path: string, init: RequestInit = {}) {
  const response = await fetch(`${site.url}${path}`, { redirect: 'manual', ...init })
  const html = (await response.text())
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
  return { status: response.status, headers: response.headers, html }
}

/** Sends the form as a browser without script does. */
const send = (
  type: string,
  id: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
) =>
  open(`/report?type=${type}&id=${id}`, {
    method: 'POST',
    headers: { Origin: ORIGIN, ...headers },
    body: new URLSearchParams({ subject_type: type, subject_id: id, ...fields }),
  })

const createReporter = () => ({
  reporter_name: 'Rita Reporter',
  reporter_email: `${crypto.randomUUID()}@people.example`,
})

describe('the form without script', () => {
  test('names what is reported, and is not indexed', async () => {
    const review = await reviewTool('It boils "well"')
    const { status, html } = await open(`/report?type=review&id=${review}`)
    expect(status).toBe(200)
    expect(html).toContain('Report a review')
    expect(html).toContain('“It boils "well"”')
    expect(html).toContain('<meta name="robots" content="noindex"/>')
  })

  test('accepts a private profile', async () => {
    const { id, client } = await createMember(site, { username: 'hidden-hanna' })
    await client
      .from('profiles')
      .update({ profile_visibility: 'private' })
      .eq('user_id', id)
      .throwOnError()
    expect((await open(`/report?type=profile&id=${id}`)).html).toContain('hidden-hanna')
    const { html } = await send('profile', id, { reason: 'spam', ...createReporter() })
    expect(html).toContain('Thank you. Your report number is')
  })

  test.each([
    '/report',
    '/report?type=tool&id=x',
    `/report?type=tool&id=${crypto.randomUUID()}`,
    `/report?type=vote&id=${crypto.randomUUID()}`,
  ])('%s returns 404 and says so', async (path) => {
    const { status, html } = await open(path)
    expect(status).toBe(404)
    expect(html).toContain('We could not find what you want to report.')
  })

  test('answers a report with its number and a private link to its status', async () => {
    const tool = await addTool()
    const { status, html, headers } = await send('tool', tool, {
      reason: 'spam',
      ...createReporter(),
    })
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toContain('no-store')
    const [, number = ''] =
      /Thank you\. Your report number is (\d+)\. We will let you know what we decide\./.exec(
        html,
      ) ?? []
    const [link = ''] = new RegExp(`/report/${number}\\?key=[0-9a-f]{32}`).exec(html) ?? []
    const report = await open(link)
    expect([report.status, report.html]).toEqual([200, expect.stringContaining(`Report ${number}`)])
    expect(report.html).toContain('Open')

    await mona.client
      .rpc('moderate', { subject_type: 'tool', subject_id: tool, action: 'keep' })
      .throwOnError()
    expect((await open(link)).html).toMatch(/See decision \d+/)
  })

  test.each([
    [{ reason: 'spam' }, 400, 'Please enter your name and e-mail address so that we can reply.'],
    [{}, 400, 'Please choose what you want to report and why.'],
  ])('with %o returns %d and "%s"', async (fields, status, message) => {
    const refused = await send('tool', await addTool(), fields)
    expect([refused.status, refused.html]).toEqual([status, expect.stringContaining(message)])
  })

  test('keeps everything that was typed when it is refused', async () => {
    const tool = await addTool()
    const fields = {
      reason: 'inaccurate',
      details: '</textarea>"a"',
      good_faith: 'on',
      reporter_name: 'Rita "R" Reporter',
      reporter_email: 'rita@people.example',
    }
    const { status, html } = await send('tool', tool, fields)
    expect(status).toBe(400)
    expect(html).toMatch(/<input[^>]* checked=""[^>]* value="inaccurate"/)
    expect(html).toMatch(/<input[^>]*name="good_faith"[^>]* checked=""/)
    expect(html).toContain('&lt;/textarea&gt;"a"</textarea>')
    expect(html).toContain('value="Rita "R" Reporter"')
    expect(html).toContain('value="rita@people.example"')
    const accepted = await send('tool', tool, {
      ...fields,
      details: 'The price has changed since.',
    })
    expect(accepted.status).toBe(200)
  })

  test('keeps what was typed if the content is deleted meanwhile, with 404', async () => {
    const tool = await addTool()
    await service.from('tools').delete().eq('id', tool).throwOnError()
    const { status, html } = await send('tool', tool, { reason: 'other', details: 'As I wrote.' })
    expect(status).toBe(404)
    expect(html).toContain('We could not find what you want to report.')
    expect(html).toContain('As I wrote.</textarea>')
  })

  test('takes the same report of a visitor twice without telling, and returns 429 for the fourth of an address', async () => {
    const reporter = createReporter()
    const tool = await addTool()
    expect((await send('tool', tool, { reason: 'spam', ...reporter })).status).toBe(200)
    for (const subject of [tool, await addTool()])
      expect((await send('tool', subject, { reason: 'spam', ...reporter })).status).toBe(200)
    const fourth = await send('tool', await addTool(), { reason: 'spam', ...reporter })
    expect([fourth.status, fourth.html]).toEqual([
      429,
      expect.stringContaining('You have sent too many reports today. Please try again tomorrow.'),
    ])
  })

  test('of another site is refused with 403, and a body that is no form with 400', async () => {
    const tool = await addTool()
    const fields = { reason: 'spam', ...createReporter() }
    const foreign = await send('tool', tool, fields, { Origin: 'https://elsewhere.example' })
    expect(foreign.status).toBe(403)
    expect((await send('tool', tool, fields, { Origin: 'null' })).status).toBe(403)
    expect((await send('tool', tool, fields)).status).toBe(200)
    const path = `/report?type=tool&id=${tool}`
    expect((await open(path, { method: 'POST', body: '{}' })).status).toBe(400)
    const large = await open(path, { method: 'POST', body: 'x'.repeat(300_000) })
    expect(large.status).toBe(413)
  })
})

test('the page and the function share the limit of ten reports of a network', async () => {
  const tools = await Promise.all(Array.from({ length: 12 }, addTool))
  const network = { 'X-Forwarded-For': '203.0.113.7' }
  const anonKey = (await openKeys(join(site.dataDir, 'keys.json'))).anonKey
  const call = (subject_id = '', headers: Record<string, string> = network) =>
    fetch(`${site.url}/rest/v1/rpc/submit_report`, {
      method: 'POST',
      headers: { apikey: anonKey, 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify({
        subject_type: 'tool',
        subject_id,
        reason: 'spam',
        ...createReporter(),
      }),
    })
  const post = (id = '', headers: Record<string, string> = network) =>
    send(
      'tool',
      id,
      { reason: 'spam', details: 'A text of 20 characters.', ...createReporter() },
      headers,
    )
  // A refused report does not count.
  expect((await send('tool', tools[0] ?? '', { reason: 'spam' }, network)).status).toBe(400)
  for (const [index, id] of tools.slice(0, 10).entries())
    expect((await (index % 2 ? call(id) : post(id))).status).toBe(200)
  const onPage = await post(tools[10])
  expect([onPage.status, onPage.html]).toEqual([
    429,
    expect.stringContaining('You have sent too many reports today. Please try again tomorrow.'),
  ])
  expect(onPage.html).toContain('A text of 20 characters.</textarea>')
  const called = await call(tools[10])
  expect([called.status, await called.json()]).toEqual([
    429,
    expect.objectContaining({
      code: 'PT429',
      message: 'You have sent too many reports today. Please try again tomorrow.',
    }),
  ])
  const other = { 'X-Forwarded-For': '203.0.113.8' }
  expect((await post(tools[10], other)).status).toBe(200)
  expect((await call(tools[11], other)).status).toBe(200)
})

describe('/report/{number}', () => {
  test('says no-store and no-referrer, and with a wrong key or number returns 404', async () => {
    const { data } = await service
      .rpc('submit_report', {
        subject_type: 'tool',
        subject_id: await addTool(),
        reason: 'spam',
        ...createReporter(),
      })
      .throwOnError()
    const { number, key } = data as { number: number; key: string }
    for (const [path, status] of [
      [`/report/${number}?key=${key}`, 200],
      [`/report/${number}.data?key=${key}`, 200],
      [`/report/${number}?key=${key}0`, 404],
      [`/report/${number}`, 404],
      [`/report/${number}?key=%00`, 404],
      [`/report/${number + 1}?key=${key}`, 404],
      [`/report/x?key=${key}`, 404],
    ] as const) {
      const { status: given, headers, html } = await open(path)
      expect([path, given]).toEqual([path, status])
      expect(headers.get('cache-control')).toContain('no-store')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      if (status === 404) expect(html).toContain('We could not find this report.')
    }
  })
})

describe('/review/{id}', () => {
  test('returns 200 with the text of the review, and 404 after its author deleted it', async () => {
    const review = await reviewTool('Boils in a minute')
    const { status, html } = await open(`/review/${review}`)
    expect(status).toBe(200)
    expect(html).toContain('Boils in a minute')
    expect(html).toContain('Not once did it drip.')
    expect(html).toContain(`/report?type=review&id=${review}`)
    await ana.client.from('reviews').delete().eq('id', review).throwOnError()
    expect((await open(`/review/${review}`)).status).toBe(404)
  })

  test('returns 404 after a moderator removed it, and 200 when it is restored', async () => {
    const review = await reviewTool('Boils in two minutes')
    expect((await open(`/review/${review}`)).status).toBe(200)
    await moderate('review', review, 'remove')
    const removed = await open(`/review/${review}`)
    expect(removed.status).toBe(404)
    expect(removed.html).not.toContain('Boils in two minutes')
    await moderate('review', review, 'restore')
    expect((await open(`/review/${review}`)).html).toContain('Boils in two minutes')
  })
})

describe('the moderation log', () => {
  test('has a decision without a name and removed text, and filters by action, reason, tool and year', async () => {
    const tool = await addToolAs({ client: service }, { name: 'Logged kettle' })
    const text = { title: 'A removed title', content: 'A removed text.' }
    const review = await addReview(ana, tool, text)
    const number = await moderate('review', review, 'remove', { reason: 'advertising' })
    const year = new Date().getUTCFullYear()
    const own = `href="/moderation-log/${number}"`
    for (const [query, isListed] of [
      ['', true],
      ['?action=remove&reason=advertising', true],
      [`?tool=logged-kettle&year=${year}`, true],
      ['?action=keep', false],
      ['?reason=spam', false],
      ['?tool=no-such-tool', false],
      [`?year=${year - 1}`, false],
    ] as const) {
      const { status, html } = await open(`/moderation-log${query}`)
      expect([query, status, html.includes(own)]).toEqual([query, 200, isListed])
    }
    const { status, html } = await open(`/moderation-log/${number}`)
    expect(status).toBe(200)
    expect(html).toContain(EXPLANATION)
    expect(html).toContain('/guidelines#advertising')
    expect(html).toContain('write to')
    for (const secret of ['A removed', 'ana', 'mona'])
      expect(html.replace(EXPLANATION, '')).not.toMatch(new RegExp(`\\b${secret}\\b`))
    expect((await open(`/moderation-log/${number + 1000}`)).status).toBe(404)
    expect((await open('/moderation-log/x')).status).toBe(404)
  })

  test('lists held posts, and with a filter no other decisions', async () => {
    await service.rpc('set_staff_role', { username: 'mona', role: 'admin' }).throwOnError()
    const set = (premoderate_links: boolean) =>
      mona.client.rpc('update_site_settings', { changes: { premoderate_links } }).throwOnError()
    await set(true)
    await reviewTool('See https://elsewhere.example')
    await set(false)
    const { data } = await service
      .from('moderation_decisions')
      .select('number')
      .eq('action', 'hold')
      .single()
      .throwOnError()
    const own = `href="/moderation-log/${data.number}"`
    expect((await open('/moderation-log')).html).toContain(own)
    expect((await open('/moderation-log?action=hold')).html).toContain(own)
    expect((await open('/moderation-log?action=remove')).html).not.toContain(own)
  })

  test('has 25 decisions per page and a form that opens the next page', async () => {
    const tool = await addTool()
    for (let round = 0; round < 13; round += 1) {
      await moderate('tool', tool, 'remove')
      await moderate('tool', tool, 'restore')
    }
    const listNumbers = (html: string) =>
      [...html.matchAll(/href="\/moderation-log\/(\d+)"/g)].map(([, number]) => Number(number))
    const { html: first } = await open('/moderation-log')
    expect(listNumbers(first)).toHaveLength(25)
    const [, after = ''] = /name="after" value="([^"]+)"/.exec(first) ?? []
    const { html: second } = await open(`/moderation-log?after=${encodeURIComponent(after)}`)
    expect(Math.max(...listNumbers(second))).toBeLessThan(Math.min(...listNumbers(first)))
  })
})

test('the sitemap at auth.site_url lists guidelines and log, and no report, decision or page for members', async () => {
  const { html } = await open('/sitemaps/pages.xml')
  for (const path of ['/guidelines', '/moderation-log'])
    expect(html).toContain(`<loc>${ORIGIN}${path}</loc>`)
  expect(html).not.toMatch(/\/report|\/my-reports|moderation-log\/\d/)
})

test('the guidelines have an anchor for each reason and for the check of reviews', async () => {
  const { html } = await open('/guidelines')
  for (const anchor of ['spam', 'illegal_content', 'premoderation', 'court_order', 'reviews'])
    expect(html).toContain(`id="${anchor}"`)
})
