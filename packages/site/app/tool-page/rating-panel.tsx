import type { ToolSummary } from '../tools/tool.ts'
import * as detailWords from '../tools/words/detail.ts'
import { formatCount, formatOneDecimal } from '../ui/format/numbers.ts'
import { FigureLink } from '../ui/links.tsx'
import { Mark, MarkKey } from '../ui/mark.tsx'
import { RatingPlot } from './rating-plot.tsx'
import { RatingTrend, type Trend } from './rating-trend.tsx'

interface RatingPanelProps extends React.ComponentProps<typeof RatingPlot> {
  tool: ToolSummary
  /** What it is based on, and how far the ratings lie apart. */
  rating: { basedOn: string; agreement: string; uncounted: string | undefined }
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
      className="panel grid scroll-mt-32 gap-x-6 gap-y-2 p-3 sm:grid-cols-[9.5rem_minmax(0,1fr)] sm:gap-y-6 sm:p-6"
    >
      <h2 id="rating-title" className="sr-only">
        {detailWords.ratingPanelTitle}
      </h2>
      <div className="flex items-center gap-x-3 sm:grid sm:content-start">
        <p className="display text-figure tabular-nums sm:text-score">
          {formatOneDecimal(average)}
        </p>
        <p className="text-sm text-soft sm:mt-2">{rating.basedOn}</p>
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
      <p className="col-span-full flex flex-wrap gap-x-6 border-t border-line pt-2 text-sm max-sm:gap-x-4 max-sm:text-xs/5 sm:gap-y-1 sm:pt-3">
        <MarkKey part="dot">{detailWords.keyDot}</MarkKey>
        <MarkKey part="tick">{detailWords.keyTick}</MarkKey>
        {low === null || high === null ? null : (
          <MarkKey part="band">
            {detailWords.keyBand(formatOneDecimal(low), formatOneDecimal(high))}
          </MarkKey>
        )}
        {rating.uncounted ? <MarkKey part="uncounted">{rating.uncounted}</MarkKey> : null}
      </p>
      <details className="col-span-full text-sm">
        <summary className="min-h-6 cursor-pointer text-soft hover:underline">
          {detailWords.figuresShow}
        </summary>
        <p>{rating.agreement}</p>
        {trend ? <RatingTrend {...trend} /> : null}
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
    </section>
  )
}
