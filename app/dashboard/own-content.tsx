import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { queries, retryFailedReads } from '../data/query.ts'
import { readDrafts } from '../launches/read-launches.ts'
import { readOwnReviews } from '../reviews/read-reviews.ts'
import { toReviewPath } from '../reviews/review.ts'
import { getReader } from '../session/session.ts'
import { LoadFailure } from '../ui/feedback/load-failure.tsx'
import { formatDay } from '../ui/format/day.ts'
import { Stars } from '../ui/stars.tsx'
import * as dashboardWords from './words.ts'

/** The member's drafts of launches, if there are any (spec 7 §2). */
export function OwnDrafts({ userId }: { userId: string }) {
  const { data: drafts = [] } = useQuery(
    { queryKey: ['drafts', userId], queryFn: async () => readDrafts(await getReader()) },
    queries,
  )
  if (drafts.length === 0) return null
  return (
    <section aria-labelledby="drafts" className="panel p-6">
      <h2 id="drafts" className="display mb-4 text-2xl">
        {dashboardWords.drafts}
      </h2>
      <ul className="divide-y divide-line">
        {drafts.map(({ id, tagline, launch_date }) => (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
            <Link
              to={`/launch/${id}/edit`}
              className="inline-block min-h-6 text-link wrap-anywhere hover:underline"
            >
              {tagline}
            </Link>
            <span className="text-sm text-soft">{formatDay(launch_date)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The member's reviews, newest first, each with a link to its form. */
export function OwnReviews({ userId }: { userId: string }) {
  const { data: reviews = [], isError } = useQuery(
    {
      queryKey: ['own reviews', userId],
      queryFn: async () => readOwnReviews(await getReader(), userId),
    },
    queries,
  )
  if (isError) return <LoadFailure onRetry={() => void retryFailedReads()} />
  if (reviews.length === 0) return null
  return (
    <section aria-labelledby="own-reviews" className="panel p-6">
      <h2 id="own-reviews" className="display mb-4 text-2xl">
        {dashboardWords.ownReviews}
      </h2>
      <ul className="divide-y divide-line">
        {reviews.map((review) => (
          <li key={review.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
            <div className="min-w-0 flex-1 basis-60">
              <p className="flex flex-wrap items-center gap-x-2">
                <span className="font-semibold wrap-anywhere">{review.tools?.name}</span>
                <Stars rating={review.rating} size={14} />
                <span className="text-sm text-soft">{formatDay(review.created_at)}</span>
              </p>
              <Link
                to={toReviewPath(review)}
                className="inline-block min-h-6 text-link wrap-anywhere hover:underline"
              >
                {review.title}
              </Link>
            </div>
            {review.tools ? (
              <Link
                to={`/write-review/${review.tools.slug}`}
                aria-label={dashboardWords.editReview(review.tools.name)}
                className="inline-flex min-h-11 items-center text-sm underline"
              >
                {dashboardWords.edit}
              </Link>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
