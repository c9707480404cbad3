import { formatMonth } from '../../ui/format/day.ts'
import { formatCount } from '../../ui/format/numbers.ts'
import { type RatedMonth, toMonthNumber } from './insight.ts'
import * as detailWords from './words.ts'

const WIDTH = 280
const HEIGHT = 96
const EDGE = 6
const STARS_MAX = 5

/** A line chart of the average rating by month, on a scale of one to five stars. */
export function RatingTrend({ months }: { months: readonly RatedMonth[] }) {
  const [first, last] = [months[0], months.at(-1)]
  if (!first || !last || first === last) return null
  const start = toMonthNumber(first.month)
  const span = toMonthNumber(last.month) - start
  const x = (month: string) => EDGE + ((toMonthNumber(month) - start) / span) * (WIDTH - 2 * EDGE)
  const y = (average: number) =>
    HEIGHT - EDGE - ((average - 1) / (STARS_MAX - 1)) * (HEIGHT - 2 * EDGE)
  const points = months.map(
    ({ month, average }) => `${roundToTenth(x(month))},${roundToTenth(y(average))}`,
  )
  return (
    <figure className="grid content-start gap-1">
      <figcaption className="kicker">{detailWords.trendTitle}</figcaption>
      <div className="flex gap-2">
        <p aria-hidden className="flex flex-col justify-between text-xs/3 text-soft tabular-nums">
          <span>{formatCount(STARS_MAX)}</span>
          <span>{formatCount(1)}</span>
        </p>
        <svg
          role="img"
          aria-label={detailWords.trendLabel(first, last)}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="h-16 w-full overflow-visible sm:h-24 [&_*]:[vector-effect:non-scaling-stroke]"
        >
          {[1, 2, 3, 4, 5].map((stars) => (
            <line
              key={stars}
              x1={0}
              x2={WIDTH}
              y1={y(stars)}
              y2={y(stars)}
              className="stroke-line"
              strokeWidth={1}
            />
          ))}
          <polyline
            points={points.join(' ')}
            fill="none"
            className="stroke-star"
            strokeWidth={3}
            strokeLinecap="round"
            strokeLinejoin="round"
          />
          {/* A round line cap keeps its shape if the chart is stretched; a circle does not. */}
          <path
            d={`M${x(last.month)} ${y(last.average)}h0`}
            className="stroke-star"
            strokeWidth={10}
            strokeLinecap="round"
          />
        </svg>
      </div>
      <p aria-hidden className="flex justify-between text-xs text-soft tabular-nums">
        <span>{formatMonth(first.month)}</span>
        <span>{formatMonth(last.month)}</span>
      </p>
    </figure>
  )
}

const roundToTenth = (value: number) => Math.round(value * 10) / 10
