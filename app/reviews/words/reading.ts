import { formatDay, formatMonth } from '../../ui/format/day.ts'
import { formatCount } from '../../ui/format/numbers.ts'
import * as uiWords from '../../ui/words.ts'

export const listTitle = 'Reviews'
export const listRating = 'Rating'
export const listOrder = 'Order'
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

/** A reviewer without a profile (spec 1 §3). */
export const anonymous = 'Anonymous User'

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
export const PLANS: Readonly<Record<string, string>> = {
  free: 'free plan',
  trial: 'trial',
  paid: 'paid plan',
  self_hosted: 'self-hosted',
}
/** Relationships and incentives, which the adjusted rating does not count. */
export const INTERESTS: Readonly<Record<string, string>> = {
  maker: 'Works for the maker',
  partner: 'Works for a partner of the maker',
  competitor: 'Works for a competitor',
  investor: 'Invested in the maker',
  gift: 'Received a gift',
  discount: 'Received a discount',
  free_access: 'Received free access',
  payment: 'Was paid',
}
export const edited = (at: string) => `Edited ${formatDay(at)}`
export const rewritten = (on: string) => `Rewritten, first published ${formatDay(on)}`

export const checked =
  'Reviewers have confirmed their e-mail address. We have not checked that they use {tool}. <link>How we check reviews</link>'

export const pointPro = '<hidden>Pro: </hidden>{text}'
export const pointCon = '<hidden>Con: </hidden>{text}'

export const helpfulLabel = (review: string, count: number) =>
  `Helpful: ${review}, ${formatCount(count)}`
export const helpfulButton = (count: number) => `Helpful (${formatCount(count)})`
export const helpfulSignedOut = 'Please sign in to vote'
export const helpfulFailed = 'Your vote could not be counted'
