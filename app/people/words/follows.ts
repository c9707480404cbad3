import { IDENTITY } from '../../identity.ts'

export const FOLLOWS = {
  description: `Who follows whom on ${IDENTITY.name}.`,
  followers: 'Followers',
  following: 'Following',
  noFollowers: 'Nobody to show yet. Who is private is not listed.',
  noFollowing: 'Nobody and no company to show yet. Who is private is not listed.',
  companies: 'Companies',
} as const
