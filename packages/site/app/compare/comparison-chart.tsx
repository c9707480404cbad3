import { X } from 'lucide-react'
import { Link } from 'react-router'
import { toToolPath } from '../tools/tool.ts'
import { ToolLogo } from '../tools/tool-logo.tsx'
import { formatOneDecimal } from '../ui/format/numbers.ts'
import { Mark, MarkDots } from '../ui/mark.tsx'
import * as uiWords from '../ui/words.ts'
import type { ComparedTool } from './rows.tsx'

interface ComparisonChartProps {
  tools: readonly ComparedTool[]
  onRemove: (slug: string) => void
  /** Below the last tool. */
  verdict: React.ReactNode
  /** The last row. */
  children: React.ReactNode
}

const STARS = [1, 2, 3, 4, 5]

/** The marks of the tools below each other on one axis. On a phone the name is above its mark. */
export const ComparisonChart = ({ tools, onRemove, verdict, children }: ComparisonChartProps) => (
  <ul className="panel divide-y divide-line noscript:has-[>:only-child]:hidden">
    {tools.map((tool) => (
      <li
        key={tool.id}
        className="grid grid-cols-[32px_minmax(0,1fr)_auto_32px] items-center gap-x-4 px-4 py-1 sm:py-2 sm:grid-cols-[40px_minmax(8rem,1fr)_minmax(0,620px)_64px_40px]"
      >
        <ToolLogo id={tool.id} name={tool.name} size={40} className="max-sm:size-8!" />
        <Link
          to={toToolPath(tool)}
          className="min-w-0 py-1 font-semibold wrap-anywhere hover:underline"
        >
          {tool.name}
        </Link>
        <div className="max-sm:order-last max-sm:col-span-full">
          <Mark tool={tool} size="medium">
            {tool.summary ? (
              <MarkDots
                reviews={STARS.map((stars) => tool.summary?.distribution[stars] ?? 0)}
                counted={tool.rating_counts}
              />
            ) : null}
          </Mark>
        </div>
        <span aria-hidden className="text-right text-lg font-bold tabular-nums">
          {tool.rating_average === null
            ? uiWords.notAvailable
            : formatOneDecimal(tool.rating_average)}
        </span>
        <button
          type="button"
          aria-label={uiWords.removeNamed(tool.name)}
          className="grid size-8 sm:size-10 place-items-center rounded-control text-soft hover:bg-sunken hover:text-ink noscript:hidden"
          onClick={() => onRemove(tool.slug)}
        >
          <X aria-hidden size={16} />
        </button>
      </li>
    ))}
    {verdict ? <li className="px-4 py-2">{verdict}</li> : null}
    <li className="px-4 py-2 noscript:hidden">{children}</li>
  </ul>
)
