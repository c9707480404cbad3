import { useRevalidator } from 'react-router'
import { Button, LinkButton } from '../ui/button.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { removeReview, useRemoval } from './removal.ts'
import type { Review } from './review.ts'

/** Edit and delete one's own review; deleting asks first, and can be undone for a moment. */
export default function OwnReviewActions({
  review,
  editPath,
}: {
  review: Review
  editPath: string
}) {
  const { revalidate } = useRevalidator()
  const removal = useRemoval(review.id)
  if (removal) {
    return (
      <>
        <span data-removed className="mr-auto text-sm text-soft">
          Your review is removed.
        </span>
        <Button ref={focus} look="secondary" onClick={removal.undo}>
          Undo
        </Button>
      </>
    )
  }
  return (
    <>
      <span className="mr-auto text-sm text-soft">
        Your review
        {review.helpful_count > 0 ? `, helpful to ${review.helpful_count}` : ''}
      </span>
      <LinkButton to={editPath} look="secondary">
        Edit
      </LinkButton>
      <ConfirmButton
        label="Delete"
        title="Delete your review?"
        text={
          <>
            “{review.title}” and its {review.helpful_count} helpful{' '}
            {review.helpful_count === 1 ? 'vote' : 'votes'} are removed for good, and the rating is
            counted without it. For a few seconds you can undo it.
          </>
        }
        keep="Keep it"
        go="Delete review"
        onGo={() => void removeReview(review.id, revalidate)}
      />
    </>
  )
}

/** What was clicked has gone: who uses the keyboard goes on at the way back. */
const focus = (button: HTMLButtonElement | null) => button?.focus()
