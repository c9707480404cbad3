// The frame of every page, and the error pages.
export const skip = 'Skip to content'
export const aboutData = 'About the data'
export const demo = 'Demo data: figures are samples'

// Spec 1 §2.
export const headerSearch = 'Search the site'
export const headerMain = 'Main'
export const headerStart = 'Get Started'
export const headerOpenMenu = 'Open menu'

// Spec 1 §2.
export const notFoundPageTitle = 'Page not found'
export const notFoundDescription = 'This page does not exist.'
export const notFoundStatus = '404'
export const notFoundTitle = 'Oops! Page not found'
export const notFoundMore =
  'The address may have a typo, or the page has moved. Try searching for a tool by name.'

// Spec 1 §2 and §8.
export const brokenTitle = 'Something went wrong'
export const brokenText =
  'An unexpected error occurred. Please try refreshing the page or contact support if the problem persists.'
export const brokenRefresh = 'Refresh Page'

export const offlineTitle = 'You are offline'
export const offlineDescription = 'No network connection.'
export const offlineText = 'This page needs a network connection. It opens when you’re back online.'
export const offlineKept = 'Recently viewed pages'
