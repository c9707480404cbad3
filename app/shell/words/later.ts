// What comes when a page has been shown, or when somebody asks for it.
export const themeTitle = 'Theme'
export const themeSystem = 'System'
export const themeLight = 'Light'
export const themeDark = 'Dark'

export const paletteName = 'Command palette'

/** What is written on the key of commands, and the keys of the palette. */
export const KEYS = {
  apple: { command: '⌘', palette: '⌘K' },
  other: { command: 'Ctrl', palette: 'Ctrl K' },
} as const

/** What is seen on a control comes first in its name, for those who speak to their screens. */
export const named = (seen: string, name: string) => `${seen}, ${name}`

// Spec 1 §2.
export const accountLabel = 'Account'
export const accountMenu = 'Account menu'
export const accountProfile = 'View profile'
export const accountDashboard = 'Dashboard'
export const accountSettings = 'Settings'
export const accountLogOut = 'Log out'

export const sideMenuTitle = 'Menu'
export const sideMenuClose = 'Close menu'
export const sideMenuSearch = 'Search the site from the menu'
export const sideMenuLinks = 'Side menu'

export const shortcutsTitle = 'Keyboard shortcuts'
export const shortcutsClose = 'Close'
export const shortcutsSingle = 'Keys of one letter'
export const shortcutsSearch = 'Search'
export const shortcutsList = 'This list'
export const shortcutsBetween = 'then'
export const shortcutsNote =
  'They are never read while you type. Switch them off if you speak to your computer, or if you press them by accident.'

/** Where `g` and then a letter leads. */
export const GO_TO = [
  { key: 'h', to: '/', label: 'Home' },
  { key: 't', to: '/all-tools', label: 'All tools' },
  { key: 'c', to: '/categories', label: 'Categories' },
  { key: 'l', to: '/launches', label: 'Launches' },
] as const
