import { Link } from 'react-router'
import { formatCount } from '../../ui/format/numbers.ts'
import type { Stats } from '../profile.ts'
import { ProfileFigure } from './profile-figure.tsx'
import * as profileWords from './words.ts'

interface StatsBlockProps {
  stats: Stats
  username: string
  /** See ProfileFigure. */
  of: string | undefined
}

export function StatsBlock({ stats, username, of }: StatsBlockProps) {
  const rows = [
    ['reviews', profileWords.statsReviews, stats.total_reviews],
    ['helpful', profileWords.statsHelpful, stats.helpful_votes],
    ['views', profileWords.statsViews, stats.profile_views],
    ['followers', profileWords.statsFollowers, stats.followers_count],
    ['following', profileWords.statsFollowing, stats.following_count],
  ] as const
  return (
    <section className="panel p-5" aria-labelledby="stats">
      <h2 id="stats" className="mb-3 font-semibold">
        {profileWords.statsTitle}
      </h2>
      <dl className="grid gap-2 text-sm">
        {rows.map(([figure, term, count]) => (
          <div key={figure} className="flex min-h-6 justify-between gap-4">
            <dt className="text-soft">
              {figure.startsWith('follow') ? (
                <Link
                  to={`/user/${username}/${figure}`}
                  className="inline-block min-h-6 text-link hover:underline"
                >
                  {term}
                </Link>
              ) : (
                term
              )}
            </dt>
            <dd className="tabular-nums">
              <ProfileFigure figure={figure} of={of}>
                {formatCount(count)}
              </ProfileFigure>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
