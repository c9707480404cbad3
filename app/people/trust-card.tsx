import { formatCount } from '../ui/format/numbers.ts'
import type { Stats } from './profile.ts'
import {
  computeHelpfulness,
  computeTrustScore,
  formatResponseRate,
  toTrustLabel,
} from './trust-score.ts'
import * as profileWords from './words/profile.ts'

/** The trust score and other figures of a person (spec 1 §9). */
export function TrustCard({ stats, isSample }: { stats: Stats; isSample: boolean }) {
  const score = computeTrustScore(stats)
  const rows = [
    [profileWords.trustHelpfulness, profileWords.trustOfFive(computeHelpfulness(stats))],
    [profileWords.trustResponses, formatResponseRate(isSample)],
    [profileWords.trustFollowers, formatCount(stats.followers_count)],
  ] as const
  return (
    <section className="panel p-5" aria-labelledby="trust">
      <h2 id="trust" className="mb-3 font-semibold">
        {profileWords.trustTitle}
      </h2>
      <p className="flex items-baseline gap-2">
        <strong className="display text-4xl tabular-nums">
          <span className="marked px-1">{score}</span>
        </strong>
        <span className="text-sm text-soft">{toTrustLabel(score)}</span>
      </p>
      <dl className="mt-3 grid gap-2 text-sm">
        {rows.map(([term, value]) => (
          <div key={term} className="flex justify-between gap-4">
            <dt className="text-soft">{term}</dt>
            <dd className="tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
