import { useRevalidator } from 'react-router'
import { requireUserId, sendCommand } from '../../data/command.ts'
import { type CommandError, isSignedOut, requireCommandError } from '../../data/command-error.ts'
import { createStore } from '../../data/create-store.ts'
import { queries } from '../../data/query.ts'
import * as dataWords from '../../data/words.ts'
import { getBackendAccess, getSupabase } from '../../session/session.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { toastError, toastSessionEnded, toastUndo } from '../../ui/feedback/toast.ts'
import { Rich } from '../../ui/format/rich-text.tsx'
import { ConfirmButton } from '../../ui/forms/confirm-button.tsx'
import * as uiWords from '../../ui/words.ts'
import type { Review } from '../review.ts'
import { ReviewMenu } from '../review-menu.tsx'
import * as reviewWords from '../words/review.ts'
import { OWN_REVIEW_KEY } from '../write/submit-review.ts'

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
      <ReviewMenu title={review.title}>
        <div className="grid">
          <LinkButton to={editPath} look="quiet">
            {reviewWords.ownEdit}
          </LinkButton>
          <ConfirmButton
            label={reviewWords.ownDelete}
            look="quiet"
            title={reviewWords.ownDeleteTitle}
            text={
              <Rich
                text={reviewWords.ownDeleteText(review.helpful_count)}
                parts={{ review: review.title }}
              />
            }
            cancelLabel={uiWords.keepIt}
            confirmLabel={reviewWords.ownGo}
            onConfirm={() => void removeReview(review.id, onRemoved ?? revalidate)}
          />
        </div>
      </ReviewMenu>
    </>
  )
}

/** The clicked button has disappeared, so the focus moves to the undo button. */
const focusButton = (button: HTMLButtonElement | null) => button?.focus()

/** A hidden review. It is deleted only after its undo button, because its votes cannot be restored. */
interface Removal {
  /** Deletes the review while the page unloads. */
  deleteOnUnload: () => void
  undo: () => void
}

/** By review id. */
const removals = createStore<ReadonlyMap<string, Removal>>(new Map())

function setRemoval(id: string, removal: Removal | null): void {
  const next = new Map(removals.get())
  if (removal) next.set(id, removal)
  else next.delete(id)
  removals.set(next)
}

/** @returns undefined if the review is not hidden */
const useRemoval = (id: string): Removal | undefined => removals.use().get(id)

/**
 * Hides a review at once. Deletes it when the message with the undo button disappears, or when the
 * page unloads.
 * @param onDeleted reloads the page's data
 */
async function removeReview(id: string, onDeleted: () => Promise<void>): Promise<void> {
  const sendDeletion = await prepareDeletion(id)
  let isOver = false
  let dismiss = () => {}
  // The browser may keep the page and show it again: the review is deleted then, and cannot come back.
  const deleteOnUnload = () => {
    if (isOver) return
    isOver = true
    dismiss()
    sendDeletion()
  }
  const undo = () => {
    isOver = true
    dismiss()
    setRemoval(id, null)
  }
  const finish = async () => {
    if (isOver) return
    isOver = true
    try {
      await deleteReview(id)
      void queries.invalidateQueries({ queryKey: [OWN_REVIEW_KEY] })
      await onDeleted()
    } catch (error) {
      await (isSignedOut(error)
        ? toastSessionEnded(reviewWords.deletedSignedOut)
        : toastError(uiWords.error, describeDeletionFailure(requireCommandError(error))))
    } finally {
      setRemoval(id, null)
    }
  }
  setRemoval(id, { deleteOnUnload, undo })
  try {
    const message = await toastUndo(uiWords.success, reviewWords.deletedDone, {
      onUndo: undo,
      onEnd: () => void finish(),
    })
    dismiss = message.dismiss
  } catch {
    // Without the message the member could not undo it.
    await finish()
  }
}

function describeDeletionFailure({ reason, publicMessage }: CommandError): string {
  if (reason === 'offline') return dataWords.failureOffline
  return publicMessage ?? reviewWords.deletedFailed
}

/**
 * Prepares a request that an unloading page can send. The Supabase client cannot send one then,
 * because it first waits for its session.
 */
async function prepareDeletion(id: string): Promise<() => void> {
  const supabase = await getSupabase()
  const { data } = await supabase.auth.getSession()
  const { url, key } = getBackendAccess()
  const headers = { apikey: key, Authorization: `Bearer ${data.session?.access_token}` }
  const target = `${url}/rest/v1/reviews?id=eq.${id}&user_id=eq.${data.session?.user.id}`
  return () => void fetch(target, { method: 'DELETE', headers, keepalive: true }).catch(() => {})
}

addEventListener('pagehide', () => {
  for (const { deleteOnUnload } of removals.get().values()) deleteOnUnload()
})

// A page of the back/forward cache still shows the reviews that were deleted when it was left.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted && removals.get().size > 0) location.reload()
})

/** @throws {CommandError} */
async function deleteReview(id: string): Promise<void> {
  const supabase = await getSupabase()
  const userId = await requireUserId(supabase)
  await sendCommand(supabase.from('reviews').delete().eq('id', id).eq('user_id', userId))
}
