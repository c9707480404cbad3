import { useState } from 'react'
import { Link } from 'react-router'
import { toToolPath } from '../tools/tool.ts'
import { ToolLogo } from '../tools/tool-logo.tsx'
import * as detailWords from '../tools/words/detail.ts'
import { ShortRating } from '../ui/stars.tsx'
import {
  type ComparedRow,
  type ComparedTool,
  isEqualRow,
  listPointRows,
  SPECIFIED_ROWS,
  toCapabilityRow,
  toFactRow,
} from './rows.tsx'
import * as compareWords from './words.ts'

interface ComparisonTableProps {
  tools: readonly ComparedTool[]
  /** The rows of facts. */
  facts: readonly string[]
  /** Those of at least one tool. */
  capabilities: readonly { slug: string; name: string }[]
}

/** On phones a row is a grid: its header is a line of its own above equal columns. */
const ROW = 'max-sm:grid max-sm:grid-cols-[repeat(var(--columns),minmax(0,1fr))] align-top'
const ROW_HEADER = 'font-normal text-soft hyphens-auto wrap-anywhere'
const LINE = `${ROW} border-b border-line last:border-0`
const LINE_HEADER = `${ROW_HEADER} p-2 max-sm:col-span-full max-sm:pb-0 max-sm:text-xs sm:p-4`
const CELL = 'p-2 pt-1 wrap-anywhere max-sm:hyphens-auto sm:p-4'

/** Never wider than its page: four tools fit 390 pixels. */
export function ComparisonTable({ tools, facts, capabilities }: ComparisonTableProps) {
  const [hidesEqual, setHidesEqual] = useState(false)
  const more = [...facts.map(toFactRow), ...capabilities.map(toCapabilityRow)]
  const isEqual = (row: ComparedRow) => isEqualRow(row, tools)
  const rows = [
    ...SPECIFIED_ROWS,
    ...listPointRows(tools),
    ...more.filter((row) => !isEqual(row)),
    ...more.filter(isEqual),
  ]
  // On a phone three names need the small text.
  const isNarrow = tools.length > 2
  const shown = hidesEqual ? rows.filter((row) => !isEqual(row)) : rows
  return (
    <div>
      {tools.length > 1 ? (
        <div className="mb-3 flex flex-wrap items-center gap-x-4 text-sm noscript:hidden">
          <label className="flex min-h-8 w-fit items-center gap-2">
            <input
              type="checkbox"
              role="switch"
              aria-checked={hidesEqual}
              checked={hidesEqual}
              onChange={(event) => setHidesEqual(event.target.checked)}
              className="size-4"
            />
            {compareWords.tableHideEqual}
          </label>
          <span role="status" className="text-soft">
            {hidesEqual ? compareWords.tableHidden(rows.length - shown.length) : ''}
          </span>
        </div>
      ) : null}
      <div className="panel">
        <table
          aria-label={compareWords.tableLabel}
          className={`w-full table-fixed text-left text-sm max-sm:block max-sm:*:block ${isNarrow ? 'max-sm:text-xs' : ''}`}
          style={{ '--columns': tools.length } as React.CSSProperties}
        >
          <thead className="sticky top-14 z-10 rounded-t-card bg-card md:top-16">
            <tr className={`${ROW} border-b border-line`}>
              <th scope="col" className={`${ROW_HEADER} w-32 p-4 max-sm:sr-only lg:w-40`}>
                {compareWords.tableTool}
              </th>
              {tools.map((tool) => (
                <ToolHeader key={tool.id} tool={tool} />
              ))}
            </tr>
          </thead>
          <tbody>
            <tr className={LINE}>
              <td className="max-sm:hidden" />
              {tools.map((tool) => (
                <td key={tool.id} className={CELL}>
                  <RatingLine tool={tool} />
                </td>
              ))}
            </tr>
            {shown.map((row) => (
              <Row key={row.name} row={row} tools={tools} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

const ToolHeader = ({ tool }: { tool: ComparedTool }) => (
  <th scope="col" className="p-2 sm:p-4">
    <div className="flex flex-wrap items-center justify-between gap-x-2">
      <ToolLogo id={tool.id} name={tool.name} size={32} />
      <Link
        to={toToolPath(tool)}
        className="order-last line-clamp-3 basis-full py-1 font-semibold hyphens-auto wrap-anywhere hover:underline"
      >
        {tool.name}
      </Link>
    </div>
  </th>
)

/** "4.8 ★ 28 reviews", and a link to write one. */
const RatingLine = ({ tool }: { tool: ComparedTool }) => (
  <>
    <span className="block">
      <ShortRating rating={tool.rating_average} reviews={tool.review_count} />
    </span>
    <Link
      to={`/write-review/${tool.slug}`}
      className="inline-flex min-h-6 items-center text-link hover:underline"
    >
      {detailWords.writeReview}
      <span className="sr-only"> {tool.name}</span>
    </Link>
  </>
)

/** A row whose values are all equal is dimmed. */
function Row({ row, tools }: { row: ComparedRow; tools: readonly ComparedTool[] }) {
  const isEqual = isEqualRow(row, tools)
  return (
    <tr className={LINE}>
      <th scope="row" className={LINE_HEADER}>
        {row.header ?? row.name}
      </th>
      {tools.map((tool) => (
        <td key={tool.id} className={`${CELL} ${isEqual ? 'text-soft' : ''}`}>
          {row.render(tool)}
        </td>
      ))}
    </tr>
  )
}
