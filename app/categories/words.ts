import { toOneDecimal, whole } from '../ui/numbers.ts'
import { RATING } from '../ui/words.ts'

/** Spec 2 §2. */
export const CATEGORIES = {
  title: 'Browse Categories',
  description: 'Twenty categories of software tools, from AI to real estate.',
  search: 'Search categories',
  searchPlaceholder: 'Search categories...',
  list: 'Categories',
  none: 'No categories found matching your search.',
} as const

/** Spec 2 §2. */
export const CARD = {
  tools: (count: number) => `${whole(count)} tools`,
  trending: 'Trending',
} as const

/** The plot of a category. */
export const LANDSCAPE = {
  title: (category: string) => `The landscape of ${category}`,
  text: (tools: number) =>
    `How well its ${whole(tools)} most reviewed tools are rated, and by how many.`,
  spoken: (lowest: number, highest: number, best: string) =>
    ` Ratings from ${toOneDecimal(lowest)} to ${toOneDecimal(highest)}; the most reviewed and best rated: ${best}.`,
  /** A line of the plot. */
  stars: (count: number) => `${whole(count)}★`,
  tool: (name: string, rating: number, reviews: number) =>
    `${name}: ${toOneDecimal(rating)}, ${RATING.reviews(reviews)}`,
  ratedBy: (rating: number, reviews: number) => `${toOneDecimal(rating)} (${whole(reviews)})`,
} as const
