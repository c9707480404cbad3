import { lazy, Suspense } from 'react'
import { readTileCategories } from '../categories/read-categories.ts'
import { readSection, siteContext } from '../data/site.ts'
import { readTopLaunches } from '../launches/read-launches.ts'
import { readNewestReviews } from '../reviews/read-reviews.ts'
import { isAreaOn } from '../shared/areas.ts'
import { readCategoryNames, resolveCategory } from '../tools/category-names.ts'
import { readListingQuery, SORTS } from '../tools/listing/listing.ts'
import { readListing } from '../tools/listing/read-listing.ts'
import { pageMeta } from '../ui/page-meta.ts'
import type { Route } from './+types/home'
import { Landing } from './landing.tsx'
import { readFeaturedTools, readFigures } from './read-home.ts'
import { readUses } from './use-of-the-day.tsx'
import * as homeWords from './words.ts'

const SEARCH_SORTS = {
  ...Object.fromEntries(homeWords.SORTS.map(([sort]) => [sort, sort])),
  adjusted: SORTS.adjusted,
}

// The landing page does not need it.
const SearchResults = lazy(() => import('./search-results.tsx'))

const CATEGORIES_SHOWN = 8

/** The number of newest reviews, and of launches of today. */
const FRESH_SHOWN = 3

/** With the parameter `search` the page shows search results (spec 1 §2). */
export async function loader({ context, request }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const parameters = new URL(request.url).searchParams
  const query = readListingQuery(parameters, SEARCH_SORTS)
  if (query.search) {
    const [listing, categories] = await Promise.all([
      readSection(site, readListing(site, query)),
      readCategoryNames(site),
    ])
    return {
      kind: 'results' as const,
      listing,
      categories: categories.map(({ name }) => name),
      category: resolveCategory(query.category, categories),
      search: query.search,
    }
  }
  // Deferred: after a navigation the page shows placeholders until the tools are loaded.
  const featured = readSection(site, readFeaturedTools(site))
  const [uses, reviews, launches, figures, categories] = await Promise.all([
    readSection(site, readUses(site)),
    readSection(site, readNewestReviews(site, FRESH_SHOWN)),
    isAreaOn('launches') ? readSection(site, readTopLaunches(site, FRESH_SHOWN)) : [],
    readSection(site, readFigures(site)),
    readSection(site, readTileCategories(site, CATEGORIES_SHOWN)),
  ])
  return { kind: 'landing' as const, featured, uses, reviews, launches, figures, categories }
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  loaderData?.kind === 'results'
    ? pageMeta(matches, {
        title: homeWords.resultsPageTitle(loaderData.search),
        description: homeWords.resultsDescription(loaderData.search),
        noIndex: true,
      })
    : pageMeta(matches, {
        title: homeWords.landingTitle,
        description: homeWords.landingDescription,
        path: '/',
        image: '/pictures/share/site',
        feed: '/feeds/reviews',
      })

export default function Home({ loaderData }: Route.ComponentProps) {
  return loaderData.kind === 'results' ? (
    <Suspense>
      <SearchResults {...loaderData} />
    </Suspense>
  ) : (
    <Landing {...loaderData} />
  )
}
