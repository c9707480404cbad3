import { EMPTY_REVIEW, type ReviewInput } from './review-schema.ts'

const keyOf = (toolId: string) => `toolmark.draft.${toolId}`

/** What was typed for a tool and not yet sent; survives a reload and an expired session. */
export function readDraft(toolId: string): ReviewInput | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(toolId)) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return undefined
    return { ...EMPTY_REVIEW, ...(kept as Partial<ReviewInput>) }
  } catch {
    return undefined
  }
}

export function keepDraft(toolId: string, review: ReviewInput): void {
  try {
    localStorage.setItem(keyOf(toolId), JSON.stringify(review))
  } catch {
    // A full or forbidden storage costs the draft, not the review.
  }
}

export function dropDraft(toolId: string): void {
  localStorage.removeItem(keyOf(toolId))
}
