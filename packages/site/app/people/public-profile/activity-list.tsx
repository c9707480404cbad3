import { Link } from 'react-router'
import { formatDay } from '../../ui/format/day.ts'
import type { Activity } from '../profile.ts'
import * as peopleWords from '../words.ts'

/** What several activities in a row have in common is shown once; screen readers have it in each. */
export function ActivityList({ activities }: { activities: readonly Activity[] }) {
  return (
    <ol className="divide-y divide-line">
      {activities.map((activity, index) => {
        const { id, created_at, metadata } = activity
        const previous = activities[index - 1]
        const isRepeated =
          previous !== undefined && describeKind(previous) === describeKind(activity)
        return (
          <li
            key={id}
            className="relative grid grid-cols-[1fr_auto] items-baseline gap-x-4 py-2 first:pt-0 last:pb-0"
          >
            <span className={isRepeated ? 'sr-only' : 'col-span-2 mb-0.5 text-sm text-soft'}>
              {`${describeKind(activity)} `}
            </span>
            <span className="flex flex-wrap items-baseline gap-x-2 wrap-anywhere">
              {metadata.tool_slug ? (
                <Link
                  to={`/tool/${metadata.tool_slug}`}
                  className="inline-flex min-h-6 min-w-0 items-center text-link hover:underline"
                >
                  {metadata.tool_name}
                </Link>
              ) : null}
              {metadata.rating ? (
                <span className="whitespace-nowrap text-sm text-soft">
                  {peopleWords.activityRating(metadata.rating)}
                </span>
              ) : null}
            </span>
            <span className="text-sm text-soft">
              <ReviewLink id={metadata.review_id}>
                <time dateTime={created_at}>{formatDay(created_at)}</time>
              </ReviewLink>
            </span>
          </li>
        )
      })}
    </ol>
  )
}

function describeKind({ activity_type, metadata }: Activity): string {
  const kind = peopleWords.activityKinds[activity_type] ?? activity_type
  return metadata.tool_slug ? peopleWords.activityOf(kind) : kind
}

/** The day leads to the review, as on the review itself. */
const ReviewLink = ({ id, children }: { id: string | undefined; children: React.ReactNode }) =>
  id ? (
    <Link to={`/review/${id}`} className="inline-flex min-h-6 items-center hover:underline">
      {children}
    </Link>
  ) : (
    children
  )
