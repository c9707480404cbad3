import { toastLibrary } from './toast.ts'
import * as uiWords from './words.ts'

/** How long something can be brought back, in milliseconds; the clock rests while it is pointed at. */
const UNDO_TIME = 8000

interface Undoable {
  onUndo: () => void
  /** The message has gone, and with it the way back. */
  onEnd: () => void
}

/** Says that something is gone, and offers it back as long as the message stands. */
export async function toastUndo(
  title: string,
  description: string,
  { onUndo, onEnd }: Undoable,
): Promise<{ dismiss: () => void }> {
  const toast = await toastLibrary()
  const id = toast.success(title, {
    description,
    duration: UNDO_TIME,
    action: { label: uiWords.undo, onClick: onUndo },
    onAutoClose: onEnd,
    onDismiss: onEnd,
  })
  return { dismiss: () => toast.dismiss(id) }
}
