import { IDENTITY } from '../shared/identity.ts'
import { PICTURE_MEGABYTES_MAX } from '../shared/limits.ts'

/** The document's title. */
export const titleWithSite = (title: string) => `${title} – ${IDENTITY.name}`

/** Spec 1 §8: the server did not answer. */
export const failureUnreached = "Couldn't reach the site. Check your connection and try again."
/** Spec 1 §8: any other failure. */
export const failureUnexpected = 'An unexpected error occurred. Please try again.'
export const failureTryAgain = 'Please try again.'
export const failureOffline = 'You’re offline. Check your connection and try again.'
export const failureOfflineWithDraft =
  'You’re offline. What you wrote is kept. Check your connection and try again.'
export const failureSearch = 'Search failed. Check your connection.'
/** Spec 1 §8. */
export const failureLogin = 'Login failed'
/** Spec 1 §8, spec 2 §5. */
export const failureSignedOut = 'Authentication required'
/** Spec 2 §5. */
export const failureMissing = 'Please fill in all required fields'

// Results of a mailed link.
export const linkExpired = 'This link has expired'
export const linkExpiredMore = 'Links work once and expire. Sign in, or request a new one.'
export const linkOneConfirmed = 'One address confirmed'
export const linkOneConfirmedMore = 'Now open the link that we sent to your other address.'
export const linkNewAddress = (email: string) => `Your address is now ${email}.`
export const linkUnverified = 'That account has no verified email address.'

// Spec 1 §8.
export const emailRequired = 'Email is required'
export const signUpByInvitation = 'Sign-up is by invitation only.'
export const signUpClosed = 'Sign-up is closed.'
export const emailInvalid = 'Please provide a valid email address.'

/** Spec 1 §8. */
export const invalidUsername = 'Invalid username format'
export const usernameRule = `${invalidUsername}: use only letters from A to Z, digits, "-" and "_"`

/** Validation of a text's length. */
export const tooLong = (field: string, most: number) =>
  `${field} too long: ${most} characters at most`

// Spec 1 §8; the specification does not have the last one.
export const pictureFailureNoImage = 'Please select an image file'
export const pictureFailureTooLarge = `File size must be less than ${PICTURE_MEGABYTES_MAX}MB`
export const pictureFailureNoUser = 'No user found'
export const pictureFailureNotUploaded = 'Failed to upload file'
export const pictureFailureNotDeleted = 'Failed to delete file'
export const pictureFailureUnreadable = 'This picture cannot be read. Please select another one.'

// Validation of a URL.
export const addressTooLong = 'This address is too long'
export const addressInvalid = 'Please enter a valid URL that starts with https:// or http://'

/** Spec 3 §1. */
export const postHeld = 'A moderator will check it before others can see it. We will let you know.'

/** The backend's message, which the browser recognizes. */
export const sessionEndedByServer = 'The session has ended'
export const sessionEnded = 'Your session has ended'
export const sessionEndedSignIn = 'Sign in again'
export const sessionEndedMore = 'Please sign in again. What you typed in a form is kept.'
// A form that was refused because the session has ended.
export const sessionEndedKept =
  'Your session has ended. What you typed is kept: <link>sign in again</link> and save it.'
export const sessionEndedLost =
  'Your session has ended. Please <link>sign in again</link> and choose the password again.'
