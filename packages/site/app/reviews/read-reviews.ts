import type { Reader } from '../data/cache-tags.ts'
import { findRow } from '../data/command-error.ts'
import { buildCursorFilter, encodeCursor, readFromCursor, type SortKey } from '../data/keyset.ts'
import type { ReviewStats } from '../data/rpc-results.ts'
import { readChoice, readCursor, readDay, readNumber, readText } from '../shared/parameters.ts'
import { REVIEW_COLUMNS, REVIEWER_TAGS, type Review } from './review.ts'
import type * as readingWords from './words/review.ts'
import * as reviewWords from './words/review.ts'

export const REVIEWS_PER_PAGE = 10

/** A review with what its maker did. */
const COLUMNS_WITH_REPLY =
  `${REVIEW_COLUMNS}, revision, campaign_id, review_replies(content, review_revision, created_at, edited_at, company_id, companies(name))` as const

const NEWEST: SortKey[] = [{ column: 'created_at' }, { column: 'id' }]

/** The orders of a tool's reviews, by their value in the URL; the first is the default. */
const ORDERS = {
  newest: NEWEST,
  oldest: NEWEST.map((key) => ({ ...key, ascending: true })),
  helpful: [{ column: 'helpful_count' }, ...NEWEST],
  highest: [{ column: 'rating' }, ...NEWEST],
  lowest: [{ column: 'rating', ascending: true }, ...NEWEST],
} satisfies Record<(typeof readingWords.ORDERS)[number][0], SortKey[]>

/** Computed fields of a review (supabase/schemas/13_figures.sql). */
const MENTION_COLUMNS = { pro: 'folded_pros', con: 'folded_cons' } as const

type ReviewOrder = keyof typeof ORDERS

/** A pro or con of a tool's reviews, in lower case. */
export interface Mention {
  side: 'pro' | 'con'
  text: string
}

/** Of the context of use and the day of writing (spec 8 §1); an empty text is for all. */
export interface ReviewFilters {
  version: string
  plan: string
  since: string
  withoutBursts: boolean
}

/** The query parameters of a tool's page. */
export interface ReviewQuery {
  toolId: string
  order: ReviewOrder
  /** 1 to 5; 0 for all. */
  rating: number
  /** Only reviews with this pro or con. */
  mention: Mention | null
  /** Null without any. */
  filters: ReviewFilters | null
  after: string | null
}

export interface ReviewPage {
  query: ReviewQuery
  reviews: Review[]
  next: string | null
}

export function readReviewQuery(toolId: string, parameters: URLSearchParams): ReviewQuery {
  const rating = readNumber(parameters, 'rating', 1, 5)
  return {
    toolId,
    order: readChoice(parameters, 'order', ORDERS) ?? 'newest',
    rating: Number.isInteger(rating) ? rating : 0,
    mention: readMention(parameters),
    filters: readFilters(parameters),
    after: readCursor(parameters),
  }
}

function readMention(parameters: URLSearchParams): Mention | null {
  for (const side of ['pro', 'con'] as const) {
    const text = readText(parameters, side, 200)
    if (text) return { side, text }
  }
  return null
}

const FILTER_PLANS = reviewWords.FILTER_PLANS.map(([plan]) => plan)

/** Ignores what the form does not offer. */
function readFilters(parameters: URLSearchParams): ReviewFilters | null {
  const since = readDay(parameters, 'since')
  const filters = {
    version: readText(parameters, 'version', 40),
    plan: readChoice(parameters, 'plan', FILTER_PLANS) ?? '',
    since: since >= '1950' ? since : '',
    withoutBursts: readChoice(parameters, 'bursts', ['off']) !== undefined,
  }
  return Object.values(filters).some(Boolean) ? filters : null
}

/** Quotes an element of an array literal: `contains` of supabase-js splits a text at its commas. */
const quoteElement = (text: string) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`

/** Reads one page of a tool's reviews; with an invalid cursor the first page. */
export const readReviews = (reader: Reader, query: ReviewQuery): Promise<ReviewPage> =>
  readFromCursor(query.after, (after) => readPage(reader, { ...query, after }))

async function readPage(reader: Reader, query: ReviewQuery): Promise<ReviewPage> {
  reader.tag(`reviews:${query.toolId}`, ...REVIEWER_TAGS)
  const keys: readonly SortKey[] = ORDERS[query.order]
  let request = reader.supabase
    .from('reviews')
    .select(COLUMNS_WITH_REPLY)
    .eq('tool_id', query.toolId)
  if (query.filters) {
    const matching = reader.supabase.rpc('tool_reviews', toArguments(query.toolId, query.filters))
    // The client does not know that these rows have the relations of the table.
    request = matching.select(COLUMNS_WITH_REPLY) as unknown as typeof request
  }
  if (query.rating) request = request.eq('rating', query.rating)
  const { mention } = query
  if (mention) {
    const literal = `{${quoteElement(mention.text.toLowerCase())}}`
    request = request.filter(MENTION_COLUMNS[mention.side], 'cs', literal)
  }
  const cursorFilter = buildCursorFilter(query.after, keys)
  if (cursorFilter) request = request.or(cursorFilter)
  for (const { column, ascending = false } of keys) request = request.order(column, { ascending })
  const { data } = await request.limit(REVIEWS_PER_PAGE).throwOnError()
  const reviews: Review[] = data
  const last = reviews.length === REVIEWS_PER_PAGE ? reviews.at(-1) : undefined
  return { query, reviews, next: last ? encodeCursor({ ...last }, keys) : null }
}

const toArguments = (tool: string, { version, plan, since, withoutBursts }: ReviewFilters) => ({
  tool,
  without_bursts: withoutBursts,
  ...(version && { version }),
  ...(plan && { plan }),
  ...(since && { since }),
})

/** Reads number, average and interval of the reviews that match. */
export async function readReviewStats(
  { supabase, tag }: Reader,
  { toolId, filters }: ReviewQuery,
): Promise<ReviewStats | null> {
  if (!filters) return null
  tag(`reviews:${toolId}`, `tool:${toolId}`)
  const { data } = await supabase
    .rpc('tool_review_stats', toArguments(toolId, filters))
    .throwOnError()
  return data
}

/** Reads the days with unusually many reviews, the newest first. */
export async function readBursts({ supabase, tag }: Reader, toolId: string) {
  tag(`reviews:${toolId}`)
  const { data } = await supabase.rpc('tool_review_bursts', { tool: toolId }).throwOnError()
  return data
}
/** A review with the tool that it is about. */
export type FreshReview = Review & { tools: { id: string; name: string; slug: string } | null }

/**
 * Reads the newest reviews of all tools. A new one is throttled; a change of one that is shown
 * announces the reviews of its tool.
 */
export async function readNewestReviews(
  { supabase, tag }: Reader,
  count: number,
): Promise<FreshReview[]> {
  tag('throttled:reviews', ...REVIEWER_TAGS, 'tools')
  const { data } = await supabase
    .from('reviews')
    .select(`${REVIEW_COLUMNS}, tools(id, name, slug)`)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(count)
    .throwOnError()
  const reviews = data as FreshReview[]
  for (const { tools } of reviews) if (tools) tag(`reviews:${tools.id}`)
  return reviews
}

/** The member's reviews that the dashboard lists. */
const OWN_REVIEWS_SHOWN = 20

export async function readOwnReviews({ supabase }: Pick<Reader, 'supabase'>, userId: string) {
  const { data } = await supabase
    .from('reviews')
    .select(
      'id, rating, title, created_at, tools(name, slug), review_replies(content, companies(name))' as const,
    )
    .eq('user_id', userId)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(OWN_REVIEWS_SHOWN)
    .throwOnError()
  return data
}

/** @returns a review with its tool, or null if no review has the id */
export async function readReview({ supabase, tag }: Reader, id: string) {
  const review = await findRow(
    supabase
      .from('reviews')
      .select(`${COLUMNS_WITH_REPLY}, tools(id, name, slug, tool_makers(companies(name)))` as const)
      .eq('id', id)
      .maybeSingle(),
  )
  if (!review) tag('reviews')
  else tag(`reviews:${review.tools.id}`, `tool:${review.tools.id}`, ...REVIEWER_TAGS)
  return review
}
