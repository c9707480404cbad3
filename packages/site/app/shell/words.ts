import { isAreaOn } from '../shared/areas.ts'
import { IDENTITY } from '../shared/identity.ts'

// Spec 1 §2.
export const accountLabel = 'Account'
export const accountMenu = 'Account menu'
export const accountProfile = 'View profile'
export const accountDashboard = 'Dashboard'
export const accountSettings = 'Settings'
export const accountLists = 'Your Lists'
export const accountReports = 'Your reports'
export const accountModeration = 'Moderation'
export const accountAdministration = 'Administration'
export const accountLogOut = 'Log out'

export const sideMenuTitle = 'Menu'
export const sideMenuClose = 'Close menu'
export const sideMenuSearch = 'Search the site from the menu'
export const sideMenuLinks = 'Side menu'

/** The links of the header and of its side menu, in the specification's order. */
export const MAIN_LINKS = [
  { to: '/categories', label: 'Categories' },
  ...(isAreaOn('launches') ? [{ to: '/launches', label: 'Launches' }] : []),
  ...(isAreaOn('compare') ? [{ to: '/compare', label: 'Compare' }] : []),
  { to: '/write-review', label: 'Write Review' },
]

/** The side menu has these after the links of the header. */
export const MORE_LINKS = [
  { to: '/tools', label: 'All Tools' },
  { to: '/trust', label: 'Trust Center' },
  { to: '/about', label: 'About' },
] as const

export const FOOTER = [
  {
    title: 'Product',
    links: [{ to: '/tools', label: 'All Tools' }, ...MAIN_LINKS],
  },
  {
    title: 'Company',
    links: [
      { to: '/about', label: 'About' },
      { to: '/trust', label: 'Trust Center' },
      { to: '/contact', label: 'Contact' },
      { to: '/guidelines', label: 'Guidelines' },
      { to: '/changes', label: 'Changes of Tools' },
      { to: '/moderation-log', label: 'Moderation Log' },
      { to: '/transparency', label: 'Transparency' },
      ...(isAreaOn('open_data') ? [{ to: '/data', label: 'Open Data' }] : []),
      { to: '/api', label: 'API' },
      { to: '/privacy', label: 'Privacy' },
      { to: '/terms', label: 'Terms' },
      ...(IDENTITY.hasImprint ? [{ to: '/imprint', label: 'Imprint' }] : []),
    ],
  },
] as const

/** The footer's last column: the site's accounts elsewhere. */
export const resources = 'Resources'

// The frame of every page, and the error pages.
export const skip = 'Skip to content'
export const aboutData = 'About the data'
export const printedFrom = (address: string) => `Printed from ${address}`
export const printedOn = (address: string, day: string) => `Printed from ${address} on ${day}`
export const demo = 'Demo data: figures are samples'
export const demoLoading = 'Sample content is still being added'
export const demoClose = 'Close for this visit'

// Spec 1 §2.
export const headerSearch = 'Search the site'
export const headerMain = 'Main'
export const headerStart = 'Get Started'
export const headerOpenMenu = 'Open menu'

/** The search on a phone. */
export const searchOpen = 'Open search'
export const searchTitle = 'Search'
export const searchClose = 'Close search'
export const searchBrowse = 'Browse categories'

// Spec 1 §2.
export const notFoundPageTitle = 'Page not found'
export const notFoundDescription = 'This page does not exist.'
export const notFoundStatus = '404'
export const notFoundTitle = 'Oops! Page not found'
export const notFoundMore =
  'The address may have a typo, or the page has moved. Try searching for a tool by name.'
export const notFoundSearch = 'Search for a tool'
