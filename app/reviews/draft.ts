import { EMPTY_REVIEW, type ReviewInput } from './review-schema.ts'

/** A shared computer must not hand one person's words to the next. */
const keyOf = (toolId: string, userId: string) => `toolmark.draft.${userId}.${toolId}`

/** What was typed for a tool and not yet sent; survives a reload and an expired session. */
export function readDraft(toolId: string, userId: string): ReviewInput | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(toolId, userId)) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return undefined
    return { ...EMPTY_REVIEW, ...(kept as Partial<ReviewInput>) }
  } catch {
    return undefined
  }
}

export function keepDraft(toolId: string, userId: string, review: ReviewInput): void {
  try {
    localStorage.setItem(keyOf(toolId, userId), JSON.stringify(review))
  } catch {
    // A full or forbidden storage costs the draft, not the review.
  }
}

export function dropDraft(toolId: string, userId: string): void {
  localStorage.removeItem(keyOf(toolId, userId))
}
