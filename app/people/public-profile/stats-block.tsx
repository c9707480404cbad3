import { Link } from 'react-router'
import { formatCount } from '../../ui/format/numbers.ts'
import { FigureLink } from '../../ui/links/figure-link.tsx'
import type { Stats } from '../profile.ts'
import * as peopleWords from '../words.ts'

interface ProfileFigureProps {
  figure: string
  /** The username; absent if only the viewer sees the figures. */
  of: string | undefined
  children: string
}

/** A figure of a profile, with a link to its query if visitors may see it. */
export const ProfileFigure = ({ figure, of, children }: ProfileFigureProps) =>
  of ? (
    <FigureLink figure={`profile-${figure}`} of={of}>
      {children}
    </FigureLink>
  ) : (
    children
  )

interface StatsBlockProps {
  stats: Stats
  username: string
  /** See ProfileFigure. */
  of: string | undefined
}

export function StatsBlock({ stats, username, of }: StatsBlockProps) {
  const rows = [
    ['reviews', peopleWords.statsReviews, stats.total_reviews],
    ['helpful', peopleWords.statsHelpful, stats.helpful_votes],
    ['views', peopleWords.statsViews, stats.profile_views],
    ['followers', peopleWords.statsFollowers, stats.followers_count],
    ['following', peopleWords.statsFollowing, stats.following_count],
  ] as const
  return (
    <section className="panel p-5" aria-labelledby="stats">
      <h2 id="stats" className="mb-3 font-semibold">
        {peopleWords.statsTitle}
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
