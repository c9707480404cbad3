import { plural, toOneDecimal, whole } from './numbers.ts'

/** What many screens say. */
export const COMMON = {
  error: 'Error',
  success: 'Success',
  loading: 'Loading...',
  saving: 'Saving...',
  sending: 'Sending...',
  submitting: 'Submitting...',
  tryAgain: 'Try again',
  /** Spec 1 §2. */
  tryAgainButton: 'Try Again',
  cancel: 'Cancel',
  remove: 'Remove',
  removeNamed: (name: string) => `Remove ${name}`,
  undo: 'Undo',
  signIn: 'Sign In',
  saveChanges: 'Save Changes',
  /** Spec 2 §2. */
  visit: 'Visit<hidden> {name}</hidden>',
  visitWebsite: 'Visit Website',
  returnHome: 'Return to Home',
  /** How an address of the web begins. */
  webAddress: 'https://',
  /** Where there is nothing to say, or nothing to measure. */
  nothing: '–',
  needsScript: 'This form needs JavaScript.',
} as const

/** How much of a text's room is used, in characters. */
export const used = (length: number, most: number) => `${length}/${most}`

export const RATING = {
  outOfFive: (rating: number) => `${toOneDecimal(rating)} out of 5 stars`,
  none: 'No reviews yet',
  reviews: (count: number) => plural(count, { one: '{n} review', other: '{n} reviews' }),
  basedOn: (count: number) => plural(count, { one: '({n} review)', other: '({n} reviews)' }),
  stars: (count: number) => plural(count, { one: '{n} star', other: '{n} stars' }),
  /** How many said the same. */
  mentions: (count: number) => `×${whole(count)}`,
} as const

export const DRAFT = {
  note: 'What you typed before is here, and not saved yet. <discard>Discard it</discard>',
} as const

/** A list that grows on demand. */
export const GROWING = {
  failed: 'More could not be loaded. The network may be away.',
  more: 'Show more',
} as const

export const PICTURE = {
  uploading: 'Uploading...',
  hint: 'An image under 2MB; it is cropped to a square.',
} as const
