import { plural, toOneDecimal, whole } from './format/numbers.ts'

// For many screens.
export const error = 'Error'
export const success = 'Success'
export const browseAllTools = 'Browse All Tools'
export const loading = 'Loading...'
export const saving = 'Saving...'
export const sending = 'Sending...'
export const submitting = 'Submitting...'
export const tryAgain = 'Try again'
/** Spec 1 §2. */
export const tryAgainButton = 'Try Again'
export const cancel = 'Cancel'
export const remove = 'Remove'
export const removeNamed = (name: string) => `Remove ${name}`
export const undo = 'Undo'
export const signIn = 'Sign In'
export const searchTools = 'Search tools...'
export const searching = 'Searching...'
/** Spec 2 §2. */
export const notAvailable = 'N/A'
export const saveChanges = 'Save Changes'
/** Spec 2 §2. */
export const visit = 'Visit<hidden> {name}</hidden>'
export const visitWebsite = 'Visit Website'
export const returnHome = 'Return to Home'
/** The start of a web address. */
export const webAddress = 'https://'
/** In place of a missing value. */
export const nothing = '–'
export const needsScript = 'This form needs JavaScript.'

/** Characters used of those allowed. */
export const used = (length: number, most: number) => `${length}/${most}`

export const ratingOutOfFive = (rating: number) => `${toOneDecimal(rating)} out of 5 stars`
export const ratingNone = 'No reviews yet'
export const ratingReviews = (count: number) =>
  plural(count, { one: '{n} review', other: '{n} reviews' })
export const ratingBasedOn = (count: number) =>
  plural(count, { one: '({n} review)', other: '({n} reviews)' })
export const ratingStars = (count: number) => plural(count, { one: '{n} star', other: '{n} stars' })
/** How many reviews have the same point. */
export const ratingMentions = (count: number) => `×${whole(count)}`

export const draftNote =
  'What you typed before is here, and not saved yet. <discard>Discard it</discard>'

// A list with a "Show more" button.
export const moreFailed = 'More could not be loaded. The network may be away.'
export const showMore = 'Show more'

export const pictureUploading = 'Uploading...'
export const pictureHint = 'An image under 2MB; it is cropped to a square.'

/** The accessible name of a control that shows a short form: speech input needs what is visible first. */
export const visibleFirst = (visible: string, name: string) => `${visible}, ${name}`

export const themeTitle = 'Theme'
export const themeSystem = 'System'
export const themeLight = 'Light'
export const themeDark = 'Dark'
