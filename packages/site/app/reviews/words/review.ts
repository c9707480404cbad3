import { formatDay, formatMonth } from '../../ui/format/day.ts'
import { isolate } from '../../ui/format/direction.ts'
import {
  formatCount,
  formatList,
  formatNumber,
  formatOneDecimal,
  formatPercent,
  pluralize,
} from '../../ui/format/numbers.ts'
import * as uiWords from '../../ui/words.ts'

// Spec 3 §3.2.
export const historyTitle = (tool: string, reviewer: string) =>
  `History of the review of ${tool} by ${reviewer}`
export const historyHeading = 'Versions of this review'
export const historyLedger = 'Entries in the audit ledger'
export const description = 'All versions of one review, with what changed between them.'
export const back = 'The review today'
export const earlierVotes = (earlier: number, total: number) =>
  `${formatCount(earlier)} of ${formatCount(total)} helpful votes were for an earlier version`
export const legend =
  'Added text is <ins>underlined</ins>, deleted text is <del>struck through</del>.'
export const version = (number: number, writtenAt: string) =>
  `Version ${formatCount(number)}, written ${formatDay(writtenAt)}`
export const current = 'Current version'
export const votes = (count: number) =>
  pluralize(count, { one: '{n} helpful vote', other: '{n} helpful votes' }, formatCount(count))
export const redacted = 'The author has emptied this version.'
export const only = 'This review has not been changed.'

export const fields = {
  rating: 'Rating',
  title: 'Title',
  content: 'Review',
  pros: 'Pros',
  cons: 'Cons',
  context: 'Context',
} as const

export const redact = 'Empty this version'
export const redactTitle = 'Empty this version?'
export const redactText =
  'Its text is deleted for everyone and cannot be brought back. Its number and date stay.'

// The page of one review.
export const title = (tool: string, reviewer: string) =>
  `${isolate(tool)}, reviewed by ${isolate(reviewer)}`
export const heading = '{tool}, reviewed by {reviewer}'
export const missing = 'Review Not Found'
export const missingDescription = 'This review does not exist.'
export const missingMore = 'It may have been deleted by its author.'
export const allReviewsOf = (tool: string) => `All reviews of ${tool}`

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
export const ownGo = 'Delete review'
export const ownRemoved = 'Review deleted.'

// Results of its deletion.
export const deletedDone = 'Your review has been deleted.'
/** Spec 2 §5. */
export const deletedSignedOut = 'Must be logged in to delete review'
export const deletedFailed = 'Failed to delete review.'

export const listTitle = 'Reviews'
export const listRating = 'Rating'
export const listOrder = 'Order'
/** The name of a review's menu. */
export const menu = (title: string) => `More about ${title}`
export const listNone = 'No reviews yet. Be the first to share your experience.'
export const listNoneOfFilter = 'No reviews match these filters.'
/** @param point a text from the pros or cons */
export const listMention = {
  pro: 'Reviews with the pro “{point}”',
  con: 'Reviews with the con “{point}”',
} as const
export const listAll = 'Show all reviews'

export const RATINGS: readonly (readonly [string, string])[] = [
  ['', 'All ratings'],
  ...[5, 4, 3, 2, 1].map((stars) => [String(stars), uiWords.ratingStars(stars)] as const),
]

/** The orders of a tool's reviews, by their value in the URL; the first is the default. */
export const ORDERS = [
  ['newest', 'Newest'],
  ['helpful', 'Most helpful'],
  ['highest', 'Highest rated'],
  ['lowest', 'Lowest rated'],
  ['oldest', 'Oldest'],
] as const

/** @param size such as "11-50" */
export const companySize = (size: string) => `${size} people`

// Spec 3 §3.2.
export const contextVersion = (version: string) => `Version ${version}`
/** @param first and last day of use */
export const contextUsed = (from: string | null, until: string | null) =>
  from && until
    ? `used ${formatMonth(from)} to ${formatMonth(until)}`
    : from
      ? `used since ${formatMonth(from)}`
      : until
        ? `used until ${formatMonth(until)}`
        : ''
export const contextUsedFor = (names: readonly string[]) => `Used for ${formatList(names)}`
export const PLANS: Readonly<Record<string, string>> = {
  free: 'free plan',
  trial: 'trial',
  paid: 'paid plan',
  self_hosted: 'self-hosted',
}
/** Relationships and incentives, which the adjusted rating does not count, and an invitation, which it does. */
export const INTERESTS: Readonly<Record<string, string>> = {
  maker: 'Works for the maker',
  partner: 'Works for a partner of the maker',
  competitor: 'Works for a competitor',
  investor: 'Invested in the maker',
  gift: 'Received a gift',
  discount: 'Received a discount',
  free_access: 'Received free access',
  payment: 'Was paid',
  invited: 'Invited by the maker',
}
export const edited = (at: string) => `Edited ${formatDay(at)}`
/** Spec 7 §5. */
export const confirmed = (day: string) => `Confirmed on ${formatDay(day)}`
export const rewritten = (on: string) => `Rewritten, first published ${formatDay(on)}`

// The reply of the maker.
export const replyBy = 'Reply of {company}'
export const replyEarlier = 'Replies to an earlier version'
export const replyEdited = (at: string) => `Edited ${formatDay(at)}`
export const replyName = (company: string) => `reply of ${company}`
/** For the maker alone, who signs in behind it. */
export const replyAs = (company: string) => `Reply as ${company}`

export const checked =
  'Reviewers have confirmed their e-mail address. We have not checked that they use {tool}. <link>How we check reviews</link>'

export const pointPro = '<hidden>Pro: </hidden>{text}'
export const pointCon = '<hidden>Con: </hidden>{text}'

export const helpfulLabel = (review: string, count: number) =>
  `Helpful: ${review}, ${formatCount(count)}`
export const helpfulButton = (count: number) => `Helpful (${formatCount(count)})`
export const helpfulSignedOut = 'Please sign in to vote'
export const helpfulFailed = 'Your vote could not be counted'

// Spec 8 §1.
export const filterTitle = 'Filter by version, plan and time'
export const filterVersion = 'Version'
export const filterVersionHint = '“3” also finds 3.2'
export const filterVersionLatest = (latest: string) => `The latest version, ${latest}`
export const filterPlan = 'Plan'
export const NAMED_PLANS = [
  ['free', 'Free plan'],
  ['trial', 'Trial'],
  ['paid', 'Paid plan'],
  ['self_hosted', 'Self-hosted'],
] as const
/** By the value in the URL; the first is for all. */
export const FILTER_PLANS = [['', 'All plans'], ...NAMED_PLANS] as const
export const filterSince = 'Written since'
export const filterWithoutBursts = 'Without days of unusually many reviews'
export const filterShowAll = 'Show all'
export const filterNone = 'No reviews match. <link>Show all.</link>'

export const filterMatching = (reviews: number, total: number, mean: number) =>
  `${formatCount(reviews)} of ${pluralize(total, {
    one: '{n} review',
    other: '{n} reviews',
  })} match, with an average of ${formatOneDecimal(mean)}.`
export const filterLikely = (low: number, high: number) =>
  `The long-run average is likely between ${formatOneDecimal(low)} and ${formatOneDecimal(high)}.`

interface Burst {
  day: string
  reviews: number
  usual: number
  top_rating: number
  top_share: number
  new_account_share: number
}
export const filterBurst = (burst: Burst) =>
  `On ${formatDay(burst.day)} there were ${formatCount(burst.reviews)} reviews; ${formatNumber(
    burst.usual,
    burst.usual < 1 ? 2 : burst.usual < 10 ? 1 : 0,
  )} a day are usual. ${formatPercent(burst.top_share)} of them gave ${uiWords.ratingStars(
    burst.top_rating,
  )}, ${formatPercent(burst.new_account_share)} came from new accounts.`
export const filterBurstsMore = (days: number) =>
  pluralize(days, { one: '{n} more such day', other: '{n} more such days' })
export const filterBurstsOff = 'Leave out such days'
export const filterBurstsOn = 'Count such days again'
