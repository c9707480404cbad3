import { pluralize } from '../../ui/format/numbers.ts'

export const title = 'Members'
export const description = 'Find a member of this site, and decide about the account.'
export const intro =
  'Open the case of a member to warn, suspend, remove content or exempt from approval.'
export const search = 'Username'
export const searchHint = 'Or the first letters of it.'
export const searchByAddress = 'Username or email address'
export const searchByAddressHint = 'The first letters of a username, or a whole address.'
export const none = 'No members found'
export const noneMore = 'Try fewer letters of the username.'
export const found = (count: number) =>
  pluralize(count, { one: '{n} member', other: '{n} members' })
export const foundMore = 'Type more letters to find others.'
export const suspended = 'Suspended'
export const suspendedUntil = (day: string) => `Suspended until ${day}`
export const since = (day: string) => `Member since ${day}`
export const openCase = 'Open case<hidden> of {name}</hidden>'
