import * as uiWords from './words.ts'

interface RatingBarProps {
  stars: number
  /** Length of the bar, 0 to 100. */
  percent: number
  /** The text beside the bar; screen readers read only this. */
  figures: string
  /** The width of `figures`, which is equal for all bars of a distribution. */
  figuresWidth?: 'short' | 'long'
}

/** One line of a rating distribution. */
export function RatingBar({ stars, percent, figures, figuresWidth = 'short' }: RatingBarProps) {
  return (
    <span className="grid grid-cols-[3.5rem_1fr_auto] items-center gap-3 text-sm">
      <span className="text-soft">{uiWords.ratingStars(stars)}</span>
      <span
        aria-hidden
        className="h-2 forced-color-adjust-none overflow-hidden rounded-full bg-sunken"
      >
        <span className="block h-full rounded-full bg-star" style={{ width: `${percent}%` }} />
      </span>
      <span className={`text-right tabular-nums ${figuresWidth === 'long' ? 'w-28' : 'w-12'}`}>
        {figures}
      </span>
    </span>
  )
}
