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
export const cardRank = '<hidden>Rank </hidden>#{rank}'
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
