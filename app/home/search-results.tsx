import type { Category } from '../categories/read-categories.ts'
import { FilterForm } from '../tools/filter-form.tsx'
import { GrowingList } from '../tools/growing-list.tsx'
import type { Listing } from '../tools/listing.ts'
import { LinkButton } from '../ui/button.tsx'

const RATINGS = [
  ['', 'Any'],
  ['4', '4+ stars'],
  ['3', '3+ stars'],
  ['2', '2+ stars'],
] as const

const SORTS = [
  ['name-asc', 'Name A-Z'],
  ['name-desc', 'Name Z-A'],
  ['rating-desc', 'Highest Rated'],
  ['rating-asc', 'Lowest Rated'],
  ['reviews-desc', 'Most Reviews'],
  ['reviews-asc', 'Fewest Reviews'],
] as const

export const SEARCH_SORTS = Object.fromEntries(SORTS.map(([sort]) => [sort, sort]))

interface SearchResultsProps {
  listing: Listing
  categories: readonly Category[]
  search: string
}

export function SearchResults({ listing, categories, search }: SearchResultsProps) {
  return (
    <div className="page py-8">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <div>
          <h1 className="display text-title">Search Results</h1>
          <p className="mt-1 text-soft">
            {listing.total} {listing.total === 1 ? 'tool' : 'tools'} found for “{search}”
          </p>
        </div>
        <LinkButton to="/" look="secondary">
          Clear Search
        </LinkButton>
      </div>
      <FilterForm categories={categories} ratings={RATINGS} sorts={SORTS} />
      {listing.total === 0 ? (
        <div className="grid justify-items-center gap-4 py-16 text-center" role="status">
          <h2 className="text-lg font-semibold">No tools found</h2>
          <LinkButton to="/all-tools">Browse All Tools</LinkButton>
        </div>
      ) : (
        <GrowingList listing={listing} />
      )}
    </div>
  )
}
