import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { Button, LinkButton } from '../ui/button.tsx'
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
  const [isOpen, setOpen] = useState(false)
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
      <AlertDialog.Root open={isOpen} onOpenChange={setOpen}>
        <AlertDialog.Trigger render={<Button look="danger">Delete</Button>} />
        <AlertDialog.Portal>
          <AlertDialog.Backdrop className="fixed inset-0 z-50 bg-ink/40" />
          <AlertDialog.Popup className="panel fixed top-1/2 left-1/2 z-50 grid w-104 max-w-[90vw] -translate-1/2 gap-3 p-6">
            <AlertDialog.Title className="display text-2xl">Delete your review?</AlertDialog.Title>
            <AlertDialog.Description className="text-soft">
              “{review.title}” and its {review.helpful_count} helpful{' '}
              {review.helpful_count === 1 ? 'vote' : 'votes'} are removed for good, and the rating
              is counted without it. For a few seconds you can undo it.
            </AlertDialog.Description>
            <div className="mt-2 flex flex-wrap justify-end gap-3">
              <AlertDialog.Close render={<Button look="secondary">Keep it</Button>} />
              <AlertDialog.Close
                render={<Button look="danger">Delete review</Button>}
                onClick={() => void removeReview(review.id, revalidate)}
              />
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Portal>
      </AlertDialog.Root>
    </>
  )
}

/** What was clicked has gone: who uses the keyboard goes on at the way back. */
const focus = (button: HTMLButtonElement | null) => button?.focus()
