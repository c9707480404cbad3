import { expect } from 'vitest'
import type { Site } from './site.ts'

/** An entry of /figures.json. */
interface Entry {
  key: string
  page: string
  description: string
  request: { path: string; body: Record<string, string> }
  pointer: string
  rounding: number
  shown: string
  fixed?: true
}

/** Expects a page with status 200. */
export async function readHtml(site: Site, path: string): Promise<string> {
  const response = await fetch(site.url + path)
  expect([path, response.status]).toEqual([path, 200])
  return response.text()
}

/** React separates texts by comments. */
export const toText = (html: string) =>
  html
    .replaceAll('<!-- -->', '')
    .replaceAll('&amp;', '&')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')

/** Reads /figures.json as a page of another site does. */
export async function readEntries(site: Site): Promise<Entry[]> {
  const response = await fetch(`${site.url}/figures.json`, {
    headers: { Origin: 'https://elsewhere.example' },
  })
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  return (await response.json()) as Entry[]
}

/** The key of anonymous requests, as a page has it. */
export async function readKey(site: Site): Promise<string> {
  const [, key = ''] = /name="supabase-key" content="([^"]+)"/.exec(await readHtml(site, '/')) ?? []
  return key
}

/** Sends the request by GET and by POST, which give the same answer. */
export async function send(
  site: Site,
  { path, body }: Entry['request'],
  key: string,
): Promise<unknown> {
  const get = await fetch(`${site.url}${path}?${new URLSearchParams({ ...body, apikey: key })}`)
  const post = await fetch(site.url + path, {
    method: 'POST',
    headers: { apikey: key, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect([path, get.status, post.status]).toEqual([path, 200, 200])
  const answer: unknown = await get.json()
  expect(await post.json()).toEqual(answer)
  return answer
}

/** RFC 6901. */
export const followPointer = (answer: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce((part, name) => (part as Record<string, unknown>)[name], answer)

/** A shown number without sign of plus, percent sign and separators of thousands. */
export const parseShown = (shown: string) =>
  shown === '–' ? null : Number(shown.replaceAll(/[+%,]/g, ''))

/** The figures that all links of a page to the page of a figure begin with. */
export function findLinks(html: string, key: string): string[] {
  const link = new RegExp(`<a [^>]*href="/figures/${key}(?:\\?of=[^"]*)?"[^>]*>([^<]*)</a>`, 'g')
  return [...html.matchAll(link)].map(([, text = '']) => text.split(' ')[0] ?? '')
}

/** Sends each request that /api has as a link. */
export async function readApiExamples(site: Site): Promise<{ link: string; answer: unknown }[]> {
  const html = toText(await readHtml(site, '/api'))
  expect(html).not.toContain('service_role')
  const links = [...html.matchAll(/<a href="([^"]+)" rel="nofollow"/g)].map(([, url = '']) => url)
  return Promise.all(
    links.map(async (link) => {
      const response = await fetch(link)
      expect([link, response.status]).toEqual([link, 200])
      return { link, answer: await response.json() }
    }),
  )
}
