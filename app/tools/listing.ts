import type { Reader } from '../data/cache-tags.ts'
import { addPrices } from './facts/price.ts'
import { type CardTool, toCardTool } from './tool.ts'

/** The sorts of /tools by their value in the URL; ratings and reviews are descending (spec 2 §9). */
export const SORTS = {
  name: 'name-asc',
  rating: 'rating-desc',
  reviews: 'reviews-desc',
  adjusted: 'adjusted-desc',
}

export const TOOLS_PER_PAGE = 24

/** A search ranks at most this many tools; `count_tools` counts one more. */
const FOUND_MAX = 600

/** The parameters that filter by facts, in the URL and of `search_tools`. */
export const FACETS = ['pricing', 'platform', 'license'] as const
export type Facet = (typeof FACETS)[number]

/** The query parameters of a listing. */
export interface ListingQuery {
  search: string
  category: string
  minRating: number
  /** A sort of `search_tools`. */
  sort: string
  after: string | null
  /** No tool has an unknown value. */
  facets?: Partial<Record<Facet, string>>
}

export interface Listing {
  query: ListingQuery
  tools: CardTool[]
  total: number
  /** Whether a search or a filter by facts found more than `total`: counting stops there. */
  isMore: boolean
  /** The cursor of the next page; null on the last one. */
  next: string | null
}

/** @param sorts the sorts of the screen, by their value in the URL */
export function readListingQuery(
  parameters: URLSearchParams,
  sorts: Readonly<Record<string, string>>,
): ListingQuery {
  // PostgreSQL's type text cannot contain U+0000.
  const readText = (name: string) => (parameters.get(name) ?? '').replaceAll('\0', '')
  const search = readText('search').trim().slice(0, 200)
  const rating = Number(parameters.get('rating') ?? 0)
  const fallback = search ? 'relevance' : 'name-asc'
  return {
    search,
    category: readText('category').slice(0, 100),
    minRating: rating > 0 && rating <= 5 ? rating : 0,
    sort: sorts[parameters.get('sort') ?? ''] ?? fallback,
    after: parameters.get('after'),
  }
}

/** The filters by facts, which only /tools has. */
export const readFacets = (parameters: URLSearchParams): Partial<Record<Facet, string>> =>
  Object.fromEntries(
    FACETS.flatMap((name) => {
      const value = (parameters.get(name) ?? '').replaceAll('\0', '').slice(0, 40)
      return value ? [[name, value]] : []
    }),
  )

/** @throws if the backend fails; with an invalid cursor it returns the first page */
export async function readListing(reader: Reader, query: ListingQuery): Promise<Listing> {
  const { supabase, tag } = reader
  const filters = {
    query: query.search,
    min_rating: query.minRating,
    ...(query.category ? { in_category: query.category } : {}),
    ...query.facets,
  }
  const [page, count] = await Promise.all([
    supabase.rpc('search_tools', {
      ...filters,
      sort: query.sort,
      page_size: TOOLS_PER_PAGE,
      ...(query.after ? { after: query.after } : {}),
    }),
    supabase.rpc('count_tools', filters),
  ])
  if (page.error && query.after) return readListing(reader, { ...query, after: null })
  if (page.error) throw new Error(page.error.message)
  if (count.error) throw new Error(count.error.message)
  tag('tools', 'categories', ...page.data.map(({ id }) => `tool:${id}` as const))
  if (dependsOnRatings(query)) tag('tool-ratings')
  const last = page.data.length === TOOLS_PER_PAGE ? page.data.at(-1) : undefined
  const tools = await addPrices(reader, page.data.map(toCardTool))
  const isFound = query.search !== '' || Object.keys(query.facets ?? {}).length > 0
  const isMore = isFound && count.data > FOUND_MAX
  const total = isMore ? FOUND_MAX : count.data
  return { query, tools, total, isMore, next: last?.after_row ?? null }
}

/** Whether a review of any tool can change the listing. A search ranks by reviews too. */
const dependsOnRatings = (query: ListingQuery) =>
  query.search !== '' || query.minRating > 0 || isRanked(query)

/** Whether the tools are in another order than that of their names. */
export const isRanked = ({ sort }: ListingQuery) => !sort.startsWith('name-')
