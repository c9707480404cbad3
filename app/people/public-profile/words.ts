import { formatMonth } from '../../ui/format/day.ts'

// Spec 1 §2.
export const description = (name: string) => `Reviews by ${name}.`
export const memberSince = (joined: string) => `Member since ${formatMonth(joined, 'long')}`
export const isPrivate = 'This profile is private.'
export const standing = 'Standing'

// Reasons for a profile that is not shown (spec 1 §8).
export const missingTitle = 'User Not Found'
export const missingDescription = 'This person does not exist.'
export const missingNotThere = 'The user profile you are looking for does not exist.'
export const missingNoName = 'No username provided'
export const missingFailed = 'Failed to load profile'

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
export const activityAlone = '{what}'
export const activityOfTool = '{what} of {tool}'
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
