import type { Reader } from '../data/cache-tags.ts'
import { afterCursor, cursorOf, type SortKey } from '../data/keyset.ts'
import { isNoValue } from '../data/no-value.ts'
import { today } from '../ui/format/day.ts'
import * as launchesWords from './words/list.ts'

/** The tabs' statuses, in their order; live is the default (spec 2 §2). */
export const STATUSES = ['live', 'scheduled', 'ended'] as const
export type Status = (typeof STATUSES)[number]

export interface Launch {
  id: string
  tagline: string
  description: string | null
  /** A day of UTC, as "yyyy-MM-dd". */
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
  /** Only where one launch is read. */
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
  /** All of the tab, not only this page. */
  total: number
  next: string | null
}

export const LAUNCHES_A_PAGE = 24

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

interface Dated<Query> {
  eq(column: 'status' | 'launch_date', value: string): Query
  gt(column: 'launch_date', value: string): Query
  lt(column: 'launch_date', value: string): Query
}

/** A tab, or one day of the archive. */
export interface LaunchQuery {
  status: Status
  /** As "yyyy-MM-dd", today or before. */
  day?: string | undefined
}

/** @param after the `next` of the page before */
export async function readLaunches(
  reader: Reader,
  launchQuery: LaunchQuery,
  after: string | null = null,
): Promise<LaunchPage> {
  const { supabase, tag } = reader
  tag('launches', 'launch-upvotes', 'tools', 'profiles')
  const { status, day } = launchQuery
  const further = afterCursor(after, ORDER)
  const query = inTab(supabase.from('product_launches').select(COLUMNS), launchQuery)
  const [{ data, error }, { data: total }] = await Promise.all([
    (further ? query.or(further) : query)
      .order('upvotes_count', { ascending: false })
      .order('launch_date', { ascending: false })
      .order('id', { ascending: false })
      .limit(LAUNCHES_A_PAGE),
    supabase.rpc('count_launches', { of_status: status, ...(day ? { on_day: day } : {}) }),
  ])
  // After an invalid cursor the list starts at its first page.
  if (error && after !== null) return readLaunches(reader, launchQuery)
  if (error) throw new Error(error.message)
  const launches = data as unknown as Launch[]
  const last = launches.length === LAUNCHES_A_PAGE ? launches.at(-1) : undefined
  return { launches, total: total ?? 0, next: last ? cursorOf({ ...last }, ORDER) : null }
}

function inTab<Query extends Dated<Query>>(query: Query, { status, day }: LaunchQuery): Query {
  if (day) return query.eq('launch_date', day)
  // The status follows from the date, and it is the date that has an index.
  const dated = query.eq('status', status)
  if (status === 'live') return dated.eq('launch_date', today())
  return status === 'scheduled'
    ? dated.gt('launch_date', today())
    : dated.lt('launch_date', today())
}

/** The days with launches before and after one, for the archive. */
export async function readDaysAround({ supabase, tag }: Reader, day: string) {
  tag('launches')
  const days = () => supabase.from('product_launches').select('launch_date').limit(1)
  const [before, after] = await Promise.all([
    days().lt('launch_date', day).order('launch_date', { ascending: false }),
    days().gt('launch_date', day).lte('launch_date', today()).order('launch_date'),
  ])
  const error = before.error ?? after.error
  if (error) throw new Error(error.message)
  return { before: before.data?.[0]?.launch_date, after: after.data?.[0]?.launch_date }
}

/** @param id from the address; a text that is no id finds nothing */
export async function readLaunch({ supabase, tag }: Reader, id: string): Promise<Launch | null> {
  const { data, error } = await supabase
    .from('product_launches')
    .select(DETAIL_COLUMNS)
    .eq('id', id)
    .maybeSingle()
  tag(data ? `launch:${id}` : 'launches', 'tools', 'profiles')
  if (isNoValue(error)) return null
  if (error) throw new Error(error.message)
  return data as unknown as Launch | null
}

export const toolNameOf = (launch: Launch) => launch.tools?.name ?? launchesWords.unknownTool

/** Full name if both names exist, else username, else "Anonymous" (spec 2 §2). */
export function makerNameOf({ profiles }: Pick<Launch, 'profiles'>): string {
  if (profiles?.first_name && profiles.last_name)
    return `${profiles.first_name} ${profiles.last_name}`
  return profiles?.username || launchesWords.unknownMaker
}
