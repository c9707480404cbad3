import type { CacheTag } from '../../data/cache-tags.ts'
import { findRow } from '../../data/command-error.ts'
import type { Explanation } from '../../data/rpc-results.ts'
import type { Site } from '../../data/site.ts'
import { readText } from '../../shared/parameters.ts'
import { RATED_COLUMNS, type RatedTool } from '../../shared/rated.ts'
import { FACETS, readFacets, readListingQuery, SORTS } from '../../tools/listing/listing.ts'
import { readTool } from '../../tools/read-tool.ts'
import { toToolPath } from '../../tools/tool.ts'
import { formatDay } from '../../ui/format/day.ts'
import { formatNumber } from '../../ui/format/numbers.ts'
import { type ApiRequest, createRequest } from '../request-panel.tsx'
import * as figureWords from '../words.ts'

const MINUS = '−'

/** @param column all values of the column, which get the same number of decimals */
export function formatTerm(value: number, column: readonly number[]): string {
  const decimals = column.every(Number.isInteger) ? 0 : 4
  return (value < 0 ? MINUS : '') + formatNumber(Math.abs(value), decimals)
}

/** A list, and one of its items. */
export interface RankedItem {
  name: string
  /** The item's page. */
  path: string
  list: { name: string; path: string }
  /** The arguments of `explain_rank`. */
  body: { list: string; subject: string; sort?: string; [name: string]: unknown }
  /** The parameters of /explain, without the item. */
  parameters: string
  /** The parameter of the item. */
  itemParameter: 'tool' | 'launch'
}

/** What orders the entries of a list that have the same sort key. */
export const findTieBreaker = ({ list, sort = '' }: RankedItem['body']): 'reviews' | 'id' =>
  list === 'launches' || sort === 'relevance' || sort.startsWith('reviews-') ? 'id' : 'reviews'

/** Also the sorts of `search_tools`, which home has in its addresses. */
const ALL_SORTS = {
  ...Object.fromEntries(Object.keys(figureWords.orders).map((s) => [s, s])),
  ...SORTS,
}

/** Reads the list and the item from the URL. @returns null if there is no such list or item */
export async function readRankedItem(
  site: Site,
  parameters: URLSearchParams,
): Promise<RankedItem | null> {
  const list = readText(parameters, 'list', 20).toLowerCase() || 'tools'
  if (list === 'launches') return readRankedLaunch(site, readText(parameters, 'launch', 40))
  const tool = await readTool(site, readText(parameters, 'tool', 200))
  if (!tool) return null
  site.tag(`reviews:${tool.id}`)
  const item = { name: tool.name, path: toToolPath(tool), itemParameter: 'tool' } as const
  const body = { list, subject: tool.id }
  if (list === 'featured') {
    const parameters = 'list=featured'
    return { ...item, body, parameters, list: { name: figureWords.listFeatured, path: '/' } }
  }
  if (list === 'alternatives') {
    const compared = await readTool(site, readText(parameters, 'of', 200))
    if (!compared) return null
    const path = `${toToolPath(compared)}/alternatives`
    return {
      ...item,
      body: { ...body, alternatives_of: compared.id },
      parameters: `list=alternatives&of=${compared.slug}`,
      list: { name: figureWords.listAlternatives(compared.name), path },
    }
  }
  if (list !== 'tools') return null
  const {
    search,
    category,
    minRating,
    sort,
    attributes = {},
  } = readListingQuery(parameters, ALL_SORTS)
  const order = figureWords.orders[sort] ?? sort
  const stars = minRating ? formatNumber(minRating, Number.isInteger(minRating) ? 0 : 1) : ''
  const facets = readFacets(parameters)
  const capability = readText(parameters, 'capability', 100)
  const names = [
    ...['search', 'category', 'rating', 'sort', ...FACETS, 'capability'],
    ...Object.keys(attributes).map((key) => `a.${key}`),
  ]
  const parameterPairs = names.flatMap((name) => {
    const value = readText(parameters, name, 200)
    return value ? [[name, value]] : []
  })
  const filters = new URLSearchParams(parameterPairs).toString()
  return {
    ...item,
    body: {
      ...body,
      sort,
      query: search,
      in_category: category || null,
      min_rating: minRating,
      ...facets,
      ...(Object.keys(attributes).length > 0 ? { attributes } : {}),
      ...(capability ? { capability } : {}),
    },
    parameters: `list=tools${filters ? `&${filters}` : ''}`,
    list: {
      name: figureWords.listTools(order, search, category, stars, Object.values(facets)),
      path: toListPath(parameterPairs),
    },
  }
}

/** /tools has fewer orders than the results of a search on home. */
function toListPath(parameterPairs: string[][]): string {
  const filters = new URLSearchParams(parameterPairs)
  const sort = filters.get('sort')
  const capability = filters.get('capability')
  if (capability) {
    filters.delete('capability')
    return `/best/${encodeURIComponent(capability)}?${filters}`
  }
  const path = sort && !Object.hasOwn(SORTS, sort) && filters.has('search') ? '/' : '/tools'
  return filters.size > 0 ? `${path}?${filters}` : path
}

async function readRankedLaunch(site: Site, id: string): Promise<RankedItem | null> {
  const launch = await findRow(
    site.supabase
      .from('product_launches')
      .select('id, tagline, launch_date, tools(name)')
      .eq('id', id)
      .maybeSingle(),
  )
  site.tag('launches')
  if (!launch?.id || !launch.launch_date) return null
  const day = launch.launch_date
  return {
    name: launch.tools?.name ?? launch.tagline ?? '',
    path: `/launch/${launch.id}`,
    itemParameter: 'launch',
    body: { list: 'launches', subject: launch.id },
    parameters: 'list=launches',
    list: { name: figureWords.listLaunches(formatDay(day)), path: toDayPath(day) },
  }
}

/** Days before today have a page of their own. */
const toDayPath = (day: string) =>
  day < new Date().toISOString().slice(0, 10) ? `/launches?day=${day}` : '/launches'

const TAGS: Readonly<Record<string, readonly CacheTag[]>> = {
  tools: ['tools', 'capabilities', 'categories', 'tool-ratings', 'throttled:reviews'],
  featured: ['tools', 'tool-ratings'],
  alternatives: ['tools', 'tool-ratings'],
  launches: ['tools', 'launches', 'launch-upvotes'],
}

export async function readRank(site: Site, { body }: RankedItem): Promise<Explanation> {
  site.tag(...(TAGS[body.list] ?? []))
  const { data } = await site.supabase.rpc('explain_rank', body).throwOnError()
  return data
}

/** The ratings of the item and its neighbors, by their ids; none of launches. */
export async function readRatings(
  { supabase }: Site,
  { body, itemParameter }: RankedItem,
  { above, below }: Explanation,
): Promise<Record<string, RatedTool>> {
  if (itemParameter === 'launch') return {}
  const ids = [body.subject, above?.id, below?.id].filter((id) => id !== undefined)
  const { data } = await supabase
    .from('tools')
    .select(`id, ${RATED_COLUMNS}` as const)
    .in('id', ids)
    .throwOnError()
  return Object.fromEntries(data.map(({ id, ...rated }) => [id, rated]))
}

/** The column that orders a list, for the lists that one column of ratings orders. */
export function findOrderColumn({ list, sort = '' }: RankedItem['body']) {
  if (list === 'featured' || sort.startsWith('rating-')) return 'rating_average'
  if (sort.startsWith('adjusted-')) return 'adjusted_rating'
  return sort.startsWith('reviews-') ? 'review_count' : undefined
}

export const toRankRequest = ({ body }: RankedItem): ApiRequest =>
  createRequest('explain_rank', body)
