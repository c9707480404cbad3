import { whole } from '../../ui/numbers.ts'
import { RATING } from '../../ui/words.ts'

export const LIST = {
  title: 'Reviews',
  rating: 'Rating',
  order: 'Order',
  none: 'No reviews yet. Be the first to share your experience.',
  noneOfRating: 'No reviews with this rating.',
} as const

export const RATINGS: readonly (readonly [string, string])[] = [
  ['', 'All ratings'],
  ...[5, 4, 3, 2, 1].map((stars) => [String(stars), RATING.stars(stars)] as const),
]

/** The orders of a tool's reviews by their word in the address; the first is the default. */
export const ORDERS = [
  ['newest', 'Newest'],
  ['helpful', 'Most helpful'],
  ['highest', 'Highest rated'],
  ['lowest', 'Lowest rated'],
  ['oldest', 'Oldest'],
] as const

/** A reviewer without a profile (spec 1 §3). */
export const ANONYMOUS = 'Anonymous User'

export const POINT = {
  pro: '<hidden>Pro: </hidden>{text}',
  con: '<hidden>Con: </hidden>{text}',
} as const

export const HELPFUL = {
  label: (review: string, count: number) => `Helpful: ${review}, ${whole(count)}`,
  button: (count: number) => `Helpful (${whole(count)})`,
  signedOut: 'Please login to vote',
  failed: 'Your vote could not be counted',
} as const
