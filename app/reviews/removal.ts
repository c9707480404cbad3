import { type CommandError, requireCommandError } from '../data/command-error.ts'
import { createStore } from '../data/create-store.ts'
import * as dataWords from '../data/words.ts'
import { backendAddress, getSupabase } from '../session/session.ts'
import { toastError } from '../ui/feedback/toast.ts'
import { toastUndo } from '../ui/feedback/toast-undo.ts'
import * as uiWords from '../ui/words.ts'
import { deleteReview } from './delete-review.ts'
import * as ownWords from './words/own.ts'

/** A hidden review. It is deleted when its undo button has gone, since its votes cannot be restored. */
interface Removal {
  /** Deletes it while the page is being left. */
  leave: () => void
  undo: () => void
}

/** By the id of the review. */
const removals = createStore<ReadonlyMap<string, Removal>>(new Map())

function setRemoval(id: string, removal: Removal | null): void {
  const next = new Map(removals.get())
  if (removal) next.set(id, removal)
  else next.delete(id)
  removals.set(next)
}

/** @returns nothing unless the review is being removed */
export const useRemoval = (id: string): Removal | undefined => removals.use().get(id)

/**
 * Hides a review at once, and deletes it when its message has gone, or when the page is left.
 * @param onDeleted reads the page again
 */
export async function removeReview(id: string, onDeleted: () => Promise<void>): Promise<void> {
  const leave = await prepareDeletion(id)
  let isOver = false
  let dismiss = () => {}
  const undo = () => {
    isOver = true
    dismiss()
    setRemoval(id, null)
  }
  const end = async () => {
    if (isOver) return
    isOver = true
    try {
      await deleteReview(id)
      await onDeleted()
    } catch (error) {
      await toastError(uiWords.error, deletionFailure(requireCommandError(error)))
    } finally {
      setRemoval(id, null)
    }
  }
  setRemoval(id, { leave, undo })
  try {
    const message = await toastUndo(uiWords.success, ownWords.deletedDone, {
      onUndo: undo,
      onEnd: () => void end(),
    })
    dismiss = message.dismiss
  } catch {
    // Without the message there is no undo button.
    await end()
  }
}

function deletionFailure({ reason, publicMessage }: CommandError): string {
  if (reason === 'signed-out') return ownWords.deletedSignedOut
  if (reason === 'offline') return dataWords.failureAway
  return publicMessage ?? ownWords.deletedFailed
}

/**
 * Prepares the request for a page that is being left. The Supabase client cannot send it then, since
 * it checks its session first.
 */
async function prepareDeletion(id: string): Promise<() => void> {
  const supabase = await getSupabase()
  const { data } = await supabase.auth.getSession()
  const { url, key } = backendAddress()
  const headers = { apikey: key, Authorization: `Bearer ${data.session?.access_token}` }
  const address = `${url}/rest/v1/reviews?id=eq.${id}&user_id=eq.${data.session?.user.id}`
  return () => void fetch(address, { method: 'DELETE', headers, keepalive: true }).catch(() => {})
}

addEventListener('pagehide', () => {
  for (const { leave } of removals.get().values()) leave()
})
