import { Link } from 'react-router'
import { SampleMark } from '../../ui/badge.tsx'
import { formatCount, formatOneDecimal, formatPercent } from '../../ui/format/numbers.ts'
import { Rich } from '../../ui/format/rich-text.tsx'
import { FigureLink } from '../../ui/links.tsx'
import * as uiWords from '../../ui/words.ts'
import type { Stats } from '../profile.ts'
import * as peopleWords from '../words.ts'

/** The minimum number of reviews (spec 1 §4). */
const ACTIVE_REVIEWER_MIN = 5
const EXPERT_REVIEWER_MIN = 20

/** A share (spec 1 §9). */
const SAMPLE_RESPONSE_RATE = 0.85

type ReviewCounts = Pick<Stats, 'total_reviews' | 'helpful_votes'>

/** min(85 + 2 x total_reviews, 100) */
export const computeTrustScore = ({ total_reviews }: ReviewCounts) =>
  Math.min(85 + 2 * total_reviews, 100)

/** min(4 + helpful_votes / max(total_reviews, 1), 5) */
export const computeHelpfulness = ({ helpful_votes, total_reviews }: ReviewCounts) =>
  Math.min(4 + helpful_votes / Math.max(total_reviews, 1), 5)

/** A fixed value, shown only with demo content: the site does not measure response rates. */
export const formatResponseRate = (isSample: boolean) =>
  isSample ? formatPercent(SAMPLE_RESPONSE_RATE) : uiWords.nothing

/** Spec 1 §4. */
export function toTrustLabel(score: number): string {
  if (score >= 90) return peopleWords.trustHigh
  return score >= 70 ? peopleWords.trustMiddle : peopleWords.trustLow
}

/** Spec 1 §4. It has no rule for the badges contributor and trusted, so no profile has them. */
export function listBadges({ total_reviews }: ReviewCounts): string[] {
  return [
    ...(total_reviews >= ACTIVE_REVIEWER_MIN ? [peopleWords.badgesActive] : []),
    ...(total_reviews >= EXPERT_REVIEWER_MIN ? [peopleWords.badgesExpert] : []),
  ]
}

interface FiguresProps {
  stats: Stats
  /** The username; absent if only the viewer sees the figures. */
  of: string | undefined
}

/** The trust score and other figures of a person (spec 1 §9). */
export function TrustCard({ stats, isSample, of }: FiguresProps & { isSample: boolean }) {
  const score = computeTrustScore(stats)
  const rows = [
    [
      'helpfulness',
      peopleWords.trustHelpfulness,
      formatOneDecimal(computeHelpfulness(stats)),
      peopleWords.trustOfFive,
    ],
    ['responses', peopleWords.trustResponses, formatResponseRate(isSample)],
    ['followers', peopleWords.trustFollowers, formatCount(stats.followers_count)],
  ] as const
  return (
    <section className="grid gap-3 p-4" aria-labelledby="trust">
      <h2 id="trust" className="font-semibold">
        {peopleWords.trustTitle}
      </h2>
      <p className="flex items-baseline gap-2">
        <strong className="display text-figure tabular-nums">
          <ProfileFigure figure="trust" of={of}>
            {formatCount(score)}
          </ProfileFigure>
        </strong>
        <span className="text-sm text-soft">{toTrustLabel(score)}</span>
      </p>
      <dl className="grid gap-2 text-sm">
        {rows.map(([figure, term, shown, text]) => (
          <FigureRow key={figure} {...{ figure, term, shown, text, of }}>
            {isSample && figure === 'responses' ? <SampleMark /> : null}
          </FigureRow>
        ))}
      </dl>
    </section>
  )
}

interface ProfileFigureProps {
  figure: string
  of: string | undefined
  children: string
}

/** A figure of a profile, with a link to its query if visitors may see it. */
const ProfileFigure = ({ figure, of, children }: ProfileFigureProps) =>
  of ? (
    <FigureLink figure={`profile-${figure}`} of={of}>
      {children}
    </FigureLink>
  ) : (
    children
  )

interface FigureRowProps {
  figure: string
  term: React.ReactNode
  shown: string
  /** A sentence with the figure. */
  text?: string | undefined
  of: string | undefined
  children?: React.ReactNode
}

const FigureRow = ({ figure, term, shown, text = '{figure}', of, children }: FigureRowProps) => (
  <div className="flex min-h-6 justify-between gap-4">
    <dt className="text-soft">{term}</dt>
    <dd className="tabular-nums">
      <Rich
        text={text}
        parts={{ figure: <ProfileFigure {...{ figure, of }}>{shown}</ProfileFigure> }}
      />
      {children}
    </dd>
  </div>
)

export function StatsBlock({ stats, username, of }: FiguresProps & { username: string }) {
  const link = (to: string, term: string) => (
    <Link to={`/user/${username}/${to}`} className="inline-block min-h-6 text-link hover:underline">
      {term}
    </Link>
  )
  const rows = [
    ['reviews', peopleWords.statsReviews, stats.total_reviews],
    ['helpful', peopleWords.statsHelpful, stats.helpful_votes],
    ['views', peopleWords.statsViews, stats.profile_views],
    ['followers', link('followers', peopleWords.statsFollowers), stats.followers_count],
    ['following', link('following', peopleWords.statsFollowing), stats.following_count],
  ] as const
  return (
    <section className="grid gap-3 p-4" aria-labelledby="stats">
      <h2 id="stats" className="font-semibold">
        {peopleWords.statsTitle}
      </h2>
      <dl className="grid gap-2 text-sm">
        {rows.map(([figure, term, count]) => (
          <FigureRow key={figure} {...{ figure, term, of }} shown={formatCount(count)} />
        ))}
      </dl>
    </section>
  )
}
