import { pluralize } from '../../ui/format/numbers.ts'

export const title = 'Moderation'
export const description = 'Reports, posts and appeals that wait for a moderator.'
export const intro =
  'The order depends on reason and waiting time alone: child safety and illegal content first, then what has waited longest.'
export const tabsLabel = 'Queue'
export const TABS = { reports: 'Reports', pending: 'Pending', appeals: 'Appeals' } as const

export const NOTHING = {
  reports: ['No open reports', 'New reports appear here.'],
  pending: ['No posts wait for approval', 'Posts that a rule of the site holds appear here.'],
  appeals: ['No open appeals', 'Appeals against decisions appear here.'],
} as const

export const SUBJECT_LABELS = {
  review: 'Review',
  tool: 'Tool',
  launch: 'Launch',
  profile: 'Profile',
  company: 'Company',
} as const
export const noTitle = 'Deleted by its author'
export const reports = (count: number) =>
  pluralize(count, { one: '{n} report', other: '{n} reports' })
export const appeal = (number: number) => `Appeal ${number}`
export const waiting = (time: string) => `Waiting ${time}`

export const keyNext = 'Next row'
export const keyPrevious = 'Previous row'
