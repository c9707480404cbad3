import { useEffect, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { readDraft, removeDraft, saveDraft } from './draft.ts'

/**
 * Stores a draft of a form from the first letter on.
 * @param over the stored values that the form opened with, if they can change elsewhere
 * @returns a function that removes the draft
 */
export function useDraft<T extends FieldValues>(
  { watch }: Pick<UseFormReturn<T>, 'watch'>,
  name: string,
  userId: string | undefined,
  over?: T,
): () => void {
  useEffect(() => {
    const following = watch((values) => saveDraft(name, userId, values, over))
    return () => following.unsubscribe()
  }, [watch, name, userId, over])
  return () => removeDraft(name, userId)
}

/** The first values of a form for stored data: the stored ones, or a draft of newer ones. */
export function useFormStart<T extends object>(
  name: string,
  userId: string,
  saved: T,
): {
  /** The form's first values. */
  values: T
  over: T
  /** Whether the form shows a draft. */
  isDraft: boolean
  /** After saving, or after discarding the draft. */
  startOver: (saved: T) => void
} {
  const [start, setStart] = useState(() => {
    const draft = readDraft(name, userId, saved)
    return { values: draft ?? saved, over: saved, isDraft: draft !== undefined }
  })
  return {
    ...start,
    startOver: (now) => setStart({ values: now, over: now, isDraft: false }),
  }
}
