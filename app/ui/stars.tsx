import { Star } from 'lucide-react'

interface StarsProps {
  /** 0 to 5; the floor of it is drawn (spec 1 §9). */
  rating: number
  size?: number
}

/** Five stars, with the figure for those who cannot see them. */
export function Stars({ rating, size = 16 }: StarsProps) {
  const full = Math.floor(rating)
  return (
    <span
      role="img"
      aria-label={`${rating.toFixed(1)} out of 5 stars`}
      className="inline-flex gap-0.5"
    >
      {[1, 2, 3, 4, 5].map((star) => (
        <Star
          key={star}
          size={size}
          aria-hidden
          className={star <= full ? 'fill-star text-star' : 'text-edge'}
        />
      ))}
    </span>
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
    return <span className="text-sm text-soft">No reviews yet</span>
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-0.5">
      <strong className="rounded bg-marker px-1.5 py-0.5 text-sm text-on-marker tabular-nums">
        {rating.toFixed(1)}
      </strong>
      <Stars rating={rating} size={size} />
      <span className="text-sm text-soft tabular-nums">
        ({reviews} {reviews === 1 ? 'review' : 'reviews'})
      </span>
    </span>
  )
}
