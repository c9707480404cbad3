import { formatOneDecimal } from './format/numbers.ts'
import * as uiWords from './words.ts'

interface StarsProps {
  /** 0 to 5; its floor is drawn (spec 1 §9), and the remainder as a pale tint. */
  rating: number
  /** Height in pixels. */
  size?: number
  className?: string
}

/**
 * Five stars, with the rating as text for screen readers. It is one element with a mask, because five
 * icons per card would be larger than the text of a listing.
 */
export function Stars({ rating, size = 16, className = '' }: StarsProps) {
  return (
    <span
      role="img"
      aria-label={uiWords.ratingOutOfFive(rating)}
      className={`stars ${className}`}
      style={
        {
          height: size,
          '--full': `${Math.floor(rating) * 20}%`,
          '--part': `${rating * 20}%`,
        } as React.CSSProperties
      }
    />
  )
}

interface RatingProps {
  rating: number | null
  reviews: number
}

/** "4.8 ★ 28 reviews", or that there is none. */
export const ShortRating = ({ rating, reviews }: RatingProps) =>
  rating === null ? (
    <span className="text-soft">{uiWords.ratingNone}</span>
  ) : (
    <span>
      <span className="whitespace-nowrap">
        <strong className="text-ink tabular-nums">{formatOneDecimal(rating)}</strong>{' '}
        <span aria-hidden className="text-soft">
          {uiWords.star}
        </span>
      </span>{' '}
      <span className="text-soft">{uiWords.ratingReviews(reviews)}</span>
    </span>
  )
