import { Rich } from '../ui/format/rich-text.tsx'
import { FigureLink } from '../ui/links/figure-link.tsx'
import { StatCard } from '../ui/stat-card.tsx'
import type { TrustFigures } from './trust-figures.ts'
import * as trustWords from './words.ts'

export function MetricsPanel({ figures }: { figures: TrustFigures }) {
  return (
    <section aria-labelledby="metrics">
      <h2 id="metrics" className="display mb-4 text-2xl">
        {trustWords.metricsTitle}
      </h2>
      <ul className="grid gap-4 sm:grid-cols-3">
        <StatCard
          label={trustWords.metricsQuality}
          value={
            <Rich
              text={trustWords.metricsOutOfHundred}
              parts={{ score: <FigureLink figure="trust-quality">{figures.quality}</FigureLink> }}
            />
          }
          hint={trustWords.metricsQualityHint}
        />
        <StatCard
          label={trustWords.metricsSecurity}
          value={figures.security}
          hint={trustWords.metricsSecurityHint}
        />
        <StatCard
          label={trustWords.metricsGrowth}
          value={<FigureLink figure="trust-growth">{figures.growth}</FigureLink>}
          hint={trustWords.metricsGrowthHint}
        />
      </ul>
    </section>
  )
}
