import { IDENTITY } from '../../shared/identity.ts'

export const description = `Who follows whom on ${IDENTITY.name}.`
export const followers = 'Followers'
export const following = 'Following'
export const noFollowers = 'Nobody to show yet. People with a private profile are not listed.'
export const noFollowing =
  'Nobody and no company to show yet. People with a private profile are not listed.'
export const companies = 'Companies'
