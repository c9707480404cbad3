import type { Reader } from '../data/cache-tags.ts'
import { findRow } from '../data/command-error.ts'
import { buildCursorFilter, encodeCursor, readFromCursor, type SortKey } from '../data/keyset.ts'
import { today } from '../ui/format/day.ts'
import {
  type DescribedLaunch,
  type Launch,
  type LaunchedTool,
  type Status,
  toToolName,
} from './launch.ts'
import type { Period } from './period.ts'

/** Launches of a day that are ranked; more of them have no rank on the detail page. */
const RANKED_MAX = 500

export interface DetailedLaunch extends DescribedLaunch {
  tools: DetailedTool | null
}

interface DetailedTool extends LaunchedTool {
  description: string
  rating_average: number | null
  review_count: number
}

interface Neighbor {
  id: string
  name: string
}

/** The place of a launch among those of its day, in the order of the list. */
export interface PlaceOfDay {
  /** From 1. */
  rank: number
  total: number
  previous: Neighbor | null
  next: Neighbor | null
}

/**
 * @param id from the URL; a text that is not a UUID returns null
 * @param preview the secret of the link to the preview of a draft
 */
export async function readLaunch(
  { supabase, tag }: Reader,
  id: string,
  preview = '',
): Promise<DetailedLaunch | null> {
  const launches = preview
    ? supabase.rpc('preview_launch', { launch: id, token: preview })
    : supabase.from('product_launches')
  const launch = await findRow(
    launches
      .select(
        `${LAUNCH_COLUMNS}, description, tools(id, name, slug, logo_url, website_url, category, description, rating_average, review_count)`,
      )
      .eq('id', id)
      .maybeSingle()
      .overrideTypes<DetailedLaunch, { merge: false }>(),
  )
  // The text in the URL may be another spelling of the id.
  tag(launch ? `launch:${launch.id}` : 'launches', 'tools', 'profiles')
  if (launch?.tools) tag(`tool:${launch.tools.id}`)
  return launch
}

/** @returns null for a launch after the first 500 of its day */
export async function readPlaceOfDay(
  { supabase, tag }: Reader,
  { id, launch_date }: Pick<Launch, 'id' | 'launch_date'>,
): Promise<PlaceOfDay | null> {
  tag('launches', 'launch-upvotes', 'tools')
  const { data: launches } = await supabase
    .from('product_launches')
    .select('id, product_name, tools(name)')
    .eq('launch_date', launch_date)
    .eq('is_draft', false)
    .order('upvotes_count', { ascending: false })
    .order('id', { ascending: false })
    .limit(RANKED_MAX)
    .throwOnError()
    .overrideTypes<Pick<Launch, 'id' | 'product_name' | 'tools'>[], { merge: false }>()
  const index = launches.findIndex((launch) => launch.id === id)
  if (index < 0) return null
  const neighborAt = (at: number): Neighbor | null => {
    const launch = launches[at]
    return launch ? { id: launch.id, name: toToolName(launch) } : null
  }
  return {
    rank: index + 1,
    total: launches.length,
    previous: neighborAt(index - 1),
    next: neighborAt(index + 1),
  }
}

/** What a past day had as its result; later upvotes do not change it. */
export interface LaunchResult {
  upvotes_on_day: number
  upvotes_by_new_accounts: number
  rank: number
}

export async function readResult(
  { supabase, tag }: Reader,
  { id, launch_date }: Pick<Launch, 'id' | 'launch_date'>,
): Promise<LaunchResult | null> {
  tag('launches')
  const { data } = await supabase
    .rpc('launch_results', { day: launch_date })
    .eq('launch_id', id)
    .maybeSingle()
    .throwOnError()
  return data
}

export interface LaunchPage {
  launches: Launch[]
  /** The number of launches on all pages. */
  total: number
  next: string | null
}

export const LAUNCHES_PER_PAGE = 24

/** Without the text and the tool. */
export const LAUNCH_COLUMNS =
  'id, tagline, launch_date, featured_image, pictures, upvotes_count, status, is_draft, product_name, product_url, profiles(user_id, username, avatar_url, first_name, last_name)'
const COLUMNS = `${LAUNCH_COLUMNS}, tools(id, name, slug, logo_url, website_url, category)` as const

/**
 * By day, and within a day by upvotes (spec 2 §7): the list is grouped by day. The next day is first. A
 * period of the archive has one ranking.
 */
const listSortKeys = ({ status, period }: LaunchQuery): readonly SortKey[] => [
  ...(period ? [] : [{ column: 'launch_date', ascending: status === 'scheduled' }]),
  { column: 'upvotes_count' },
  { column: 'id' },
]

/** The filter methods of a PostgREST query that `filterByTab` needs. */
interface Filterable<Query> {
  eq(column: 'status' | 'launch_date', value: string): Query
  eq(column: 'is_draft', value: boolean): Query
  gt(column: 'launch_date', value: string): Query
  gte(column: 'launch_date', value: string): Query
  lte(column: 'launch_date', value: string): Query
  lt(column: 'launch_date', value: string): Query
}

/** A tab, or a period of the archive. */
export interface LaunchQuery {
  status: Status
  period?: Period | undefined
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
  const { status, period } = launchQuery
  const order = listSortKeys(launchQuery)
  const cursorFilter = buildCursorFilter(after, order)
  let query = filterByTab(supabase.from('product_launches').select(COLUMNS), launchQuery)
  if (cursorFilter) query = query.or(cursorFilter)
  for (const { column, ascending = false } of order) query = query.order(column, { ascending })
  const [{ data: launches }, { data: total }] = await Promise.all([
    query.limit(LAUNCHES_PER_PAGE).throwOnError().overrideTypes<Launch[], { merge: false }>(),
    supabase
      .rpc('count_launches', {
        of_status: status,
        ...(period ? { on_day: period.from, until_day: clampToToday(period) } : {}),
      })
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

/** The last day of a period that has begun. */
const clampToToday = ({ to }: Period) => (to < today() ? to : today())

/** A member's own drafts are no part of a list. */
function filterByTab<Query extends Filterable<Query>>(
  all: Query,
  { status, period }: LaunchQuery,
): Query {
  const query = all.eq('is_draft', false)
  if (period) return query.gte('launch_date', period.from).lte('launch_date', clampToToday(period))
  // The status depends on the date (docs/decisions/0004), and only the date has an index.
  const withStatus = query.eq('status', status)
  if (status === 'live') return withStatus.eq('launch_date', today())
  return status === 'scheduled'
    ? withStatus.gt('launch_date', today())
    : withStatus.lt('launch_date', today())
}

/** Reads the signed-in member's drafts; row security hides those of other members. */
export async function readDrafts({ supabase }: Pick<Reader, 'supabase'>) {
  const { data } = await supabase
    .from('product_launches')
    .select('id, tagline, launch_date')
    .eq('is_draft', true)
    .order('launch_date')
    .throwOnError()
    .overrideTypes<Pick<Launch, 'id' | 'tagline' | 'launch_date'>[], { merge: false }>()
  return data
}

/** Reads the nearest days with launches before and after a period of the archive; by default today. */
export async function readNearestDays(
  { supabase, tag }: Reader,
  { from, to }: Pick<Period, 'from' | 'to'> = { from: today(), to: today() },
) {
  tag('launches')
  const selectDay = () =>
    supabase
      .from('product_launches')
      .select('launch_date')
      .eq('is_draft', false)
      .limit(1)
      .throwOnError()
  const [before, after] = await Promise.all([
    selectDay().lt('launch_date', from).order('launch_date', { ascending: false }),
    selectDay().gt('launch_date', to).lte('launch_date', today()).order('launch_date'),
  ])
  return { before: before.data[0]?.launch_date, after: after.data[0]?.launch_date }
}
