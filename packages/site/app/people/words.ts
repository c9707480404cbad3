import { IDENTITY } from '../shared/identity.ts'
import { formatMonth } from '../ui/format/day.ts'

// Spec 1 §2.
export const publicProfileDescription = (name: string) => `Reviews by ${name}.`
export const memberSince = (joined: string) => `Member since ${formatMonth(joined, 'long')}`
export const isPrivate = 'This profile is private.'
export const standing = 'Standing'

// Reasons for a profile that is not shown (spec 1 §8).
export const missingTitle = 'User Not Found'
export const missingDescription = 'This person does not exist.'
export const missingNotThere = 'The user profile you are looking for does not exist.'
export const missingNoName = 'No username provided'
export const missingFailed = 'Failed to load profile'

export const reviewsTitle = 'Reviews'

// Spec 1 §2 and §3.
export const activityTitle = 'Recent Activity'
export const activityNone = 'No recent activity to display'
export const activityNoneYet =
  'Activity will appear here when this user starts engaging with the platform'
export const activityHidden = 'Their activity is hidden.'
/** By `activity_type`. */
export const activityKinds = { review_created: 'Created a review' } as Readonly<
  Record<string, string>
>
/** The name of a tool follows. */
export const activityOf = (kind: string) => `${kind} of`
export const activityRating = (rating: number) => `Rating: ${rating}/5`

export const statsTitle = 'Stats'
export const statsReviews = 'Reviews'
export const statsHelpful = 'Helpful votes'
export const statsViews = 'Profile views'
export const statsFollowers = 'Followers'
export const statsFollowing = 'Following'

// Spec 1 §4 and §9.
export const trustTitle = 'Trust & Rating'
export const trustHelpfulness = 'Helpfulness'
export const trustOfFive = '{figure}/5'
export const trustResponses = 'Response rate'
export const trustFollowers = 'Followers'
export const trustHigh = 'Highly Trusted'
export const trustMiddle = 'Trusted'
export const trustLow = 'Building Trust'

// Spec 1 §4.
export const badgesActive = 'Active Reviewer'
export const badgesExpert = 'Expert Reviewer'

export const description = `Followers and following on ${IDENTITY.name}.`
export const followers = 'Followers'
export const following = 'Following'
export const noFollowers = 'No followers yet. People with a private profile are not listed.'
export const noFollowing = 'Not following anyone yet. People with a private profile are not listed.'
export const companies = 'Companies'
export const tools = 'Tools'
export const toolsOwn = 'Only you see which tools you follow.'

export const followFollow = 'Follow<hidden> {name}</hidden>'
/** Spec 1 §4: the button that unfollows. */
export const unfollow = {
  user: 'Unfollow<hidden> {name}</hidden>',
  company: 'Following<hidden> {name}</hidden>',
} as const
/** Spec 1 §8. */
export const signedOutMore = {
  user: 'Please sign in to follow users.',
  company: 'Please sign in to follow companies.',
} as const
export const followFailed = {
  user: 'Failed to follow user',
  company: 'Failed to follow company',
  tool: 'Failed to follow tool',
} as const
export const followingTool = 'Following<hidden> {name}</hidden>'
export const unfollowFailed = 'Failed to unfollow'

export const title = 'Your first steps'
export const profile = {
  label: 'Introduce yourself',
  text: 'A picture and a few words: readers see who is behind a review.',
}
export const review = {
  label: 'Review a tool that you use',
  text: 'What it does well, and what it does not. Five minutes are enough.',
}
export const follow = {
  label: 'Follow a reviewer',
  text: 'Find a person with your job among the newest reviews.',
}
export const done = '<hidden>Done: </hidden>{label}'

/** For a person without a name (spec 1 §3). */
export const somebody = 'User'

/** Job title and company. */
export const workAt = (job: string | null | undefined, company: string | null | undefined) =>
  job && company ? `${job} at ${company}` : job || company || ''

export const handle = (username: string | null) => `@${username}`

// Fields of business accounts (spec 1 §2).
export const workTitle = 'Company'
export const workName = 'Company name'
export const workNoName = 'Company name is required'
export const workWebsite = 'Company website'
export const workSize = 'Company size'
export const workIndustry = 'Industry'
export const workJob = 'Job title'
export const workRole = 'Role'

export const accountType = 'Account type'

export const ACCOUNT_TYPES = [
  ['personal', 'Personal'],
  ['business', 'Business'],
] as const

export const ROLE_OPTIONS = [
  ['member', 'Team Member'],
  ['founder', 'Founder'],
  ['ceo', 'CEO'],
  ['cto', 'CTO'],
  ['manager', 'Manager'],
  ['developer', 'Developer'],
  ['designer', 'Designer'],
  ['marketing', 'Marketing'],
  ['sales', 'Sales'],
] as const

export const SIZE_OPTIONS = [
  ['', 'Select size'],
  ['1-10', '1-10'],
  ['11-50', '11-50'],
  ['51-200', '51-200'],
  ['201-1000', '201-1000'],
  ['1000+', '1000+'],
] as const

export const INDUSTRY_OPTIONS = [
  ['', 'Select industry'],
  ['technology', 'Technology'],
  ['healthcare', 'Healthcare'],
  ['finance', 'Finance'],
  ['education', 'Education'],
  ['retail', 'Retail'],
  ['manufacturing', 'Manufacturing'],
  ['other', 'Other'],
] as const

export const username = 'Username'
export const free = 'This username is free.'
export const firstName = 'First name'
export const lastName = 'Last name'
export const bio = 'Bio'
export const company = 'Company'

// Validation of a profile.
export const usernameRequired = 'Username is required'
export const nameInvalid = (field: string) =>
  `${field} may only contain letters, spaces, periods, hyphens and apostrophes`

/** An author without a profile (spec 1 §3). */
export const anonymous = 'Anonymous User'
