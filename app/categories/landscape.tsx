import { Link } from 'react-router'
import { toolPath } from '../tools/tool.ts'
import { whole } from '../ui/numbers.ts'
import * as uiWords from '../ui/words.ts'
import type { PlottedTool } from './read-landscape.ts'
import * as landscapeWords from './words/landscape.ts'

const WIDTH = 720
const HEIGHT = 200
const MARGIN = { left: 34, right: 12, top: 12, bottom: 26 }
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
    (Math.log(reviews) / Math.log(Math.max(most, 2))) * (WIDTH - MARGIN.left - MARGIN.right)
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
      <svg
        aria-hidden
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        className="hidden w-full text-[11px] sm:block"
      >
        {Array.from({ length: 6 - floor }, (_, index) => floor + index).map((stars) => (
          <g key={stars}>
            <line
              x1={MARGIN.left}
              x2={WIDTH - MARGIN.right}
              y1={y(stars)}
              y2={y(stars)}
              className="stroke-line"
            />
            <text x={MARGIN.left - 8} y={y(stars) + 4} textAnchor="end" className="fill-soft">
              {landscapeWords.stars(stars)}
            </text>
          </g>
        ))}
        {[1, 3, 10, 30, 100, 300, 1000, 3000]
          .filter((reviews) => reviews <= most)
          .map((reviews) => (
            <text
              key={reviews}
              x={x(reviews)}
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
              cx={x(tool.review_count)}
              cy={y(tool.rating_average)}
              r={named.has(tool.id) ? 6 : 4.5}
              className={
                named.has(tool.id) ? 'fill-star' : 'fill-edge opacity-60 hover:opacity-100'
              }
            />
          </Link>
        ))}
        <Names tools={tools.filter(({ id }) => named.has(id))} x={x} y={y} />
      </svg>
      <ol className="grid gap-1 text-sm sm:hidden">
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
  x: (reviews: number) => number
  y: (rating: number) => number
}

/** Beside their points, moved apart where two would cover each other. */
function Names({ tools, x, y }: NamesProps) {
  const placed = tools.map((tool) => {
    const at = x(tool.review_count)
    return { left: at - 7, right: at + 7, y: y(tool.rating_average) + 4 }
  })
  return tools
    .toSorted((a, b) => y(a.rating_average) - y(b.rating_average))
    .map((tool) => {
      const isLeft = x(tool.review_count) > WIDTH * 0.7
      const width = tool.name.length * 6.2
      const at = x(tool.review_count) + (isLeft ? -10 : 10)
      const [left, right] = isLeft ? [at - width, at] : [at, at + width]
      let height = y(tool.rating_average) + 4
      while (
        placed.some(
          (other) => Math.abs(other.y - height) < 13 && other.left < right && other.right > left,
        )
      )
        height += 4
      placed.push({ left, right, y: height })
      return (
        <text
          key={tool.id}
          x={at}
          y={height}
          textAnchor={isLeft ? 'end' : 'start'}
          className="pointer-events-none fill-ink font-medium"
        >
          {tool.name}
        </text>
      )
    })
}
