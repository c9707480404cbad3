import type { RatedMonth } from '../data/rpc-results.ts'
import * as detailWords from '../tools/words/detail.ts'
import { formatMonth } from '../ui/format/day.ts'
import { formatCount } from '../ui/format/numbers.ts'
import { toMonthNumber } from './insight.ts'

const WIDTH = 280
const HEIGHT = 96
const EDGE = 6
const STARS_MAX = 5

/** With fewer reviews each one bends the line. */
const REVIEWS_MIN = 10

/** @returns null with less than ten reviews or two months */
export function drawTrend(months: readonly RatedMonth[]): Trend | null {
  if (months.reduce((sum, { reviews }) => sum + reviews, 0) < REVIEWS_MIN) return null
  const [first, last] = [months[0], months.at(-1)]
  if (!first || !last || first === last) return null
  const start = toMonthNumber(first.month)
  const span = toMonthNumber(last.month) - start
  const x = (month: string) => EDGE + ((toMonthNumber(month) - start) / span) * (WIDTH - 2 * EDGE)
  const y = (average: number) =>
    HEIGHT - EDGE - ((average - 1) / (STARS_MAX - 1)) * (HEIGHT - 2 * EDGE)
  return {
    label: detailWords.trendLabel(first, last),
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    grid: [1, 2, 3, 4, 5].map((stars) => `M0 ${y(stars)}H${WIDTH}`).join(''),
    points: months
      .map(({ month, average }) => `${roundToTenth(x(month))},${roundToTenth(y(average))}`)
      .join(' '),
    end: `M${x(last.month)} ${y(last.average)}h0`,
    months: [formatMonth(first.month), formatMonth(last.month)],
  }
}

const roundToTenth = (value: number) => Math.round(value * 10) / 10

/** A line chart that the server has drawn. */
export interface Trend {
  label: string
  viewBox: string
  /** Paths of the lines of one to five stars, and of the last point. */
  grid: string
  end: string
  /** Of the polyline. */
  points: string
  /** The first and the last month. */
  months: string[]
}

/** A line chart of the average rating by month, on a scale of one to five stars. */
export function RatingTrend({ label, viewBox, grid, end, points, months }: Trend) {
  return (
    <figure className="mt-2 grid max-w-xl content-start gap-1">
      <figcaption className="text-xs font-semibold text-soft">{detailWords.trendTitle}</figcaption>
      <div className="flex gap-2">
        <p aria-hidden className="flex flex-col justify-between text-xs/3 text-soft tabular-nums">
          <span>{formatCount(5)}</span>
          <span>{formatCount(1)}</span>
        </p>
        <svg
          role="img"
          aria-label={label}
          viewBox={viewBox}
          preserveAspectRatio="none"
          className="h-16 min-w-0 flex-1 overflow-visible sm:h-24 [&_*]:[vector-effect:non-scaling-stroke]"
        >
          <path d={grid} className="stroke-line" strokeWidth={1} />
          <polyline
            points={points}
            fill="none"
            className="stroke-ink"
            strokeWidth={3}
            strokeLinecap="round"
            strokeLinejoin="round"
          />
          {/* A round line cap keeps its shape if the chart is stretched; a circle does not. */}
          <path d={end} className="stroke-ink" strokeWidth={10} strokeLinecap="round" />
        </svg>
      </div>
      <p aria-hidden className="flex justify-between text-xs text-soft tabular-nums">
        {months.map((month) => (
          <span key={month}>{month}</span>
        ))}
      </p>
    </figure>
  )
}
