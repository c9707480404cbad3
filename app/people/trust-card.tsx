import { whole } from '../ui/format/numbers.ts'
import type { Stats } from './profile.ts'
import { helpfulness, responseRate, trustLabel, trustScore } from './trust-score.ts'
import * as profileWords from './words/profile.ts'

/** Trust and rating of a person (spec 1 §9). */
export function TrustCard({ stats, isSample }: { stats: Stats; isSample: boolean }) {
  const score = trustScore(stats)
  const rows = [
    [profileWords.trustHelpfulness, profileWords.trustOfFive(helpfulness(stats))],
    [profileWords.trustResponses, responseRate(isSample)],
    [profileWords.trustFollowers, whole(stats.followers_count)],
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
        <span className="text-sm text-soft">{trustLabel(score)}</span>
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
