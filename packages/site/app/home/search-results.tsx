import { SearchX } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { useSession } from '../session/session.ts'
import { FilterBar } from '../tools/listing/filter-bar.tsx'
import type { Listing } from '../tools/listing/listing.ts'
import { ListingHead, NearestUses, SearchNote } from '../tools/listing/listing-head.tsx'
import { PartialResults, ToolList } from '../tools/listing/tool-list.tsx'
import { toAddPath } from '../tools/tool.ts'
import * as listingWords from '../tools/words/listing.ts'
import { LinkButton } from '../ui/button.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { SectionFailure } from '../ui/feedback/section-failure.tsx'
import { Rich } from '../ui/format/rich-text.tsx'
import * as uiWords from '../ui/words.ts'
import * as homeWords from './words.ts'

interface SearchResultsProps {
  /** Undefined if the tools could not be read. */
  listing: Listing | undefined
  categories: readonly string[]
  /** The selected category; empty for all. */
  category: string
  search: string
}

export default function SearchResults({
  listing,
  categories,
  category,
  search,
}: SearchResultsProps) {
  const { loading, user } = useSession()
  useEffect(() => {
    if (loading) return
    // Nothing on the page waits for it.
    import('../search/recent.ts').then(
      (recent) => recent.addRecentSearch(user?.id, search),
      () => {},
    )
  }, [loading, user, search])
  return (
    <div className="page py-4 md:py-6">
      <ListingHead
        title={homeWords.resultsTitle}
        count={
          listing ? (
            <Rich text={homeWords.resultsCount(listing.total, listing.isMore)} parts={{ search }} />
          ) : null
        }
      >
        <Link to="/" className="py-1 text-link hover:underline">
          {homeWords.resultsClear}
        </Link>
      </ListingHead>
      <FilterBar
        listing={listing}
        categories={categories}
        category={category}
        ratings={homeWords.RATINGS}
        sorts={homeWords.SORTS}
        searchOn="phones"
      />
      {listing ? <SearchNote listing={listing} /> : null}
      {listing === undefined ? (
        <SectionFailure />
      ) : listing.total === 0 ? (
        <>
          <Notice
            role="status"
            icon={listing.parts.length > 0 ? undefined : SearchX}
            title={homeWords.resultsNone}
            text={homeWords.resultsNoneMore}
          >
            <LinkButton to="/all-tools">{uiWords.browseAllTools}</LinkButton>
            <LinkButton to="/categories" look="secondary">
              {homeWords.landingByCategory}
            </LinkButton>
            <LinkButton to={toAddPath(search)} look="quiet">
              {listingWords.addNamed(search)}
            </LinkButton>
          </Notice>
          <NearestUses listing={listing} />
        </>
      ) : (
        <ToolList listing={listing} />
      )}
      {listing ? <PartialResults listing={listing} /> : null}
    </div>
  )
}
