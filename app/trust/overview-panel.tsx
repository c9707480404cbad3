import { Rich } from '../ui/format/rich-text.tsx'
import { FigureLink } from '../ui/links/figure-link.tsx'
import { RatingBar } from '../ui/rating-bar.tsx'
import type { TrustFigures } from './trust-figures.ts'
import * as trustWords from './words.ts'

export function OverviewPanel({ figures }: { figures: TrustFigures }) {
  const indicators = [
    [trustWords.verifiedReviews, figures.verified, 'trust-verified'],
    [trustWords.overviewTransparency, figures.transparency, 'trust-transparency'],
    [trustWords.overviewSatisfaction, figures.trustScore, 'trust-score'],
    // A word, not a figure.
    [trustWords.overviewTrend, figures.trend, null],
  ] as const
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <section className="panel p-6" aria-labelledby="distribution">
        <h2 id="distribution" className="display mb-4 text-2xl">
          {trustWords.overviewDistribution}
        </h2>
        <ul className="grid gap-2">
          {figures.distribution.map(({ stars, count, share, percent }) => (
            <li key={stars}>
              <RatingBar
                stars={stars}
                percent={share}
                figures={
                  <Rich
                    text={trustWords.overviewCountAndShare}
                    parts={{
                      count: <FigureLink figure={`trust-reviews-${stars}`}>{count}</FigureLink>,
                      share: <FigureLink figure={`trust-percent-${stars}`}>{percent}</FigureLink>,
                    }}
                  />
                }
                figuresWidth="long"
              />
            </li>
          ))}
        </ul>
      </section>
      <section className="panel p-6" aria-labelledby="indicators">
        <h2 id="indicators" className="display mb-4 text-2xl">
          {trustWords.overviewIndicators}
        </h2>
        <dl className="grid gap-3">
          {indicators.map(([term, value, figure]) => (
            <div
              key={term}
              className="flex justify-between gap-4 border-b border-line pb-3 last:border-0"
            >
              <dt className="text-soft">{term}</dt>
              <dd className="text-right font-semibold tabular-nums">
                {figure ? <FigureLink figure={figure}>{value}</FigureLink> : value}
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  )
}
