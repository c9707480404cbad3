import { generateAtomFeed, generateJsonFeed } from 'feedsmith'
import type { Reader } from '../data/cache-tags.ts'
import { siteContext } from '../data/site.ts'
import { toToolName } from '../launches/launch.ts'
import { readList } from '../lists/read-lists.ts'
import { actionLabel, reasonLabel, toDecisionPath } from '../moderation/words/reasons.ts'
import { readProfileByName, toAuthorName, toDisplayName } from '../people/profile.ts'
import { REVIEWER_TAGS, toReviewPath } from '../reviews/review.ts'
import { isAreaOn } from '../shared/areas.ts'
import { IDENTITY } from '../shared/identity.ts'
import { isSubjectType, SUBJECTS } from '../shared/subjects.ts'
import { readChanges } from '../tools/changes/read-changes.ts'
import { readTool } from '../tools/read-tool.ts'
import { toToolPath } from '../tools/tool.ts'
import * as changeWords from '../tools/words/changes.ts'
import { today } from '../ui/format/day.ts'
import type { Route } from './+types/feed'
import { notFound } from './not-found.ts'
import * as fileWords from './words.ts'

/** `/feeds/{name}`, `/tool/{slug}/reviews`, `/user/{username}/reviews` and `/list/{id}/tools` (spec 7 §1). */
export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  const site = context.get(siteContext)
  const pathname = decodeURIComponent(new URL(request.url).pathname)
  const [, path = '', format] = /^\/(?:feeds\/)?(.*)\.(atom|json)$/.exec(pathname) ?? []
  const feed = format ? await readFeed(site, path) : null
  if (!feed) return notFound()
  const page = site.siteUrl + feed.page
  const self = site.siteUrl + pathname
  // Not the time of the request: an unchanged feed answers 304.
  const updated = feed.entries.map(readLastChange).sort().at(-1) ?? EPOCH
  if (format === 'json') {
    const items = feed.entries.map((entry) => toItem(entry, site.siteUrl))
    const text = { title: feed.title, home_page_url: page, feed_url: self, items }
    // The library leaves out an empty list, which the format requires.
    const written = Object.assign(
      { items: [] },
      generateJsonFeed({ ...text, language: IDENTITY.locale }),
    )
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

interface FeedEntry {
  /** Of its page; also its id, which no other entry has. */
  path: string
  title: string
  text: string
  author?: string
  publishedAt: string
  editedAt?: string | null
}

interface Feed {
  title: string
  /** The path of the page that shows the same. */
  page: string
  entries: FeedEntry[]
}

/** Spec 7 §1. */
const ENTRIES = 50

/**
 * Reads what a visitor sees, newest first.
 * @param path of the feed, without its extension: "reviews" or "tool/figma/reviews"
 * @returns null if there is no such feed
 */
function readFeed(reader: Reader, path: string): Promise<Feed | null> {
  const [area = '', name, list] = path.split('/')
  if (area === 'launches' && !isAreaOn('launches')) return Promise.resolve(null)
  if (name === undefined) {
    const read = Object.hasOwn(FEEDS, area) ? FEEDS[area as keyof typeof FEEDS] : undefined
    return read ? read(reader) : Promise.resolve(null)
  }
  if (area === 'list' && list === 'tools') return readListFeed(reader, name)
  if (list !== 'reviews') return Promise.resolve(null)
  return area === 'tool' ? readToolFeed(reader, name) : readMemberFeed(reader, name)
}

const FEEDS = {
  reviews: async (reader: Reader) => ({
    title: fileWords.feedTitle,
    page: '/',
    entries: await readReviewEntries(reader),
  }),
  tools: async (reader: Reader) => ({
    title: fileWords.toolsTitle,
    page: '/tools',
    entries: await readToolEntries(reader),
  }),
  launches: async (reader: Reader) => ({
    title: fileWords.launchesTitle,
    page: '/launches',
    entries: await readLaunchEntries(reader),
  }),
  changes: async (reader: Reader) => ({
    title: changeWords.feedTitle,
    page: '/changes',
    entries: await readChangeEntries(reader),
  }),
  'moderation-log': async (reader: Reader) => ({
    title: fileWords.decisionsTitle,
    page: '/moderation-log',
    entries: await readDecisionEntries(reader),
  }),
}

async function readToolFeed(reader: Reader, slug: string): Promise<Feed | null> {
  const tool = await readTool(reader, slug)
  if (!tool) return null
  const entries = await readReviewEntries(reader, { column: 'tool_id', value: tool.id })
  return { title: fileWords.toolReviewsTitle(tool.name), page: toToolPath(tool), entries }
}

/** The list tells when it changed and not when each tool was added. */
async function readListFeed(reader: Reader, id: string): Promise<Feed | null> {
  const list = await readList(reader, id)
  if (!list) return null
  const entries = list.items.slice(0, ENTRIES).map(({ note, tools }) => ({
    path: toToolPath(tools),
    title: tools.name,
    text: note || tools.description,
    publishedAt: list.updated_at,
  }))
  return { title: list.name, page: `/list/${list.id}`, entries }
}

async function readMemberFeed(reader: Reader, username: string): Promise<Feed | null> {
  const profile = await readProfileByName(reader, username)
  if (!profile || profile.profile_visibility === 'private') return null
  return {
    title: fileWords.memberReviewsTitle(toDisplayName(profile)),
    page: `/user/${profile.username}`,
    entries: await readReviewEntries(reader, { column: 'user_id', value: profile.user_id }),
  }
}

interface Owner {
  column: 'tool_id' | 'user_id'
  value: string
}

async function readReviewEntries({ supabase, tag }: Reader, of?: Owner): Promise<FeedEntry[]> {
  tag('tools', ...REVIEWER_TAGS)
  if (of) tag(of.column === 'tool_id' ? `reviews:${of.value}` : `user:${of.value}`)
  else tag('throttled:reviews')
  const query = supabase
    .from('reviews')
    .select(
      'id, rating, title, content, pros, cons, created_at, edited_at, profiles(username, first_name, last_name, profile_visibility), tools(id, name)' as const,
    )
  const { data } = await (of ? query.eq(of.column, of.value) : query)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(ENTRIES)
    .throwOnError()
  return data.map((review) => {
    // An edit or removal of an older one announces its tool's reviews alone.
    tag(`reviews:${review.tools.id}`)
    const { profiles, pros, cons } = review
    const points = [
      ...(pros.length > 0 ? [fileWords.feedPros(pros)] : []),
      ...(cons.length > 0 ? [fileWords.feedCons(cons)] : []),
    ]
    return {
      path: toReviewPath(review),
      title: fileWords.reviewTitle(review.tools.name, review.rating, review.title),
      text: [review.content, ...points].join('\n\n'),
      ...(profiles && profiles.profile_visibility !== 'private'
        ? { author: toAuthorName({ profiles }) }
        : {}),
      publishedAt: review.created_at,
      editedAt: review.edited_at,
    }
  })
}

async function readToolEntries({ supabase, tag }: Reader): Promise<FeedEntry[]> {
  tag('tools')
  const { data } = await supabase
    .from('tools')
    .select('name, slug, description, created_at')
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(ENTRIES)
    .throwOnError()
  return data.map((tool) => ({
    path: toToolPath(tool),
    title: tool.name,
    text: tool.description ?? '',
    publishedAt: tool.created_at,
  }))
}

/** Of today and before: a reader shows an entry as news. */
async function readLaunchEntries({ supabase, tag }: Reader): Promise<FeedEntry[]> {
  tag('launches', 'tools')
  const { data } = await supabase
    .from('product_launches')
    .select(
      'id, tagline, description, launch_date, product_name, tools(id, name, slug, logo_url, website_url, category)',
    )
    .lte('launch_date', today())
    .order('launch_date', { ascending: false })
    .order('id', { ascending: false })
    .limit(ENTRIES)
    .throwOnError()
  return data.map((launch) => ({
    path: `/launch/${launch.id}`,
    title: `${toToolName(launch)}: ${launch.tagline}`,
    text: launch.description ?? launch.tagline ?? '',
    publishedAt: `${launch.launch_date}T00:00:00Z`,
  }))
}

async function readChangeEntries(reader: Reader): Promise<FeedEntry[]> {
  const { changes: found } = await readChanges(reader, { howMany: ENTRIES })
  return found.map(({ path, tool, kinds, changes, changed_at, source_url }) => ({
    path,
    title: changeWords.entryTitle(
      tool.name,
      kinds.map((kind) => changeWords.KINDS[kind]),
    ),
    text: [
      ...changes.map(({ label, before, after }) => changeWords.entryLine(label, before, after)),
      ...(source_url ? [source_url] : []),
    ].join('\n'),
    publishedAt: changed_at,
  }))
}

/** Without holds, as the log is shown. */
async function readDecisionEntries({ supabase, tag }: Reader): Promise<FeedEntry[]> {
  tag('moderation-log')
  const { data } = await supabase
    .from('moderation_decisions')
    .select('number, action, reason, subject_type, explanation, decided_at')
    .neq('action', 'hold')
    .order('number', { ascending: false })
    .limit(ENTRIES)
    .throwOnError()
  return data.map(({ number, action, reason, subject_type, explanation, decided_at }) => ({
    path: toDecisionPath(number),
    title: fileWords.decisionTitle(
      number,
      actionLabel(action),
      isSubjectType(subject_type) ? SUBJECTS[subject_type].name : subject_type,
      reasonLabel(reason),
    ),
    text: explanation ?? '',
    publishedAt: decided_at,
  }))
}
