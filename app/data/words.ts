import { IDENTITY } from '../shared/identity.ts'

/** The document's title. */
export const titleWithSite = (title: string) => `${title} – ${IDENTITY.name}`

/** Spec 1 §8: the server did not answer. */
export const failureUnreached = "Couldn't reach the site. Check your connection and try again."
/** Spec 1 §8: any other failure. */
export const failureUnexpected = 'An unexpected error occurred. Please try again.'
export const failureTryAgain = 'Please try again.'
export const failureAway = 'The network is away. Please try again in a moment.'
export const failureAwayAndKept =
  'The network is away. What you wrote is kept: please try again in a moment.'
export const failureSearch = 'The search failed. The network may be away.'
/** Spec 1 §8. */
export const failureLogin = 'Login failed'
/** Spec 1 §8, spec 2 §5. */
export const failureSignedOut = 'Authentication required'
/** Spec 2 §5. */
export const failureMissing = 'Please fill in all required fields'

// Results of a mailed link.
export const linkExpired = 'This link has expired'
export const linkExpiredMore = 'A link works once, and not for ever. Sign in, or ask for a new one.'
export const linkOneConfirmed = 'One address confirmed'
export const linkOneConfirmedMore = 'Open the link in the mail to your other address too.'
export const linkUnverified = 'That account has no verified e-mail address.'

// Spec 1 §8.
export const emailRequired = 'Email is required'
export const emailInvalid = 'Please provide a valid email address.'

/** Spec 1 §8. */
export const invalidUsername = 'Invalid username format'

/** Validation of a text's length. */
export const tooLong = (field: string, most: number) =>
  `${field} too long: ${most} characters at most`

// Spec 1 §8; the specification does not have the last one.
export const pictureFailureNoImage = 'Please select an image file'
export const pictureFailureTooLarge = 'File size must be less than 2MB'
export const pictureFailureNoUser = 'No user found'
export const pictureFailureNotUploaded = 'Failed to upload file'
export const pictureFailureNotDeleted = 'Failed to delete file'
export const pictureFailureUnreadable = 'This picture cannot be read. Please select another one.'

// Validation of a URL.
export const addressTooLong = 'This address is too long'
export const addressInvalid = 'Please enter a valid URL, beginning with https:// or http://'
