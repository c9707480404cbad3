import { useLocation } from 'react-router'
import { useLoadMore } from '../data/use-load-more.ts'
import { getReader } from '../session/session.ts'
import { ShowMore } from '../ui/show-more.tsx'
import { isRanked, type Listing } from './listing.ts'
import { ToolGrid } from './tool-card.tsx'
import * as listingWords from './words/listing.ts'

/** A listing with a "Show more" button. */
export function ToolList({ listing }: { listing: Listing }) {
  const { pathname, search } = useLocation()
  return <LoadedTools key={`${pathname}${search}`} listing={listing} />
}

function LoadedTools({ listing }: { listing: Listing }) {
  const { search } = useLocation()
  const list = useLoadMore(listing, async (after) => {
    // Loaded only for further pages.
    const { readListing } = await import('./read-listing.ts')
    return readListing(await getReader(), { ...listing.query, after })
  })
  const tools = list.pages.flatMap((page) => page.tools)
  return (
    <>
      <h2 className="sr-only">{listingWords.listTitle}</h2>
      <p className="mb-4 text-sm text-soft" role="status">
        {listingWords.listShowing(tools.length, listing.total, listing.isMore)}
      </p>
      <ToolGrid
        tools={tools}
        rank={isRanked(listing.query) ? `list=tools${search.replace('?', '&')}` : undefined}
      />
      <ShowMore {...list} />
    </>
  )
}
