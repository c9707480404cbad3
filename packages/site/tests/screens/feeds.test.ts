// Spec 7 §1: feeds in Atom and JSON, which the pages announce.
import { parseAtomFeed } from 'feedsmith'
import { expect, test } from 'vitest'
import { addReview, findTool } from '../support/backends/content.ts'
import { createMember } from '../support/browser/shared-page.ts'
import { withSharedSite } from '../support/sites/journey.ts'

const here = withSharedSite('demo')

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(here.site.url + path, { headers })

const readTitles = async (path: string): Promise<string[]> => {
  const { items } = await (await get(path)).json()
  return items.map(({ title }: { title: string }) => title)
}

const ANNOUNCED = [
  ['/', '/feeds/reviews'],
  ['/tools', '/feeds/tools'],
  ['/launches', '/feeds/launches'],
  ['/changes', '/feeds/changes'],
  ['/moderation-log', '/feeds/moderation-log'],
  ['/tool/figma', '/tool/figma/reviews'],
  ['/user/adaeze-n', '/user/adaeze-n/reviews'],
] as const

test.each(ANNOUNCED)('%s announces %s in both formats', async (page, feed) => {
  const html = await (await get(page)).text()
  expect(html).toContain(
    `<link rel="alternate" type="application/atom+xml" href="${feed}.atom"/><link rel="alternate" type="application/feed+json" href="${feed}.json"/>`,
  )
  const [atom, json] = await Promise.all([get(`${feed}.atom`), get(`${feed}.json`)])
  expect([atom, json].map(({ headers }) => headers.get('content-type'))).toEqual([
    'application/atom+xml; charset=utf-8',
    'application/feed+json; charset=utf-8',
  ])
  const { entries = [], ...parsed } = parseAtomFeed(await atom.text())
  expect(parsed.links?.map(({ href }) => href)).toEqual([
    `${here.site.url}${feed}.atom`,
    here.site.url + page,
  ])
  const { items, version } = await json.json()
  expect(version).toBe('https://jsonfeed.org/version/1.1')
  expect(entries.length).toBeGreaterThan(0)
  expect(entries.length).toBeLessThanOrEqual(50)
  expect(items.map(({ title }: { title: string }) => title)).toEqual(
    entries.map(({ title }) => title?.value),
  )
  const ids = entries.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect((await get(new URL(ids[0] ?? '').pathname)).status).toBe(200)
})

test('an unchanged feed answers 304, and another site may read it', async () => {
  const first = await get('/feeds/launches.atom')
  expect(first.headers.get('access-control-allow-origin')).toBe('*')
  const etag = first.headers.get('etag') ?? ''
  expect(etag).not.toBe('')
  expect((await get('/feeds/launches.atom', { 'If-None-Match': etag })).status).toBe(304)
  const changed = first.headers.get('last-modified') ?? ''
  const since = (time: number) => ({ 'If-Modified-Since': new Date(time).toUTCString() })
  const statuses = [since(Date.parse(changed)), since(Date.parse(changed) - 1000)].map(
    async (headers) => (await get('/feeds/launches.atom', headers)).status,
  )
  expect(await Promise.all(statuses)).toEqual([304, 200])
})

test.each([
  '/feeds/secrets.atom',
  '/feeds/reviews.rss',
  '/feeds/reviews',
  '/tool/no-tool/reviews.atom',
  '/tool/%E0%A4/reviews.atom',
])('%s answers 404', async (path) => {
  expect((await get(path)).status).toBe(404)
})

test('a review is in the feeds, without the name of a private author, until it is deleted', async () => {
  const member = await createMember(here.site, {
    username: `reader-${Date.now()}`,
    first_name: 'Rita',
    last_name: 'Reader',
  })
  const { client, id } = member
  const title = `It <b>threads</b> ${crypto.randomUUID()}`
  const shown = `Zulip, 4 of 5: ${title}`
  const content = 'Topics keep ]]> apart\u000b what & channels mix.'
  await addReview(member, await findTool(member, 'zulip'), { title, content })
  for (const feed of ['/feeds/reviews', '/tool/zulip/reviews']) {
    await expect.poll(() => readTitles(`${feed}.json`)).toContain(shown)
  }
  const readEntry = async () => {
    const { entries = [] } = parseAtomFeed(await (await get('/tool/zulip/reviews.atom')).text())
    return entries.find((one) => one.title?.value === shown)
  }
  const readAuthor = async () => (await readEntry())?.authors?.map(({ name }) => name)
  // XML has no control characters.
  expect((await readEntry())?.content?.value).toBe('Topics keep ]]> apart what & channels mix.')
  expect(await readAuthor()).toEqual(['Rita Reader'])
  await client.from('profiles').update({ profile_visibility: 'private' }).eq('user_id', id)
  await expect.poll(readAuthor).toBeUndefined()
  await client.from('reviews').delete().eq('user_id', id).throwOnError()
  for (const feed of ['/feeds/reviews', '/tool/zulip/reviews']) {
    await expect.poll(() => readTitles(`${feed}.json`)).not.toContain(shown)
  }
})
