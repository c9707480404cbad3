import type { Reader } from '../data/cache-tags.ts'
import { isInvalidValue } from '../data/invalid-value.ts'
import { buildCursorFilter, encodeCursor, type SortKey } from '../data/keyset.ts'
import { today } from '../ui/format/day.ts'
import * as launchesWords from './words/list.ts'

/** In the order of the tabs; live is the default (spec 2 §2). */
export const STATUSES = ['live', 'scheduled', 'ended'] as const
export type Status = (typeof STATUSES)[number]

export interface Launch {
  id: string
  tagline: string
  description: string | null
  /** A UTC day as "yyyy-MM-dd". */
  launch_date: string
  featured_image: string | null
  upvotes_count: number
  status: Status
  tools: LaunchedTool | null
  profiles: Maker | null
}

interface LaunchedTool {
  id: string
  name: string
  slug: string
  logo_url: string | null
  website_url: string | null
  category: string
  /** Only from `readLaunch`. */
  description?: string
}

interface Maker {
  username: string | null
  avatar_url: string | null
  first_name: string | null
  last_name: string | null
}

export interface LaunchPage {
  launches: Launch[]
  /** The number of launches on all pages. */
  total: number
  next: string | null
}

export const LAUNCHES_PER_PAGE = 24

const COLUMNS =
  'id, tagline, description, launch_date, featured_image, upvotes_count, status, tools(id, name, slug, logo_url, website_url, category), profiles(username, avatar_url, first_name, last_name)'
const DETAIL_COLUMNS =
  'id, tagline, description, launch_date, featured_image, upvotes_count, status, tools(id, name, slug, logo_url, website_url, category, description), profiles(username, avatar_url, first_name, last_name)'

/** Spec 2 §7. */
const ORDER: readonly SortKey[] = [
  { column: 'upvotes_count' },
  { column: 'launch_date' },
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
export async function readLaunches(
  reader: Reader,
  launchQuery: LaunchQuery,
  after: string | null = null,
): Promise<LaunchPage> {
  const { supabase, tag } = reader
  tag('launches', 'launch-upvotes', 'tools', 'profiles')
  const { status, day } = launchQuery
  const cursorFilter = buildCursorFilter(after, ORDER)
  const query = filterByTab(supabase.from('product_launches').select(COLUMNS), launchQuery)
  const [{ data, error }, { data: total }] = await Promise.all([
    (cursorFilter ? query.or(cursorFilter) : query)
      .order('upvotes_count', { ascending: false })
      .order('launch_date', { ascending: false })
      .order('id', { ascending: false })
      .limit(LAUNCHES_PER_PAGE),
    supabase.rpc('count_launches', { of_status: status, ...(day ? { on_day: day } : {}) }),
  ])
  if (error && after !== null) return readLaunches(reader, launchQuery)
  if (error) throw new Error(error.message)
  const launches = data as unknown as Launch[]
  const last = launches.length === LAUNCHES_PER_PAGE ? launches.at(-1) : undefined
  return { launches, total: total ?? 0, next: last ? encodeCursor({ ...last }, ORDER) : null }
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
  const selectDay = () => supabase.from('product_launches').select('launch_date').limit(1)
  const [before, after] = await Promise.all([
    selectDay().lt('launch_date', day).order('launch_date', { ascending: false }),
    selectDay().gt('launch_date', day).lte('launch_date', today()).order('launch_date'),
  ])
  const error = before.error ?? after.error
  if (error) throw new Error(error.message)
  return { before: before.data?.[0]?.launch_date, after: after.data?.[0]?.launch_date }
}

/** @param id from the URL; a text that is not a UUID returns null */
export async function readLaunch({ supabase, tag }: Reader, id: string): Promise<Launch | null> {
  const { data, error } = await supabase
    .from('product_launches')
    .select(DETAIL_COLUMNS)
    .eq('id', id)
    .maybeSingle()
  // The text in the URL may be another spelling of the id.
  tag(data ? `launch:${data.id}` : 'launches', 'tools', 'profiles')
  if (isInvalidValue(error)) return null
  if (error) throw new Error(error.message)
  return data as unknown as Launch | null
}

export const toToolName = (launch: Launch) => launch.tools?.name ?? launchesWords.unknownTool

/** Returns the full name if both names exist, else the username, else "Anonymous" (spec 2 §2). */
export function toMakerName({ profiles }: Pick<Launch, 'profiles'>): string {
  if (profiles?.first_name && profiles.last_name)
    return `${profiles.first_name} ${profiles.last_name}`
  return profiles?.username || launchesWords.unknownMaker
}
