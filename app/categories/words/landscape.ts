import { toOneDecimal, whole } from '../../ui/format/numbers.ts'
import * as uiWords from '../../ui/words.ts'

// The plot of a category.
export const title = (category: string) => `The landscape of ${category}`
export const text = (tools: number) =>
  `How well its ${whole(tools)} most reviewed tools are rated, and by how many.`
export const spoken = (lowest: number, highest: number, best: string) =>
  ` Ratings from ${toOneDecimal(lowest)} to ${toOneDecimal(highest)}; the most reviewed and best rated: ${best}.`
/** A line of the plot. */
export const stars = (count: number) => `${whole(count)}★`
export const tool = (name: string, rating: number, reviews: number) =>
  `${name}: ${toOneDecimal(rating)}, ${uiWords.ratingReviews(reviews)}`
export const ratedBy = (rating: number, reviews: number) =>
  `${toOneDecimal(rating)} (${whole(reviews)})`
