import * as uiWords from '../words.ts'
import { toastLibrary } from './toast.ts'

/** The undo button is shown for this time, and as long as the pointer is over it. */
const UNDO_MS = 8000

interface Undoable {
  onUndo: () => void
  /** The message, and the undo button with it, has disappeared. */
  onEnd: () => void
}

/** Shows a message with an undo button. */
export async function toastUndo(
  title: string,
  description: string,
  { onUndo, onEnd }: Undoable,
): Promise<{ dismiss: () => void }> {
  const toast = await toastLibrary()
  const id = toast.success(title, {
    description,
    duration: UNDO_MS,
    action: { label: uiWords.undo, onClick: onUndo },
    onAutoClose: onEnd,
    onDismiss: onEnd,
  })
  return { dismiss: () => toast.dismiss(id) }
}
