import type { Reader } from '../data/cache-tags.ts'
import { toToolName } from '../launches/launch.ts'
import { readList } from '../lists/read-lists.ts'
import { actionLabel, reasonLabel, SUBJECTS, toDecisionPath } from '../moderation/words/reasons.ts'
import { readProfileByName, toAuthorName, toDisplayName } from '../people/profile.ts'
import { REVIEWER_TAGS, toReviewPath } from '../reviews/review.ts'
import { readTool } from '../tools/read-tool.ts'
import { toToolPath } from '../tools/tool.ts'
import { today } from '../ui/format/day.ts'
import * as feedWords from './words/feeds.ts'

export interface FeedEntry {
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
export function readFeed(reader: Reader, path: string): Promise<Feed | null> {
  const [area = '', name, list] = path.split('/')
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
    title: feedWords.reviewsTitle,
    page: '/',
    entries: await readReviewEntries(reader),
  }),
  tools: async (reader: Reader) => ({
    title: feedWords.toolsTitle,
    page: '/tools',
    entries: await readToolEntries(reader),
  }),
  launches: async (reader: Reader) => ({
    title: feedWords.launchesTitle,
    page: '/launches',
    entries: await readLaunchEntries(reader),
  }),
  'moderation-log': async (reader: Reader) => ({
    title: feedWords.decisionsTitle,
    page: '/moderation-log',
    entries: await readDecisionEntries(reader),
  }),
}

async function readToolFeed(reader: Reader, slug: string): Promise<Feed | null> {
  const tool = await readTool(reader, slug)
  if (!tool) return null
  const entries = await readReviewEntries(reader, { column: 'tool_id', value: tool.id })
  return { title: feedWords.toolReviewsTitle(tool.name), page: toToolPath(tool), entries }
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
    title: feedWords.memberReviewsTitle(toDisplayName(profile)),
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
      ...(pros.length > 0 ? [feedWords.pros(pros)] : []),
      ...(cons.length > 0 ? [feedWords.cons(cons)] : []),
    ]
    return {
      path: toReviewPath(review),
      title: feedWords.reviewTitle(review.tools.name, review.rating, review.title),
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
      'id, tagline, description, launch_date, tools(id, name, slug, logo_url, website_url, category)',
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
    title: feedWords.decisionTitle(
      number,
      actionLabel(action),
      subject_type in SUBJECTS ? SUBJECTS[subject_type as keyof typeof SUBJECTS] : subject_type,
      reasonLabel(reason),
    ),
    text: explanation ?? '',
    publishedAt: decided_at,
  }))
}
