import { IDENTITY } from '../../shared/identity.ts'

export const description = `Followers and following on ${IDENTITY.name}.`
export const followers = 'Followers'
export const following = 'Following'
export const noFollowers = 'No followers yet. People with a private profile are not listed.'
export const noFollowing = 'Not following anyone yet. People with a private profile are not listed.'
export const companies = 'Companies'
