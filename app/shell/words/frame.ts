/** What is around every page, and what takes the place of one. */
export const FRAME = {
  skip: 'Skip to content',
  aboutData: 'About the data',
  demo: 'Demo data: figures are samples',
} as const

/** Spec 1 §2. */
export const HEADER = {
  search: 'Search the site',
  searchPlaceholder: 'Search tools...',
  main: 'Main',
  start: 'Get Started',
  openMenu: 'Open menu',
} as const

/** The places that the header and its side menu name, in the specification's order. */
export const MAIN_LINKS = [
  { to: '/categories', label: 'Categories' },
  { to: '/launches', label: 'Launches' },
  { to: '/compare', label: 'Compare' },
  { to: '/write-review', label: 'Write Review' },
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
      { to: '/privacy', label: 'Privacy' },
      { to: '/terms', label: 'Terms' },
    ],
  },
] as const

/** The footer's last column: who the site is elsewhere. */
export const RESOURCES = 'Resources'

/** Spec 1 §2. */
export const NOT_FOUND = {
  pageTitle: 'Page not found',
  description: 'There is no page here.',
  status: '404',
  title: 'Oops! Page not found',
} as const

/** Spec 1 §2 and §8. */
export const BROKEN = {
  title: 'Something went wrong',
  text: 'An unexpected error occurred. Please try refreshing the page or contact support if the problem persists.',

  refresh: 'Refresh Page',
} as const

export const OFFLINE = {
  title: 'You are offline',
  description: 'There is no network.',
  text: 'This page needs a network, and there is none. It opens again as soon as there is one.',
  kept: 'Pages you have read lately',
} as const
