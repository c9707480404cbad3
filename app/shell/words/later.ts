/** What comes when a page has been shown, or when somebody asks for it. */
export const THEME = {
  title: 'Theme',
  system: 'System',
  light: 'Light',
  dark: 'Dark',
} as const

export const PALETTE_NAME = 'Command palette'

/** What is written on the key of commands, and the keys of the palette. */
export const KEYS = {
  apple: { command: '⌘', palette: '⌘K' },
  other: { command: 'Ctrl', palette: 'Ctrl K' },
} as const

/** What is seen on a control comes first in its name, for those who speak to their screens. */
export const named = (seen: string, name: string) => `${seen}, ${name}`

/** Spec 1 §2. */
export const ACCOUNT = {
  label: 'Account',
  menu: 'Account menu',
  profile: 'View profile',
  dashboard: 'Dashboard',
  settings: 'Settings',
  logOut: 'Log out',
} as const

export const SIDE_MENU = {
  title: 'Menu',
  close: 'Close menu',
  search: 'Search the site from the menu',
  links: 'Side menu',
} as const

export const SHORTCUTS = {
  title: 'Keyboard shortcuts',
  close: 'Close',
  single: 'Keys of one letter',
  search: 'Search',
  list: 'This list',
  between: 'then',
  note: 'They are never read while you type. Switch them off if you speak to your computer, or if you press them by accident.',
} as const

/** Where `g` and then a letter leads. */
export const GO_TO = [
  { key: 'h', to: '/', label: 'Home' },
  { key: 't', to: '/all-tools', label: 'All tools' },
  { key: 'c', to: '/categories', label: 'Categories' },
  { key: 'l', to: '/launches', label: 'Launches' },
] as const
