import { ThumbsUp } from 'lucide-react'
import { toastSignIn } from '../ui/feedback/toast.ts'
import { VoteButton } from '../votes/vote-button.tsx'
import type { Review } from './review.ts'
import * as readingWords from './words/reading.ts'

interface HelpfulButtonProps {
  review: Review
  /** All reviews of the page: one request reads their votes. */
  reviewIds: readonly string[]
}

export function HelpfulButton({ review, reviewIds }: HelpfulButtonProps) {
  return (
    <VoteButton
      kind="helpful"
      loadSource={() => import('./helpful-votes.ts').then(({ helpfulVotes }) => helpfulVotes)}
      id={review.id}
      ids={reviewIds}
      count={review.helpful_count}
      onSignedOutPress={() =>
        void toastSignIn(readingWords.helpfulSignedOut, `review-${review.id}`)
      }
    >
      {({ count, isMine }, onPress) => (
        <button
          type="button"
          aria-pressed={isMine}
          aria-label={readingWords.helpfulLabel(review.title, count)}
          onClick={onPress}
          className={`inline-flex min-h-9 items-center gap-1.5 rounded-control border px-3 text-sm tabular-nums ${
            isMine ? 'border-ink bg-ink text-on-ink' : 'border-line text-soft hover:bg-sunken'
          }`}
        >
          <ThumbsUp aria-hidden size={14} /> {readingWords.helpfulButton(count)}
        </button>
      )}
    </VoteButton>
  )
}
