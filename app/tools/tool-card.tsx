import { Link, useRouteLoaderData, useViewTransitionState } from 'react-router'
import type { loader as rootLoader } from '../root.tsx'
import { Badge } from '../ui/badge.tsx'
import { Rating } from '../ui/stars.tsx'
import { type CardTool, logoTransition, toolPath } from './tool.ts'
import { ToolLogo } from './tool-logo.tsx'
import * as listingWords from './words/listing.ts'

interface ToolCardProps {
  tool: CardTool
  /** Beside the rating. */
  badge: string | undefined
  /** The view transition that the logo takes part in. */
  transition?: string | undefined
}

/** The whole card leads to the tool; a sample without a slug leads nowhere. */
function ToolCard({ tool, badge, transition }: ToolCardProps) {
  return (
    <article className="panel relative flex flex-col gap-3 p-5 transition-transform hover:-translate-y-0.5">
      <div className="flex items-start gap-3">
        <ToolLogo id={tool.slug ? tool.id : undefined} name={tool.name} transition={transition} />
        <div className="min-w-0">
          <h3 className="truncate font-semibold">
            {tool.slug ? (
              <Link
                to={toolPath(tool)}
                viewTransition
                className="after:absolute after:inset-0 after:rounded-card"
              >
                {tool.name}
              </Link>
            ) : (
              tool.name
            )}
          </h3>
          <p className="truncate text-sm text-soft">{tool.category}</p>
        </div>
      </div>
      <p className="line-clamp-2 text-sm text-soft">{tool.description}</p>
      <div className="mt-auto flex flex-wrap items-end justify-between gap-2 pt-1">
        <Rating rating={tool.rating_average} reviews={tool.review_count} />
        {badge ? <Badge>{badge}</Badge> : null}
      </div>
    </article>
  )
}

function MovingToolCard({ tool, badge }: ToolCardProps) {
  // Only on the way to its page or back: the same tool may have several cards.
  const isOnItsWay = useViewTransitionState(tool.slug ? toolPath(tool) : '/') && tool.slug
  return (
    <ToolCard
      tool={tool}
      badge={badge}
      transition={isOnItsWay ? logoTransition(tool) : undefined}
    />
  )
}

interface ToolGridProps {
  tools: readonly CardTool[]
  areFeatured?: boolean
}

export function ToolGrid({ tools, areFeatured = false }: ToolGridProps) {
  const root = useRouteLoaderData<typeof rootLoader>('root')
  const pricing = areFeatured ? listingWords.cardPricingOfFeatured : listingWords.cardPricing
  const badgeOf = ({ slug }: CardTool) => {
    if (!slug) return listingWords.cardSample
    return root?.hasDemoContent ? pricing : undefined
  }
  return (
    <ul className={GRID}>
      {tools.map((tool) => (
        <li key={tool.id} className="grid">
          <MovingToolCard tool={tool} badge={badgeOf(tool)} />
        </li>
      ))}
    </ul>
  )
}

const GRID = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3'

/** Cards of the size of those to come. */
export function ToolGridSkeleton({ count }: { count: number }) {
  return (
    <div role="status" className={GRID}>
      <span className="sr-only">{listingWords.cardLoading}</span>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike.
        <div key={index} className="panel h-44 animate-pulse bg-sunken" />
      ))}
    </div>
  )
}
