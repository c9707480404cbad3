import { formatMonth } from '../../ui/day.ts'
import { percent, plural, toOneDecimal } from '../../ui/numbers.ts'

/** Spec 2 §2. */
export const DETAIL = {
  pageTitle: (tool: string) => `${tool} reviews`,
  writeReview: 'Write Review',
  compare: 'Compare',
  missing: 'Tool Not Found',
  missingDescription: 'There is no such tool.',
  home: 'Return Home',
} as const

export const INFORMATION = {
  title: 'Tool Information',
  category: 'Category',
  reviews: 'Reviews',
  average: 'Average rating',
  ofFive: (rating: number) => `${toOneDecimal(rating)} of 5`,
  website: 'Website',
  missing: 'N/A',
} as const

export const RATING_PANEL = {
  title: 'Rating',
  /** @param months that the reviews came in; 0 where that is not known */
  basedOn: (reviews: number, months: number) =>
    [
      plural(reviews, { one: '{n} review', other: '{n} reviews' }),
      months === 1 && 'within one month',
      months > 1 && plural(months, { other: 'over {n} months' }),
    ]
      .filter(Boolean)
      .join(' '),
} as const

/** How far apart the ratings lie. */
export const AGREEMENT = {
  tooFew: 'One voice so far',
  close: 'Reviewers agree',
  near: 'Reviewers mostly agree',
  far: 'Opinions are divided',
} as const

interface Point {
  month: string
  average: number
}

export const TREND = {
  title: 'Rating over time',
  label: (first: Point, last: Point) =>
    `Average rating: ${toOneDecimal(first.average)} in ${formatMonth(first.month)}, ${toOneDecimal(last.average)} in ${formatMonth(last.month)}.`,
} as const

/** What people like and dislike (spec 2 §2). */
export const SAID = {
  label: 'Pros and cons',
  pros: 'Pros',
  cons: 'Cons',
  none: 'Nothing mentioned yet.',
} as const

export const REVIEWERS = {
  title: 'Who reviews it',
  role: 'Role',
  size: 'Company size',
  people: (size: string) => `${size} people`,
  share: percent,
} as const

export const ROLES: Readonly<Record<string, string>> = {
  developer: 'Developers',
  manager: 'Managers',
  admin: 'Administrators',
  member: 'Other roles',
}

export const ALTERNATIVES = {
  title: 'Alternatives',
  compare: 'Compare them',
} as const
