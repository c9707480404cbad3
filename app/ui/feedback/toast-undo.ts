import * as uiWords from '../words.ts'
import { loadToastLibrary } from './toast.ts'

/** The undo button disappears after this time, but not while the pointer is over it. */
const UNDO_MS = 8000

interface UndoHandlers {
  onUndo: () => void
  /** Called when the message and its undo button have disappeared. */
  onEnd: () => void
}

/** Shows a message with an undo button. */
export async function toastUndo(
  title: string,
  description: string,
  { onUndo, onEnd }: UndoHandlers,
): Promise<{ dismiss: () => void }> {
  const toast = await loadToastLibrary()
  const id = toast.success(title, {
    description,
    duration: UNDO_MS,
    action: { label: uiWords.undo, onClick: onUndo },
    onAutoClose: onEnd,
    onDismiss: onEnd,
  })
  return { dismiss: () => toast.dismiss(id) }
}
