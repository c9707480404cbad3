import { failureWords, logFailure } from '../data/command-error.ts'
import * as uiWords from './words.ts'

type Kind = 'success' | 'error'

/** How long a message stays that is shown without the library, in milliseconds. */
const PLAIN_STAY = 10_000

/** Messages in the corner; the library comes with the first of them. */
export async function toastLibrary() {
  return (await import('./toaster.tsx')).showToaster()
}

async function show(kind: Kind, title: string, description?: string, duration?: number) {
  try {
    const toast = await toastLibrary()
    toast[kind](title, { description, ...(duration ? { duration } : {}) })
  } catch {
    showPlainly(title, description)
  }
}

/** Without a network the library cannot come; what it would have said is said all the same. */
function showPlainly(title: string, description = ''): void {
  const note = document.createElement('p')
  note.setAttribute('role', 'alert')
  note.className = 'panel fixed right-4 bottom-4 z-50 max-w-sm p-4 text-sm'
  document.body.append(note)
  note.textContent = [title, description].filter(Boolean).join(': ')
  setTimeout(() => note.remove(), PLAIN_STAY)
}

/** @param duration in milliseconds, where it is not the library's own */
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

/** Follows what a press began: if it breaks, that is told and logged. */
export function orToast(work: Promise<unknown>, title: string = uiWords.error): void {
  work.catch((error: unknown) => {
    logFailure(error)
    void toastError(title, failureWords(error))
  })
}
