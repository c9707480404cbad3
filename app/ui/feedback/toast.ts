import { failureWords, logFailure } from '../../data/command-error.ts'
import * as uiWords from '../words.ts'

type Kind = 'success' | 'error'

/** A message that is shown without the library disappears after this time. */
const PLAIN_STAY_MS = 10_000

/** The toast library, loaded with the first toast. */
export async function toastLibrary() {
  return (await import('./toaster.tsx')).showToaster()
}

async function show(kind: Kind, title: string, description?: string, duration?: number) {
  try {
    const toast = await toastLibrary()
    toast[kind](title, { description, ...(duration ? { duration } : {}) })
  } catch {
    showWithoutLibrary(title, description)
  }
}

/** Without a network the library cannot be loaded: this shows the message without it. */
function showWithoutLibrary(title: string, description = ''): void {
  const note = document.createElement('p')
  note.setAttribute('role', 'alert')
  note.className = 'panel fixed right-4 bottom-4 z-50 max-w-sm p-4 text-sm'
  document.body.append(note)
  note.textContent = [title, description].filter(Boolean).join(': ')
  setTimeout(() => note.remove(), PLAIN_STAY_MS)
}

/** @param duration in milliseconds, if not the library's default */
export function toastSuccess(
  title: string,
  description?: string,
  duration?: number,
): Promise<void> {
  return show('success', title, description, duration)
}

export function toastError(title: string, description?: string): Promise<void> {
  return show('error', title, description)
}

/** For work that a press started: a failure is logged and shown. */
export function toastFailure(work: Promise<unknown>, title: string = uiWords.error): void {
  work.catch((error: unknown) => {
    logFailure(error)
    void toastError(title, failureWords(error))
  })
}
