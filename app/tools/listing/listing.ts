import type { CardTool } from '../tool.ts'

/** The sorts of /tools by their value in the URL; ratings and reviews are descending (spec 2 §9). */
export const SORTS = {
  name: 'name-asc',
  rating: 'rating-desc',
  reviews: 'reviews-desc',
  adjusted: 'adjusted-desc',
}

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
  /** The slug of a capability that each tool has. */
  capability?: string
}

export interface Listing {
  query: ListingQuery
  tools: CardTool[]
  total: number
  /** Whether a search or a filter by facts found more than `total`: counting stops there. */
  isMore: boolean
  /** Uses whose names are similar to a search that finds nothing. */
  nearest: { slug: string; name: string }[]
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

/** Whether the tools are in another order than that of their names. */
export const isRanked = ({ sort }: ListingQuery) => !sort.startsWith('name-')
