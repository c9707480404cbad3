import { describeFailure, isSignedOut, logFailure } from '../../data/command-error.ts'
import * as dataWords from '../../data/words.ts'
import * as uiWords from '../words.ts'

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

type Kind = 'success' | 'error'

/** The duration of a message that is shown without the library. */
const PLAIN_MESSAGE_MS = 10_000

/** Loads the toast library with the first toast. */
export async function loadToastLibrary() {
  return (await import('./toaster.tsx')).showToaster()
}

async function showToast(kind: Kind, title: string, description?: string, duration?: number) {
  try {
    const toast = await loadToastLibrary()
    toast[kind](title, { description, ...(duration ? { duration } : {}) })
  } catch {
    showWithoutLibrary(title, description)
  }
}

/** Shows a message if the library cannot be loaded, for instance offline. */
function showWithoutLibrary(title: string, description = ''): void {
  const note = document.createElement('p')
  note.setAttribute('role', 'alert')
  note.className = 'panel fixed right-4 bottom-4 z-50 max-w-sm p-4 text-sm'
  document.body.append(note)
  note.textContent = [title, description].filter(Boolean).join(': ')
  setTimeout(() => note.remove(), PLAIN_MESSAGE_MS)
}

/** @param duration in milliseconds; the library has a default */
export function toastSuccess(
  title: string,
  description?: string,
  duration?: number,
): Promise<void> {
  return showToast('success', title, description, duration)
}

/** Shows a message with a link to what was made. */
export async function toastMade(
  title: string,
  description: string,
  link: { label: string; onClick: () => void },
): Promise<void> {
  try {
    const toast = await loadToastLibrary()
    toast.success(title, { description, action: link })
  } catch {
    showWithoutLibrary(title, description)
  }
}

export function toastError(title: string, description?: string): Promise<void> {
  return showToast('error', title, description)
}

/** Removes messages that are no longer true. */
export async function dismissToasts(): Promise<void> {
  const toast = await loadToastLibrary()
  toast.dismiss()
}

/**
 * An error for visitors, with a button that leads to the sign-in and back to this page.
 * @param anchor the id of the element to come back to
 */
export async function toastSignIn(
  title: string,
  anchor?: string,
  description?: string,
  label = uiWords.signIn,
  {
    onSignIn,
    ...options
  }: { id?: string; duration?: number; onSignIn?: (() => void) | undefined } = {},
): Promise<void> {
  const back = location.pathname + location.search + (anchor ? `#${anchor}` : '')
  const signIn = () => {
    onSignIn?.()
    location.assign(`/auth?next=${encodeURIComponent(back)}`)
  }
  try {
    const toast = await loadToastLibrary()
    // A press after the end of the session, which has made the member a visitor, and that end are one message.
    if (!options.id && toast.getToasts().some(({ id }) => id === dataWords.sessionEnded))
      return toastSessionEnded(title, onSignIn, anchor)
    // One for several requests that fail for the same reason.
    toast.error(title, {
      id: title,
      description,
      action: { label, onClick: signIn },
      ...options,
    })
  } catch {
    showWithoutLibrary(title, description)
  }
}

const SESSION_ENDED_MS = 20_000

/**
 * The session's end and the command that noticed it are one message.
 * @param title what the command could not do
 * @param onSignIn runs before the page of the sign-in opens
 * @param anchor the id of the element to come back to
 */
export const toastSessionEnded = (
  title?: string,
  onSignIn?: () => void,
  anchor?: string,
): Promise<void> =>
  toastSignIn(
    title ?? dataWords.sessionEnded,
    anchor,
    title ? `${dataWords.sessionEnded}. ${dataWords.sessionEndedMore}` : dataWords.sessionEndedMore,
    dataWords.sessionEndedSignIn,
    { id: dataWords.sessionEnded, duration: SESSION_ENDED_MS, onSignIn },
  )

/** Logs and shows the failure of work that a click started. */
export function toastFailure(work: Promise<unknown>, title: string = uiWords.error): void {
  work.catch((error: unknown) => {
    logFailure(error)
    void (isSignedOut(error) ? toastSessionEnded() : toastError(title, describeFailure(error)))
  })
}
