import { useRevalidator } from 'react-router'
import { Button, LinkButton } from '../ui/button.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { Rich } from '../ui/rich-text.tsx'
import { COMMON } from '../ui/words.ts'
import { removeReview, useRemoval } from './removal.ts'
import type { Review } from './review.ts'
import { OWN } from './words/own.ts'

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
          {OWN.removed}
        </span>
        <Button ref={focus} look="secondary" onClick={removal.undo}>
          {COMMON.undo}
        </Button>
      </>
    )
  }
  return (
    <>
      <span className="mr-auto text-sm text-soft">{OWN.note(review.helpful_count)}</span>
      <LinkButton to={editPath} look="secondary">
        {OWN.edit}
      </LinkButton>
      <ConfirmButton
        label={OWN.delete}
        title={OWN.deleteTitle}
        text={<Rich text={OWN.deleteText(review.helpful_count)} parts={{ review: review.title }} />}
        keep={OWN.keep}
        go={OWN.go}
        onGo={() => void removeReview(review.id, revalidate)}
      />
    </>
  )
}

/** What was clicked has gone: who uses the keyboard goes on at the way back. */
const focus = (button: HTMLButtonElement | null) => button?.focus()
