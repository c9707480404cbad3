// Texts that the server alone composes.
import { formatMonth } from '../../ui/format/day.ts'
import { formatOneDecimal, pluralize } from '../../ui/format/numbers.ts'

/** The subcategories. */
export const usedFor = 'Used for'
export const website = 'Website'
export const listed = 'Listed since'
export const lastReview = 'Latest review'

/** @param months from the first to the last review; 0 if unknown */
export const basedOn = (reviews: number, months: number) =>
  [
    pluralize(reviews, { one: '{n} review', other: '{n} reviews' }),
    months === 1 && 'within one month',
    months > 1 && pluralize(months, { other: 'over {n} months' }),
  ]
    .filter(Boolean)
    .join(' ')

// The deviation of the ratings.
export const agreementTooFew = 'One review so far'
export const agreementClose = 'Reviewers agree'
export const agreementNear = 'Reviewers mostly agree'
export const agreementFar = 'Opinions are divided'

interface Point {
  month: string
  average: number
}

export const trendLabel = (first: Point, last: Point) =>
  `Average rating: ${formatOneDecimal(first.average)} in ${formatMonth(first.month)}, ${formatOneDecimal(last.average)} in ${formatMonth(last.month)}.`
