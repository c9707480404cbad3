import type { Reader } from '../data/cache-tags.ts'
import { buildCursorFilter, encodeCursor, readFromCursor, type SortKey } from '../data/keyset.ts'
import { today } from '../ui/format/day.ts'
import type { Launch, Status } from './launch.ts'

export interface LaunchPage {
  launches: Launch[]
  /** The number of launches on all pages. */
  total: number
  next: string | null
}

export const LAUNCHES_PER_PAGE = 24

/** Without the tool. */
export const LAUNCH_COLUMNS =
  'id, tagline, description, launch_date, featured_image, pictures, upvotes_count, status, profiles(user_id, username, avatar_url, first_name, last_name)'
const COLUMNS = `${LAUNCH_COLUMNS}, tools(id, name, slug, logo_url, website_url, category)` as const

/** By day, and within a day by upvotes (spec 2 §7): the list is grouped by day. The next day is first. */
const listSortKeys = (status: Status): readonly SortKey[] => [
  { column: 'launch_date', ascending: status === 'scheduled' },
  { column: 'upvotes_count' },
  { column: 'id' },
]

/** The filter methods of a PostgREST query that `filterByTab` needs. */
interface Filterable<Query> {
  eq(column: 'status' | 'launch_date', value: string): Query
  gt(column: 'launch_date', value: string): Query
  lt(column: 'launch_date', value: string): Query
}

/** A tab, or one day of the archive. */
export interface LaunchQuery {
  status: Status
  /** As "yyyy-MM-dd", before today. */
  day?: string | undefined
}

/** @param after `next` of the previous page; with an invalid cursor the first page is read */
export const readLaunches = (
  reader: Reader,
  query: LaunchQuery,
  after: string | null = null,
): Promise<LaunchPage> => readFromCursor(after, (cursor) => readPage(reader, query, cursor))

async function readPage(
  { supabase, tag }: Reader,
  launchQuery: LaunchQuery,
  after: string | null,
): Promise<LaunchPage> {
  tag('launches', 'throttled:launch-upvotes', 'tools', 'profiles')
  const { status, day } = launchQuery
  const order = listSortKeys(status)
  const cursorFilter = buildCursorFilter(after, order)
  const query = filterByTab(supabase.from('product_launches').select(COLUMNS), launchQuery)
  const [{ data: launches }, { data: total }] = await Promise.all([
    (cursorFilter ? query.or(cursorFilter) : query)
      .order('launch_date', { ascending: status === 'scheduled' })
      .order('upvotes_count', { ascending: false })
      .order('id', { ascending: false })
      .limit(LAUNCHES_PER_PAGE)
      .throwOnError()
      .overrideTypes<Launch[], { merge: false }>(),
    supabase
      .rpc('count_launches', { of_status: status, ...(day ? { on_day: day } : {}) })
      .throwOnError(),
  ])
  const last = launches.length === LAUNCHES_PER_PAGE ? launches.at(-1) : undefined
  return { launches, total, next: last ? encodeCursor({ ...last }, order) : null }
}

/** Reads the most upvoted launches of today. */
export async function readTopLaunches({ supabase, tag }: Reader, count: number): Promise<Launch[]> {
  tag('launches', 'throttled:launch-upvotes', 'tools', 'profiles')
  const { data } = await filterByTab(supabase.from('product_launches').select(COLUMNS), {
    status: 'live',
  })
    .order('upvotes_count', { ascending: false })
    .order('id', { ascending: false })
    .limit(count)
    .throwOnError()
    .overrideTypes<Launch[], { merge: false }>()
  return data
}

function filterByTab<Query extends Filterable<Query>>(
  query: Query,
  { status, day }: LaunchQuery,
): Query {
  if (day) return query.eq('launch_date', day)
  // The status depends on the date (docs/decisions/0004), and only the date has an index.
  const withStatus = query.eq('status', status)
  if (status === 'live') return withStatus.eq('launch_date', today())
  return status === 'scheduled'
    ? withStatus.gt('launch_date', today())
    : withStatus.lt('launch_date', today())
}

/** Reads the nearest days with launches before and after a day of the archive. */
export async function readNearestDays({ supabase, tag }: Reader, day: string) {
  tag('launches')
  const selectDay = () =>
    supabase.from('product_launches').select('launch_date').limit(1).throwOnError()
  const [before, after] = await Promise.all([
    selectDay().lt('launch_date', day).order('launch_date', { ascending: false }),
    selectDay().gt('launch_date', day).lte('launch_date', today()).order('launch_date'),
  ])
  return { before: before.data[0]?.launch_date, after: after.data[0]?.launch_date }
}
