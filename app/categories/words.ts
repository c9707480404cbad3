import { formatCount, formatOneDecimal, pluralize } from '../ui/format/numbers.ts'
import * as uiWords from '../ui/words.ts'

// The scatter plot of a category.
export const title = (category: string) => `${category} at a glance`
export const text = (tools: number) =>
  `Average rating and number of reviews of its ${formatCount(tools)} most reviewed tools.`
export const spoken = (lowest: number, highest: number, best: string) =>
  ` Ratings from ${formatOneDecimal(lowest)} to ${formatOneDecimal(highest)}; the most reviewed and best rated: ${best}.`
/** The label of a horizontal line. */
export const stars = (count: number) => `${formatCount(count)}★`
export const tool = (name: string, rating: number, reviews: number) =>
  `${name}: ${formatOneDecimal(rating)}, ${uiWords.ratingReviews(reviews)}`
export const ratedBy = (rating: number, reviews: number) =>
  `${formatOneDecimal(rating)} (${formatCount(reviews)})`

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
