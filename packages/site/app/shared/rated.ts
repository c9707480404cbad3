/** The columns of a tool that its mark draws. */
export const RATED_COLUMNS =
  'rating_average, review_count, counted_reviews, adjusted_rating, rating_high' as const

export interface RatedTool {
  rating_average: number | null
  review_count: number
  /** Without those by people with a relationship or a reward. */
  counted_reviews: number
  /** The ends of the range in which the long-run average probably lies; null without counted reviews. */
  adjusted_rating: number | null
  rating_high: number | null
}

/** With fewer reviews the number and the tick are in soft ink. */
const FEW_REVIEWS = 5

export const isRatedByFew = ({ review_count }: Pick<RatedTool, 'review_count'>) =>
  review_count < FEW_REVIEWS
