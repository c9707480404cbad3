import type { ToolSummary } from '../tools/tool.ts'
import * as detailWords from '../tools/words/detail.ts'
import { formatCount, formatOneDecimal } from '../ui/format/numbers.ts'
import { FigureLink } from '../ui/links.tsx'
import { Mark } from '../ui/mark.tsx'
import { RatingPlot } from './rating-plot.tsx'
import { RatingTrend, type Trend } from './rating-trend.tsx'

interface RatingPanelProps extends React.ComponentProps<typeof RatingPlot> {
  tool: ToolSummary
  /** What it is based on, and how far the ratings lie apart. */
  rating: { basedOn: string; agreement: string; uncounted: string }
  trend: Trend | null
}

/** The rating with its evidence: a dot for each review, and where the average is likely to end up. */
export function RatingPanel({ tool, rating, trend, ...plot }: RatingPanelProps) {
  const { rating_average: average, adjusted_rating: low, rating_high: high, slug } = tool
  if (average === null) return null
  return (
    <section
      id="rating"
      aria-labelledby="rating-title"
      className="panel grid scroll-mt-32 gap-x-6 gap-y-2 p-3 sm:grid-cols-[9.5rem_minmax(0,1fr)] sm:gap-y-4 sm:p-6"
    >
      <h2 id="rating-title" className="sr-only">
        {detailWords.ratingPanelTitle}
      </h2>
      <div className="flex items-center gap-x-3 sm:grid sm:content-start">
        <p className="display text-figure tabular-nums sm:text-score">
          {formatOneDecimal(average)}
        </p>
        <p className="text-sm text-soft sm:mt-2">
          {rating.basedOn}
          <span className="block font-medium text-ink">{rating.agreement}</span>
        </p>
      </div>
      <div>
        <Mark tool={tool} size="large">
          <RatingPlot {...plot} />
        </Mark>
        <p aria-hidden className="mark large labels text-xs text-soft">
          <span className="flex justify-between">
            {[1, 2, 3, 4, 5].map((stars) => (
              <span key={stars} className="flex w-0 justify-center whitespace-nowrap">
                {detailWords.dotStars(stars)}
              </span>
            ))}
          </span>
        </p>
      </div>
      <div className="col-span-full flex flex-wrap gap-x-6 gap-y-1 border-t border-line pt-2 text-sm sm:pt-3">
        <p className="flex-1 basis-72 max-sm:text-xs/4.5">
          {low === null || high === null
            ? null
            : detailWords.ratingPanelLikely(
                tool.counted_reviews,
                tool.review_count,
                formatOneDecimal(low),
                formatOneDecimal(high),
              )}{' '}
          {rating.uncounted}
        </p>
        {trend ? (
          <details className="open:order-last open:w-full">
            <summary className="min-h-6 cursor-pointer text-soft hover:underline">
              {detailWords.trendShow}
            </summary>
            <RatingTrend {...trend} />
          </details>
        ) : null}
        <details className="open:order-last open:w-full">
          <summary className="min-h-6 cursor-pointer text-soft hover:underline">
            {detailWords.figuresShow}
          </summary>
          <ul className="flex flex-wrap gap-x-4">
            {[
              ['average', formatOneDecimal(average)],
              ['reviews', formatCount(tool.review_count)],
              ...(low === null || high === null
                ? []
                : [
                    ['low', formatOneDecimal(low)],
                    ['high', formatOneDecimal(high)],
                  ]),
              ...plot.reviews.map((count, at) => [`reviews-${at + 1}`, formatCount(count)]),
            ].map(([figure = '', shown = '']) => (
              <li key={figure} className="inline-flex min-h-6 items-center gap-1">
                <span className="text-soft">{detailWords.FIGURES[figure]}</span>
                <FigureLink figure={`tool-${figure}`} of={slug}>
                  {shown}
                </FigureLink>
              </li>
            ))}
          </ul>
        </details>
      </div>
    </section>
  )
}
