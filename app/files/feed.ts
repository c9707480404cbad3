import { generateAtomFeed, generateJsonFeed } from 'feedsmith'
import type { Site } from '../data/site.ts'
import { IDENTITY } from '../shared/identity.ts'
import { type FeedEntry, readFeed } from './read-feed.ts'

/**
 * `/feeds/{name}`, `/tool/{slug}/reviews`, `/user/{username}/reviews` and `/list/{id}/tools` (spec 7 §1).
 * @param pathname of the feed
 * @returns null if there is no such feed
 */
export async function writeFeed(site: Site, pathname: string): Promise<Response | null> {
  const [, path = '', format] = /^\/(?:feeds\/)?(.*)\.(atom|json)$/.exec(pathname) ?? []
  const feed = format ? await readFeed(site, path) : null
  if (!feed) return null
  const page = site.siteUrl + feed.page
  const self = site.siteUrl + pathname
  // Not the time of the request: an unchanged feed answers 304.
  const updated = feed.entries.map(readLastChange).sort().at(-1) ?? EPOCH
  if (format === 'json') {
    const items = feed.entries.map((entry) => toItem(entry, site.siteUrl))
    const text = { title: feed.title, home_page_url: page, feed_url: self, items }
    // The library leaves out an empty list, which the format requires.
    const written = Object.assign({ items: [] }, generateJsonFeed({ ...text, language: 'en' }))
    return respond(JSON.stringify(written), 'feed+json')
  }
  const atom = generateAtomFeed({
    id: self,
    title: { value: feed.title },
    updated: new Date(updated),
    authors: [{ name: IDENTITY.name }],
    links: [
      { href: self, rel: 'self', type: 'application/atom+xml' },
      { href: page, rel: 'alternate', type: 'text/html' },
    ],
    entries: feed.entries.map((entry) => toEntry(entry, site.siteUrl)),
  })
  return respond(atom.replace(NOT_IN_XML, ''), 'atom+xml')
}

/** Texts may have control characters, which no reader of XML accepts in any spelling. */
const NOT_IN_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

const EPOCH = '1970-01-01T00:00:00Z'

const readLastChange = ({ editedAt, publishedAt }: FeedEntry) => editedAt ?? publishedAt

/** Readers on other sites may fetch a feed, as they may fetch the API. */
const respond = (text: string, type: string) =>
  new Response(text, {
    headers: {
      'Content-Type': `application/${type}; charset=utf-8`,
      'Access-Control-Allow-Origin': '*',
    },
  })

function toEntry(entry: FeedEntry, siteUrl: string) {
  const url = siteUrl + entry.path
  return {
    id: url,
    title: { value: entry.title },
    links: [{ href: url, rel: 'alternate', type: 'text/html' }],
    published: new Date(entry.publishedAt),
    updated: new Date(readLastChange(entry)),
    content: { type: 'text', value: entry.text },
    ...(entry.author ? { authors: [{ name: entry.author }] } : {}),
  }
}

function toItem(entry: FeedEntry, siteUrl: string) {
  const url = siteUrl + entry.path
  return {
    id: url,
    url,
    title: entry.title,
    content_text: entry.text,
    date_published: new Date(entry.publishedAt),
    date_modified: new Date(readLastChange(entry)),
    ...(entry.author ? { authors: [{ name: entry.author }] } : {}),
  }
}
