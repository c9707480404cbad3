import { Link } from 'react-router'
import type { Launch } from '../launches/launch.ts'
import { LaunchRows } from '../launches/launch-row.tsx'
import { toAuthorName } from '../people/profile.ts'
import type { FreshReview } from '../reviews/read-reviews.ts'
import { toToolPath } from '../tools/tool.ts'
import { ToolLogo } from '../tools/tool-logo.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { SampleBadge } from '../ui/badge.tsx'
import { SectionFailure } from '../ui/feedback/section-failure.tsx'
import { Stars } from '../ui/stars.tsx'
import * as homeWords from './words.ts'

/** The newest reviews, two lines of each. */
export function FreshReviews({ reviews }: { reviews: readonly FreshReview[] | undefined }) {
  if (reviews?.length === 0) return null
  return (
    <HomeSection
      id="fresh-reviews"
      title={homeWords.freshReviews}
      to="/trust?tab=reviews"
      action={homeWords.freshAllReviews}
    >
      {reviews ? null : <SectionFailure />}
      <ul className="rail" {...homeWords.railButtons}>
        {reviews?.map((review) => (
          <li key={review.id} className="panel grid content-start gap-2 p-4">
            <div className="flex items-center gap-3">
              <ToolLogo id={review.tools?.id} name={review.tools?.name ?? ''} size={40} />
              <div className="grid min-w-0">
                <h3 className="truncate font-semibold">
                  {review.tools ? (
                    <Link to={`${toToolPath(review.tools)}#reviews`} className="hover:underline">
                      {review.tools.name}
                    </Link>
                  ) : null}
                </h3>
                <Stars rating={review.rating} />
              </div>
            </div>
            <p className="line-clamp-3 wrap-anywhere">
              <span className="font-medium">{review.title}</span>{' '}
              <span className="text-soft">{review.content}</span>
            </p>
            <p className="mt-auto flex items-center gap-2 text-sm text-soft">
              <Avatar name={toAuthorName(review)} url={review.profiles?.avatar_url} size={24} />
              <span className="min-w-0 wrap-anywhere">{toAuthorName(review)}</span>
              {review.is_sample ? <SampleBadge /> : null}
            </p>
          </li>
        ))}
      </ul>
    </HomeSection>
  )
}

/** The most upvoted launches of today. */
export function FreshLaunches({ launches }: { launches: readonly Launch[] | undefined }) {
  if (launches?.length === 0) return null
  return (
    <HomeSection
      id="fresh-launches"
      title={homeWords.freshLaunches}
      to="/launches"
      action={homeWords.freshAllLaunches}
    >
      {launches ? null : <SectionFailure />}
      {launches ? <LaunchRows launches={launches} isRanked /> : null}
    </HomeSection>
  )
}

interface HomeSectionProps {
  id: string
  title: string
  /** The page with all of it. */
  to: string
  action: string
  children: React.ReactNode
}

export const HomeSection = ({ id, title, to, action, children }: HomeSectionProps) => (
  <section className="page py-3 sm:py-6" aria-labelledby={id}>
    <div className="mb-3 flex items-baseline justify-between gap-3 sm:mb-4">
      <h2 id={id} className="display text-lg sm:text-title">
        {title}
      </h2>
      <Link to={to} className="shrink-0 py-1 text-sm text-link hover:underline">
        {action}
      </Link>
    </div>
    {children}
  </section>
)
