import { formatDay } from '../ui/format/day.ts'
import { pluralize } from '../ui/format/numbers.ts'

export const paletteName = 'Command palette'

/** The label of the command key, and of the palette's keys. */
export const KEYS = {
  apple: { command: '⌘', palette: '⌘K' },
  other: { command: 'Ctrl', palette: 'Ctrl K' },
} as const

export const shortcutsTitle = 'Keyboard shortcuts'
export const shortcutsClose = 'Close'
export const shortcutsSingle = 'Single-key shortcuts'
export const shortcutsSearch = 'Search'
export const shortcutsList = 'This list'
export const shortcutsHere = 'On this page'
export const shortcutsBetween = 'then'
export const shortcutsNote =
  'Ignored while you type. Turn them off if you use voice control, or if you press them by accident.'

/** The pages that `g` and then a letter open. */
export const GO_TO = [
  { key: 'h', to: '/', label: 'Home' },
  { key: 't', to: '/all-tools', label: 'All tools' },
  { key: 'c', to: '/categories', label: 'Categories' },
  { key: 'l', to: '/launches', label: 'Launches' },
] as const

/** The kinds of choices, in their order among equally good ones. */
export const KINDS = {
  here: 'This page',
  recent: 'Recent',
  tool: 'Tools',
  capability: 'Used for',
  category: 'Categories',
  page: 'Pages',
  action: 'Actions',
  person: 'People',
  launch: 'Launches',
  search: 'Search',
} as const

export const label = 'Search tools, people, launches and pages'
export const placeholder = 'Search or jump to...'
export const results = 'Results'
export const hint = 'Type to search tools, categories, people and launches.'
export const forget = 'Clear recent'
export const failed = 'Some results could not be loaded. Check your connection.'
export const none = 'No results.'
export const count = (count: number) =>
  pluralize(count, { one: '{n} result', other: '{n} results' })
export const searchAll = (words: string) => `Search all tools for “${words}”`
/** A use or a category that matched by a synonym. */
export const matched = (synonym: string, tools: string) => `${synonym} · ${tools}`
export const launch = (tagline: string, day: string) => `${tagline} (${formatDay(day)})`

export const review = (tool: string) => `Review ${tool}`
export const compare = (tool: string) => `Compare ${tool} with…`
export const compareHint = 'Type to search tools. Backspace goes back.'
export const upvote = (tool: string) => `Upvote ${tool}`
export const removeUpvote = (tool: string) => `Remove upvote from ${tool}`

/** The pages after those of `GO_TO`: address, label, and further search terms. */
export const PAGES = [
  ['/compare', 'Compare tools'],
  ['/write-review', 'Write a review'],
  ['/add-tool', 'Add a tool'],
  ['/submit-launch', 'Submit a launch'],
  ['/trust', 'Trust Center'],
  ['/about', 'About'],
  ['/contact', 'Contact', 'Support'],
  ['/guidelines', 'Guidelines', 'Rules, Moderation'],
  ['/moderation-log', 'Moderation log'],
  ['/privacy', 'Privacy'],
  ['/terms', 'Terms'],
] as const

export const MEMBERS_PAGES = [
  ['/dashboard', 'Dashboard'],
  ['/profile-settings', 'Edit profile'],
  ['/my-reports', 'Your reports', 'Decisions, Appeals'],
  ['/account-settings', 'Account settings', 'Password, email, sessions'],
] as const

export const THEMES = [
  ['light', 'Light theme'],
  ['dark', 'Dark theme'],
  ['system', 'System theme'],
] as const

export const SIGN_IN = ['Sign in', 'Log in, Sign up'] as const
export const SIGN_OUT = ['Sign out', 'Log out'] as const
