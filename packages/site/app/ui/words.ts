import { PICTURE_MEGABYTES_MAX } from '../shared/limits.ts'
import type { RatedTool } from '../shared/rated.ts'
import { formatDay } from './format/day.ts'
import { isolate } from './format/direction.ts'
import { formatCount, formatOneDecimal, pluralize } from './format/numbers.ts'

// Shared by many screens.
export const error = 'Error'
export const success = 'Success'
export const browseAllTools = 'Browse All Tools'
export const loading = 'Loading...'
export const saving = 'Saving...'
export const sending = 'Sending...'
export const submitting = 'Submitting...'
export const tryAgain = 'Try again'
export const loadFailed = `Could not be loaded. <again>${tryAgain}</again>`
/** Spec 1 §2. */
export const tryAgainButton = 'Try Again'
export const cancel = 'Cancel'
/** In place of `cancel`, where a confirmation removes something. */
export const keepIt = 'Keep it'
export const remove = 'Remove'
// Of a row in an ordered list.
export const moveUp = (name: string) => `Move ${name} up`
export const moveDown = (name: string) => `Move ${name} down`
export const moved = (name: string, place: number, total: number) =>
  `${isolate(name)} is number ${place} of ${total}.`
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
/** Spec 3 §1.1. */
export const report = 'Report<hidden> {name}</hidden>'
/** Spec 3 §3.1. */
export const whyRank = 'Why this position?<hidden> {name}</hidden>'
/** The name of a mark that is a link. */
export const whyRankNamed = (name: string) => `Why this position? ${name}`
/** The description of a figure's link. */
export const figureSource = 'How it is counted'
export const visitWebsite = 'Visit Website'
export const returnHome = 'Return to Home'
/** The start of a URL, as a placeholder. */
export const webAddress = 'https://'
/** Replaces a missing value. */
export const nothing = '–'
/** The name of a figure without a value. */
export const notMeasured = 'Nothing to measure yet'
export const copyLink = 'Copy link'
export const linkCopied = 'Link copied'
export const linkNotCopied = 'The link could not be copied. Copy the address of this page instead.'
export const copyNamed = 'Copy<hidden> {name}</hidden>'
export const copied = 'Copied'
export const notCopied = 'It could not be copied. Select the text instead.'
export const apply = 'Apply'
export const pageNeedsScript = 'This page needs JavaScript.'
export const needsScript = 'This form needs JavaScript.'

/** The number of characters and their limit. */
export const used = (length: number, most: number) => `${length}/${most}`

export const ratingOutOfFive = (rating: number) => `${formatOneDecimal(rating)} out of 5 stars`
export const star = '★'
export const ratingNone = 'No reviews yet'
export const ratingReviews = (count: number) =>
  pluralize(count, { one: '{n} review', other: '{n} reviews' })
export const ratingStars = (count: number) =>
  pluralize(count, { one: '{n} star', other: '{n} stars' })
/** The name of a mark. */
const listFigures = ({ review_count, adjusted_rating: low, rating_high: high }: RatedTool) => [
  ratingReviews(review_count),
  ...(low === null || high === null
    ? []
    : [`likely ${formatOneDecimal(low)} to ${formatOneDecimal(high)}`]),
]
export const markName = (tool: RatedTool) =>
  tool.rating_average === null
    ? ratingNone
    : [`${formatOneDecimal(tool.rating_average)} out of 5`, ...listFigures(tool)].join(', ')
/** What a dot of a mark with many stands for. */
export const markDot = (reviews: number) =>
  reviews === 1
    ? 'One dot is one review.'
    : `One dot is ${reviews === 10 ? 'ten' : formatCount(reviews)} reviews.`
/** On pictures of shared links. */
export const shareRated = (tool: RatedTool) =>
  tool.rating_average === null ? ratingNone : listFigures(tool).join(' · ')
/** How many of the reviews mention the same point. */
export const ratingShare = (count: number, reviews: number) =>
  `${formatCount(count)}${ratingOf(reviews)}`
export const ratingOf = (reviews: number) => ` of ${formatCount(reviews)}`

export const draftNote =
  'What you typed before is restored, but not saved yet. <discard>Discard it</discard>'

// A list with a "Show more" button.
export const moreFailed = 'Could not load more. Check your connection.'
export const showMore = 'Show more'
/** Shows the rest of a text. */
export const readMore = 'Read more'

export const pictureUploading = 'Uploading...'
export const pictureHint = `An image under ${PICTURE_MEGABYTES_MAX}MB, cropped to a square.`

/** The accessible name of a control with a shorter visible text. Speech input needs that text first. */
export const visibleFirst = (visible: string, name: string) => `${visible}, ${name}`

export const themeTitle = 'Theme'
export const themeSystem = 'System'
export const themeLight = 'Light'
export const themeDark = 'Dark'

export const sample = 'Sample'
/** Behind a fixed figure. */
export const sampleFigure = 'sample'

/** Spec 2 §2. */
export const lastUpdated = (day: string) => `Last updated: ${formatDay(day)}`

// A page that failed (spec 1 §8).
export const brokenTitle = 'Something went wrong'
export const brokenText =
  'An unexpected error occurred. Please try refreshing the page or contact support if the problem persists.'
/** In its place, without the database. */
export const absentText =
  'The database does not answer at the moment. Please try again in a few seconds.'
export const onlyReads = 'This address answers GET and HEAD only.'
export const brokenRefresh = 'Refresh Page'
