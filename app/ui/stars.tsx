import { toOneDecimal } from './numbers.ts'
import * as uiWords from './words.ts'

interface StarsProps {
  /** 0 to 5; the floor of it is drawn (spec 1 §9). */
  rating: number
  /** Height in pixels. */
  size?: number
}

/**
 * Five stars, with the figure for those who cannot see them. One element cut out by a mask: a
 * listing would otherwise carry more stars than words.
 */
export function Stars({ rating, size = 16 }: StarsProps) {
  return (
    <span
      role="img"
      aria-label={uiWords.ratingOutOfFive(rating)}
      className="stars"
      style={{ height: size, '--full': `${Math.floor(rating) * 20}%` } as React.CSSProperties}
    />
  )
}

/** The rating and its evidence, always together: how good, and how sure. */
export function Rating({
  rating,
  reviews,
  size = 16,
}: {
  rating: number | null
  reviews: number
  size?: number
}) {
  if (rating === null || reviews === 0)
    return <span className="text-sm text-soft">{uiWords.ratingNone}</span>
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-0.5">
      <strong className="rounded bg-marker px-1.5 py-0.5 text-sm text-on-marker tabular-nums">
        {toOneDecimal(rating)}
      </strong>
      <Stars rating={rating} size={size} />
      <span className="text-sm text-soft tabular-nums">{uiWords.ratingBasedOn(reviews)}</span>
    </span>
  )
}
