import { formatDay } from '../../ui/day.ts'
import { plural } from '../../ui/numbers.ts'

/** The kinds of what the palette offers, in the order in which equally good ones are shown. */
export const KINDS = {
  recent: 'Recent',
  tool: 'Tools',
  category: 'Categories',
  page: 'Go to',
  action: 'Do',
  person: 'People',
  launch: 'Launches',
  search: 'Search',
} as const

export const PALETTE = {
  label: 'Search tools, people, launches and pages',
  placeholder: 'Search, or go somewhere...',
  results: 'Results',
  hint: 'Type to search tools, categories, people and launches.',
  forget: 'Forget recent',
  searching: 'Searching...',
  failed: 'Not everything could be searched. The network may be away.',
  none: 'Nothing found by that name.',
  count: (count: number) => plural(count, { one: '{n} result', other: '{n} results' }),
  searchAll: (words: string) => `Search all tools for “${words}”`,
  launch: (tagline: string, day: string) => `${tagline} (${formatDay(day)})`,
} as const

/** The pages to go to, after those of `GO_TO`; the last of each is what else they are found by. */
export const PAGES = [
  ['/compare', 'Compare tools'],
  ['/write-review', 'Write a review'],
  ['/add-tool', 'Add a tool'],
  ['/submit-launch', 'Submit a launch'],
  ['/trust', 'Trust Center'],
  ['/about', 'About'],
  ['/contact', 'Contact', 'Support'],
  ['/privacy', 'Privacy'],
  ['/terms', 'Terms'],
] as const

export const MEMBERS_PAGES = [
  ['/dashboard', 'Dashboard'],
  ['/profile-settings', 'Edit profile'],
  ['/account-settings', 'Account settings', 'Password, e-mail, sessions'],
] as const

export const THEMES = [
  ['light', 'Light theme'],
  ['dark', 'Dark theme'],
  ['system', 'Theme of the system'],
] as const

export const SIGN_IN = ['Sign in', 'Log in, Sign up'] as const
export const SIGN_OUT = ['Sign out', 'Log out'] as const
