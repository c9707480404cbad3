import { IDENTITY } from '../../shared/identity.ts'

export const description = `Followers and following on ${IDENTITY.name}.`
export const followers = 'Followers'
export const following = 'Following'
export const noFollowers = 'No followers yet. People with a private profile are not listed.'
export const noFollowing = 'Not following anyone yet. People with a private profile are not listed.'
export const companies = 'Companies'

export const follow = 'Follow<hidden> {name}</hidden>'
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
} as const
export const unfollowFailed = 'Failed to unfollow'
