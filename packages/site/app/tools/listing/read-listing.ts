import type { Reader } from '../../data/cache-tags.ts'
import { readFromCursor } from '../../data/keyset.ts'
import { readRows } from '../describe-facts.ts'
import * as listingWords from '../words/listing.ts'
import { isRanked, type Listing, type ListingQuery } from './listing.ts'
import { nameTools } from './read-search-note.ts'

export const TOOLS_PER_PAGE = 24

/** A search ranks at most this many tools, and counts one more. */
const FOUND_MAX = 600
/** The same with filters by facts. */
const FILTERED_MAX = 200

/** @throws if the backend fails; with an invalid cursor it returns the first page */
export const readListing = (reader: Reader, query: ListingQuery): Promise<Listing> =>
  readFromCursor(query.after, (after) => readPage(reader, { ...query, after }))

async function readPage(reader: Reader, query: ListingQuery): Promise<Listing> {
  const { supabase, tag } = reader
  const { data: page } = await supabase
    .rpc('search_page', {
      query: query.search,
      min_rating: query.minRating,
      sort: query.sort,
      page_size: TOOLS_PER_PAGE,
      ...(query.category ? { in_category: query.category } : {}),
      ...query.facets,
      ...(query.attributes ? { attributes: query.attributes } : {}),
      ...(query.capability ? { capability: query.capability } : {}),
      ...(query.after ? { after: query.after } : {}),
    })
    .throwOnError()
  const shown = [...page.tools, ...page.parts]
  tag('tools', 'categories', ...shown.map(({ id }) => `tool:${id}` as const))
  if (dependsOnRatings(query)) tag('tool-ratings')
  // A search finds tools by the pros of their reviews as well.
  if (query.search !== '') tag('capabilities', 'throttled:reviews')
  const [rows, note, nearest] = await Promise.all([
    readRows(reader, shown),
    query.search === '' ? null : nameTools(reader, query.search, page.understood),
    query.search !== '' && page.total === 0
      ? supabase.rpc('nearest_capabilities', { query: query.search }).throwOnError()
      : { data: [] },
  ])
  const facets = Object.keys(query.facets ?? {}).length
  const hasAttributes = Object.keys(query.attributes ?? {}).length > 0
  const isCapped =
    query.search !== '' || hasAttributes || facets > 1 || (facets > 0 && query.minRating > 0)
  const max = query.search && facets > 0 ? FILTERED_MAX : FOUND_MAX
  const isMore = isCapped && page.total > max
  const last = page.tools.length === TOOLS_PER_PAGE ? page.tools.at(-1) : undefined
  return {
    query,
    note,
    tools: rows.filter(({ lacks }) => !lacks),
    parts: rows.filter(({ lacks }) => lacks),
    unmet: page.unmet,
    total: isMore ? max : page.total,
    isMore,
    nearest: nearest.data,
    next: last?.after_row ?? null,
  }
}

interface DetailFilter {
  name: string
  label: string
  options: readonly (readonly [value: string, label: string])[]
}

type Filtered = Pick<ListingQuery, 'facets'> & { category?: string }

const toCategory = ({ category }: Filtered) => (category ? { in_category: category } : {})

/** @returns the filter by whether a tool is alive, if it is set or a tool of the category is known to be; else none */
export async function readAliveFilter(
  { supabase, tag }: Reader,
  query: Filtered,
): Promise<DetailFilter[]> {
  tag('tools', 'categories')
  const { data: active } = await supabase
    .rpc('count_tools', { ...toCategory(query), alive: 'active' })
    .throwOnError()
  return active > 0 || query.facets?.alive ? [listingWords.ALIVE] : []
}

/** Reads the filters behind "Details": that one, and the attributes with the values that a tool of the category has. */
export async function readDetailFilters(site: Reader, query: Filtered): Promise<DetailFilter[]> {
  const [alive, { data }] = await Promise.all([
    readAliveFilter(site, query),
    site.supabase.rpc('attribute_filters', toCategory(query)).throwOnError(),
  ])
  const attributes = data.map(
    ({ key, label, kind, unit, options }): DetailFilter => ({
      name: `a.${key}`,
      label,
      options: [
        ['', listingWords.anyOf(label)],
        ...options.map((option): [string, string] => [
          option.value,
          listingWords.attributeOption(label, kind, option.label, unit),
        ]),
      ],
    }),
  )
  return [...alive, ...attributes]
}

/** Whether a review of any tool can change the listing. A search ranks by reviews too. */
const dependsOnRatings = (query: ListingQuery) =>
  query.search !== '' || query.minRating > 0 || isRanked(query)

/** A point of the scatter plot. */
export type PlottedTool = Awaited<ReturnType<typeof readLandscape>>[number]

/** Reads the most reviewed tools of a category, in descending order. */
export async function readLandscape({ supabase, tag }: Reader, category: string) {
  tag('tools', 'tool-ratings', 'categories')
  const { data } = await supabase
    .rpc('category_landscape', { in_category: category })
    .throwOnError()
  // The function returns only tools with reviews, and they have a rating.
  return data.map((tool) => ({ ...tool, rating_average: tool.rating_average ?? 0 }))
}
