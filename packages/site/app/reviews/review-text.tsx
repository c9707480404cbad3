import { Minus, Plus } from 'lucide-react'
import { Link } from 'react-router'
import { PersonLink } from '../people/person-link.tsx'
import { toAuthorName } from '../people/profile.ts'
import { CONTENT_LANGUAGE } from '../shared/languages.ts'
import { Avatar } from '../ui/avatar.tsx'
import { ClippedText } from '../ui/clipped-text.tsx'
import { formatDay } from '../ui/format/day.ts'
import { hidden, Rich } from '../ui/format/rich-text.tsx'
import { Stars } from '../ui/stars.tsx'
import * as uiWords from '../ui/words.ts'
import { describeUse, describeUsedFor, listInterests, type Review, toReviewPath } from './review.ts'
import * as reviewWords from './words/review.ts'

interface ReviewTextProps {
  review: Review
  /** The level of the title. */
  heading?: 'h2' | 'h3'
  /** A long text is not clipped. */
  isWhole?: boolean
}

/** The author, day and text of a review. */
export function ReviewText({ review, heading: Heading = 'h3', isWhole = false }: ReviewTextProps) {
  const name = toAuthorName(review)
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Avatar name={name} url={review.profiles?.avatar_url} />
        <div className="min-w-0 flex-1">
          <div className="flex items-center gap-2">
            <PersonLink
              username={review.profiles?.username}
              className="block min-w-0 font-medium wrap-anywhere"
            >
              {name}
            </PersonLink>
            <span className="ml-auto shrink-0 sm:hidden">
              <Stars rating={review.rating} size={14} />
            </span>
          </div>
          <p className="text-sm text-soft">
            <ReviewerFacts review={review} />
            <Link
              to={toReviewPath(review)}
              className="inline-block whitespace-nowrap leading-6 hover:underline"
            >
              <time dateTime={review.created_at}>{formatDay(review.created_at)}</time>
            </Link>
            {review.is_sample ? ` · ${uiWords.sample}` : null}
          </p>
        </div>
        <span className="max-sm:hidden">
          <Stars rating={review.rating} />
        </span>
      </header>
      <Heading lang={CONTENT_LANGUAGE} dir="auto" className="font-semibold wrap-anywhere">
        {review.title}
      </Heading>
      {isWhole ? (
        <p lang={CONTENT_LANGUAGE} dir="auto" className="whitespace-pre-line wrap-anywhere">
          {review.content}
        </p>
      ) : (
        <ClippedText text={review.content} />
      )}
      <ReviewContext review={review} />
      {review.pros.length + review.cons.length > 0 ? (
        <div className="grid content-start gap-x-6 gap-y-1 text-sm sm:grid-cols-2">
          <Points texts={review.pros} arePros isWhole={isWhole} />
          <Points texts={review.cons} arePros={false} isWhole={isWhole} />
        </div>
      ) : null}
    </>
  )
}

/** The job title and the company's size, of a public profile, in front of the day. */
function ReviewerFacts({ review: { profiles } }: { review: Review }) {
  const size = profiles?.company_size
  return (
    <>
      {profiles?.job_title ? `${profiles.job_title}\u00a0· ` : null}
      {size ? (
        <>
          <span className="whitespace-nowrap">{`${reviewWords.companySize(size)} ·`}</span>{' '}
        </>
      ) : null}
    </>
  )
}

interface PointsProps {
  texts: readonly string[]
  arePros: boolean
  isWhole: boolean
}

/** A list; on a phone one line with dots between, which the review's own page does not cut. */
function Points({ texts, arePros, isWhole }: PointsProps) {
  if (texts.length === 0) return null
  const Icon = arePros ? Plus : Minus
  const text = arePros ? reviewWords.pointPro : reviewWords.pointCon
  return (
    <div className="flex min-w-0 gap-2">
      <Icon
        aria-hidden
        size={16}
        className={`mt-0.5 shrink-0 ${arePros ? 'text-good' : 'text-bad'}`}
      />
      <ul
        className={`min-w-0 wrap-anywhere max-sm:*:inline max-sm:*:not-last:after:content-['_·_'] sm:grid sm:content-start sm:gap-1 ${isWhole ? '' : 'max-sm:relative max-sm:truncate'}`}
      >
        {texts.map((point) => (
          <li key={point} lang={CONTENT_LANGUAGE} dir="auto">
            <Rich text={text} parts={{ text: point, hidden }} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** How the author uses the tool, and what else a reader should know of the review (spec 3 §3.2). */
function ReviewContext({ review }: { review: Review }) {
  const use = describeUse(review)
  const usedFor = describeUsedFor(review)
  const { edited_at: editedAt, first_published_on: firstDay, confirmed_on: confirmedOn } = review
  return (
    <ul className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-sm text-soft empty:hidden max-sm:block max-sm:*:inline max-sm:*:not-last:after:content-['_·_']">
      {use ? <li className="wrap-anywhere">{use}</li> : null}
      {usedFor ? <li className="wrap-anywhere">{usedFor}</li> : null}
      {listInterests(review).map((interest) => (
        <li key={interest} className="font-medium text-ink">
          {interest}
        </li>
      ))}
      {firstDay ? <li>{reviewWords.rewritten(firstDay)}</li> : null}
      {editedAt ? (
        <li>
          <Link to={`${toReviewPath(review)}/history`} className="inline-block leading-6 underline">
            {reviewWords.edited(editedAt)}
          </Link>
        </li>
      ) : null}
      {confirmedOn ? <li>{reviewWords.confirmed(confirmedOn)}</li> : null}
    </ul>
  )
}
