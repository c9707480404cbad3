import { RatingBar } from '../ui/rating-bar.tsx'
import type { TrustFigures } from './trust-figures.ts'
import * as trustWords from './words.ts'

export function OverviewPanel({ figures }: { figures: TrustFigures }) {
  const indicators = [
    [trustWords.verifiedReviews, figures.verified],
    [trustWords.overviewTransparency, figures.transparency],
    [trustWords.overviewSatisfaction, figures.trustScore],
    [trustWords.overviewTrend, figures.trend],
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
                percent={100 * share}
                figures={trustWords.overviewCountAndShare(count, percent)}
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
          {indicators.map(([term, value]) => (
            <div
              key={term}
              className="flex justify-between gap-4 border-b border-line pb-3 last:border-0"
            >
              <dt className="text-soft">{term}</dt>
              <dd className="text-right font-semibold tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  )
}
