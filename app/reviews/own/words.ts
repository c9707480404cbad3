import { formatCount, pluralize } from '../../ui/format/numbers.ts'

// The member's own review.
export const ownNote = (helpful: number) =>
  helpful > 0 ? `Your review, helpful to ${formatCount(helpful)}` : 'Your review'
export const ownEdit = 'Edit'
export const ownDelete = 'Delete'
export const ownDeleteTitle = 'Delete your review?'
export const ownDeleteText = (helpful: number) =>
  pluralize(helpful, {
    one: '“{review}” and its {n} helpful vote will be deleted, and the rating updated. You can undo this for a few seconds.',
    other:
      '“{review}” and its {n} helpful votes will be deleted, and the rating updated. You can undo this for a few seconds.',
  })
export const ownKeep = 'Keep it'
export const ownGo = 'Delete review'
export const ownRemoved = 'Review deleted.'

// Results of its deletion.
export const deletedDone = 'Your review has been deleted.'
/** Spec 2 §5. */
export const deletedSignedOut = 'Must be logged in to delete review'
export const deletedFailed = 'Failed to delete review.'
