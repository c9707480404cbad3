import type { Reader } from '../data/cache-tags.ts'
import { afterCursor, cursorOf, type SortKey } from '../data/keyset.ts'
import { REVIEW_COLUMNS, type Review } from './review.ts'
import type * as readingWords from './words/reading.ts'

export const REVIEWS_A_PAGE = 10

const NEWEST: SortKey[] = [{ column: 'created_at' }, { column: 'id' }]

/** The orders of a tool's reviews by their word in the address; the first is the default. */
const ORDERS = {
  newest: NEWEST,
  oldest: NEWEST.map((key) => ({ ...key, ascending: true })),
  helpful: [{ column: 'helpful_count' }, ...NEWEST],
  highest: [{ column: 'rating' }, ...NEWEST],
  lowest: [{ column: 'rating', ascending: true }, ...NEWEST],
} satisfies Record<(typeof readingWords.ORDERS)[number][0], SortKey[]>

type ReviewOrder = keyof typeof ORDERS

/** What a tool's address says of its reviews. */
export interface ReviewQuery {
  toolId: string
  order: ReviewOrder
  /** 1 to 5; 0 for all. */
  rating: number
  after: string | null
}

export interface ReviewPage {
  query: ReviewQuery
  reviews: Review[]
  next: string | null
}

export function readReviewQuery(toolId: string, parameters: URLSearchParams): ReviewQuery {
  const rating = Number(parameters.get('rating') ?? 0)
  const wanted = parameters.get('order')
  return {
    toolId,
    order: wanted && Object.hasOwn(ORDERS, wanted) ? (wanted as ReviewOrder) : 'newest',
    rating: Number.isInteger(rating) && rating >= 1 && rating <= 5 ? rating : 0,
    after: parameters.get('after'),
  }
}

/** One page of a tool's reviews; after an invalid cursor it is the first page. */
export async function readReviews(reader: Reader, query: ReviewQuery): Promise<ReviewPage> {
  reader.tag(`reviews:${query.toolId}`, 'profiles')
  const keys: readonly SortKey[] = ORDERS[query.order]
  let request = reader.supabase.from('reviews').select(REVIEW_COLUMNS).eq('tool_id', query.toolId)
  if (query.rating) request = request.eq('rating', query.rating)
  const further = afterCursor(query.after, keys)
  if (further) request = request.or(further)
  for (const { column, ascending = false } of keys) request = request.order(column, { ascending })
  const { data, error } = await request.limit(REVIEWS_A_PAGE)
  if (error && query.after) return readReviews(reader, { ...query, after: null })
  if (error) throw new Error(error.message)
  const reviews: Review[] = data
  const last = reviews.length === REVIEWS_A_PAGE ? reviews.at(-1) : undefined
  return { query, reviews, next: last ? cursorOf({ ...last }, keys) : null }
}
