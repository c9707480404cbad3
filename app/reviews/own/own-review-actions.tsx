import { useRevalidator } from 'react-router'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Rich } from '../../ui/format/rich-text.tsx'
import { ConfirmButton } from '../../ui/forms/confirm-button.tsx'
import * as uiWords from '../../ui/words.ts'
import type { Review } from '../review.ts'
import * as reviewWords from '../words/review.ts'
import { removeReview, useRemoval } from './remove-review.ts'

/** Edits or deletes the member's own review. Deleting asks for confirmation and can be undone. */
export default function OwnReviewActions({
  review,
  editPath,
  onRemoved,
}: {
  review: Review
  editPath: string
  onRemoved?: (() => Promise<void>) | undefined
}) {
  const { revalidate } = useRevalidator()
  const removal = useRemoval(review.id)
  if (removal) {
    return (
      <>
        <span data-removed className="mr-auto text-sm text-soft">
          {reviewWords.ownRemoved}
        </span>
        <Button ref={focusButton} look="secondary" onClick={removal.undo}>
          {uiWords.undo}
        </Button>
      </>
    )
  }
  return (
    <>
      <span className="mr-auto text-sm text-soft">{reviewWords.ownNote(review.helpful_count)}</span>
      <LinkButton to={editPath} look="secondary">
        {reviewWords.ownEdit}
      </LinkButton>
      <ConfirmButton
        label={reviewWords.ownDelete}
        title={reviewWords.ownDeleteTitle}
        text={
          <Rich
            text={reviewWords.ownDeleteText(review.helpful_count)}
            parts={{ review: review.title }}
          />
        }
        cancelLabel={reviewWords.ownKeep}
        confirmLabel={reviewWords.ownGo}
        onConfirm={() => void removeReview(review.id, onRemoved ?? revalidate)}
      />
    </>
  )
}

/** The clicked button has disappeared, so the focus moves to the undo button. */
const focusButton = (button: HTMLButtonElement | null) => button?.focus()
