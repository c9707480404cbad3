import { pluralize } from '../ui/format/numbers.ts'

// Spec 2 §2.
export const browseTitle = 'Browse Categories'
export const browseDescription = 'Twenty categories of software tools, from AI to real estate.'
export const browseSearch = 'Search categories'
export const browsePlaceholder = 'Search categories...'
export const browseList = 'Categories'
export const browseAll = 'Show all categories'
export const browseNone = 'No categories found matching your search.'

export const cardTools = (count: number) =>
  pluralize(count, { one: '{n} tool', other: '{n} tools' })
export const cardTrending = 'Trending'
