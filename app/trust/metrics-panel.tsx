import { StatCard } from './stat-card.tsx'
import type { TrustFigures } from './trust-figures.ts'
import { METRICS } from './words.ts'

export function MetricsPanel({ figures }: { figures: TrustFigures }) {
  return (
    <section aria-labelledby="metrics">
      <h2 id="metrics" className="display mb-4 text-2xl">
        {METRICS.title}
      </h2>
      <ul className="grid gap-4 sm:grid-cols-3">
        <StatCard
          label={METRICS.quality}
          value={METRICS.outOfHundred(figures.quality)}
          hint={METRICS.qualityHint}
        />
        <StatCard label={METRICS.security} value={figures.security} hint={METRICS.securityHint} />
        <StatCard label={METRICS.growth} value={figures.growth} hint={METRICS.growthHint} />
      </ul>
    </section>
  )
}
