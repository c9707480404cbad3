import { Minus, Plus } from 'lucide-react'
import { Link } from 'react-router'
import type { Reader } from '../data/cache-tags.ts'
import type { ReviewSummary } from '../data/rpc-results.ts'
import { readSummary } from '../tools/read-tool.ts'
import { type ToolSummary, toToolPath } from '../tools/tool.ts'
import { ToolLogo } from '../tools/tool-logo.tsx'
import { formatOneDecimal } from '../ui/format/numbers.ts'
import { FigureLink } from '../ui/links.tsx'
import { Stars } from '../ui/stars.tsx'
import * as uiWords from '../ui/words.ts'
import * as homeWords from './words.ts'

const POINTS = [
  ['pros', homeWords.evidenceLiked, Plus, 'text-good'],
  ['cons', homeWords.evidenceDisliked, Minus, 'text-bad'],
] as const

/** The most reviewed tool, as an example of a rating with its evidence. */
export function EvidenceCard({ evidence: { tool, summary } }: { evidence: Evidence }) {
  return (
    <article
      className="panel panel-link relative grid gap-4 p-4 shadow-raised sm:gap-5 sm:p-6"
      aria-label={homeWords.evidenceTitle}
    >
      <div className="flex items-center gap-3">
        <ToolLogo id={tool.id} name={tool.name} size={44} />
        <div className="min-w-0">
          <p className="kicker">{homeWords.evidenceTitle}</p>
          <h2 className="truncate text-lg font-semibold">
            <Link
              to={toToolPath(tool)}
              className="inline-block after:absolute after:inset-0 after:rounded-card"
            >
              {tool.name}
            </Link>
          </h2>
        </div>
      </div>
      <div className="grid grid-cols-[auto_1fr] items-end gap-6">
        <p className="figure text-figure">
          <span className="marked px-2">
            <FigureLink figure="tool-average" of={tool.slug}>
              {formatOneDecimal(tool.rating_average ?? 0)}
            </FigureLink>
          </span>
        </p>
        <div className="grid gap-2">
          <RatingColumns distribution={summary.distribution} />
          <p className="flex flex-wrap items-center gap-x-2 text-sm text-soft">
            <Stars rating={tool.rating_average ?? 0} />
            <FigureLink figure="tool-reviews" of={tool.slug}>
              {uiWords.ratingReviews(tool.review_count)}
            </FigureLink>
          </p>
        </div>
      </div>
      <ul className="grid gap-2 border-t border-line pt-4 text-sm">
        {POINTS.flatMap(([kind, label, Icon, color]) =>
          summary[kind].slice(0, 2).map(({ text, mentions }) => (
            <li key={`${kind} ${text}`} className="flex gap-2">
              <Icon aria-label={label} size={16} className={`mt-0.5 shrink-0 ${color}`} />
              <span className="min-w-0 wrap-anywhere">{text}</span>{' '}
              <span className="ml-auto shrink-0 text-soft tabular-nums">
                {uiWords.ratingShare(mentions, summary.said_by)}
              </span>
            </li>
          )),
        )}
      </ul>
    </article>
  )
}

/** A rating distribution with one column per star; the tool's page has the numbers. */
function RatingColumns({ distribution }: { distribution: Record<string, number> }) {
  const counts = [1, 2, 3, 4, 5].map((stars) => distribution[stars] ?? 0)
  const most = Math.max(...counts, 1)
  return (
    <div aria-hidden className="flex h-16 items-end gap-1.5">
      {counts.map((count, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies the number of stars.
          key={index}
          className="flex-1 forced-color-adjust-none rounded-t-sm bg-star"
          style={{ height: `${Math.max(4, (100 * count) / most)}%`, opacity: 0.4 + 0.15 * index }}
        />
      ))}
    </div>
  )
}

/** A tool and the summary of its reviews. */
export interface Evidence {
  tool: ToolSummary
  summary: ReviewSummary
}

/** Reads the most reviewed tool; null if no tool has a review. */
export async function readEvidence(reader: Reader): Promise<Evidence | null> {
  reader.tag('tools', 'throttled:tool-ratings')
  const { data } = await reader.supabase
    .rpc('search_tools', { sort: 'reviews-desc', page_size: 1 })
    .throwOnError()
  const tool = data[0]
  if (!tool || tool.review_count === 0) return null
  reader.tag(`tool:${tool.id}`)
  const { after_row: _cursor, ...summary } = tool
  return { tool: summary, summary: await readSummary(reader, tool.id) }
}
