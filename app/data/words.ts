import { IDENTITY } from '../identity.ts'

/** What the window's bar says of a page. */
export const titleWithSite = (title: string) => `${title} – ${IDENTITY.name}`

export const FAILURE = {
  /** Nothing came back from the site. */
  unreached: "Couldn't reach the site. Check your connection and try again.",
  /** Spec 1 §8: what nobody foresaw. */
  unexpected: 'An unexpected error occurred. Please try again.',
  tryAgain: 'Please try again.',
  away: 'The network is away. Please try again in a moment.',
  awayAndKept: 'The network is away. What you wrote is kept: please try again in a moment.',
  search: 'The search failed. The network may be away.',
  /** Spec 1 §8. */
  login: 'Login failed',
  /** Spec 2 §5. */
  missing: 'Please fill in all required fields',
} as const

/** What a mailed link tells. */
export const LINK = {
  expired: 'This link has expired',
  expiredMore: 'A link works once, and not for ever. Sign in, or ask for a new one.',
  oneConfirmed: 'One address confirmed',
  oneConfirmedMore: 'Open the link in the mail to your other address too.',
  unverified: 'That account has no verified e-mail address.',
} as const

/** Spec 1 §8. */
export const EMAIL = {
  required: 'Email is required',
  invalid: 'Please provide a valid email address.',
} as const

/** Spec 1 §8. */
export const INVALID_USERNAME = 'Invalid username format'

/** What a form says of a text that is longer than its place. */
export const tooLong = (field: string, most: number) =>
  `${field} too long: ${most} characters at most`

/** Spec 1 §8; the last is our own. */
export const PICTURE_FAILURE = {
  noImage: 'Please select an image file',
  tooLarge: 'File size must be less than 2MB',
  noUser: 'No user found',
  notUploaded: 'Failed to upload file',
  notDeleted: 'Failed to delete file',
  unreadable: 'This picture cannot be read. Please select another one.',
} as const
