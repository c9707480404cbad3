import { Link } from 'react-router'
import * as uiWords from './words.ts'

interface RatingBarProps {
  stars: number
  /** Length of the bar, 0 to 100. */
  percent: number
  /** Beside the bar. */
  figures: React.ReactNode
  /** The width of `figures`, which is equal for all bars of a distribution. */
  figuresWidth?: 'short' | 'long'
  /** Where a click on the line leads; the figures may have links of their own. */
  to?: string
}

/** One line of a rating distribution. */
export function RatingBar({ stars, percent, figures, figuresWidth = 'short', to }: RatingBarProps) {
  return (
    <span className="relative grid grid-cols-[3.5rem_1fr_auto] items-center gap-3 text-sm">
      <span className="text-soft">
        {to ? (
          <Link to={to} className="after:absolute after:inset-0">
            {uiWords.ratingStars(stars)}
          </Link>
        ) : (
          uiWords.ratingStars(stars)
        )}
      </span>
      <span
        aria-hidden
        className="h-2 forced-color-adjust-none overflow-hidden rounded-full bg-sunken"
      >
        <span className="block h-full rounded-full bg-soft" style={{ width: `${percent}%` }} />
      </span>
      <span
        className={`relative text-right tabular-nums ${figuresWidth === 'long' ? 'w-28' : 'w-12'}`}
      >
        {figures}
      </span>
    </span>
  )
}
