import { useEffect, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { dropDraft, keepDraft, readDraft } from './draft.ts'

/**
 * Keeps what is typed into a form from the first letter on.
 * @param over what was saved when the form opened, where that may change elsewhere
 * @returns how to forget it
 */
export function useDraft<T extends FieldValues>(
  { watch }: Pick<UseFormReturn<T>, 'watch'>,
  name: string,
  userId: string | undefined,
  over?: T,
): () => void {
  useEffect(() => {
    const following = watch((values) => keepDraft(name, userId, values, over))
    return () => following.unsubscribe()
  }, [watch, name, userId, over])
  return () => dropDraft(name, userId)
}

/** What a form for something saved begins with: what is saved, or a draft typed over it. */
export function useFormStart<T extends object>(
  name: string,
  userId: string,
  saved: T,
): {
  /** For the form's first values. */
  values: T
  over: T
  /** Whether to say that a draft is shown. */
  isDraft: boolean
  /** What is saved has become this, or is shown again. */
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
