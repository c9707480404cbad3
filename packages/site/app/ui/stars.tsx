import { formatOneDecimal } from './format/numbers.ts'
import { FigureLink } from './links.tsx'
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
  size?: number
  /** In two lines beside a name, from 1,280 pixels on with visible stars. */
  isStacked?: boolean
  /** The tool's slug, if the numbers are links to their figures. */
  of?: string | undefined
}

/** A rating and its number of reviews. */
export function Rating({ rating, reviews, size = 16, isStacked = false, of }: RatingProps) {
  const link = (figure: string, shown: string) =>
    of ? (
      <FigureLink figure={`tool-${figure}`} of={of}>
        {shown}
      </FigureLink>
    ) : (
      shown
    )
  if (rating === null || reviews === 0)
    return <span className="text-right text-sm text-soft">{uiWords.ratingNone}</span>
  const average = (
    <strong className="text-sm tabular-nums">{link('average', formatOneDecimal(rating))}</strong>
  )
  const count = isStacked ? uiWords.ratingReviews : uiWords.ratingBasedOn
  const number = (
    <span className="text-sm text-soft tabular-nums">{link('reviews', count(reviews))}</span>
  )
  return isStacked ? (
    <span className="relative grid content-start justify-items-end">
      <span className="flex items-center gap-1.5">
        <Stars rating={rating} size={12} className="max-xl:sr-only" />
        {average}
      </span>
      {number}
    </span>
  ) : (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-0.5">
      {average}
      <Stars rating={rating} size={size} />
      {number}
    </span>
  )
}

/** "4.8 ★ 28 reviews", or that there is none. */
export const ShortRating = ({ rating, reviews }: Pick<RatingProps, 'rating' | 'reviews'>) =>
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
