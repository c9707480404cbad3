import { Check, Plus } from 'lucide-react'
import { Link, useViewTransitionState } from 'react-router'
import { isAreaOn } from '../../shared/areas.ts'
import { isRatedByFew } from '../../shared/rated.ts'
import { SampleMark } from '../../ui/badge.tsx'
import { formatOneDecimal } from '../../ui/format/numbers.ts'
import { FigureLink } from '../../ui/links.tsx'
import { Mark } from '../../ui/mark.tsx'
import * as uiWords from '../../ui/words.ts'
import { comparedStore, toComparePath, toggleCompared } from '../selection.ts'
import { type CardTool, toLogoTransition, toToolPath } from '../tool.ts'
import { ToolLogo } from '../tool-logo.tsx'
import * as listingWords from '../words/listing.ts'

export interface ToolRowProps {
  tool: CardTool
  /** Its pricing, as shown. */
  price?: string | undefined
  /** Whether that is the fixed price of the specification. */
  isFixed?: boolean
  /** A further line, such as why the tool is in the list. */
  more?: string | undefined
  /** The parameters of /explain; absent if the list has no ranks. */
  rank?: string | undefined
  /** Whether its numbers are links to their figures. */
  hasFigures?: boolean
  /** Beside the content that a page is about a row is no article. */
  as?: 'article' | 'div' | undefined
}

/** The row is a link to the tool. A sample has no slug and no link. tool-row.css has its shapes. */
export function ToolRow({
  tool,
  price,
  isFixed,
  more,
  rank,
  hasFigures,
  as: Root = 'article',
}: ToolRowProps) {
  const path = toToolPath(tool)
  // Only during a navigation to its page or back: a page may have several rows of a tool.
  const isTransitioning = useViewTransitionState(tool.slug ? path : '/') && tool.slug
  return (
    <Root>
      <span data-part="logo">
        <ToolLogo
          id={tool.slug ? tool.id : undefined}
          name={tool.name}
          size={40}
          transition={isTransitioning ? toLogoTransition(tool) : undefined}
        />
      </span>
      <h3 className="truncate font-semibold">
        {tool.slug ? (
          <Link
            to={path}
            viewTransition
            className="outline-link outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2"
          >
            {tool.name}
          </Link>
        ) : (
          tool.name
        )}
      </h3>
      <p data-part="place" className="truncate text-soft">
        {tool.category}
      </p>
      {rank && tool.slug ? (
        <Link
          data-part="mark"
          to={`/explain?${rank}&tool=${tool.slug}`}
          rel="nofollow"
          aria-label={uiWords.whyRankNamed(tool.name)}
          className="relative"
        >
          <Mark tool={tool} />
        </Link>
      ) : (
        <span data-part="mark">
          <Mark tool={tool} />
        </span>
      )}
      <RatingNumber
        tool={tool}
        hasFigures={hasFigures}
        isSpoken={hasFigures || rank !== undefined}
      />
      <p data-part="text" className="truncate text-soft">
        {tool.description}
      </p>
      {price ? (
        <p data-part="price" className="truncate text-soft">
          <span>{price}</span>
          {isFixed ? <SampleMark /> : null}
        </p>
      ) : null}
      {more ? <p data-part="more">{more}</p> : null}
      {tool.slug && isAreaOn('compare') ? <CompareButton tool={tool} /> : null}
    </Root>
  )
}

interface RatingNumberProps extends Pick<ToolRowProps, 'tool' | 'hasFigures'> {
  /** A mark that is no link has the same for screen readers. */
  isSpoken: boolean | undefined
}

/** "4.1" and "30 reviews". */
function RatingNumber({ tool, hasFigures, isSpoken }: RatingNumberProps) {
  const link = (figure: string, shown: string) =>
    hasFigures ? (
      <FigureLink figure={`tool-${figure}`} of={tool.slug}>
        {shown}
      </FigureLink>
    ) : (
      shown
    )
  return (
    <span
      data-part="number"
      aria-hidden={isSpoken ? undefined : true}
      className="text-soft tabular-nums"
    >
      {tool.rating_average === null || tool.review_count === 0 ? (
        uiWords.ratingNone
      ) : (
        <>
          <strong className={isRatedByFew(tool) ? 'font-semibold' : 'text-ink'}>
            {link('average', formatOneDecimal(tool.rating_average))}
          </strong>
          <span className="whitespace-nowrap">
            {link('reviews', uiWords.ratingReviews(tool.review_count))}
          </span>
        </>
      )}
    </span>
  )
}

/** Adds the tool to the bar of `CompareBar`; without script it opens the comparison. */
function CompareButton({ tool: { name, slug } }: Pick<ToolRowProps, 'tool'>) {
  const isCompared = comparedStore.use().includes(slug)
  const Icon = isCompared ? Check : Plus
  return (
    <Link
      data-part="add"
      to={toComparePath([slug])}
      aria-label={isCompared ? listingWords.compareRemove(name) : listingWords.compareAdd(name)}
      onClick={(event) => {
        event.preventDefault()
        toggleCompared(slug)
      }}
      className={`relative size-10 place-items-center rounded-control border ${isCompared ? 'border-ink text-ink' : 'border-line text-soft hover:border-edge'}`}
    >
      <Icon aria-hidden size={18} />
    </Link>
  )
}
