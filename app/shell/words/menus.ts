// Spec 1 §2.
export const accountLabel = 'Account'
export const accountMenu = 'Account menu'
export const accountProfile = 'View profile'
export const accountDashboard = 'Dashboard'
export const accountSettings = 'Settings'
export const accountReports = 'Your reports'
export const accountLogOut = 'Log out'

export const sideMenuTitle = 'Menu'
export const sideMenuClose = 'Close menu'
export const sideMenuSearch = 'Search the site from the menu'
export const sideMenuLinks = 'Side menu'
