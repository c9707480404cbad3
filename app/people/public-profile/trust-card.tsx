import { formatCount, formatOneDecimal } from '../../ui/format/numbers.ts'
import { Rich } from '../../ui/format/rich-text.tsx'
import type { Stats } from '../profile.ts'
import { ProfileFigure } from './profile-figure.tsx'
import {
  computeHelpfulness,
  computeTrustScore,
  formatResponseRate,
  toTrustLabel,
} from './trust-score.ts'
import * as profileWords from './words.ts'

interface TrustCardProps {
  stats: Stats
  isSample: boolean
  /** See ProfileFigure. */
  of: string | undefined
}

/** The trust score and other figures of a person (spec 1 §9). */
export function TrustCard({ stats, isSample, of }: TrustCardProps) {
  const score = computeTrustScore(stats)
  const rows = [
    [
      'helpfulness',
      profileWords.trustHelpfulness,
      profileWords.trustOfFive,
      formatOneDecimal(computeHelpfulness(stats)),
    ],
    ['responses', profileWords.trustResponses, '{figure}', formatResponseRate(isSample)],
    ['followers', profileWords.trustFollowers, '{figure}', formatCount(stats.followers_count)],
  ] as const
  return (
    <section className="panel p-5" aria-labelledby="trust">
      <h2 id="trust" className="mb-3 font-semibold">
        {profileWords.trustTitle}
      </h2>
      <p className="flex items-baseline gap-2">
        <strong className="display text-4xl tabular-nums">
          <span className="marked px-1">
            <ProfileFigure figure="trust" of={of}>
              {formatCount(score)}
            </ProfileFigure>
          </span>
        </strong>
        <span className="text-sm text-soft">{toTrustLabel(score)}</span>
      </p>
      <dl className="mt-3 grid gap-2 text-sm">
        {rows.map(([figure, term, text, shown]) => (
          <div key={term} className="flex justify-between gap-4">
            <dt className="text-soft">{term}</dt>
            <dd className="tabular-nums">
              <Rich
                text={text}
                parts={{
                  figure: (
                    <ProfileFigure figure={figure} of={of}>
                      {shown}
                    </ProfileFigure>
                  ),
                }}
              />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
