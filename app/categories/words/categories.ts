// Spec 2 §2.
export const title = 'Browse Categories'
export const description = 'Twenty categories of software tools, from AI to real estate.'
export const search = 'Search categories'
export const searchPlaceholder = 'Search categories...'
export const list = 'Categories'
export const showAll = 'Show all categories'
export const none = 'No categories found matching your search.'
