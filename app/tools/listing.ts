import type { Reader } from '../data/cache-tags.ts'
import { type CardTool, cardOf } from './tool.ts'

export const PAGE_SIZE = 24

/** How many a search ranks; `count_tools` goes one further. */
const MOST_FOUND = 600

/** What a listing's address says: filters live there, so that a result can be shared. */
export interface ListingQuery {
  search: string
  category: string
  minRating: number
  /** One of `search_tools`' sorts. */
  sort: string
  after: string | null
}

export interface Listing {
  query: ListingQuery
  tools: CardTool[]
  total: number
  /** Whether there are more than `total`: what words find is counted only so far. */
  isMore: boolean
  /** Where the next page begins; null on the last one. */
  next: string | null
}

/**
 * @param sorts the sorts of this screen's control, by the word in the address
 */
export function readListingQuery(
  parameters: URLSearchParams,
  sorts: Readonly<Record<string, string>>,
): ListingQuery {
  // No text of PostgreSQL holds U+0000.
  const textOf = (name: string) => (parameters.get(name) ?? '').replaceAll('\0', '')
  const search = textOf('search').trim().slice(0, 200)
  const rating = Number(parameters.get('rating') ?? 0)
  const fallback = search ? 'relevance' : 'name-asc'
  return {
    search,
    category: textOf('category').slice(0, 100),
    minRating: rating > 0 && rating <= 5 ? rating : 0,
    sort: sorts[parameters.get('sort') ?? ''] ?? fallback,
    after: parameters.get('after'),
  }
}

/** What shows where the tools cannot be had. */
export const emptyListing = (query: ListingQuery): Listing => ({
  query,
  tools: [],
  total: 0,
  isMore: false,
  next: null,
})

/** @throws when the backend fails, except for an invalid cursor, which gives the first page */
export async function readListing(reader: Reader, query: ListingQuery): Promise<Listing> {
  const { supabase, tag } = reader
  const filters = {
    query: query.search,
    min_rating: query.minRating,
    ...(query.category ? { in_category: query.category } : {}),
  }
  const [page, count] = await Promise.all([
    supabase.rpc('search_tools', {
      ...filters,
      sort: query.sort,
      page_size: PAGE_SIZE,
      ...(query.after ? { after: query.after } : {}),
    }),
    supabase.rpc('count_tools', filters),
  ])
  if (page.error && query.after) return readListing(reader, { ...query, after: null })
  if (page.error) throw new Error(page.error.message)
  if (count.error) throw new Error(count.error.message)
  tag('tools', 'categories', ...page.data.map(({ id }) => `tool:${id}` as const))
  if (dependsOnRatings(query)) tag('tool-ratings')
  const last = page.data.length === PAGE_SIZE ? page.data.at(-1) : undefined
  const tools = page.data.map(cardOf)
  const isMore = query.search !== '' && count.data > MOST_FOUND
  const total = isMore ? MOST_FOUND : count.data
  return { query, tools, total, isMore, next: last?.after_row ?? null }
}

/** Whether reviews of any tool can change which tools are listed; words are ranked by reviews as well. */
const dependsOnRatings = ({ search, minRating, sort }: ListingQuery) =>
  search !== '' || minRating > 0 || !sort.startsWith('name-')
