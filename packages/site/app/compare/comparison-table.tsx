import { useState } from 'react'
import { Link } from 'react-router'
import { toToolPath } from '../tools/tool.ts'
import { ToolLogo } from '../tools/tool-logo.tsx'
import * as detailWords from '../tools/words/detail.ts'
import {
  type ComparedRow,
  type ComparedTool,
  isEqualRow,
  listPointRows,
  listUseRows,
  SPECIFIED_ROWS,
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
const LINE_HEADER = `${ROW_HEADER} p-2 max-sm:col-span-full max-sm:pt-1.5 max-sm:pb-0 max-sm:text-xs/4 sm:px-4 sm:py-2`
const CELL = 'px-2 pb-1.5 wrap-anywhere max-sm:text-xs/4 max-sm:hyphens-auto sm:px-4 sm:py-2'

/** Never wider than its page: four tools fit 390 pixels. */
export function ComparisonTable({ tools, facts, capabilities }: ComparisonTableProps) {
  const [hidesEqual, setHidesEqual] = useState(false)
  const more = [...facts.map(toFactRow), ...listUseRows(capabilities, tools)]
  const isEqual = (row: ComparedRow) => isEqualRow(row, tools)
  const rows = [
    ...SPECIFIED_ROWS,
    ...listPointRows(tools),
    ...more.filter((row) => !isEqual(row)),
    ...more.filter(isEqual),
  ]
  const shown = hidesEqual ? rows.filter((row) => !isEqual(row)) : rows
  return (
    <div>
      <div className="mb-1 flex flex-wrap items-center gap-x-2 text-sm">
        {tools.length > 1 ? (
          <label className="flex min-h-8 w-fit items-center gap-2 noscript:hidden">
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
        ) : null}
        <span role="status" className="text-soft">
          {hidesEqual ? compareWords.tableHidden(rows.length - shown.length) : ''}
        </span>
        {capabilities.length > 0 ? (
          <p aria-hidden className="ml-auto text-xs text-soft">
            {compareWords.tableDots}
          </p>
        ) : null}
      </div>
      <div className="panel">
        <table
          aria-label={compareWords.tableLabel}
          className={`w-full table-fixed text-left text-sm/5.5 max-sm:block max-sm:*:block`}
          style={{ '--columns': tools.length } as React.CSSProperties}
        >
          <thead className="sticky top-14 z-10 rounded-t-card bg-card md:top-16">
            <tr className={`${ROW} border-b border-line`}>
              <th scope="col" className={`${ROW_HEADER} w-32 px-4 py-2 max-sm:sr-only lg:w-56`}>
                {compareWords.tableTool}
              </th>
              {tools.map((tool) => (
                <ToolHeader key={tool.id} tool={tool} />
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <Row key={row.name} row={row} tools={tools} />
            ))}
            <tr className={LINE}>
              <td className={LINE_HEADER}>{compareWords.tableYours}</td>
              {tools.map((tool) => (
                <td key={tool.id} className={CELL}>
                  <Link to={`/write-review/${tool.slug}`} className="text-link hover:underline">
                    {detailWords.writeReview}
                    <span className="sr-only"> {tool.name}</span>
                  </Link>
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
    </div>
  )
}

const ToolHeader = ({ tool }: { tool: ComparedTool }) => (
  <th scope="col" className="p-2 sm:px-4">
    <div className="flex items-center gap-x-3 gap-y-1 max-sm:flex-wrap">
      <ToolLogo id={tool.id} name={tool.name} size={28} />
      <Link
        to={toToolPath(tool)}
        className="line-clamp-2 min-w-0 font-semibold hyphens-auto wrap-anywhere hover:underline max-sm:basis-full max-sm:text-xs/4"
      >
        {tool.name}
      </Link>
    </div>
  </th>
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
        <td
          key={tool.id}
          className={`${CELL} ${isEqual ? 'text-soft' : ''} ${row.isWide ? 'max-sm:col-span-full max-sm:pb-1' : ''}`}
        >
          {row.isWide ? <span className="font-semibold sm:hidden">{tool.name} </span> : null}
          {row.render(tool)}
        </td>
      ))}
    </tr>
  )
}
