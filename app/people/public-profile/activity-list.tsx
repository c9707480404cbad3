import { Link } from 'react-router'
import { formatDay } from '../../ui/format/day.ts'
import { Rich } from '../../ui/format/rich-text.tsx'
import type { Activity } from '../profile.ts'
import * as peopleWords from '../words.ts'

export function ActivityList({ activities }: { activities: readonly Activity[] }) {
  return (
    <ol className="grid gap-2">
      {activities.map(({ id, activity_type, created_at, metadata }) => (
        <li
          key={id}
          className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 rounded-control border border-line px-4 py-3"
        >
          <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
            <span className="min-w-0 wrap-anywhere">
              <Rich
                text={metadata.tool_slug ? peopleWords.activityOfTool : peopleWords.activityAlone}
                parts={{
                  what: (
                    <span className="font-medium">
                      {peopleWords.activityKinds[activity_type] ?? activity_type}
                    </span>
                  ),
                  tool: (
                    <Link
                      to={`/tool/${metadata.tool_slug}`}
                      className="inline-flex min-h-6 items-center text-link hover:underline"
                    >
                      {metadata.tool_name}
                    </Link>
                  ),
                }}
              />
            </span>
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
      ))}
    </ol>
  )
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
