import type { Reader } from '../../data/cache-tags.ts'
import { readFromCursor } from '../../data/keyset.ts'
import { addPricing } from '../describe-facts.ts'
import { type CardTool, toCardTool } from '../tool.ts'
import { isRanked, type Listing, type ListingQuery } from './listing.ts'

export const TOOLS_PER_PAGE = 24

/** A search ranks at most this many tools; `count_tools` counts one more. */
const FOUND_MAX = 600
/** The same with filters by facts. */
const FILTERED_MAX = 200

/** @throws if the backend fails; with an invalid cursor it returns the first page */
export const readListing = (reader: Reader, query: ListingQuery): Promise<Listing> =>
  readFromCursor(query.after, (after) => readPage(reader, { ...query, after }))

async function readPage(reader: Reader, query: ListingQuery): Promise<Listing> {
  const { supabase, tag } = reader
  const filters = {
    query: query.search,
    min_rating: query.minRating,
    ...(query.category ? { in_category: query.category } : {}),
    ...query.facets,
    ...(query.capability ? { capability: query.capability } : {}),
  }
  const [page, count] = await Promise.all([
    supabase
      .rpc('search_tools', {
        ...filters,
        sort: query.sort,
        page_size: TOOLS_PER_PAGE,
        ...(query.after ? { after: query.after } : {}),
      })
      .throwOnError(),
    supabase.rpc('count_tools', filters).throwOnError(),
  ])
  tag('tools', 'categories', ...page.data.map(({ id }) => `tool:${id}` as const))
  if (dependsOnRatings(query)) tag('tool-ratings')
  // A search finds tools by the pros of their reviews as well.
  if (query.search !== '') tag('capabilities', 'throttled:reviews')
  const last = page.data.length === TOOLS_PER_PAGE ? page.data.at(-1) : undefined
  const cards = page.data.map(toCardTool)
  const [priced, matches, nearest] = await Promise.all([
    addPricing(reader, cards),
    readMatches(reader, query.search, cards),
    query.search !== '' && count.data === 0
      ? supabase.rpc('nearest_capabilities', { query: query.search }).throwOnError()
      : { data: [] },
  ])
  const tools = priced.map((tool) => {
    const matched = matches.get(tool.id)
    return matched ? { ...tool, matches: matched } : tool
  })
  const facets = Object.keys(query.facets ?? {}).length
  const isCapped = query.search !== '' || facets > 1 || (facets > 0 && query.minRating > 0)
  const max = query.search && facets > 0 ? FILTERED_MAX : FOUND_MAX
  const isMore = isCapped && count.data > max
  const total = isMore ? max : count.data
  return { query, tools, total, isMore, nearest: nearest.data, next: last?.after_row ?? null }
}

/** What the tools match of a search, by their ids. */
async function readMatches(
  { supabase }: Reader,
  search: string,
  tools: readonly CardTool[],
): Promise<Map<string, string[]>> {
  if (search === '' || tools.length === 0) return new Map()
  const { data } = await supabase
    .rpc('search_matches', { query: search, tools: tools.map(({ id }) => id) })
    .throwOnError()
  return new Map(
    data.filter(({ matches }) => matches.length > 0).map(({ id, matches }) => [id, matches]),
  )
}

/** Whether a review of any tool can change the listing. A search ranks by reviews too. */
const dependsOnRatings = (query: ListingQuery) =>
  query.search !== '' || query.minRating > 0 || isRanked(query)

/** A point of the scatter plot. */
export interface PlottedTool {
  id: string
  name: string
  slug: string
  rating_average: number
  review_count: number
}

/** Reads the most reviewed tools of a category, in descending order. */
export async function readLandscape(
  { supabase, tag }: Reader,
  category: string,
): Promise<PlottedTool[]> {
  tag('tools', 'tool-ratings', 'categories')
  const { data } = await supabase
    .rpc('category_landscape', { in_category: category })
    .throwOnError()
  // The function returns only tools with reviews, and they have a rating.
  return data.map((tool) => ({ ...tool, rating_average: tool.rating_average ?? 0 }))
}
