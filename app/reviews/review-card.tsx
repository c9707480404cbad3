import { ThumbsUp } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useSession } from '../session/session.ts'
import { toastSignIn } from '../ui/feedback/toast.ts'
import { ReportLink } from '../ui/links/report-link.tsx'
import { VoteButton } from '../votes/vote-button.tsx'
import { ReplyText } from './reply-text.tsx'
import type { Review } from './review.ts'
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
      className="panel scroll-mt-32 grid gap-1.5 p-3 max-sm:text-[0.9375rem] sm:gap-3 sm:p-5 [&:has([data-removed])>:not(footer)]:hidden"
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
        <ReportLink type="review" id={review.id} name={review.title} className="ml-auto" />
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
      {({ count, isMine }, onPress) => (
        <button
          type="button"
          aria-pressed={isMine}
          aria-label={reviewWords.helpfulLabel(review.title, count)}
          onClick={onPress}
          className={`inline-flex min-h-9 items-center gap-1.5 rounded-control border px-3 text-sm tabular-nums ${
            isMine ? 'border-ink bg-ink text-on-ink' : 'border-line text-soft hover:bg-sunken'
          }`}
        >
          <ThumbsUp aria-hidden size={14} /> {reviewWords.helpfulButton(count)}
        </button>
      )}
    </VoteButton>
  )
}
