import { IDENTITY } from '../shared/identity.ts'
import { PICTURE_MEGABYTES_MAX } from '../shared/limits.ts'
import { formatDay, formatMonth } from '../ui/format/day.ts'
import { formatCount } from '../ui/format/numbers.ts'
import type { Period } from './period.ts'

// Spec 2 §2.
export const title = 'Product Launches'
export const description = 'Product launches: today’s, upcoming and past.'
export const today = (day: string) =>
  `Today is ${formatDay(day)}. A launch day runs from midnight to midnight UTC.`
export const submit = 'Submit Your Product'
export const tabs = 'Launches'
export const tab = { live: 'Live', scheduled: 'Upcoming', ended: 'Past' } as const

// Spec 2 §2, except the days of the archive.
export const listToday = (count: number) => `Today's Launches (${formatCount(count)})`
export const ofPeriod = (period: Pick<Period, 'kind' | 'from'>) =>
  `Launches of ${period.kind === 'week' ? `the week of ${formatDay(period.from)}` : periodName(period)}`
export const listOf = (period: Pick<Period, 'kind' | 'from'>, count: number) =>
  `${ofPeriod(period)} (${formatCount(count)})`
/** A link to a period. */
export const periodName = ({ kind, from }: Pick<Period, 'kind' | 'from'>): string => {
  if (kind === 'day') return formatDay(from)
  return kind === 'month' ? formatMonth(from, 'long') : `Week of ${formatDay(from)}`
}
export const listRanked = 'Ranked by upvotes'
export const listTitle = 'Launches'
export const listNone = {
  live: 'No launches today. Check back tomorrow!',
  scheduled: 'No upcoming launches scheduled.',
  ended: 'No past launches found.',
} as const

export const daysLabel = 'Archive'
export const daysAll = 'All past launches'

// Names of an unknown tool and an unknown maker (spec 2 §2).
export const unknownTool = 'Unnamed Tool'
export const unknownMaker = 'Anonymous'

export const cardMore = (tool: string) => `More about ${tool}`
/** The first three ranks have a number sign (spec 2 §2). */
export const cardRank = '<hidden>Why this position? {name}: Rank </hidden>#{rank}'
export const cardPlace = '<hidden>Why this position? {name}: Rank </hidden>{rank}'
/** Spec 2 §2. */
export const cardLiveToday = 'Live Today'

export const upvoteLabel = (launch: string, count: number) =>
  `Upvote ${launch}: ${formatCount(count)}`
/** Spec 2 §5 and §8. */
export const upvoteSignedOut = 'Please login to upvote'
export const upvoteAlready = 'You already upvoted this launch'
export const upvoteFailed = 'Failed to upvote'

/** A reminder of a launch whose day is still to come (spec 7 §4). */
export const reminderOff = 'Tell me<hidden> when {name} launches</hidden>'
export const reminderOn = 'We will tell you<hidden> when {name} launches</hidden>'
export const reminderFailed = 'Failed to set the reminder'
export const reminderNotRemoved = 'Failed to remove the reminder'

// Spec 2 §2.
export const detailPageTitle = (tool: string, tagline: string) => `${tool}: ${tagline}`
export const detailLive = 'Live'
export const detailDraft = 'Draft'
export const detailResultTitle = 'Result of the day'
export const detailResult = (rank: number, upvotes: number, byNew: number) =>
  `#${formatCount(rank)} with ${formatCount(upvotes)} ${upvotes === 1 ? 'upvote' : 'upvotes'}${
    byNew > 0 ? `, ${formatCount(byNew)} from new accounts` : ''
  }`
export const detailBegins = 'Begins in your time zone'
export const detailMadeBy = 'Made by {maker}'
export const detailLaunched = 'Launched {day}'
export const detailAbout = 'About'
export const detailProduct = 'Product Details'
export const detailBack = 'Back to Launches'
export const detailMissing = 'Launch Not Found'
export const detailMissingDescription = 'This launch does not exist.'
export const detailMissingMore = "The launch you're looking for doesn't exist or has been removed."
export const detailRank = (rank: number, total: number, isToday: boolean) =>
  `#${formatCount(rank)} of ${formatCount(total)}${isToday ? ' today' : ''}`
export const detailRankTitle = 'Rank of the day'
export const detailTimeLeftTitle = 'Time left'
export const detailTimeLeft = (hours: number, minutes: number) =>
  hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min`
export const detailMaker = 'Maker'
export const detailReviewsTitle = 'Reviews'
export const detailReviews = '<hidden>{tool}: </hidden>{rating}, {reviews}'
export const detailNoReviews = 'Write the first review'
export const detailDay = 'Launches of the same day'
export const detailPrevious = (tool: string) => `Previous: ${tool}`
export const detailNext = (tool: string) => `Next: ${tool}`

export const galleryLabel = (tool: string) => `Pictures of ${tool}`
export const galleryPicture = (tool: string, number: number, count: number) =>
  `${tool}, picture ${number} of ${count}`
export const galleryPosition = (number: number, count: number) => `${number} / ${count}`
export const galleryPrevious = 'Previous picture'
export const galleryNext = 'Next picture'

// Spec 2 §2.
export const submitPageTitle = 'Submit a launch'
export const submitDescription = `Launch your product on ${IDENTITY.name}.`
export const submitTitle = 'Submit Your Product'
export const submitText =
  'Your product gets one launch day, ranked by upvotes against everything else launching that day.'
export const submitSubmit = 'Submit Launch'
export const submitDraft = 'Save Draft'
export const editTitle = 'Edit your launch'
export const editDraftTitle = 'Your draft'
export const editDraftText = 'Only you see it, and people with the link to its preview.'
export const editOver = "This launch is over and can't be changed."
export const previewCopy = 'Copy the link to the preview'
export const ownEdit = 'Edit'
export const ownWithdraw = 'Withdraw'
export const ownWithdrawTitle = 'Withdraw this launch?'
export const ownWithdrawText = 'It is deleted with its upvotes, and cannot be brought back.'
export const ownWithdrawn = 'Launch withdrawn'

export const fieldTool = 'Tool'
export const fieldOptionalTool = 'Tool (optional)'
export const fieldProductName = 'Name of the product (optional)'
export const fieldProductNameHint = 'If it is not listed here yet.'
export const fieldProductUrl = 'Website of the product (optional)'
export const productNameLabel = 'Name'
export const fieldTagline = 'Tagline *'
export const fieldTaglinePlaceholder = 'What is new, in one line'
export const fieldDescription = 'Description'
export const fieldDate = 'Launch date *'
export const fieldDateHint = (today: string) =>
  `Earliest today, ${formatDay(today)}. Days run from midnight to midnight UTC.`
export const fieldImage = 'Featured image URL'
export const fieldImageHint = 'Best at 1200 × 630 pixels.'
export const fieldPictures = 'Pictures'
export const addPicture = 'Add a picture'
export const picturesHint = `Up to three images under ${PICTURE_MEGABYTES_MAX}MB each, cropped to 1200 × 630. They follow the featured image, and are public once added.`
export const pictureNumber = (number: number) => `Picture ${number}`
export const removePicture = (number: number) => `Remove picture ${number}`

export const previewTitle = 'Preview'
export const previewText = 'Your launch in the list.'
export const previewFeatured = 'The featured image is shown here.'

// Validation of a launch.
export const taglineRequired = 'Tagline is required'
export const taglineLabel = 'Tagline'
export const descriptionLabel = 'Description'
export const dateRequired = 'Launch date is required'
export const dateTooFar = 'Launch date is too far ahead'
export const dateInPast = 'Launch date cannot be in the past (days are UTC)'

// Results of creating a launch (spec 2 §8).
export const outcomeCreated = 'Launch created successfully!'
export const outcomeLiveNow = 'It is live now.'
export const outcomeLiveOn = (day: string) => `It goes live on ${formatDay(day)}.`
export const outcomeSignedOut = 'Not authenticated'
export const outcomeDraft = 'Draft saved.'
export const outcomeChanged = 'Launch updated.'
export const outcomeFailed = 'Failed to create launch'
