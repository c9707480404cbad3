// Spec 3 §3.1: every entry of /figures.json, and every request of /api, sent as a reader would. The
// figures of an empty site are in start.test.ts.
import { describe, expect, test } from 'vitest'
import { addReview } from '../support/backends/content.ts'
import {
  findLinks,
  followPointer,
  parseShown,
  readApiExamples,
  readEntries,
  readHtml,
  readKey,
  send,
  toText,
} from '../support/sites/figures.ts'
import { shareSite } from '../support/sites/share-site.ts'
import { createMember } from '../support/sites/site.ts'

const demo = await shareSite({ DEMO_CONTENT: 'on' })

function round(value: unknown, decimals: number): number | null {
  return value === null ? null : Number(Number(value).toFixed(decimals))
}

/** The addresses of the links to figures, by the page that has them. */
const listFigurePages = (html: string): string[] => [
  ...new Set([...html.matchAll(/href="(\/figures\/[^"]+)"/g)].map(([, path = '']) => path)),
]

test('with demo content each entry leads to the value that its page shows', async () => {
  const entries = await readEntries(demo)
  const key = await readKey(demo)
  expect(new Set(entries.map((entry) => entry.key)).size).toBe(entries.length)
  expect(entries.length).toBeGreaterThan(40)
  const pages = new Map<string, string>()
  for (const { page } of entries) {
    if (!pages.has(page)) pages.set(page, toText(await readHtml(demo, page)))
  }
  for (const entry of entries) {
    const value = followPointer(await send(demo, entry.request, key), entry.pointer)
    const measured = round(value, entry.rounding)
    expect([entry.key, parseShown(entry.shown)]).toEqual([entry.key, measured])
    const links = findLinks(pages.get(entry.page) ?? '', entry.key)
    // A page on which no group has five people shows no number of them.
    if (/^tool-(roles|sizes)$/.test(entry.key) && links.length === 0) continue
    expect([entry.key, links.length > 0]).toEqual([entry.key, true])
    const address = listFigurePages(pages.get(entry.page) ?? '').find(
      (path) => path.split('?')[0] === `/figures/${entry.key}`,
    )
    const figurePage = toText(await readHtml(demo, address ?? ''))
    expect(figurePage).toContain(entry.description)
    expect(figurePage).toContain(`tabular-nums">${entry.shown}</dd>`)
    expect(figurePage.includes('the page shows a fixed sample')).toBe(entry.fixed === true)
    if (!entry.fixed) expect([entry.key, ...new Set(links)]).toEqual([entry.key, entry.shown])
  }
  // No page has a link that the list does not know.
  const keys = new Set(entries.map((entry) => entry.key))
  const linked = [...pages.values()].flatMap(listFigurePages)
  const unknown = linked.filter((path) => !keys.has(path.split(/[/?]/)[2] ?? ''))
  expect(unknown).toEqual([])
})

test('with demo content exactly the specified figures are fixed', async () => {
  const entries = await readEntries(demo)
  const fixed = entries.flatMap((entry) => (entry.fixed ? [entry.key] : []))
  expect(fixed.filter((key) => !/^(home|about)-/.test(key))).toEqual([
    'trust-professionals',
    'trust-verified',
    'trust-transparency',
    'trust-growth',
    'profile-responses',
  ])
})

test('the profile of the list is never that of a private reviewer', async () => {
  const { client, id } = await createMember(demo)
  const { data: tool } = await client.from('tools').select('id').eq('slug', 'figma').single()
  await addReview({ client, id }, tool?.id ?? '')
  const readPage = async () =>
    (await readEntries(demo)).find(({ key }) => key === 'profile-reviews')?.page
  const profiles = client.from('profiles')
  const { data: own } = await profiles.select('username').eq('user_id', id).single()
  await expect.poll(readPage).toBe(`/user/${own?.username}`)
  await profiles.update({ profile_visibility: 'private' }).eq('user_id', id)
  await expect.poll(readPage).not.toBe(`/user/${own?.username}`)
  expect(await readPage()).toMatch(/^\/user\/./)
})

describe('/figures/{key}', () => {
  test.each([
    ['/figures/not-there', 404],
    ['/figures/tool-average', 404],
    ['/figures/tool-average?of=not-there', 404],
    ['/figures/profile-trust?of=not-there', 404],
    ['/figures/compare-probability?of=slack,slack', 404],
    ['/figures/compare-probability?of=slack,figma', 200],
    ['/figures/about-years', 200],
  ])('%s with demo content returns %i', async (path, status) => {
    expect((await fetch(demo.url + path)).status).toBe(status)
  })

  test('says how many reviews are not counted, and has the source of the function', async () => {
    const html = toText(await readHtml(demo, '/figures/tool-low?of=slack'))
    expect(html).toMatch(/29 of 30 reviews are counted\./)
    expect(html).toContain('Not counted: 1 review by a person with a relationship to the maker.')
    expect(html).toContain('CREATE OR REPLACE FUNCTION public.tool_rating_estimate')
  })
})

test('/api: each request, and the OpenAPI description, has an answer', async () => {
  const answers = await readApiExamples(demo)
  expect(answers).toHaveLength(12)
  for (const { link, answer } of answers) {
    // The demo's staff have changed no category or attribute.
    if (link.includes('/administration_log')) expect(answer).toEqual([])
    else expect([link, JSON.stringify(answer).length > 20]).toEqual([link, true])
  }
})

test('/compare says whether tools are alive if it is known of one', async () => {
  const compared = toText(await readHtml(demo, '/compare?tools=anki,figma'))
  expect(compared).toContain('Is it alive?<')
  expect(compared).toMatch(/Active: \d+ releases in a year, the last on .* from .?GitHub/)
  expect(toText(await readHtml(demo, '/compare?tools=slack,figma'))).not.toContain('Is it alive?<')
})

test('without script the tabs of the trust center are links to their panels', async () => {
  const html = toText(await readHtml(demo, '/trust'))
  const tabs = [...html.matchAll(/role="tab"[^>]*href="([^"]+)"/g)].map(([, path = '']) => path)
  expect(tabs).toEqual([
    '/trust',
    '/trust?tab=reviews',
    '/trust?tab=metrics',
    '/trust?tab=verification',
  ])
  const titles = ['Rating Distribution', 'Recent Reviews', 'Growth trend', 'Usage verification']
  for (const [at, path] of tabs.entries()) {
    const [, panel = ''] = toText(await readHtml(demo, path)).split('role="tabpanel"')
    expect(titles.filter((title) => panel.includes(title))).toEqual([titles[at]])
  }
})

describe('/explain', () => {
  const readRows = async (path: string) => {
    const html = toText(await readHtml(demo, path))
    const start = html.indexOf('id="terms"')
    const body = html.slice(start, html.indexOf('</table>', start))
    return {
      html,
      values: [...body.matchAll(/<td[^>]*>([^<]+)<\/td>/g)].map(([, text = '']) =>
        Number(text.replaceAll(',', '').replace('−', '-')),
      ),
    }
  }

  test('the links of every ranked list lead to an explanation whose terms add up', async () => {
    const lists = [
      '/',
      '/tools?sort=rating',
      '/tools?sort=reviews&category=design',
      '/tools?sort=adjusted',
      '/tools?search=notes',
      '/?search=notes&sort=rating-asc',
      '/tool/slack/alternatives',
      '/launches',
    ]
    for (const list of lists) {
      const html = toText(await readHtml(demo, list))
      // The head of a list links its first item as well.
      const links = [
        ...new Set([...html.matchAll(/href="(\/explain\?[^"]+)"/g)].map(([, path = '']) => path)),
      ]
      expect([list, links.length > 2]).toEqual([list, true])
      for (const [at, path] of [links[0], links[1]].entries()) {
        const { html: page, values } = await readRows(path ?? '')
        // The first link of each list belongs to its first item.
        expect([list, page]).toEqual([list, expect.stringMatching(`is number ${at + 1}</h1>`)])
        const key = values.pop()
        const sum = values.reduce((total, value) => total + value, 0)
        expect([path, Math.abs(sum - Number(key)) <= 0.001]).toEqual([path, true])
        expect(page).toContain('CREATE OR REPLACE FUNCTION public.explain_rank')
      }
    }
  })

  test('lists by name have no such links', async () => {
    for (const list of ['/tools', '/?search=notes&sort=name-asc']) {
      expect(await readHtml(demo, list)).not.toContain('/explain?')
    }
  })

  test.each([
    ['/explain', 404],
    ['/explain?tool=not-there', 404],
    ['/explain?list=people&tool=slack', 404],
    ['/explain?list=launches&launch=x', 404],
    ['/explain?list=alternatives&of=slack&tool=figma', 404],
    ['/explain?list=alternatives&of=slack&tool=discord', 200],
    ['/explain?tool=slack', 200],
    ['/explain?sort=unknown&tool=slack', 200],
  ])('%s returns %i', async (path, status) => {
    expect((await fetch(demo.url + path)).status).toBe(status)
  })
})
