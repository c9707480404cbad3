import type { RemovedContent } from '../../data/rpc-results.ts'

export interface AppealInput {
  statement: string
  title: string
  content: string
  pros: string[]
  cons: string[]
}

type RevisedFields = Partial<Omit<AppealInput, 'statement'>>

/** @returns the fields that the author changed; null if there is none */
export function findRevisedFields(
  review: RemovedContent,
  { statement: _statement, ...revised }: AppealInput,
): RevisedFields | null {
  const changed = Object.entries(revised).filter(
    ([name, value]) =>
      JSON.stringify(value) !== JSON.stringify(review[name as keyof RemovedContent]),
  )
  return changed.length > 0 ? Object.fromEntries(changed) : null
}
