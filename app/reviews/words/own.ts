import { formatCount, pluralize } from '../../ui/format/numbers.ts'

// The member's own review.
export const ownNote = (helpful: number) =>
  helpful > 0 ? `Your review, helpful to ${formatCount(helpful)}` : 'Your review'
export const ownEdit = 'Edit'
export const ownDelete = 'Delete'
export const ownDeleteTitle = 'Delete your review?'
export const ownDeleteText = (helpful: number) =>
  pluralize(helpful, {
    one: '“{review}” and its {n} helpful vote are removed for good, and the rating is counted without it. For a few seconds you can undo it.',
    other:
      '“{review}” and its {n} helpful votes are removed for good, and the rating is counted without it. For a few seconds you can undo it.',
  })
export const ownKeep = 'Keep it'
export const ownGo = 'Delete review'
export const ownRemoved = 'Your review is removed.'

// Results of its deletion.
export const deletedDone = 'Your review has been deleted.'
/** Spec 2 §5. */
export const deletedSignedOut = 'Must be logged in to delete review'
export const deletedFailed = 'Failed to delete review.'
