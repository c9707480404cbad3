import { ExternalLink, X } from 'lucide-react'
import { Link } from 'react-router'
import { type ToolSummary, toolPath } from '../tools/tool.ts'
import { ToolLogo } from '../tools/tool-logo.tsx'
import { toOneDecimal } from '../ui/format/numbers.ts'
import { hidden, Rich } from '../ui/format/rich-text.tsx'
import { Stars } from '../ui/stars.tsx'
import * as uiWords from '../ui/words.ts'
import * as compareWords from './words.ts'

interface ComparisonTableProps {
  tools: readonly ToolSummary[]
  onRemove: (slug: string) => void
}

interface ComparedRow {
  name: string
  /** @param mark marks the figure of the best */
  of: (tool: ToolSummary, mark: string) => React.ReactNode
  /** What makes two cells of the row the same. */
  key: (tool: ToolSummary) => string | number | null
  /** Whether the greatest of the row is worth a mark. */
  hasBest?: boolean
}

/** Spec 2 §2: five rows, each with what it says where there is nothing to say. */
const ROWS: readonly ComparedRow[] = [
  {
    name: compareWords.tableCategory,
    key: ({ category }) => category,
    of: ({ category }) => category || uiWords.notAvailable,
  },
  {
    name: compareWords.tableRating,
    key: ({ rating_average }) => rating_average,
    hasBest: true,
    of: ({ rating_average: rating }, mark) =>
      rating === null ? (
        uiWords.notAvailable
      ) : (
        <span className="inline-flex items-center gap-2">
          <Stars rating={rating} />
          <strong className={`tabular-nums ${mark}`}>{toOneDecimal(rating)}</strong>
        </span>
      ),
  },
  {
    name: compareWords.tableReviews,
    key: ({ review_count }) => review_count,
    hasBest: true,
    of: ({ review_count }, mark) => (
      <span className={mark}>{compareWords.tableReviewCount(review_count)}</span>
    ),
  },
  {
    name: compareWords.tableDescription,
    key: ({ description }) => description,
    of: ({ description }) => description || compareWords.tableNoDescription,
  },
  {
    name: compareWords.tableWebsite,
    key: ({ website_url }) => website_url,
    of: ({ name, website_url }) =>
      website_url ? (
        <a
          href={website_url}
          target="_blank"
          rel="noopener noreferrer nofollow"
          className="inline-flex min-h-6 items-center gap-1 text-link hover:underline"
        >
          <span>
            <Rich text={uiWords.visit} parts={{ name, hidden }} />
          </span>
          <ExternalLink aria-hidden size={14} />
        </a>
      ) : (
        uiWords.notAvailable
      ),
  },
]

/** Stays in sight while the tools are scrolled under it. */
const ROW_HEAD = 'sticky left-0 z-10 bg-card p-4 font-normal text-soft'

/** Wider than a small screen: it scrolls by itself, also by keyboard. */
export function ComparisonTable({ tools, onRemove }: ComparisonTableProps) {
  return (
    <section
      aria-label={compareWords.tableLabel}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      className="panel relative overflow-x-auto"
    >
      <table
        className="w-full table-fixed text-left text-sm"
        style={{ minWidth: `${7 + tools.length * 9}rem` }}
      >
        <thead>
          <tr className="border-b border-line align-top">
            <th scope="col" className={`${ROW_HEAD} w-28 sm:w-32`}>
              {compareWords.tableTool}
            </th>
            {tools.map((tool) => (
              <th key={tool.id} scope="col" className="p-4">
                <div className="flex flex-wrap items-center justify-between gap-x-3">
                  <ToolLogo id={tool.id} name={tool.name} size={40} />
                  <Link
                    to={toolPath(tool)}
                    className="order-last basis-full py-1 font-semibold wrap-break-word hover:underline"
                  >
                    {tool.name}
                  </Link>
                  <button
                    type="button"
                    aria-label={uiWords.removeNamed(tool.name)}
                    className="grid size-9 shrink-0 place-items-center rounded-control text-soft hover:bg-sunken hover:text-ink"
                    onClick={() => onRemove(tool.slug)}
                  >
                    <X aria-hidden size={16} />
                  </button>
                </div>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ROWS.map((row) => (
            <Row key={row.name} row={row} tools={tools} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** What is the same for all steps back; the best of a row is marked. */
function Row({ row, tools }: { row: ComparedRow; tools: readonly ToolSummary[] }) {
  const keys = tools.map(row.key)
  const isSame = tools.length > 1 && new Set(keys).size === 1
  const best = row.hasBest && !isSame && tools.length > 1 ? Math.max(...keys.map(Number)) : null
  const isBest = (tool: ToolSummary) => best !== null && row.key(tool) === best
  return (
    <tr className="border-b border-line align-top last:border-0">
      <th scope="row" className={ROW_HEAD}>
        {row.name}
      </th>
      {tools.map((tool) => (
        <td key={tool.id} className={`p-4 wrap-break-word ${isSame ? 'text-soft' : ''}`}>
          {row.of(tool, isBest(tool) ? 'marked -mx-1 px-1' : '')}
        </td>
      ))}
    </tr>
  )
}
