import type { Reader } from '../data/cache-tags.ts'
import { findNothing } from '../data/invalid-value.ts'
import { type Launch, type LaunchedTool, toToolName } from './launch.ts'
import { LAUNCH_COLUMNS } from './read-launches.ts'

/** Launches of a day that are ranked; more of them have no rank on the detail page. */
const RANKED_MAX = 500

export interface DetailedLaunch extends Launch {
  tools: DetailedTool | null
}

interface DetailedTool extends LaunchedTool {
  description: string
  rating_average: number | null
  review_count: number
}

export interface Neighbor {
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

/** @param id from the URL; a text that is not a UUID returns null */
export async function readLaunch(
  { supabase, tag }: Reader,
  id: string,
): Promise<DetailedLaunch | null> {
  const { data: launch } = await supabase
    .from('product_launches')
    .select(
      `${LAUNCH_COLUMNS}, tools(id, name, slug, logo_url, website_url, category, description, rating_average, review_count)`,
    )
    .eq('id', id)
    .maybeSingle()
    .throwOnError()
    .overrideTypes<DetailedLaunch, { merge: false }>()
    .then(null, findNothing)
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
    .select('id, tools(name)')
    .eq('launch_date', launch_date)
    .order('upvotes_count', { ascending: false })
    .order('id', { ascending: false })
    .limit(RANKED_MAX)
    .throwOnError()
    .overrideTypes<Pick<Launch, 'id' | 'tools'>[], { merge: false }>()
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
