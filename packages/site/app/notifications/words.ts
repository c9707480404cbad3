import { pluralize } from '../ui/format/numbers.ts'

export const title = 'Notifications'
export const description = 'What happened around your reviews and what you follow.'
export const bell = (unread: number) =>
  unread === 0
    ? title
    : pluralize(unread, { one: '{n} unread notification', other: '{n} unread notifications' })
export const unread = 'Unread:'
export const markAll = 'Mark all as read'
export const notificationsNone = 'No notifications yet'
export const notificationsNoneMore =
  'We tell you about replies, helpful votes and followers, and about new reviews and launches of tools that you follow.'
export const today = 'Today'
export const yesterday = 'Yesterday'

/** A person who is private or gone, and a company that is. */
export const somebody = 'A member'
export const company = 'A company'

export const decision = (type: string) =>
  `Decision about your ${type === 'profile' ? 'account' : type}: {action}`
export const report = (type: string) => `Decision about the ${type} that you reported: {action}`
/** By the outcome. */
export const appeal: Readonly<Record<string, string>> = {
  upheld: 'Your appeal was checked: the decision stays',
  reversed: 'Your appeal was checked: the decision is reversed',
}
/** By the status. */
export const claim: Readonly<Record<string, string>> = {
  granted: '{company} now manages {tool}',
  refused: 'The claim of {company} to manage {tool} was refused',
  expired: 'The claim of {company} to manage {tool} has expired',
}
export const edit: Readonly<Record<string, string>> = {
  accepted: 'Your suggested change of {tool} was accepted',
  declined: 'Your suggested change of {tool} was declined',
}
export const reply = '{company} replied to your review of {tool}'
export const review = '{name} reviewed {tool}'
export const reviewOfMaker = '{name} reviewed {tool}, which you manage'
/** Several of one tool. */
export const reviews = (others: number, isMaker: boolean) =>
  pluralize(others, {
    one: '{name} and one other member reviewed {tool}',
    other: '{name} and {n} other members reviewed {tool}',
  }) + (isMaker ? ', which you manage' : '')
export const reviewChanged = '{name} changed the review of {tool}, which you manage'
export const follower = '{name} follows you'
export const helpfulVotes = (count: number) =>
  pluralize(count, {
    one: 'A member found your review of {tool} helpful',
    other: '{n} members found your review of {tool} helpful',
  })
export const launchLater = '{tool} launches on {day}'
export const launchToday = '{tool} launches today'
export const launch = '{tool} launched on {day}'
