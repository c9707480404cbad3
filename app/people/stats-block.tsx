import { Link, useParams } from 'react-router'
import { formatCount } from '../ui/format/numbers.ts'
import type { Stats } from './profile.ts'
import * as profileWords from './words/profile.ts'

export function StatsBlock({ stats }: { stats: Stats }) {
  const { username } = useParams()
  return (
    <section className="panel p-5" aria-labelledby="stats">
      <h2 id="stats" className="mb-3 font-semibold">
        {profileWords.statsTitle}
      </h2>
      <dl className="grid gap-2 text-sm">
        <Row term={profileWords.statsReviews} count={stats.total_reviews} />
        <Row term={profileWords.statsHelpful} count={stats.helpful_votes} />
        <Row term={profileWords.statsViews} count={stats.profile_views} />
        <Row
          term={profileWords.statsFollowers}
          count={stats.followers_count}
          to={`/user/${username}/followers`}
        />
        <Row
          term={profileWords.statsFollowing}
          count={stats.following_count}
          to={`/user/${username}/following`}
        />
      </dl>
    </section>
  )
}

function Row({ term, count, to }: { term: string; count: number; to?: string }) {
  return (
    <div className="flex min-h-6 justify-between gap-4">
      <dt className="text-soft">
        {to ? (
          <Link to={to} className="inline-block min-h-6 text-link hover:underline">
            {term}
          </Link>
        ) : (
          term
        )}
      </dt>
      <dd className="tabular-nums">{formatCount(count)}</dd>
    </div>
  )
}
