import { readCategories } from '@toolmark/site/app/categories/read-categories.ts'
import type { Reader } from '@toolmark/site/app/data/cache-tags.ts'
import { readFeaturedTools } from '@toolmark/site/app/home/read-home.ts'
import { readLaunches } from '@toolmark/site/app/launches/read-launches.ts'
import { readActivities, readProfileByName, readStats } from '@toolmark/site/app/people/profile.ts'
import {
  readNewestReviews,
  readReviewQuery,
  readReviews,
} from '@toolmark/site/app/reviews/read-reviews.ts'
import { readAlternatives, readInsight } from '@toolmark/site/app/tool-page/insight.ts'
import type { ListingQuery } from '@toolmark/site/app/tools/listing/listing.ts'
import { readLandscape, readListing } from '@toolmark/site/app/tools/listing/read-listing.ts'
import { readSummary, readTool } from '@toolmark/site/app/tools/read-tool.ts'
import { readSiteCounts } from '@toolmark/site/app/trust/trust-figures.ts'
import { readSearches } from '../../searches.ts'

export type Read = () => Promise<unknown>

/** The read that calls a different search each time. */
export const SEARCHES = 'searches that people type'

const ALL: ListingQuery = { search: '', category: '', minRating: 0, sort: 'name-asc', after: null }
const SORTS = [
  'name-asc',
  'name-desc',
  'rating-desc',
  'rating-asc',
  'reviews-desc',
  'reviews-asc',
  'adjusted-desc',
] as const
/** A page deep in the listing; the last page if there are fewer. */
const DEEP_PAGE = 100

/** @returns the reads of the screens by their name in the table, each with the screens' own code */
export async function createReads(reader: Reader): Promise<Map<string, Read>> {
  const list = (query: Partial<ListingQuery>) => () => readListing(reader, { ...ALL, ...query })
  const find = (search: string) => list({ search, sort: 'relevance' })
  const [mostReviewed] = (await readListing(reader, { ...ALL, sort: 'reviews-desc' })).tools
  if (!mostReviewed) throw new Error('the catalog is empty')
  const reads = new Map<string, Read>([
    ['search, one word', find('brightdesk')],
    ['search, two words', find('notes brightflow')],
    ['search, a misspelled word', find('brigthdesk')],
    ['search, a prefix', find('bri')],
    ['search, a word in every description', find('software')],
    ['a category', list({ category: 'Development' })],
    ['four stars and more', list({ minRating: 4 })],
    [
      'a category, four stars, a word',
      list({ category: 'AI & Automation', minRating: 4, search: 'software' }),
    ],
  ])
  const searches = readSearches()
  let calls = 0
  reads.set(SEARCHES, () => {
    calls += 1
    return find(searches[calls % searches.length]?.query ?? '')()
  })
  const FACETS = { pricing: 'free', platform: 'linux', license: 'open_source' }
  for (const [name, value] of Object.entries(FACETS)) {
    const facets = { [name]: value }
    reads.set(`${name}`, list({ facets }))
    reads.set(`${name}, one word`, list({ facets, search: 'brightdesk', sort: 'relevance' }))
    reads.set(
      `${name}, a word in every description`,
      list({ facets, search: 'software', sort: 'relevance' }),
    )
  }
  reads.set('pricing that most tools have', list({ facets: { pricing: 'freemium' } }))
  reads.set('pricing, platform, license', list({ facets: FACETS }))
  reads.set(
    'pricing, platform, license in a category',
    list({ facets: FACETS, category: 'Development' }),
  )
  reads.set(
    'platform, four stars, by rating-desc',
    list({ facets: { platform: 'linux' }, minRating: 4, sort: 'rating-desc' }),
  )
  reads.set('an unknown platform', list({ facets: { platform: 'amiga' } }))
  for (const sort of SORTS) {
    reads.set(
      `a category, four stars, by ${sort}`,
      list({ category: 'Analytics', minRating: 4, sort }),
    )
    reads.set(`by ${sort}, page 1`, list({ sort }))
    reads.set(
      `by ${sort}, page ${DEEP_PAGE}`,
      list({ sort, after: await findDeepCursor(reader, sort) }),
    )
  }
  reads.set('categories with counts', () => readCategories(reader))
  reads.set('a category’s landscape', () => readLandscape(reader, 'Development'))
  reads.set('featured tools', () => readFeaturedTools(reader))
  reads.set('the most reviewed tool', async () => {
    const tool = await readTool(reader, mostReviewed.slug)
    if (!tool) throw new Error('tool not found')
    return Promise.all([
      readSummary(reader, tool.id),
      readReviews(reader, readReviewQuery(tool.id, new URLSearchParams())),
      readInsight(reader, tool.id),
      readAlternatives(reader, tool),
    ])
  })
  reads.set('trust center', () =>
    Promise.all([readSiteCounts(reader), readNewestReviews(reader, 6)]),
  )
  reads.set('a public profile', async () => {
    const profile = await readProfileByName(reader, 'PERSON-11')
    if (!profile) throw new Error('profile not found')
    return Promise.all([
      readStats(reader, profile.user_id),
      readActivities(reader, profile.user_id, 5),
    ])
  })
  for (const status of ['live', 'scheduled', 'ended'] as const) {
    reads.set(`launches, ${status}`, () => readLaunches(reader, { status }))
  }
  reads.set('people by their names', async () => {
    const { error } = await reader.supabase.rpc('search_people', { query: 'gra ga' })
    if (error) throw new Error(error.message)
  })
  for (const sort of ['rating-desc', 'adjusted-desc'] as const) {
    reads.set(`why this position, by ${sort}`, async () => {
      const { error } = await reader.supabase.rpc('explain_rank', {
        list: 'tools',
        subject: mostReviewed.id,
        sort,
      })
      if (error) throw new Error(error.message)
    })
  }
  return reads
}

async function findDeepCursor(reader: Reader, sort: string): Promise<string | null> {
  let after: string | null = null
  for (let page = 1; page < DEEP_PAGE; page += 1) {
    const { next } = await readListing(reader, { ...ALL, sort, after })
    if (!next) return after
    after = next
  }
  return after
}
