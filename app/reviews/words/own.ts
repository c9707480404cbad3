import { plural, whole } from '../../ui/numbers.ts'

/** One's own review. */
export const OWN = {
  note: (helpful: number) =>
    helpful > 0 ? `Your review, helpful to ${whole(helpful)}` : 'Your review',
  edit: 'Edit',
  delete: 'Delete',
  deleteTitle: 'Delete your review?',
  deleteText: (helpful: number) =>
    plural(helpful, {
      one: '“{review}” and its {n} helpful vote are removed for good, and the rating is counted without it. For a few seconds you can undo it.',
      other:
        '“{review}” and its {n} helpful votes are removed for good, and the rating is counted without it. For a few seconds you can undo it.',
    }),
  keep: 'Keep it',
  go: 'Delete review',
  removed: 'Your review is removed.',
} as const

/** What became of its deletion. */
export const DELETED = {
  done: 'Your review has been deleted.',
  /** Spec 2 §5. */
  signedOut: 'Must be logged in to delete review',
  failed: 'Failed to delete review.',
} as const
