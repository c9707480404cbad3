import { SearchX } from 'lucide-react'
import { useEffect } from 'react'
import { useSession } from '../session/session.ts'
import { FilterForm } from '../tools/listing/filter-form.tsx'
import type { Listing } from '../tools/listing/listing.ts'
import type { SearchNote as Note } from '../tools/listing/read-search-note.ts'
import { NearestUses, SearchNote } from '../tools/listing/search-note.tsx'
import { ToolList } from '../tools/listing/tool-card.tsx'
import { LinkButton } from '../ui/button.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { SectionFailure } from '../ui/feedback/section-failure.tsx'
import { Rich } from '../ui/format/rich-text.tsx'
import * as uiWords from '../ui/words.ts'
import * as homeWords from './words.ts'

interface SearchResultsProps {
  /** Undefined if the tools could not be read. */
  listing: Listing | undefined
  /** How the search was understood; undefined if it could not be read. */
  note: Note | null | undefined
  categories: readonly string[]
  /** The selected category; empty for all. */
  category: string
  search: string
}

export default function SearchResults({
  listing,
  note,
  categories,
  category,
  search,
}: SearchResultsProps) {
  const { loading, user } = useSession()
  useEffect(() => {
    if (loading) return
    // Nothing on the page waits for it.
    import('../palette/recent.ts').then(
      (recent) => recent.addRecentSearch(user?.id, search),
      () => {},
    )
  }, [loading, user, search])
  return (
    <div className="page py-8">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0 wrap-anywhere">
          <h1 className="display text-title">{homeWords.resultsTitle}</h1>
          {listing ? (
            <p className="mt-1 text-soft">
              <Rich
                text={homeWords.resultsCount(listing.total, listing.isMore)}
                parts={{ search }}
              />
            </p>
          ) : null}
        </div>
        <LinkButton to="/" look="secondary">
          {homeWords.resultsClear}
        </LinkButton>
      </div>
      <FilterForm
        categories={categories}
        category={category}
        ratings={homeWords.RATINGS}
        sorts={homeWords.SORTS}
      />
      {note ? <SearchNote note={note} listing={listing} /> : null}
      {note === undefined && listing ? <SectionFailure /> : null}
      {listing === undefined ? (
        <SectionFailure />
      ) : listing.total === 0 ? (
        <>
          <Notice
            role="status"
            icon={SearchX}
            title={homeWords.resultsNone}
            text={homeWords.resultsNoneMore}
          >
            <LinkButton to="/all-tools">{uiWords.browseAllTools}</LinkButton>
            <LinkButton to="/categories" look="secondary">
              {homeWords.landingByCategory}
            </LinkButton>
          </Notice>
          <NearestUses listing={listing} />
        </>
      ) : (
        <ToolList listing={listing} />
      )}
    </div>
  )
}
