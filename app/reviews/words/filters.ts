import { formatDay } from '../../ui/format/day.ts'
import {
  formatCount,
  formatNumber,
  formatOneDecimal,
  formatPercent,
  pluralize,
} from '../../ui/format/numbers.ts'
import * as uiWords from '../../ui/words.ts'

// Spec 8 §1.
export const title = 'Filter by version, plan and time'
export const version = 'Version'
export const versionHint = '“3” also finds 3.2'
export const versionLatest = (latest: string) => `The latest version, ${latest}`
export const plan = 'Plan'
/** By the value in the URL; the first is for all. */
export const PLANS: readonly (readonly [string, string])[] = [
  ['', 'All plans'],
  ['free', 'Free plan'],
  ['trial', 'Trial'],
  ['paid', 'Paid plan'],
  ['self_hosted', 'Self-hosted'],
]
export const since = 'Written since'
export const withoutBursts = 'Without days of unusually many reviews'
export const showAll = 'Show all'
export const none = 'No reviews match. <link>Show all.</link>'

export const matching = (reviews: number, total: number, mean: number) =>
  `${formatCount(reviews)} of ${pluralize(total, {
    one: '{n} review',
    other: '{n} reviews',
  })} match, with an average of ${formatOneDecimal(mean)}.`
export const likely = (low: number, high: number) =>
  `The long-run average is likely between ${formatOneDecimal(low)} and ${formatOneDecimal(high)}.`

interface Burst {
  day: string
  reviews: number
  usual: number
  top_rating: number
  top_share: number
  new_account_share: number
}
export const burst = (burst: Burst) =>
  `On ${formatDay(burst.day)} there were ${formatCount(burst.reviews)} reviews; ${formatNumber(
    burst.usual,
    burst.usual < 10 ? 1 : 0,
  )} a day are usual. ${formatPercent(burst.top_share)} of them gave ${uiWords.ratingStars(
    burst.top_rating,
  )}, ${formatPercent(burst.new_account_share)} came from new accounts.`
export const burstsMore = (days: number) =>
  pluralize(days, { one: '{n} more such day', other: '{n} more such days' })
export const burstsOff = 'Leave out such days'
export const burstsOn = 'Count such days again'
