import { Link } from 'react-router'
import { formatDay } from '../ui/day.ts'
import type { Activity } from './profile.ts'

/** What each kind of activity is called (spec 1 §3). */
const TITLES: Readonly<Record<string, string>> = { review_created: 'Created a review' }

export function ActivityList({ activities }: { activities: readonly Activity[] }) {
  return (
    <ol className="grid gap-2">
      {activities.map(({ id, activity_type, created_at, metadata }) => (
        <li
          key={id}
          className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 rounded-control border border-line px-4 py-3"
        >
          <span>
            <span className="font-medium">{TITLES[activity_type] ?? activity_type}</span>
            {metadata.tool_slug ? (
              <>
                {' of '}
                <Link
                  to={`/tool/${metadata.tool_slug}`}
                  className="inline-flex min-h-6 items-center text-link hover:underline"
                >
                  {metadata.tool_name}
                </Link>
              </>
            ) : null}
            {metadata.rating ? (
              <>
                {' '}
                <span className="ml-1 whitespace-nowrap text-sm text-soft">
                  Rating: {metadata.rating}/5
                </span>
              </>
            ) : null}
          </span>
          <time dateTime={created_at} className="text-sm text-soft">
            {formatDay(created_at)}
          </time>
        </li>
      ))}
    </ol>
  )
}
