import { Minus, Plus } from 'lucide-react'
import * as uiWords from '../ui/words.ts'
import type { ComparedTool } from './ratings-chart.tsx'
import * as compareWords from './words.ts'

const POINTS_SHOWN = 3

/** The most frequent pros and cons of each tool, side by side. */
export function PointsCompared({ compared }: { compared: readonly ComparedTool[] }) {
  const withPoints = compared.filter(({ summary }) => summary.pros.length + summary.cons.length > 0)
  if (withPoints.length === 0) return null
  return (
    <section aria-labelledby="points" className="mt-8">
      <h2 id="points" className="display mb-4 text-section">
        {compareWords.pointsTitle}
      </h2>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-[repeat(auto-fit,minmax(14rem,1fr))]">
        {withPoints.map(({ tool, summary }) => (
          <li key={tool.id} className="panel grid content-start gap-3 p-5 text-sm">
            <h3 className="text-base font-semibold">{tool.name}</h3>
            <Points
              points={summary.pros}
              icon={
                <Plus
                  aria-label={compareWords.pointsPro}
                  size={16}
                  className="mt-0.5 shrink-0 text-good"
                />
              }
            />
            <Points
              points={summary.cons}
              icon={
                <Minus
                  aria-label={compareWords.pointsCon}
                  size={16}
                  className="mt-0.5 shrink-0 text-bad"
                />
              }
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface PointsProps {
  points: ComparedTool['summary']['pros']
  icon: React.ReactNode
}

function Points({ points, icon }: PointsProps) {
  if (points.length === 0) return null
  return (
    <ul className="grid gap-1.5">
      {points.slice(0, POINTS_SHOWN).map(({ text, mentions }) => (
        <li key={text} className="flex gap-2">
          {icon}
          <span className="min-w-0 wrap-anywhere">{text}</span>
          <span className="ml-auto shrink-0 text-soft tabular-nums">
            {uiWords.ratingMentions(mentions)}
          </span>
        </li>
      ))}
    </ul>
  )
}
