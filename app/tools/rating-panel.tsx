import { Minus, Plus } from 'lucide-react'
import { Link } from 'react-router'
import { RatingBar } from '../ui/rating-bar.tsx'
import { Stars } from '../ui/stars.tsx'
import type { ReviewSummary, Said } from './read-tool.ts'
import type { ToolSummary } from './tool.ts'

interface RatingPanelProps {
  tool: ToolSummary
  summary: ReviewSummary
}

/** The rating as the hero, with its evidence: how many, how spread, and why. */
export function RatingPanel({ tool, summary }: RatingPanelProps) {
  if (tool.rating_average === null) return null
  return (
    <section aria-labelledby="rating" className="panel grid gap-6 p-6 md:grid-cols-[auto_1fr]">
      <h2 id="rating" className="sr-only">
        Rating
      </h2>
      <div className="grid content-start gap-2">
        <p className="display text-6xl tabular-nums">
          <span className="marked px-1">{tool.rating_average.toFixed(1)}</span>
        </p>
        <Stars rating={tool.rating_average} size={20} />
        <p className="text-sm text-soft">
          {tool.review_count} {tool.review_count === 1 ? 'review' : 'reviews'}
        </p>
      </div>
      <ul className="grid content-center">
        {[5, 4, 3, 2, 1].map((stars) => (
          <li key={stars}>
            <Link to={`?rating=${stars}#reviews`} className="block rounded py-1 hover:bg-sunken">
              <RatingBar
                stars={stars}
                percent={(100 * (summary.distribution[stars] ?? 0)) / tool.review_count}
                figures={String(summary.distribution[stars] ?? 0)}
              />
            </Link>
          </li>
        ))}
      </ul>
      {summary.pros.length + summary.cons.length > 0 ? (
        <div className="grid gap-6 border-t border-line pt-5 sm:grid-cols-2 md:col-span-2">
          <SaidList
            title="Pros"
            said={summary.pros}
            icon={<Plus aria-hidden size={16} className="mt-1 shrink-0 text-good" />}
          />
          <SaidList
            title="Cons"
            said={summary.cons}
            icon={<Minus aria-hidden size={16} className="mt-1 shrink-0 text-bad" />}
          />
        </div>
      ) : null}
    </section>
  )
}

function SaidList({
  title,
  said,
  icon,
}: {
  title: string
  said: readonly Said[]
  icon: React.ReactNode
}) {
  return (
    <div>
      <h3 className="mb-2 font-semibold">{title}</h3>
      {said.length === 0 ? <p className="text-sm text-soft">Nothing mentioned yet.</p> : null}
      <ul className="grid gap-1.5 text-sm">
        {said.map(({ text, mentions }) => (
          <li key={text} className="flex gap-2">
            {icon}
            <span className="min-w-0 wrap-break-word">
              {text}
              {mentions > 1 ? (
                <span className="ml-1.5 text-soft tabular-nums">×{mentions}</span>
              ) : null}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
