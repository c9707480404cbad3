import { Suspense } from 'react'
import { Await, Link } from 'react-router'
import type { FreshReview } from '../reviews/newest-reviews.ts'
import { ReviewText } from '../reviews/review-text.tsx'
import { toToolPath } from '../tools/tool.ts'
import { LinkButton } from '../ui/button.tsx'
import { SectionFailure } from '../ui/feedback/section-failure.tsx'
import * as trustWords from './words.ts'

export function RecentReviewsPanel({ recent }: { recent: Promise<FreshReview[] | undefined> }) {
  return (
    <section aria-labelledby="recent" className="grid gap-6">
      <h2 id="recent" className="display text-2xl">
        {trustWords.recentTitle}
      </h2>
      <Suspense fallback={<p role="status">{trustWords.recentLoading}</p>}>
        <Await resolve={recent}>{(reviews) => <Reviews reviews={reviews} />}</Await>
      </Suspense>
      <div>
        <LinkButton to="/all-tools">{trustWords.recentAll}</LinkButton>
      </div>
    </section>
  )
}

function Reviews({ reviews }: { reviews: readonly FreshReview[] | undefined }) {
  if (!reviews) return <SectionFailure />
  if (reviews.length === 0) return <p className="text-soft">{trustWords.recentNone}</p>
  return (
    <ul className="grid gap-4 lg:grid-cols-2">
      {reviews.map((review) => (
        <li key={review.id} className="panel grid content-start gap-3 p-5">
          {review.tools ? (
            <Link
              to={toToolPath(review.tools)}
              className="inline-flex min-h-6 items-center text-sm text-link hover:underline"
            >
              {review.tools.name}
            </Link>
          ) : null}
          <ReviewText review={review} />
        </li>
      ))}
    </ul>
  )
}
