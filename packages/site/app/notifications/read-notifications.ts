import type { Reader } from '../data/cache-tags.ts'
import { buildCursorFilter, encodeCursor, type SortKey } from '../data/keyset.ts'
import { actionLabel } from '../moderation/words/reasons.ts'
import { toDisplayName } from '../people/profile.ts'
import { formatDay, today } from '../ui/format/day.ts'
import * as notificationWords from './words.ts'

/** The fields of all kinds (spec 7 §4). */
interface NotificationData {
  tool?: string
  slug?: string
  company_id?: string
  decision?: number
  appealed?: number
  action?: string
  outcome?: string
  status?: string
  count?: number
  launch_date?: string
  is_new?: boolean
  is_maker?: boolean
}

export interface Notification {
  id: string
  kind: string
  subject_type: string
  subject_id: string | null
  data: NotificationData
  created_at: string
  read_at: string | null
}

/** What a notification is about, as the member sees it now; a notification has no names of people. */
export interface Names {
  reviews: Readonly<Record<string, { rating: number; title: string; author: string }>>
  people: Readonly<Record<string, { name: string; username: string }>>
  companies: Readonly<Record<string, string>>
}

export interface NotificationPage {
  rows: Notification[]
  names: Names
  next: string | null
}

const ROWS_PER_PAGE = 30
const KEYS: readonly SortKey[] = [{ column: 'created_at' }, { column: 'id' }]
const PERSON = 'user_id, username, first_name, last_name'

export async function readNotifications(reader: Reader, after: string): Promise<NotificationPage> {
  let query = reader.supabase
    .from('notifications')
    .select('id, kind, subject_type, subject_id, data, created_at, read_at')
  const cursor = buildCursorFilter(after, KEYS)
  if (cursor) query = query.or(cursor)
  for (const { column } of KEYS) query = query.order(column, { ascending: false })
  const { data } = await query.limit(ROWS_PER_PAGE).throwOnError()
  const rows = data as Notification[]
  const last = rows.length === ROWS_PER_PAGE ? rows.at(-1) : undefined
  const names = await readNames(reader, rows)
  return { rows, names, next: last ? encodeCursor({ ...last }, KEYS) : null }
}

async function readNames({ supabase }: Reader, rows: readonly Notification[]): Promise<Names> {
  const idsOf = (kind: string) =>
    rows.flatMap((row) => (row.kind === kind ? (row.subject_id ?? []) : []))
  const [reviewIds, peopleIds] = [idsOf('review'), idsOf('follower')]
  const companyIds = rows.flatMap(({ data }) => data.company_id ?? [])
  const reviews = supabase.from('reviews').select(`id, rating, title, profiles(${PERSON})`)
  const people = supabase.from('profiles').select(PERSON)
  const companies = supabase.from('companies').select('id, name')
  const none = { data: [] }
  const [ofReviews, ofPeople, ofCompanies] = await Promise.all([
    reviewIds.length > 0 ? reviews.in('id', reviewIds).throwOnError() : none,
    peopleIds.length > 0 ? people.in('user_id', peopleIds).throwOnError() : none,
    companyIds.length > 0 ? companies.in('id', companyIds).throwOnError() : none,
  ])
  return {
    reviews: Object.fromEntries(
      ofReviews.data.map(({ id, rating, title, profiles }) => [
        id,
        { rating, title, author: toDisplayName(profiles, notificationWords.somebody) },
      ]),
    ),
    people: Object.fromEntries(
      ofPeople.data.map((person) => [
        person.user_id,
        {
          name: toDisplayName(person, notificationWords.somebody),
          username: person.username ?? '',
        },
      ]),
    ),
    companies: Object.fromEntries(ofCompanies.data.map(({ id, name }) => [id, name])),
  }
}

/** A notification for the member. */
interface Line {
  /** A sentence with its parts. */
  text: string
  parts: Record<string, string>
  path: string
  /** What a review says. */
  review?: { rating: number; title: string } | undefined
}

/** New reviews of one tool are one row of a day. @returns the same text for those of one row */
export const toRowKey = ({ id, kind, data }: Notification): string =>
  kind === 'review' && data.slug && (!data.is_maker || data.is_new)
    ? `reviews of ${data.slug} ${data.is_maker}`
    : id

/**
 * @param others how many more reviews of the tool the row has
 * @returns null for a kind that this version of the page does not know
 */
export function describeNotification(
  notification: Notification,
  names: Names,
  others = 0,
): Line | null {
  const { kind, subject_type, data } = notification
  const subject = notification.subject_id ?? ''
  const { tool = '', slug = '', launch_date = '' } = data
  const company = names.companies[data.company_id ?? ''] ?? notificationWords.company
  const decisionPath = `/moderation-log/${data.decision}`
  const parts = { tool, company, action: actionLabel(data.action ?? '') }
  switch (kind) {
    case 'decision':
      return { text: notificationWords.decision(subject_type), parts, path: decisionPath }
    case 'report':
      return { text: notificationWords.report(subject_type), parts, path: decisionPath }
    case 'appeal':
      return {
        text: notificationWords.appeal[data.outcome ?? ''] ?? '',
        parts,
        path: `/moderation-log/${data.appealed}`,
      }
    case 'claim':
      return {
        text: notificationWords.claim[data.status ?? ''] ?? '',
        parts,
        path: `/tool/${slug}`,
      }
    case 'edit':
      return {
        text: notificationWords.edit[data.status ?? ''] ?? '',
        parts,
        path: `/tool/${slug}/history`,
      }
    case 'reply':
      return { text: notificationWords.reply, parts, path: `/review/${subject}` }
    case 'review': {
      const review = names.reviews[subject]
      const named = { ...parts, name: review?.author ?? notificationWords.somebody }
      if (others > 0) {
        const text = notificationWords.reviews(others, data.is_maker ?? false)
        return { text, parts: named, path: `/tool/${slug}#reviews` }
      }
      const ofMaker = data.is_new
        ? notificationWords.reviewOfMaker
        : notificationWords.reviewChanged
      const text = data.is_maker ? ofMaker : notificationWords.review
      return { text, parts: named, path: `/review/${subject}`, review }
    }
    case 'follower': {
      const person = names.people[subject]
      return {
        text: notificationWords.follower,
        parts: { ...parts, name: person?.name ?? notificationWords.somebody },
        path: person ? `/user/${person.username}` : '/dashboard',
      }
    }
    case 'helpful_votes':
      return {
        text: notificationWords.helpfulVotes(data.count ?? 0),
        parts,
        path: `/review/${subject}`,
      }
    case 'launch': {
      const { launch, launchToday, launchLater } = notificationWords
      const later = launch_date > today() ? launchLater : launch
      return {
        text: launch_date === today() ? launchToday : later,
        parts: { ...parts, day: formatDay(launch_date) },
        path: `/launch/${subject}`,
      }
    }
    default:
      return null
  }
}
