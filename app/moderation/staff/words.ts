import { pluralize } from '../../ui/format/numbers.ts'

export const REFUSALS = {
  moderator: {
    title: 'Only moderators can open this page',
    text: 'An administrator of this site can make you a moderator.',
  },
  admin: {
    title: 'Only administrators can open this page',
    text: 'Moderators and members cannot see or change the settings of this site.',
  },
} as const

export const LINKS = {
  queue: ['/moderation', 'Queue'],
  edits: ['/moderation/edits', 'Suggested edits'],
  users: ['/moderation/users', 'Members'],
  log: ['/moderation-log', 'Moderation log'],
  guidelines: ['/guidelines', 'Guidelines'],
  overview: ['/admin', 'Overview'],
  staff: ['/admin/staff', 'Staff'],
  invitations: ['/admin/invitations', 'Invitations'],
  settings: ['/admin/settings', 'Settings'],
  merge: ['/moderation/merge', 'Merge tools'],
  import: ['/admin/import', 'Import tools'],
} as const
export const moderationLinks = 'Moderation pages'
export const adminLinks = 'Administration pages'

export const minutes = (count: number) =>
  pluralize(count, { one: '{n} minute', other: '{n} minutes' })
export const hours = (count: number) => pluralize(count, { one: '{n} hour', other: '{n} hours' })
export const days = (count: number) => pluralize(count, { one: '{n} day', other: '{n} days' })
