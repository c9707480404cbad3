import { useEffect } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { dropDraft, keepDraft } from './draft.ts'

/** Keeps what is typed into a form from the first letter on. @returns how to forget it */
export function useDraft<T extends FieldValues>(
  { watch }: Pick<UseFormReturn<T>, 'watch'>,
  name: string,
  userId: string | undefined,
): () => void {
  useEffect(() => {
    const following = watch((values) => keepDraft(name, userId, values))
    return () => following.unsubscribe()
  }, [watch, name, userId])
  return () => dropDraft(name, userId)
}
