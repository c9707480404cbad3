import { isAreaOn } from '../shared/areas.ts'

/** The label of the command key, and of the keys of the search. */
export const KEYS = {
  apple: { command: '⌘', search: '⌘K', name: 'Meta+K' },
  other: { command: 'Ctrl', search: 'Ctrl K', name: 'Control+K' },
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
  ...(isAreaOn('launches') ? [{ key: 'l', to: '/launches', label: 'Launches' } as const] : []),
] as const
