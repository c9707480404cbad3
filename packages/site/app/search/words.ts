import { isAreaOn } from '../shared/areas.ts'
import { pluralize } from '../ui/format/numbers.ts'

/** The kinds of suggestions, in their order. */
export const KINDS = {
  page: 'Pages',
  tool: 'Tools',
  capability: 'Used for',
  category: 'Categories',
  goTo: 'Go to',
  search: 'Search',
} as const

/** The pages that a member may want: address and label. */
export const MEMBER_PAGES = [
  ['/add-tool', 'Add a tool'],
  ['/write-review', 'Write a review'],
  ...(isAreaOn('lists') ? [['/lists', 'Lists'] as const] : []),
  ['/notifications', 'Notifications'],
  ['/account-settings', 'Settings'],
] as const

export const all = (words: string) => `All results for “${words}”`
export const results = 'Results'
export const recent = 'Recent'
export const forget = 'Clear recent'
export const count = (count: number) =>
  pluralize(count, { one: '{n} result', other: '{n} results' })
/** A use or a category that matched by a synonym. */
export const matched = (synonym: string, tools: string) => `${synonym} · ${tools}`
