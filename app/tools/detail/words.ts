import { formatMonth } from '../../ui/format/day.ts'
import { plural, toOneDecimal, whole } from '../../ui/format/numbers.ts'

// Spec 2 §2.
export const pageTitle = (tool: string) => `${tool} reviews`
export const writeReview = 'Write Review'
export const compare = 'Compare'
export const missing = 'Tool Not Found'
export const missingMore =
  'It may have another address now. Search for its name, or look through all tools.'
export const missingDescription = 'There is no such tool.'
export const home = 'Return Home'

export const informationTitle = 'Tool Information'
export const informationCategory = 'Category'
export const informationReviews = 'Reviews'
export const informationAverage = 'Average rating'
export const informationOfFive = (rating: number) => `${toOneDecimal(rating)} of 5`
export const informationWebsite = 'Website'

export const ratingPanelTitle = 'Rating'
/** @param months that the reviews came in; 0 where that is not known */
export const ratingPanelBasedOn = (reviews: number, months: number) =>
  [
    plural(reviews, { one: '{n} review', other: '{n} reviews' }),
    months === 1 && 'within one month',
    months > 1 && plural(months, { other: 'over {n} months' }),
  ]
    .filter(Boolean)
    .join(' ')

// How far apart the ratings lie.
export const agreementTooFew = 'One voice so far'
export const agreementClose = 'Reviewers agree'
export const agreementNear = 'Reviewers mostly agree'
export const agreementFar = 'Opinions are divided'

interface Point {
  month: string
  average: number
}

export const trendTitle = 'Rating over time'
export const trendLabel = (first: Point, last: Point) =>
  `Average rating: ${toOneDecimal(first.average)} in ${formatMonth(first.month)}, ${toOneDecimal(last.average)} in ${formatMonth(last.month)}.`

// What people like and dislike (spec 2 §2).
export const pointsLabel = 'Pros and cons'
export const pointsPros = 'Pros'
export const pointsCons = 'Cons'
export const pointsNone = 'Nothing mentioned yet.'
export const pointsOfNewest = (reviews: number) => `From the newest ${whole(reviews)} reviews.`

export const reviewersTitle = 'Who reviews it'
export const reviewersRole = 'Role'
export const reviewersSize = 'Company size'
export const reviewersPeople = (size: string) => `${size} people`

export const ROLES: Readonly<Record<string, string>> = {
  developer: 'Developers',
  manager: 'Managers',
  admin: 'Administrators',
  member: 'Other roles',
}

export const alternativesTitle = 'Alternatives'
export const alternativesCompare = 'Compare them'
