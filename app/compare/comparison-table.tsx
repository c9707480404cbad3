import { Check, ExternalLink, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { type ToolSummary, toCapabilityPath, toToolPath } from '../tools/tool.ts'
import { ToolLogo } from '../tools/tool-logo.tsx'
import { formatOneDecimal } from '../ui/format/numbers.ts'
import { hidden, Rich } from '../ui/format/rich-text.tsx'
import { Stars } from '../ui/stars.tsx'
import * as uiWords from '../ui/words.ts'
import * as compareWords from './words.ts'

export interface ToolInTable extends ToolSummary {
  /** Texts by the name of their row; without one the fact is not known. */
  facts: Record<string, string | null>
  /** By the slugs of what it can be used for, how many reviewers do so. */
  uses: Record<string, number>
}

interface ComparisonTableProps {
  tools: readonly ToolInTable[]
  /** The rows of facts. */
  facts: readonly string[]
  /** Those of at least one tool. */
  capabilities: readonly { slug: string; name: string }[]
  onRemove: (slug: string) => void
}

interface ComparedRow {
  name: string
  header?: React.ReactNode
  /** @param mark classes that highlight the best value */
  render: (tool: ToolInTable, mark: string) => React.ReactNode
  /** Two cells with the same value are equal. */
  getValue: (tool: ToolInTable) => string | number | null
  /** The greatest value of the row is highlighted. */
  hasBest?: boolean
}

/** Spec 2 §2: five rows, each with a text for a missing value. Facts and uses are below them. */
const ROWS: readonly ComparedRow[] = [
  {
    name: compareWords.tableCategory,
    getValue: ({ category }) => category,
    render: ({ category }) => category || uiWords.notAvailable,
  },
  {
    name: compareWords.tableRating,
    getValue: ({ rating_average }) => rating_average,
    hasBest: true,
    render: ({ rating_average: rating }, mark) =>
      rating === null ? (
        uiWords.notAvailable
      ) : (
        <span className="inline-flex flex-wrap items-center gap-x-2">
          <Stars rating={rating} />
          <strong className={`whitespace-nowrap tabular-nums ${mark}`}>
            {formatOneDecimal(rating)}
          </strong>
        </span>
      ),
  },
  {
    name: compareWords.tableReviews,
    getValue: ({ review_count }) => review_count,
    hasBest: true,
    render: ({ review_count }, mark) => (
      <span className={mark}>{compareWords.tableReviewCount(review_count)}</span>
    ),
  },
  {
    name: compareWords.tableDescription,
    getValue: ({ description }) => description,
    render: ({ description }) => description || compareWords.tableNoDescription,
  },
  {
    name: compareWords.tableWebsite,
    getValue: ({ website_url }) => website_url,
    render: ({ name, website_url }) =>
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

const toFactRow = (name: string): ComparedRow => ({
  name,
  getValue: ({ facts }) => facts[name] ?? null,
  render: ({ facts }) => facts[name] ?? uiWords.notAvailable,
})

const toCapabilityRow = ({ slug, name }: { slug: string; name: string }): ComparedRow => ({
  name: `capability ${slug}`,
  header: (
    <Rich
      text={compareWords.tableUsedFor}
      parts={{
        name: (
          <Link to={toCapabilityPath(slug)} className="text-link underline">
            {name}
          </Link>
        ),
      }}
    />
  ),
  getValue: ({ uses }) => Number(slug in uses),
  render: ({ uses: { [slug]: reviewers } }) =>
    reviewers !== undefined ? (
      <span className="inline-flex items-center gap-1.5">
        <Check aria-hidden size={16} />
        {compareWords.tableYes(reviewers)}
      </span>
    ) : (
      <span className="text-soft">{compareWords.tableNotListed}</span>
    ),
})

/** Whether several tools have the same value. */
const isEqualRow = (row: ComparedRow, tools: readonly ToolInTable[]) =>
  tools.length > 1 && new Set(tools.map(row.getValue)).size === 1

/** Sticky: the columns of tools scroll under it. */
const ROW_HEADER = 'sticky left-0 z-10 bg-card p-4 font-normal text-soft hyphens-auto'

/** On small screens the table scrolls horizontally, also by keyboard. */
export function ComparisonTable({ tools, facts, capabilities, onRemove }: ComparisonTableProps) {
  const [hidesEqual, setHidesEqual] = useState(false)
  const more = [...facts.map(toFactRow), ...capabilities.map(toCapabilityRow)]
  const isEqual = (row: ComparedRow) => isEqualRow(row, tools)
  const rows = [...ROWS, ...more.filter((row) => !isEqual(row)), ...more.filter(isEqual)]
  const shown = hidesEqual ? rows.filter((row) => !isEqual(row)) : rows
  return (
    <>
      {tools.length > 1 ? (
        <label className="mb-3 flex w-fit min-h-8 items-center gap-2 text-sm noscript:hidden">
          <input
            type="checkbox"
            checked={hidesEqual}
            onChange={(event) => setHidesEqual(event.target.checked)}
            className="size-4"
          />
          {compareWords.tableOnlyDifferences}
        </label>
      ) : null}
      <section
        aria-label={compareWords.tableLabel}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard.
        tabIndex={0}
        className="panel scroll-shadow relative overflow-x-auto [--ground:var(--card)]"
      >
        <table
          className="w-full table-fixed text-left text-sm"
          style={{ minWidth: `${7 + tools.length * 9}rem` }}
        >
          <thead>
            <tr className="border-b border-line align-top">
              <th scope="col" className={`${ROW_HEADER} w-28 sm:w-32`}>
                {compareWords.tableTool}
              </th>
              {tools.map((tool) => (
                <th key={tool.id} scope="col" className="p-4">
                  <div className="flex flex-wrap items-center justify-between gap-x-3">
                    <ToolLogo id={tool.id} name={tool.name} size={40} />
                    <Link
                      to={toToolPath(tool)}
                      className="order-last basis-full py-1 font-semibold wrap-anywhere hover:underline"
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
            {shown.map((row) => (
              <Row key={row.name} row={row} tools={tools} />
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}

/** Highlights the best value of a row, or dims the row if all values are equal. */
function Row({ row, tools }: { row: ComparedRow; tools: readonly ToolInTable[] }) {
  const values = tools.map(row.getValue)
  const isEqual = isEqualRow(row, tools)
  const best = row.hasBest && !isEqual && tools.length > 1 ? Math.max(...values.map(Number)) : null
  const isBest = (tool: ToolInTable) => best !== null && row.getValue(tool) === best
  return (
    <tr className="border-b border-line align-top last:border-0">
      <th scope="row" className={ROW_HEADER}>
        {row.header ?? row.name}
      </th>
      {tools.map((tool) => (
        <td key={tool.id} className={`p-4 wrap-anywhere ${isEqual ? 'text-soft' : ''}`}>
          {row.render(tool, isBest(tool) ? 'marked -mx-1 px-1' : '')}
        </td>
      ))}
    </tr>
  )
}
