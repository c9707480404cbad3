import { toOneDecimal, whole } from '../ui/numbers.ts'
import * as uiWords from '../ui/words.ts'

// Spec 2 §2.
export const browseTitle = 'Browse Categories'
export const browseDescription = 'Twenty categories of software tools, from AI to real estate.'
export const browseSearch = 'Search categories'
export const browsePlaceholder = 'Search categories...'
export const browseList = 'Categories'
export const browseAll = 'Show all categories'
export const browseNone = 'No categories found matching your search.'

export const cardTools = (count: number) => `${whole(count)} tools`
export const cardTrending = 'Trending'

// The plot of a category.
export const plotTitle = (category: string) => `The landscape of ${category}`
export const plotText = (tools: number) =>
  `How well its ${whole(tools)} most reviewed tools are rated, and by how many.`
export const plotSpoken = (lowest: number, highest: number, best: string) =>
  ` Ratings from ${toOneDecimal(lowest)} to ${toOneDecimal(highest)}; the most reviewed and best rated: ${best}.`
/** A line of the plot. */
export const plotStars = (count: number) => `${whole(count)}★`
export const plotTool = (name: string, rating: number, reviews: number) =>
  `${name}: ${toOneDecimal(rating)}, ${uiWords.ratingReviews(reviews)}`
export const plotRatedBy = (rating: number, reviews: number) =>
  `${toOneDecimal(rating)} (${whole(reviews)})`
