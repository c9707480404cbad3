import { StatCard } from './stat-card.tsx'
import type { TrustFigures } from './trust-figures.ts'

export function MetricsPanel({ figures }: { figures: TrustFigures }) {
  return (
    <section aria-labelledby="metrics">
      <h2 id="metrics" className="display mb-4 text-2xl">
        Trust Metrics
      </h2>
      <ul className="grid gap-4 sm:grid-cols-3">
        <StatCard
          label="Quality score"
          value={`${figures.quality}/100`}
          hint="The average rating, out of 100."
        />
        <StatCard
          label="Security rating"
          value={figures.security}
          hint="How accounts and data are kept."
        />
        <StatCard
          label="Growth trend"
          value={figures.growth}
          hint="Reviews of the last 30 days, against the 30 before."
        />
      </ul>
    </section>
  )
}
