import { Link } from 'react-router'
import { FeaturedImage } from '../launches/featured-image.tsx'
import { countPictures, type Launch, toToolName } from '../launches/launch.ts'
import { toAuthorName } from '../people/profile.ts'
import type { FreshReview } from '../reviews/read-reviews.ts'
import { CONTENT_LANGUAGE } from '../shared/languages.ts'
import { toToolPath } from '../tools/tool.ts'
import { ToolLogo } from '../tools/tool-logo.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { SampleBadge } from '../ui/badge.tsx'
import { SectionFailure } from '../ui/feedback/section-failure.tsx'
import { Rich } from '../ui/format/rich-text.tsx'
import { Stars } from '../ui/stars.tsx'
import * as homeWords from './words.ts'

/** The newest reviews, two lines of each. */
export function FreshReviews({ reviews }: { reviews: readonly FreshReview[] | undefined }) {
  if (reviews?.length === 0) return null
  return (
    <HomeSection
      id="fresh-reviews"
      title={homeWords.freshReviews}
      to="/trust"
      action={homeWords.freshAllReviews}
    >
      {reviews ? null : <SectionFailure />}
      <ul className="rail" {...homeWords.railButtons}>
        {reviews?.map((review) => (
          <li key={review.id} className="panel grid content-start gap-3 p-4 sm:p-5">
            <div className="flex items-center justify-between gap-3">
              <ToolLogo id={review.tools?.id} name={review.tools?.name ?? ''} size={32} />
              <Stars rating={review.rating} />
            </div>
            <h3 className="font-semibold wrap-anywhere">
              {review.tools ? (
                <Link to={`${toToolPath(review.tools)}#reviews`} className="hover:underline">
                  {review.title}
                </Link>
              ) : (
                review.title
              )}
            </h3>
            <p className="line-clamp-2 wrap-anywhere">{review.content}</p>
            <p className="mt-auto flex items-center gap-2 text-sm text-soft">
              <Avatar name={toAuthorName(review)} url={review.profiles?.avatar_url} size={24} />
              <span className="min-w-0 wrap-anywhere">
                <Rich
                  text={homeWords.freshBy}
                  parts={{ name: toAuthorName(review), tool: review.tools?.name ?? '' }}
                />{' '}
                {review.is_sample ? <SampleBadge /> : null}
              </span>
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
      <ul className="rail" {...homeWords.railButtons}>
        {launches?.map((launch) => (
          <li key={launch.id} className="panel grid content-start gap-3 p-4 sm:p-5">
            {countPictures(launch) > 0 ? (
              <FeaturedImage launchId={launch.id} className="w-full" />
            ) : null}
            <div className="flex items-start gap-3">
              <ToolLogo id={launch.tools?.id} name={toToolName(launch)} size={40} />
              <div className="min-w-0">
                <h3 className="font-semibold wrap-anywhere">
                  <Link to={`/launch/${launch.id}`} className="hover:underline">
                    {toToolName(launch)}
                  </Link>
                </h3>
                <p lang={CONTENT_LANGUAGE} dir="auto" className="text-sm text-soft wrap-anywhere">
                  {launch.tagline}
                </p>
              </div>
            </div>
          </li>
        ))}
      </ul>
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
  <section className="page py-5 sm:py-8" aria-labelledby={id}>
    <div className="mb-3 flex items-baseline justify-between gap-3 sm:mb-5">
      <h2 id={id} className="display text-xl sm:text-section">
        {title}
      </h2>
      <Link to={to} className="shrink-0 py-1 text-[0.9375rem] text-link hover:underline">
        {action}
      </Link>
    </div>
    {children}
  </section>
)
