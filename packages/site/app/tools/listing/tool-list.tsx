import { Link, useLocation, useRouteLoaderData } from 'react-router'
import type { loader as rootLoader } from '../../root.tsx'
import { getReader } from '../../session/session.ts'
import { AxisNumbers } from '../../ui/mark.tsx'
import { ShowMore, useLoadMore } from '../../ui/show-more.tsx'
import * as uiWords from '../../ui/words.ts'
import type { CardTool } from '../tool.ts'
import * as listingWords from '../words/listing.ts'
import { CompareBar } from './compare-bar.tsx'
import { isRanked, type Listing } from './listing.ts'
import { ToolRow, type ToolRowProps } from './tool-row.tsx'

interface ToolsProps {
  tools: readonly CardTool[]
  rank?: string | undefined
}

/** What a row shows of its pricing. Unknown pricing is the fixed one of the specification while there is demo content. */
function usePrice(fixed: string) {
  const root = useRouteLoaderData<typeof rootLoader>('root')
  return ({ slug, pricing }: CardTool): Pick<ToolRowProps, 'price' | 'isFixed'> => {
    if (!slug) return { price: uiWords.sample }
    const isFixed = pricing === undefined && root?.hasDemoContent === true
    return { price: isFixed ? fixed : pricing, isFixed }
  }
}

const GRID = 'grid gap-2 sm:grid-cols-2 sm:gap-4'

/** Tools without a rank, as cards. */
export function ToolGrid({
  tools,
  isFeatured = false,
  rank,
}: ToolsProps & { isFeatured?: boolean }) {
  const toPrice = usePrice(
    isFeatured ? listingWords.cardPricingOfFeatured : listingWords.cardPricing,
  )
  return (
    <ul className={GRID}>
      {tools.map((tool) => (
        <li key={tool.id} className="tool-row panel overflow-hidden">
          <ToolRow tool={tool} {...toPrice(tool)} rank={rank} hasFigures={isFeatured} />
        </li>
      ))}
    </ul>
  )
}

interface ToolRowsProps extends ToolsProps {
  /** A tool that the others are compared with, as the first row. */
  reference?: CardTool | undefined
  as?: ToolRowProps['as']
  /** Further lines of rows. */
  toMore?: (tool: CardTool) => string | undefined
}

/** Tools with a rank: their marks stand below each other on one axis. */
export function ToolRows({ tools, rank, reference, as, toMore }: ToolRowsProps) {
  const toPrice = usePrice(listingWords.cardPricing)
  const [first] = tools
  return (
    <div className="panel overflow-hidden">
      {rank && first ? (
        <p className="tool-row">
          <span data-part="head" className="text-soft">
            <span className="truncate">
              {listingWords.allToolsCount(tools.length, false)}
              {' · '}
              <Link
                to={`/explain?${rank}&tool=${first.slug}`}
                rel="nofollow"
                className="hover:underline"
              >
                {listingWords.rowsOrder}
              </Link>
            </span>
            <AxisNumbers />
            <span aria-hidden className="text-right">
              {listingWords.rowsAverage}
            </span>
          </span>
        </p>
      ) : null}
      <ul className="divide-y divide-line">
        {reference ? (
          <li className="tool-row bg-sunken [--halo:var(--sunken)]">
            <ToolRow tool={reference} {...toPrice(reference)} />
          </li>
        ) : null}
        {tools.map((tool) => (
          <li key={tool.id} className="tool-row" data-match={tool.lacks ? 'part' : undefined}>
            <ToolRow as={as} tool={tool} {...toPrice(tool)} rank={rank} more={toMore?.(tool)} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Placeholders with the size of cards. */
export function ToolGridSkeleton({ count }: { count: number }) {
  return (
    <div role="status" className={GRID}>
      <span className="sr-only">{listingWords.cardLoading}</span>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the items are equal.
        <div key={index} className="panel h-21 animate-pulse bg-sunken" />
      ))}
    </div>
  )
}

/** Why a tool is in the results of a search; nothing if all are for the same. */
function describeMatches(tools: readonly CardTool[]) {
  const reasons = new Set(tools.map(({ matches }) => matches?.join()))
  return ({ matches, lacks }: CardTool) => {
    if (matches && lacks) return listingWords.cardParts(matches, lacks)
    return matches && reasons.size > 1 ? listingWords.cardMatches(matches) : undefined
  }
}

/** Tools with a part of the search, below those with all of it. */
export function PartialResults({ listing }: { listing: Listing }) {
  if (listing.parts.length === 0) return null
  return (
    <section className="mt-6">
      <h2 className="mb-2 text-lg font-semibold">{listingWords.partsTitle}</h2>
      <ToolRows tools={listing.parts} toMore={describeMatches(listing.parts)} />
    </section>
  )
}

/** A listing with a "Show more" button. */
export function ToolList({ listing }: { listing: Listing }) {
  const { pathname, search } = useLocation()
  return <LoadedTools key={`${pathname}${search}`} listing={listing} />
}

/** The page of a capability has its slug in the path, and another default order. */
const toRankParameters = ({ query }: Listing, search: string) =>
  (query.capability ? `&capability=${query.capability}` : '') +
  (query.capability && !search.includes('sort=') ? '&sort=adjusted' : '') +
  search.replace('?', '&')

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
      <p className="mb-2 text-sm text-soft" role="status">
        {listingWords.listShowing(tools.length, listing.total, listing.isMore)}
      </p>
      {isRanked(listing.query) ? (
        <ToolRows
          tools={tools}
          rank={`list=tools${toRankParameters(listing, search)}`}
          toMore={describeMatches(tools)}
        />
      ) : (
        <ToolGrid tools={tools} />
      )}
      <ShowMore {...list} />
      <CompareBar />
    </>
  )
}
