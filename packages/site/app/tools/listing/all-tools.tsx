import { SearchX } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { readSection, siteContext } from '../../data/site.ts'
import { SignedIn } from '../../session/signed-in.tsx'
import { readText } from '../../shared/parameters.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { SectionFailure } from '../../ui/feedback/section-failure.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import * as uiWords from '../../ui/words.ts'
import { readCategoryNames, resolveCategory } from '../category-names.ts'
import { toAddPath } from '../tool.ts'
import * as listingWords from '../words/listing.ts'
import type { Route } from './+types/all-tools'
import { FilterBar } from './filter-bar.tsx'
import { Landscape } from './landscape.tsx'
import { readFacets, readListingQuery, SORTS } from './listing.ts'
import { ListingHead, NearestUses, SearchNote } from './listing-head.tsx'
import { readDetailFilters, readLandscape, readListing } from './read-listing.ts'
import { PartialResults, ToolList } from './tool-list.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const parameters = new URL(request.url).searchParams
  const facets = readFacets(parameters)
  const query = { ...readListingQuery(parameters, SORTS), facets }
  const filters = [...Object.keys(facets), ...Object.keys(query.attributes ?? {})]
  // The chart shows a whole category, so it does not belong to search results.
  const hasLandscape = query.category !== '' && query.search === '' && filters.length === 0
  const [listing, categories, landscape, attributes] = await Promise.all([
    readSection(site, readListing(site, query)),
    readCategoryNames(site),
    hasLandscape ? readSection(site, readLandscape(site, query.category)) : null,
    readSection(site, readDetailFilters(site, query)),
  ])
  return {
    listing,
    categories: categories.map(({ name }) => name),
    category: resolveCategory(query.category, categories),
    landscape,
    attributes,
    isFiltered: filters.length > 0,
  }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: listingWords.allToolsTitle,
    description: listingWords.allToolsDescription,
    path: '/tools',
    feed: '/feeds/tools',
  })

export default function AllTools({
  loaderData: { listing, categories, category, landscape, attributes, isFiltered: hasFacts },
}: Route.ComponentProps) {
  const [parameters] = useSearchParams()
  const search = readText(parameters, 'search', 100)
  const isFiltered =
    hasFacts ||
    ['search', 'category', 'rating', 'sort'].some((name) => readText(parameters, name, 1))
  return (
    <div className="page py-4 md:py-6">
      <ListingHead
        title={listingWords.allToolsTitle}
        count={
          listing ? listingWords.allToolsCount(listing.total, listing.isMore) : uiWords.nothing
        }
      >
        <SignedIn>
          <LinkButton to="/add-tool">{listingWords.addTool}</LinkButton>
        </SignedIn>
      </ListingHead>
      <FilterBar
        listing={listing}
        categories={categories}
        category={category}
        ratings={listingWords.RATINGS}
        sorts={listingWords.SORTS}
        facets={listingWords.FACETS}
        attributes={attributes}
        wantedFacts={listing?.note?.facts}
        searchOn="all"
      />
      {attributes ? null : <SectionFailure />}
      {listing ? <SearchNote listing={listing} /> : null}
      {listing === undefined ? (
        <SectionFailure />
      ) : listing.total === 0 ? (
        <>
          <p className="text-sm text-soft">{listingWords.listShowing(0, 0, false)}</p>
          <Notice
            role="status"
            icon={listing.parts.length > 0 ? undefined : SearchX}
            title={listingWords.allToolsNone}
            text={isFiltered ? listingWords.allToolsNoneMore : listingWords.allToolsNoneYet}
          >
            {search ? (
              <LinkButton to={toAddPath(search)} look="secondary">
                {listingWords.addNamed(search)}
              </LinkButton>
            ) : null}
          </Notice>
          <NearestUses listing={listing} />
          <PartialResults listing={listing} />
        </>
      ) : (
        <>
          <ToolList listing={listing} />
          <PartialResults listing={listing} />
          {landscape === undefined ? <SectionFailure /> : null}
          <Landscape tools={landscape ?? []} category={category} />
        </>
      )}
    </div>
  )
}
