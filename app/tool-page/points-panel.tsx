import { Minus, Plus } from 'lucide-react'
import { Link } from 'react-router'
import type { ReviewPoint, ReviewSummary } from '../data/rpc-results.ts'
import * as detailWords from '../tools/words/detail.ts'
import * as uiWords from '../ui/words.ts'

/**
 * Pros and cons, each with the share of the reviews that mention it (spec 2 §2); a click lists these
 * reviews. Both lists have one scale. A phone shows three of each until "All" is pressed.
 */
export function PointsPanel({ summary }: { summary: ReviewSummary }) {
  const { pros, cons, said_by, distribution } = summary
  const reviews = Object.values(distribution).reduce((sum, count) => sum + count, 0)
  const points = pros.length + cons.length
  if (points === 0) return null
  return (
    <section
      aria-label={detailWords.pointsLabel}
      className="group panel relative grid grid-cols-2 gap-x-4 gap-y-3 p-3.5 sm:gap-x-8 sm:p-6"
    >
      <PointList title={detailWords.pointsPros} points={pros} reviews={said_by} isLiked />
      <PointList title={detailWords.pointsCons} points={cons} reviews={said_by} isLiked={false} />
      {Math.max(pros.length, cons.length) > 3 ? (
        <details className="absolute top-3 right-3.5 sm:hidden">
          <summary className="inline-flex min-h-6 cursor-pointer items-center text-sm text-link underline">
            {detailWords.pointsAll(points)}
          </summary>
        </details>
      ) : null}
      {reviews > said_by ? (
        <p className="text-sm col-span-2 text-soft">{detailWords.pointsOfNewest(said_by)}</p>
      ) : null}
    </section>
  )
}

interface PointListProps {
  title: string
  points: readonly ReviewPoint[]
  /** The number of reviews that the points are from. */
  reviews: number
  isLiked: boolean
}

function PointList({ title, points, reviews, isLiked }: PointListProps) {
  const Icon = isLiked ? Plus : Minus
  const color = isLiked ? 'text-good' : 'text-bad'
  return (
    <div>
      <h3 className="mb-2 flex items-center gap-2 font-semibold">
        <Icon aria-hidden size={18} className={color} />
        {title}
      </h3>
      {points.length === 0 ? <p className="text-sm text-soft">{detailWords.pointsNone}</p> : null}
      <ul className="grid gap-1 text-sm">
        {points.map(({ text, mentions }) => (
          <li
            key={text}
            className="grid items-center gap-x-3 sm:grid-cols-[minmax(0,1fr)_4.5rem_3.75rem] max-sm:nth-[n+4]:not-group-has-open:hidden"
          >
            <Link
              to={`?${new URLSearchParams({ [isLiked ? 'pro' : 'con']: text })}#reviews`}
              className="w-fit py-0.5 underline decoration-edge decoration-dotted underline-offset-4 wrap-anywhere hover:decoration-solid"
            >
              {text}
            </Link>
            <span
              aria-hidden
              className="hidden h-1.5 forced-color-adjust-none rounded-full bg-sunken sm:block"
            >
              <span
                className={`block h-full rounded-full bg-current ${color}`}
                style={{ width: `${(100 * mentions) / reviews}%` }}
              />
            </span>
            <span className="text-soft tabular-nums max-sm:text-xs sm:text-right">
              {uiWords.ratingShare(mentions, reviews)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
