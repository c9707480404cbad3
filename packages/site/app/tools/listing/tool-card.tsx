import { Link, useLocation, useRouteLoaderData, useViewTransitionState } from 'react-router'
import type { loader as rootLoader } from '../../root.tsx'
import { getReader } from '../../session/session.ts'
import { Badge, SampleMark } from '../../ui/badge.tsx'
import { RankLink } from '../../ui/links.tsx'
import { ShowMore, useLoadMore } from '../../ui/show-more.tsx'
import { Rating } from '../../ui/stars.tsx'
import * as uiWords from '../../ui/words.ts'
import { type CardTool, toLogoTransition, toToolPath } from '../tool.ts'
import { ToolLogo } from '../tool-logo.tsx'
import * as listingWords from '../words/listing.ts'
import { isRanked, type Listing } from './listing.ts'

interface ToolCardProps {
  tool: CardTool
  /** Shown beside the rating. */
  badge: string | undefined
  /** Whether the badge is the fixed price of the specification. */
  isFixed?: boolean
  /** The name of the logo's view transition. */
  transition?: string | undefined
  /** The parameters of /explain; absent if the list has no ranks. */
  rank: string | undefined
  /** Whether its numbers are links to their figures. */
  hasFigures: boolean
}

/** The card is a link to the tool; on phones it is a row. A sample has no slug and no link. */
function ToolCard({ tool, badge, isFixed = false, transition, rank, hasFigures }: ToolCardProps) {
  return (
    <article className="panel relative grid grid-cols-[auto_minmax(0,1fr)_auto] content-start gap-x-3 px-3 py-2.5 transition-transform hover:-translate-y-0.5 sm:gap-y-3 sm:p-5">
      <ToolLogo
        id={tool.slug ? tool.id : undefined}
        name={tool.name}
        size={40}
        transition={transition}
      />
      <div>
        <h3 className="truncate font-semibold">
          {tool.slug ? (
            <Link
              to={toToolPath(tool)}
              viewTransition
              className="outline-link outline-none after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-2 focus-visible:after:outline-offset-2"
            >
              {tool.name}
            </Link>
          ) : (
            tool.name
          )}
        </h3>
        <p className="truncate text-sm text-soft">{tool.category}</p>
      </div>
      <Rating
        rating={tool.rating_average}
        reviews={tool.review_count}
        isStacked
        of={hasFigures ? tool.slug : undefined}
      />
      <p
        className={`${rank ? 'line-clamp-1 sm:line-clamp-2' : 'line-clamp-2'} text-[0.8125rem] leading-[1.125rem] text-soft max-sm:col-span-2 sm:col-span-3 sm:min-h-10 sm:text-sm sm:leading-5`}
      >
        {tool.description}
      </p>
      {badge ? (
        <span className="flex max-w-24 items-end justify-end overflow-hidden whitespace-nowrap sm:order-1 sm:col-span-2 sm:max-w-none sm:justify-start">
          <Badge>{badge}</Badge>
          {isFixed ? <SampleMark /> : null}
        </span>
      ) : null}
      <div className="col-span-3 flex items-center justify-between gap-3 empty:hidden sm:contents">
        {tool.matches ? (
          <p className="text-[0.8125rem] max-sm:truncate sm:col-span-3 sm:line-clamp-2 sm:text-sm">
            {tool.lacks
              ? listingWords.cardParts(tool.matches, tool.lacks)
              : listingWords.cardMatches(tool.matches)}
          </p>
        ) : null}
        {rank && tool.slug ? (
          // Without a width of its own it takes none from the name.
          <span className="flex shrink-0 justify-end leading-none whitespace-nowrap sm:order-2 sm:col-start-3 sm:w-0 sm:justify-self-end">
            <RankLink item={`${rank}&tool=${tool.slug}`} name={tool.name} />
          </span>
        ) : null}
      </div>
    </article>
  )
}

function TransitionToolCard(props: ToolCardProps) {
  const { tool } = props
  // Only during a navigation to its page or back: a page may have several cards of a tool.
  const isTransitioning = useViewTransitionState(tool.slug ? toToolPath(tool) : '/') && tool.slug
  return <ToolCard {...props} transition={isTransitioning ? toLogoTransition(tool) : undefined} />
}

interface ToolGridProps {
  tools: readonly CardTool[]
  areFeatured?: boolean
  rank?: string | undefined
}

export function ToolGrid({ tools, areFeatured = false, rank }: ToolGridProps) {
  const root = useRouteLoaderData<typeof rootLoader>('root')
  const fixed = areFeatured ? listingWords.cardPricingOfFeatured : listingWords.cardPricing
  const selectBadge = ({ slug, pricing }: CardTool) => {
    if (!slug) return { badge: uiWords.sample }
    const isFixed = pricing === undefined && root?.hasDemoContent === true
    return { badge: isFixed ? fixed : pricing, isFixed }
  }
  return (
    <ul className={GRID}>
      {tools.map((tool) => (
        <li key={tool.id} className="grid" data-match={tool.lacks ? 'part' : undefined}>
          <TransitionToolCard
            tool={tool}
            {...selectBadge(tool)}
            rank={rank}
            hasFigures={areFeatured}
          />
        </li>
      ))}
    </ul>
  )
}

const GRID = 'grid gap-2 sm:grid-cols-2 sm:gap-4 lg:grid-cols-3'

/** Placeholders with the size of cards. */
export function ToolGridSkeleton({ count }: { count: number }) {
  return (
    <div role="status" className={GRID}>
      <span className="sr-only">{listingWords.cardLoading}</span>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the items are equal.
        <div key={index} className="panel h-28 animate-pulse bg-sunken" />
      ))}
    </div>
  )
}

/** Tools with a part of the search, below those with all of it. */
export function PartialResults({ listing }: { listing: Listing }) {
  if (listing.parts.length === 0) return null
  return (
    <section className="mt-6">
      <h2 className="mb-2 text-lg font-semibold">{listingWords.partsTitle}</h2>
      <ToolGrid tools={listing.parts} />
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
      <ToolGrid
        tools={tools}
        rank={
          isRanked(listing.query) ? `list=tools${toRankParameters(listing, search)}` : undefined
        }
      />
      <ShowMore {...list} />
    </>
  )
}
