import { Link } from 'react-router'
import { toolPath } from '../tools/tool.ts'
import { whole } from '../ui/format/numbers.ts'
import * as uiWords from '../ui/words.ts'
import type { PlottedTool } from './read-landscape.ts'
import * as landscapeWords from './words/landscape.ts'

/** In pixels, while what is across is in percent: letters keep their size at every width. */
const HEIGHT = 240
const MARGIN = { left: 5, right: 1.5, top: 12, bottom: 28 }
/** So many carry their name in the plot; the others tell it when pointed at. */
const NAMED = 7

/** A category at one glance: rating against number of reviews. Its text is the list below it. */
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
    MARGIN.top + ((5 - rating) / (5 - floor)) * (HEIGHT - MARGIN.top - MARGIN.bottom)
  const named = new Set(
    tools
      .toSorted((a, b) => weight(b) - weight(a))
      .slice(0, NAMED)
      .map(({ id }) => id),
  )
  const leader = tools.find(({ id }) => named.has(id))
  return (
    <figure className="panel mb-6 p-5">
      <figcaption className="mb-2">
        <h2 className="font-semibold">{landscapeWords.title(category)}</h2>
        <p className="text-sm text-soft">
          {landscapeWords.text(tools.length)}
          <span className="sr-only">
            {landscapeWords.spoken(lowest, highest, leader?.name ?? '')}
          </span>
        </p>
      </figcaption>
      {/* Its links are for the mouse: the same tools are in the list below, with targets of a size. */}
      <svg aria-hidden height={HEIGHT} className="hidden w-full overflow-visible text-xs md:block">
        {Array.from({ length: 6 - floor }, (_, index) => floor + index).map((stars) => (
          <g key={stars}>
            <line
              x1={percent(MARGIN.left)}
              x2={percent(100 - MARGIN.right)}
              y1={y(stars)}
              y2={y(stars)}
              className="stroke-line"
            />
            <text x="0" y={y(stars) + 4} className="fill-soft">
              {landscapeWords.stars(stars)}
            </text>
          </g>
        ))}
        {[1, 3, 10, 30, 100, 300, 1000, 3000]
          .filter((reviews) => reviews <= most)
          .map((reviews) => (
            <text
              key={reviews}
              x={percent(x(reviews))}
              y={HEIGHT - 6}
              textAnchor="middle"
              className="fill-soft"
            >
              {reviews === 1 ? uiWords.ratingReviews(1) : whole(reviews)}
            </text>
          ))}
        {tools.map((tool) => (
          <Link key={tool.id} to={toolPath(tool)} tabIndex={-1}>
            <title>{landscapeWords.tool(tool.name, tool.rating_average, tool.review_count)}</title>
            <circle
              cx={percent(x(tool.review_count))}
              cy={y(tool.rating_average)}
              r={named.has(tool.id) ? 6 : 4.5}
              className={
                named.has(tool.id) ? 'fill-star' : 'fill-edge opacity-60 hover:opacity-100'
              }
            />
          </Link>
        ))}
        <Names tools={tools} named={named} x={x} y={y} />
      </svg>
      <ol className="grid gap-1 text-sm md:hidden">
        {tools
          .filter(({ id }) => named.has(id))
          .map((tool) => (
            <li key={tool.id} className="flex justify-between gap-3">
              <Link to={toolPath(tool)} className="min-w-0 truncate py-1 hover:underline">
                {tool.name}
              </Link>
              <span className="py-1 text-soft tabular-nums">
                {landscapeWords.ratedBy(tool.rating_average, tool.review_count)}
              </span>
            </li>
          ))}
      </ol>
    </figure>
  )
}

/** Good and much reviewed: few reviews count for less, as in the alternatives of a tool. */
const weight = ({ rating_average, review_count }: PlottedTool) =>
  (rating_average * review_count + 17.5) / (review_count + 5)

interface NamesProps {
  tools: readonly PlottedTool[]
  /** Ids of those that carry their names. */
  named: ReadonlySet<string>
  /** In percent. */
  x: (reviews: number) => number
  /** In pixels. */
  y: (rating: number) => number
}

/** A letter's and a point's breadth in percent, where the plot is narrowest. */
const LETTER = 1.05
const POINT = 1.2

/** Beside their points, moved apart where they would cover another name or point. */
function Names({ tools, named, x, y }: NamesProps) {
  const placed = tools.map(({ review_count, rating_average }) => {
    const at = x(review_count)
    return { left: at - POINT, right: at + POINT, y: y(rating_average) + 4 }
  })
  return tools
    .filter(({ id }) => named.has(id))
    .toSorted((a, b) => y(a.rating_average) - y(b.rating_average))
    .map(({ id, name, review_count, rating_average }) => {
      const at = x(review_count)
      const isLeft = at > 70
      const start = isLeft ? at - POINT - name.length * LETTER : at + POINT
      const end = isLeft ? at - POINT : at + POINT + name.length * LETTER
      const isCovered = (height: number) =>
        placed.some(
          (other) => Math.abs(other.y - height) < 14 && other.left < end && other.right > start,
        )
      const own = y(rating_average) + 4
      const height =
        SHIFTS.map((shift) => own + shift).find(
          (moved) => moved > MARGIN.top && moved < HEIGHT - MARGIN.bottom && !isCovered(moved),
        ) ?? own
      placed.push({ left: start, right: end, y: height })
      return (
        <text
          key={id}
          x={percent(at)}
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

/** Tried in turn, in pixels: the nearest first, below and above. */
const SHIFTS = [0, 8, -8, 14, -14, 20, -20, 28, -28, 36, 44]

const percent = (value: number) => `${Math.round(value * 100) / 100}%`
