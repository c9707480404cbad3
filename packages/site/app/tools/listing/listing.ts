import {
  readAttributes,
  readChoice,
  readCursor,
  readNumber,
  readText,
} from '../../shared/parameters.ts'
import type { CardTool } from '../tool.ts'
import type { SearchNote } from './read-search-note.ts'

/** The sorts of /tools by their value in the URL; ratings and reviews are descending (spec 2 §9). */
export const SORTS = {
  name: 'name-asc',
  rating: 'rating-desc',
  reviews: 'reviews-desc',
  adjusted: 'adjusted-desc',
}

/** The parameters that filter by facts, in the URL and of `search_tools`. */
export const FACETS = ['pricing', 'platform', 'license', 'alive'] as const
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
  /** By their keys. No tool has an unknown attribute or value. */
  attributes?: ReturnType<typeof readAttributes>
  /** The slug of a capability that each tool has. */
  capability?: string
}

export interface Listing {
  query: ListingQuery
  /** How the search was understood; null if that is plain. */
  note: SearchNote | null
  tools: CardTool[]
  /** Tools with a part of the search, if few have all of it. */
  parts: CardTool[]
  /** Words of the search that ask for a fact that no tool has. */
  unmet: string[]
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
  const search = readText(parameters, 'search', 200)
  const fallback = search ? 'relevance' : 'name-asc'
  return {
    search,
    category: readText(parameters, 'category', 100),
    minRating: readNumber(parameters, 'rating', 0, 5),
    sort: sorts[readChoice(parameters, 'sort', sorts) ?? ''] ?? fallback,
    attributes: readAttributes(parameters),
    after: readCursor(parameters),
  }
}

/** The filters by facts, which only /tools has. */
export const readFacets = (parameters: URLSearchParams): Partial<Record<Facet, string>> =>
  Object.fromEntries(
    FACETS.flatMap((name) => {
      const value = readText(parameters, name, 40)
      return value ? [[name, value]] : []
    }),
  )

/** Whether the tools are in another order than that of their names. */
export const isRanked = ({ sort }: ListingQuery) => !sort.startsWith('name-')
