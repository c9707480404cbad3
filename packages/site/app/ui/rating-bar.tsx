import * as uiWords from './words.ts'

interface RatingBarProps {
  stars: number
  /** Length of the bar, 0 to 100. */
  percent: number
  /** Beside the bar. */
  figures: React.ReactNode
}

/** One line of a rating distribution. */
export const RatingBar = ({ stars, percent, figures }: RatingBarProps) => (
  <span className="grid grid-cols-[3.5rem_1fr_7rem] items-center gap-3 text-sm">
    <span className="text-soft">{uiWords.ratingStars(stars)}</span>
    <span
      aria-hidden
      className="h-2 forced-color-adjust-none overflow-hidden rounded-full bg-sunken"
    >
      <span className="block h-full rounded-full bg-soft" style={{ width: `${percent}%` }} />
    </span>
    <span className="text-right tabular-nums">{figures}</span>
  </span>
)
