import { IDENTITY } from '../identity.ts'
import { plural } from '../ui/numbers.ts'

/** Where a company is kept, and where one is found. */
export const LINK = {
  dashboard: 'Company Dashboard',
  team: 'Start your team',
} as const

/** Said of whoever keeps a company (spec 1 §6). */
export const ADMIN = ' (Admin)'

export const PAGE = {
  description: (name: string) => `${name} on ${IDENTITY.name}.`,
  people: (size: string) => `${size} people`,
  followers: (count: number) => plural(count, { one: '{n} follower', other: '{n} followers' }),
  verified: 'Verified',
  members: 'Members',
  noMembers: 'Nobody to show.',
  missing: 'Company Not Found',
  missingDescription: 'There is no such company.',
} as const

export const DASHBOARD = {
  title: 'Company dashboard',
  description: 'Your company, its details and its members.',
  failed: 'Your company could not be loaded.',

  none: 'No company yet',
  page: 'Company page',
  leave: 'Leave company',
  leaveTitle: (company: string) => `Leave ${company}?`,
  leaveText: 'You are no longer listed among its members. You can join again.',
  stay: 'Stay',
  go: 'Leave',
  left: 'You have left the company',
} as const

export const DETAILS = {
  title: 'Details',
  logo: 'Change logo',
  logoUpdated: 'Logo updated',
  updated: 'Company updated',
} as const

export const FIELD = {
  name: 'Company name *',
  website: 'Website',
  domain: 'Domain',
  domainPlaceholder: 'acme.com',
  size: 'Size',
  industry: 'Industry',
  description: 'Description',
} as const

/** What is wrong with a company. */
export const WRONG = {
  name: 'Name',
  description: 'Description',
  domainTooLong: 'This domain is too long',
  domain: 'Please enter a domain, like acme.com',
} as const

export const MEMBERS = {
  remove: 'Remove<hidden> {name}</hidden>',
  removeTitle: (name: string) => `Remove ${name}?`,
  removeText: (company: string) =>
    `From the members of ${company}. Whoever was removed can join again.`,
  keep: 'Keep',
  go: 'Remove member',
  removed: 'Member removed',
  removedMore: (name: string, company: string) => `${name} is no longer a member of ${company}.`,
} as const

export const TEAM = {
  title: LINK.team,
  description: 'Join your company, or create it.',
} as const

export const JOIN = {
  title: 'Join your company',
  search: 'Search by name or domain',
  placeholder: 'Acme, or acme.com',
  none: 'No company found. Create it below.',
  join: 'Join<hidden> {name}</hidden>',
  joining: 'Joining...<hidden> {name}</hidden>',
  /** Spec 1 §8. */
  joined: 'Joined company',
  joinedMore: 'You have successfully joined the company.',
} as const

export const CREATE = {
  title: 'Create your company',
  text: 'You become its admin: you keep its details and its members.',
  create: 'Create Company',
  creating: 'Creating...',
  /** Spec 1 §8. */
  created: 'Company created',
  createdMore: 'Your company has been created successfully.',
} as const

/** What was tried (spec 1 §8). */
export const FAILED = {
  create: 'Error creating company',
  addUser: 'Error adding user to company',
  join: 'Error joining company',
  update: 'Error updating company',
} as const
