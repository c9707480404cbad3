import { isRatedByFew, type RatedTool } from '../shared/rated.ts'
import { formatCount } from './format/numbers.ts'
import * as uiWords from './words.ts'

interface MarkProps {
  tool: RatedTool
  /** With room for dots above the axis. */
  size?: 'medium' | 'large'
  /** The dots. */
  children?: React.ReactNode
}

/**
 * The picture of a rating on an axis from 1 to 5 stars: a stroke where the long-run average probably lies, a tick at
 * the average, and dots that are reviews. mark.css has its geometry.
 */
export function Mark({ tool, size, children }: MarkProps) {
  const { rating_average: average, adjusted_rating: low, rating_high: high } = tool
  return (
    <span
      className={['mark', size, isRatedByFew(tool) && 'few'].filter(Boolean).join(' ')}
      data-mark=""
      data-n={tool.counted_reviews}
      data-low={low ?? undefined}
      data-high={high ?? undefined}
      data-average={average ?? undefined}
    >
      {children}
      <span role="img" aria-label={uiWords.markName(tool)} className="axis">
        {low === null || high === null ? null : (
          <i data-band="" style={{ left: toPlace(low), right: toPlace(6 - high) }}>
            <i data-end="" />
          </i>
        )}
        {average === null ? null : <i data-tick="" style={{ left: toPlace(average) }} />}
      </span>
    </span>
  )
}

/** @param stars 1 to 5 @returns the place on the axis, from its left end */
const toPlace = (stars: number) => `${Math.round((stars - 1) * 250) / 10}%`

/** The numbers of stars above the marks of a list. */
export const AxisNumbers = () => (
  <span aria-hidden className="flex justify-between text-soft">
    {[1, 2, 3, 4, 5].map((stars) => (
      <span key={stars} className="w-3 text-center">
        {formatCount(stars)}
      </span>
    ))}
  </span>
)

interface MarkKeyProps {
  part: 'dot' | 'uncounted' | 'tick' | 'band'
  children: React.ReactNode
}

/** A part of the mark, drawn as there, before what it is. */
export const MarkKey = ({ part, children }: MarkKeyProps) => (
  <span className="mark-key">
    <i aria-hidden data-key={part} />
    {children}
  </span>
)

/** From so many dots in a column on they are smaller, and from the second number on one stands for ten reviews. */
const SMALL_FROM = 60
const TENS_FROM = 300

interface MarkDotsProps {
  /** The numbers of reviews with 1 to 5 stars. */
  reviews: readonly number[]
  /** Those that the range counts. */
  counted: readonly number[]
  /** Above each column. */
  numbers?: readonly React.ReactNode[]
}

/** A column of dots for each number of stars; a review that is not counted is a hollow dot. */
export function MarkDots({ reviews, counted, numbers }: MarkDotsProps) {
  const step = Math.max(...reviews) >= TENS_FROM ? 10 : 1
  const columns = reviews.map((count) => Math.ceil(count / step))
  return (
    <>
      {step > 1 ? <span className="block text-xs text-soft">{uiWords.markDot(step)}</span> : null}
      <span className={Math.max(...columns) >= SMALL_FROM ? 'dots small' : 'dots'}>
        {columns.map((count, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the columns are the stars.
          <span key={at}>
            {numbers?.[at]}
            <span>
              {Array.from({ length: count }, (_, place) => (
                <i
                  // biome-ignore lint/suspicious/noArrayIndexKey: the dots are equal.
                  key={place}
                  data-dot={place * step < (counted[at] ?? 0) ? '' : 'uncounted'}
                />
              ))}
            </span>
          </span>
        ))}
      </span>
    </>
  )
}
