import { INVALID_USERNAME } from '../../data/words.ts'
import { formatMonth } from '../../ui/day.ts'
import { toOneDecimal } from '../../ui/numbers.ts'

/** Whose name is not known (spec 1 §3). */
export const SOMEBODY = 'User'

/** What somebody is, and where. */
export const workAt = (job: string | null | undefined, company: string | null | undefined) =>
  job && company ? `${job} at ${company}` : job || company || ''

export const handle = (username: string | null) => `@${username}`

/** Spec 1 §2. */
export const PROFILE = {
  description: (name: string) => `Reviews by ${name}.`,
  memberSince: (joined: string) => `Member since ${formatMonth(joined, 'long')}`,
  isPrivate: 'This profile is private.',
  standing: 'Standing',
} as const

/** Why there is nobody to show (spec 1 §8). */
export const MISSING = {
  title: 'User Not Found',
  description: 'There is no such person.',
  notThere: 'The user profile you are looking for does not exist.',
  noName: 'No username provided',
  invalidName: INVALID_USERNAME,
  failed: 'Failed to load profile',
} as const

/** Spec 1 §2 and §3. */
export const ACTIVITY = {
  title: 'Recent Activity',
  none: 'No recent activity to display',
  noneYet: 'Activity will appear here when this user starts engaging with the platform',
  hidden: 'Their activity is hidden.',
  /** What each kind of activity is called. */
  kinds: { review_created: 'Created a review' } as Readonly<Record<string, string>>,
  alone: '{what}',
  ofTool: '{what} of {tool}',
  rating: (rating: number) => `Rating: ${rating}/5`,
} as const

export const FOLLOW = {
  follow: 'Follow<hidden> {name}</hidden>',
  /** Spec 1 §4: what a button says that ends it. */
  unfollow: {
    user: 'Unfollow<hidden> {name}</hidden>',
    company: 'Following<hidden> {name}</hidden>',
  },
  /** Spec 1 §8. */
  signedOut: 'Authentication required',
  signedOutMore: {
    user: 'Please sign in to follow users.',
    company: 'Please sign in to follow companies.',
  },
  failed: { user: 'Failed to follow user', company: 'Failed to follow company' },
  notEnded: 'Failed to unfollow',
} as const

export const STATS = {
  title: 'Stats',
  reviews: 'Reviews',
  helpful: 'Helpful votes',
  views: 'Profile views',
  followers: 'Followers',
  following: 'Following',
} as const

/** Spec 1 §4 and §9. */
export const TRUST = {
  title: 'Trust & Rating',
  helpfulness: 'Helpfulness',
  ofFive: (value: number) => `${toOneDecimal(value)}/5`,
  responses: 'Response rate',
  followers: 'Followers',
  high: 'Highly Trusted',
  middle: 'Trusted',
  low: 'Building Trust',
} as const

/** Spec 1 §4. */
export const BADGES = {
  active: 'Active Reviewer',
  expert: 'Expert Reviewer',
} as const
