import { ThumbsUp } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { useSession } from '../session/session.ts'
import { ClippedText } from '../ui/clipped-text.tsx'
import { toastSignIn } from '../ui/feedback/toast.ts'
import { formatDay } from '../ui/format/day.ts'
import { Rich } from '../ui/format/rich-text.tsx'
import { ReportLink } from '../ui/links.tsx'
import { VoteButton } from '../votes/vote-button.tsx'
import type { Review } from './review.ts'
import { ReviewMenu } from './review-menu.tsx'
import { ReviewText } from './review-text.tsx'
import * as reviewWords from './words/review.ts'

// Loaded only for the review's author.
const OwnReviewActions = lazy(() => import('./own/own-review-actions.tsx'))

interface ReviewCardProps {
  review: Review
  /** The page that edits the review. */
  editPath: string
  /** All reviews of the page: one request reads their votes. */
  reviewIds: readonly string[]
  /** The level of the review's title. */
  heading?: 'h2' | 'h3'
  /** A long text is not clipped. */
  isWhole?: boolean
  /** Runs after the author has deleted the review; by default the page reads its data again. */
  onRemoved?: () => Promise<void>
}

export function ReviewCard({ heading = 'h3', isWhole = false, ...props }: ReviewCardProps) {
  return (
    // A review that is being removed shows only its footer, with the undo button.
    <article
      id={`review-${props.review.id}`}
      className="panel scroll-mt-32 grid gap-1.5 p-3 sm:gap-3 sm:p-4 [&:has([data-removed])>:not(footer)]:hidden"
    >
      <ReviewText review={props.review} heading={heading} isWhole={isWhole} />
      <ReplyText review={props.review} isWhole={isWhole} />
      <footer className="flex min-h-9 flex-wrap items-center gap-2">
        <Reactions {...props} />
      </footer>
    </article>
  )
}

function Reactions({ review, editPath, reviewIds, onRemoved }: ReviewCardProps) {
  const { user } = useSession()
  if (!user || user.id !== review.user_id) {
    return (
      <>
        <HelpfulButton review={review} reviewIds={reviewIds} />
        <ReviewMenu title={review.title}>
          <ReportLink type="review" id={review.id} name={review.title} />
        </ReviewMenu>
      </>
    )
  }
  return (
    <Suspense>
      <OwnReviewActions review={review} editPath={editPath} onRemoved={onRemoved} />
    </Suspense>
  )
}

interface HelpfulButtonProps {
  review: Review
  /** All reviews of the page: one request reads their votes. */
  reviewIds: readonly string[]
}

function HelpfulButton({ review, reviewIds }: HelpfulButtonProps) {
  return (
    <VoteButton
      kind="helpful"
      loadSource={() => import('./helpful-votes.ts').then(({ helpfulVotes }) => helpfulVotes)}
      id={review.id}
      ids={reviewIds}
      count={review.helpful_count}
      onSignedOutPress={() => void toastSignIn(reviewWords.helpfulSignedOut, `review-${review.id}`)}
    >
      {({ count, isMine }, press) => (
        <button
          type="button"
          aria-pressed={isMine}
          aria-label={reviewWords.helpfulLabel(review.title, count)}
          {...press}
          className={`inline-flex min-h-9 items-center gap-1.5 rounded-control border px-3 text-sm tabular-nums ${
            isMine ? 'border-ink bg-ink text-on-ink' : 'border-line text-soft hover:bg-sunken'
          }`}
        >
          <ThumbsUp aria-hidden size={14} />{' '}
          {/* A new element: a translation replaces the text of the old one. */}
          <span key={count}>{reviewWords.helpfulButton(count)}</span>
        </button>
      )}
    </VoteButton>
  )
}

/** What the maker of the tool replied to a review. */
function ReplyText({ review, isWhole }: { review: Review; isWhole: boolean }) {
  const { review_replies: reply, revision } = review
  if (!reply) return null
  const { content, companies, company_id, created_at, edited_at, review_revision } = reply
  return (
    <div className="grid gap-1.5 border-l-2 border-line pl-3.5 sm:pl-4">
      <p className="flex flex-wrap items-center gap-x-3 text-sm text-soft">
        <span className="font-medium text-ink wrap-anywhere">
          <Rich
            text={reviewWords.replyBy}
            parts={{
              company: (
                <Link
                  to={`/company/${company_id}`}
                  className="inline-block leading-6 hover:underline"
                >
                  {companies.name}
                </Link>
              ),
            }}
          />
        </span>
        <time dateTime={created_at}>{formatDay(created_at)}</time>
        {edited_at ? <span>{reviewWords.replyEdited(edited_at)}</span> : null}
        {review_revision === revision ? null : <span>{reviewWords.replyEarlier}</span>}
        <ReportLink
          type="reply"
          id={review.id}
          name={reviewWords.replyName(companies.name)}
          className="ml-auto"
        />
      </p>
      {isWhole ? (
        <p className="whitespace-pre-line wrap-anywhere">{content}</p>
      ) : (
        <ClippedText text={content} />
      )}
    </div>
  )
}
