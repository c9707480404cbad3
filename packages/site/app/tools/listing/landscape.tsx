import { Link } from 'react-router'
import { formatCount } from '../../ui/format/numbers.ts'
import * as uiWords from '../../ui/words.ts'
import { toToolPath } from '../tool.ts'
import * as listingWords from '../words/listing.ts'
import type { PlottedTool } from './read-listing.ts'

/** Vertical lengths are in pixels, horizontal ones in percent: texts keep their size at every width. */
const HEIGHT_PX = 240
/** Left and right in percent, top and bottom in pixels. */
const MARGIN = { left: 5, right: 1.5, top: 12, bottom: 28 }
/** At most this many points have a visible name; the others have a tooltip. */
const NAMED_MAX = 7

/** A scatter plot of a category's tools by number of reviews and rating, on large screens. */
export function Landscape({
  tools,
  category,
}: {
  tools: readonly PlottedTool[]
  category: string
}) {
  if (tools.length < 3) return null
  const most = Math.max(...tools.map(({ review_count }) => review_count))
  const lowest = Math.min(...tools.map(({ rating_average }) => rating_average))
  const highest = Math.max(...tools.map(({ rating_average }) => rating_average))
  const floor = Math.max(1, Math.floor(lowest))
  const x = (reviews: number) =>
    MARGIN.left +
    (Math.log(reviews) / Math.log(Math.max(most, 2))) * (100 - MARGIN.left - MARGIN.right)
  const y = (rating: number) =>
    MARGIN.top + ((5 - rating) / (5 - floor)) * (HEIGHT_PX - MARGIN.top - MARGIN.bottom)
  const namedIds = new Set(
    tools
      .toSorted((a, b) => computeRank(b) - computeRank(a))
      .slice(0, NAMED_MAX)
      .map(({ id }) => id),
  )
  const leader = tools.find(({ id }) => namedIds.has(id))
  return (
    <figure className="panel mt-6 p-4 max-md:hidden">
      <figcaption className="mb-2">
        <h2 className="font-semibold">{listingWords.landscapeTitle(category)}</h2>
        <p className="text-sm text-soft">
          {listingWords.landscapeText(tools.length)}
          <span className="sr-only">
            {listingWords.landscapeSpoken(lowest, highest, leader?.name ?? '')}
          </span>
        </p>
      </figcaption>
      {/* Hidden from screen readers and the Tab key: the list of tools below has the same links. */}
      <svg aria-hidden height={HEIGHT_PX} className="w-full overflow-visible text-xs">
        {Array.from({ length: 6 - floor }, (_, index) => floor + index).map((stars) => (
          <g key={stars}>
            <line
              x1={toPercent(MARGIN.left)}
              x2={toPercent(100 - MARGIN.right)}
              y1={y(stars)}
              y2={y(stars)}
              className="stroke-line"
            />
            <text x="0" y={y(stars) + 4} className="fill-soft">
              {listingWords.landscapeStars(stars)}
            </text>
          </g>
        ))}
        {[1, 3, 10, 30, 100, 300, 1000, 3000]
          .filter((reviews) => reviews <= most)
          .map((reviews) => (
            <text
              key={reviews}
              x={toPercent(x(reviews))}
              y={HEIGHT_PX - 6}
              textAnchor="middle"
              className="fill-soft"
            >
              {reviews === 1 ? uiWords.ratingReviews(1) : formatCount(reviews)}
            </text>
          ))}
        {tools.map((tool) => (
          <Link key={tool.id} to={toToolPath(tool)} tabIndex={-1}>
            <title>
              {listingWords.landscapeTool(tool.name, tool.rating_average, tool.review_count)}
            </title>
            <circle
              cx={toPercent(x(tool.review_count))}
              cy={y(tool.rating_average)}
              r={namedIds.has(tool.id) ? 6 : 4.5}
              className={
                namedIds.has(tool.id) ? 'fill-star' : 'fill-edge opacity-60 hover:opacity-100'
              }
            />
          </Link>
        ))}
        <ToolNames tools={tools} namedIds={namedIds} x={x} y={y} />
      </svg>
    </figure>
  )
}

/** The average with five more reviews of 3.5 stars, as in the SQL function `tool_alternatives`. */
const computeRank = ({ rating_average, review_count }: PlottedTool) =>
  (rating_average * review_count + 17.5) / (review_count + 5)

interface ToolNamesProps {
  tools: readonly PlottedTool[]
  /** The tools with a visible name. */
  namedIds: ReadonlySet<string>
  /** In percent. */
  x: (reviews: number) => number
  /** In pixels. */
  y: (rating: number) => number
}

/** The widths of a letter and a point in percent, at the smallest width of the plot. */
const LETTER_PERCENT = 1.05
const POINT_PERCENT = 1.2

/** The names beside their points, moved if they would overlap another name or point. */
function ToolNames({ tools, namedIds, x, y }: ToolNamesProps) {
  const placed = tools.map(({ review_count, rating_average }) => {
    const center = x(review_count)
    return { left: center - POINT_PERCENT, right: center + POINT_PERCENT, y: y(rating_average) + 4 }
  })
  return tools
    .filter(({ id }) => namedIds.has(id))
    .toSorted((a, b) => y(a.rating_average) - y(b.rating_average))
    .map(({ id, name, review_count, rating_average }) => {
      const center = x(review_count)
      const isLeft = center > 70
      const width = name.length * LETTER_PERCENT
      const start = isLeft ? center - POINT_PERCENT - width : center + POINT_PERCENT
      const end = isLeft ? center - POINT_PERCENT : center + POINT_PERCENT + width
      const isOverlapping = (height: number) =>
        placed.some(
          (other) => Math.abs(other.y - height) < 14 && other.left < end && other.right > start,
        )
      const unshifted = y(rating_average) + 4
      const height =
        SHIFTS_PX.map((shift) => unshifted + shift).find(
          (moved) =>
            moved > MARGIN.top && moved < HEIGHT_PX - MARGIN.bottom && !isOverlapping(moved),
        ) ?? unshifted
      placed.push({ left: start, right: end, y: height })
      return (
        <text
          key={id}
          x={toPercent(center)}
          dx={isLeft ? -10 : 10}
          y={height}
          textAnchor={isLeft ? 'end' : 'start'}
          className="pointer-events-none fill-ink font-medium"
        >
          {name}
        </text>
      )
    })
}

/** Tried in this order: below and above, the smallest first. */
const SHIFTS_PX = [0, 8, -8, 14, -14, 20, -20, 28, -28, 36, 44]

const toPercent = (value: number) => `${Math.round(value * 100) / 100}%`
