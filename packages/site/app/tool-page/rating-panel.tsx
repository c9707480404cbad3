import type { RatedMonth, ReviewSummary } from '../data/rpc-results.ts'
import type { ToolSummary } from '../tools/tool.ts'
import * as detailWords from '../tools/words/detail.ts'
import { formatMonth } from '../ui/format/day.ts'
import { formatCount, formatOneDecimal } from '../ui/format/numbers.ts'
import { Rich } from '../ui/format/rich-text.tsx'
import { FigureLink } from '../ui/links.tsx'
import { RatingBar } from '../ui/rating-bar.tsx'
import { Stars } from '../ui/stars.tsx'
import { type LikelyRating, toMonthNumber } from './insight.ts'

interface RatingPanelProps {
  tool: ToolSummary
  summary: ReviewSummary
  /** What it is based on, and how far the ratings lie apart. */
  rating: { basedOn: string; agreement: string }
  likely: LikelyRating | null
  trend: Trend | null
}

/** The rating with its evidence: the number of reviews, their distribution and their history. */
export function RatingPanel({ tool, summary, rating, likely, trend }: RatingPanelProps) {
  if (tool.rating_average === null) return null
  const { review_count: count } = tool
  const link = (figure: string, shown: string) => (
    <FigureLink figure={`tool-${figure}`} of={tool.slug}>
      {shown}
    </FigureLink>
  )
  return (
    <section
      aria-labelledby="rating"
      className="panel grid grid-cols-[8rem_minmax(0,1fr)] gap-x-5 gap-y-2 p-3.5 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-x-10 sm:gap-y-6 sm:p-6 lg:grid-cols-[auto_minmax(0,1fr)_minmax(0,1fr)]"
    >
      <h2 id="rating" className="sr-only">
        {detailWords.ratingPanelTitle}
      </h2>
      <div className="grid content-start justify-items-start gap-2">
        <p className="figure text-figure">
          {link('average', formatOneDecimal(tool.rating_average))}
        </p>
        <Stars rating={tool.rating_average} size={20} />
        <p className="text-sm text-soft max-sm:hidden">{link('reviews', rating.basedOn)}</p>
        <p className="text-sm font-medium max-sm:hidden">{rating.agreement}</p>
      </div>
      <ul className="grid content-center">
        {[5, 4, 3, 2, 1].map((stars) => (
          <li key={stars} className="rounded py-0.5 hover:bg-sunken sm:py-1">
            <RatingBar
              to={`?rating=${stars}#reviews`}
              stars={stars}
              percent={(100 * (summary.distribution[stars] ?? 0)) / count}
              figures={link(`reviews-${stars}`, formatCount(summary.distribution[stars] ?? 0))}
            />
          </li>
        ))}
      </ul>
      {likely ? (
        <p className="col-span-full text-soft max-sm:text-xs/4.5 sm:order-last sm:text-sm">
          <Rich
            text={detailWords.ratingPanelLikely(likely.counted, count)}
            parts={{
              low: link('low', formatOneDecimal(likely.low)),
              high: link('high', formatOneDecimal(likely.high)),
            }}
          />
        </p>
      ) : null}
      <p className="text-sm font-medium sm:hidden">{rating.agreement}</p>
      {trend ? (
        <>
          <details className="peer justify-self-end sm:hidden">
            <summary className="inline-flex min-h-6 cursor-pointer items-center text-sm text-link underline">
              {detailWords.trendShow}
            </summary>
          </details>
          <div className="col-span-2 lg:col-span-1 max-sm:not-peer-open:hidden">
            <RatingTrend {...trend} />
          </div>
        </>
      ) : null}
    </section>
  )
}

const WIDTH = 280
const HEIGHT = 96
const EDGE = 6
const STARS_MAX = 5

/** @returns null with less than two months */
export function drawTrend(months: readonly RatedMonth[]): Trend | null {
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
interface Trend {
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
function RatingTrend({ label, viewBox, grid, end, points, months }: Trend) {
  return (
    <figure className="grid content-start gap-1">
      <figcaption className="kicker">{detailWords.trendTitle}</figcaption>
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
            className="stroke-star"
            strokeWidth={3}
            strokeLinecap="round"
            strokeLinejoin="round"
          />
          {/* A round line cap keeps its shape if the chart is stretched; a circle does not. */}
          <path d={end} className="stroke-star" strokeWidth={10} strokeLinecap="round" />
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
