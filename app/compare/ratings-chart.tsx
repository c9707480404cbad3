import type { ReviewSummary } from '../data/rpc-results.ts'
import type { ToolSummary } from '../tools/tool.ts'
import { formatOneDecimal } from '../ui/format/numbers.ts'
import * as uiWords from '../ui/words.ts'
import * as compareWords from './words.ts'

/** A tool and the summary of its reviews. */
export interface ComparedTool {
  tool: ToolSummary
  summary: ReviewSummary
}

/** From one star to five. */
const SHADES = ['opacity-25', 'opacity-40', 'opacity-55', 'opacity-75', 'opacity-100']

/** The average rating of each tool, and its distribution over the stars. */
export function RatingsChart({ compared }: { compared: readonly ComparedTool[] }) {
  const rated = compared.filter(({ tool }) => tool.review_count > 0)
  if (rated.length < 2) return null
  return (
    <figure className="panel mb-6 grid gap-4 p-5">
      <figcaption className="font-semibold">{compareWords.chartTitle}</figcaption>
      <ul className="grid gap-4">
        {rated.map(({ tool, summary }) => (
          <li
            key={tool.id}
            className="grid grid-cols-[4rem_minmax(0,1fr)] items-center gap-x-4 gap-y-1 sm:grid-cols-[10rem_4rem_minmax(0,1fr)]"
          >
            <span className="col-span-2 truncate font-medium sm:col-span-1">{tool.name}</span>
            <span className="figure text-3xl">{formatOneDecimal(tool.rating_average ?? 0)}</span>
            <RatingSpread tool={tool} distribution={summary.distribution} />
          </li>
        ))}
      </ul>
      <p aria-hidden className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-soft">
        {SHADES.map((shade, index) => (
          <span key={shade} className="inline-flex items-center gap-1.5">
            <span className={`size-3 forced-color-adjust-none rounded-sm bg-star ${shade}`} />
            {uiWords.ratingStars(index + 1)}
          </span>
        ))}
      </p>
    </figure>
  )
}

interface RatingSpreadProps {
  tool: ToolSummary
  distribution: Readonly<Record<string, number>>
}

function RatingSpread({ tool, distribution }: RatingSpreadProps) {
  const parts = SHADES.map((shade, index) => {
    const count = distribution[index + 1] ?? 0
    return { stars: index + 1, shade, count }
  })

  return (
    <span
      role="img"
      aria-label={compareWords.chartSpread(tool.name, parts.toReversed())}
      className="flex h-5 gap-px overflow-hidden rounded-md"
    >
      {parts
        .filter(({ count }) => count > 0)
        .map(({ stars, shade, count }) => (
          <span
            key={stars}
            className={`forced-color-adjust-none bg-star ${shade}`}
            style={{ flexGrow: count }}
          />
        ))}
    </span>
  )
}
