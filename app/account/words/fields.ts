import { INVALID_USERNAME } from '../../data/words.ts'

/** What a business account also tells (spec 1 §2). */
export const WORK = {
  title: 'Company',
  name: 'Company name',
  noName: 'Company name is required',
  website: 'Company website',
  size: 'Company size',
  industry: 'Industry',
  job: 'Job title',
  role: 'Role',
} as const

export const ACCOUNT_TYPE = 'Account type'

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

export const FIELD = {
  username: 'Username',
  free: 'This username is free.',
  firstName: 'First name',
  lastName: 'Last name',
  bio: 'Bio',
  job: WORK.job,
  company: 'Company',
} as const

/** What is wrong with a profile; spec 1 §8 has the second. */
export const WRONG = {
  noUsername: 'Username is required',
  username: INVALID_USERNAME,
  name: (field: string) => `${field} may only contain letters, spaces, hyphens and apostrophes`,
} as const
