import { useRevalidator } from 'react-router'
import { callFunction } from '../../session/call-function.ts'
import { useSession } from '../../session/session.ts'
import { useTask } from '../../ui/feedback/use-task.ts'
import { ConfirmButton } from '../../ui/forms/confirm-button.tsx'
import * as uiWords from '../../ui/words.ts'
import * as reviewWords from '../words/review.ts'

interface RedactButtonProps {
  reviewId: string
  authorId: string | null
  number: number
  /** The id of the version's heading. */
  headingId: string
}

/** Empties an earlier version of the member's own review. A second call has no effect. */
export default function RedactButton({ reviewId, authorId, number, headingId }: RedactButtonProps) {
  const { user } = useSession()
  const { revalidate } = useRevalidator()
  const [, run] = useTask()
  if (user?.id !== authorId) return null
  return (
    <div>
      <ConfirmButton
        label={reviewWords.redact}
        title={reviewWords.redactTitle}
        text={reviewWords.redactText}
        cancelLabel={uiWords.keepIt}
        confirmLabel={reviewWords.redact}
        onConfirm={() =>
          void run(async () => {
            await callFunction('redact_revision', { review: reviewId, number })
            await revalidate()
            // The button, and the focus with it, has been removed.
            document.getElementById(headingId)?.focus()
          })
        }
      />
    </div>
  )
}
