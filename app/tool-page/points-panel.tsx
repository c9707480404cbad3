import { Minus, Plus } from 'lucide-react'
import { Link } from 'react-router'
import type { ReviewPoint, ReviewSummary } from '../data/rpc-results.ts'
import * as detailWords from '../tools/words/detail.ts'
import * as uiWords from '../ui/words.ts'

/** Pros and cons, with the number of reviews that mention each (spec 2 §2); a click lists them. */
export function PointsPanel({ summary }: { summary: ReviewSummary }) {
  const { pros, cons, said_by, distribution } = summary
  const reviews = Object.values(distribution).reduce((sum, count) => sum + count, 0)
  if (pros.length + cons.length === 0) return null
  return (
    <section aria-label={detailWords.pointsLabel} className="grid grid-cols-2 gap-3 sm:gap-4">
      <PointList title={detailWords.pointsPros} points={pros} isLiked />
      <PointList title={detailWords.pointsCons} points={cons} isLiked={false} />
      {reviews > said_by ? (
        <p className="text-sm col-span-2 text-soft">{detailWords.pointsOfNewest(said_by)}</p>
      ) : null}
    </section>
  )
}

interface PointListProps {
  title: string
  points: readonly ReviewPoint[]
  isLiked: boolean
}

function PointList({ title, points, isLiked }: PointListProps) {
  const Icon = isLiked ? Plus : Minus
  const color = isLiked ? 'text-good' : 'text-bad'
  const most = Math.max(...points.map(({ mentions }) => mentions), 1)
  return (
    <div className="panel p-4 sm:p-5">
      <h3 className="mb-3 flex items-center gap-2 font-semibold">
        <Icon aria-hidden size={18} className={color} />
        {title}
      </h3>
      {points.length === 0 ? <p className="text-sm text-soft">{detailWords.pointsNone}</p> : null}
      <ul className="grid gap-2 text-sm">
        {points.map(({ text, mentions }) => (
          <li
            key={text}
            className="grid items-center gap-x-3 gap-y-1 sm:grid-cols-[minmax(0,1fr)_4.5rem]"
          >
            <span className="wrap-anywhere">
              <Link
                to={`?${new URLSearchParams({ [isLiked ? 'pro' : 'con']: text })}#reviews`}
                className="underline decoration-edge decoration-dotted underline-offset-4 hover:decoration-solid"
              >
                {text}
              </Link>
              {mentions > 1 ? (
                <span className="ml-1.5 text-soft tabular-nums">
                  {uiWords.ratingMentions(mentions)}
                </span>
              ) : null}
            </span>
            <span
              aria-hidden
              className="hidden h-1.5 forced-color-adjust-none sm:block rounded-full bg-sunken"
            >
              <span
                className={`block h-full rounded-full bg-current ${color}`}
                style={{ width: `${(100 * mentions) / most}%` }}
              />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
