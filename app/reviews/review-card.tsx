import { lazy, Suspense } from 'react'
import { useSession } from '../data/session.ts'
import { toastError } from '../ui/toast.ts'
import { HelpfulToggle } from './helpful-toggle.tsx'
import type { Review } from './review.ts'
import { ReviewText } from './review-text.tsx'
import * as readingWords from './words/reading.ts'

// What only the signed-in can do comes when somebody is.
const OwnHelpfulVote = lazy(() => import('./own-helpful-vote.tsx'))
const OwnReviewActions = lazy(() => import('./own-review-actions.tsx'))

interface ReviewCardProps {
  review: Review
  /** Where the review is edited. */
  editPath: string
  /** Ids of the reviews shown together: their votes are read at once. */
  among: readonly string[]
}

export function ReviewCard(props: ReviewCardProps) {
  return (
    // One that is being removed shows only the way back.
    <article className="panel grid gap-3 p-5 [&:has([data-removed])>:not(footer)]:hidden">
      <ReviewText review={props.review} />
      <footer className="flex min-h-9 flex-wrap items-center gap-2">
        <Reactions {...props} />
      </footer>
    </article>
  )
}

function Reactions({ review, editPath, among }: ReviewCardProps) {
  const { loading, user } = useSession()
  const vote = { count: review.helpful_count, isMine: false }
  const waiting = <HelpfulToggle vote={vote} title={review.title} />
  if (loading) return waiting
  if (!user) {
    return (
      <HelpfulToggle
        vote={vote}
        title={review.title}
        onToggle={() => void toastError(readingWords.helpfulSignedOut)}
      />
    )
  }
  return (
    <Suspense fallback={waiting}>
      {user.id === review.user_id ? (
        <OwnReviewActions review={review} editPath={editPath} />
      ) : (
        <OwnHelpfulVote review={review} among={among} userId={user.id} />
      )}
    </Suspense>
  )
}
