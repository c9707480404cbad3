import { ExternalLink } from 'lucide-react'
import { Link } from 'react-router'
import type { ReviewPoint, ReviewSummary } from '../data/rpc-results.ts'
import type { RatedTool } from '../shared/rated.ts'
import { type ToolSummary, toCapabilityPath } from '../tools/tool.ts'
import { formatOneDecimal } from '../ui/format/numbers.ts'
import { hidden, Rich } from '../ui/format/rich-text.tsx'
import { Stars } from '../ui/stars.tsx'
import * as uiWords from '../ui/words.ts'
import * as compareWords from './words.ts'

export interface ComparedTool extends ToolSummary, RatedTool {
  /** Of the reviews that the range counts, by stars. */
  rating_counts: number[]
  /** Texts by the name of their row; without one the fact is not known. */
  facts: Record<string, string | null>
  /** By the slugs of what it can be used for, how many reviewers do so. */
  uses: Record<string, number>
  /** Undefined if it could not be read. */
  summary: ReviewSummary | undefined
}

export interface ComparedRow {
  name: string
  header?: React.ReactNode
  render: (tool: ComparedTool) => React.ReactNode
  /** Two cells with the same value are equal. */
  getValue: (tool: ComparedTool) => string | number | null
}

/** Spec 2 §2: five rows, each with a text for a missing value. */
export const SPECIFIED_ROWS: readonly ComparedRow[] = [
  {
    name: compareWords.tableCategory,
    getValue: ({ category }) => category,
    render: ({ category }) => category || uiWords.notAvailable,
  },
  {
    name: compareWords.tableRating,
    getValue: ({ rating_average }) => rating_average,
    render: ({ rating_average: rating }) =>
      rating === null ? (
        uiWords.notAvailable
      ) : (
        <span className="flex flex-wrap items-center gap-x-2">
          <Stars rating={rating} size={14} />
          <strong className="whitespace-nowrap tabular-nums">{formatOneDecimal(rating)}</strong>
        </span>
      ),
  },
  {
    name: compareWords.tableReviews,
    getValue: ({ review_count }) => review_count,
    render: ({ review_count }) => uiWords.ratingReviews(review_count),
  },
  {
    name: compareWords.tableDescription,
    getValue: ({ description }) => description,
    render: ({ description }) => (
      <span className="max-sm:line-clamp-2">{description || compareWords.tableNoDescription}</span>
    ),
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
          className="inline-flex items-center gap-1 text-link hover:underline sm:min-h-6"
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

const POINTS_SHOWN = 3

/** The most frequent pros or cons, each with the share of the reviews that mention it. */
const toPointsRow = (name: string, side: 'pros' | 'cons'): ComparedRow => {
  const getPoints = ({ summary }: ComparedTool): ReviewPoint[] =>
    summary?.[side].slice(0, POINTS_SHOWN) ?? []
  return {
    name,
    getValue: (tool) =>
      getPoints(tool)
        .map(({ text }) => text)
        .join(),
    render: (tool) => {
      const points = getPoints(tool)
      if (points.length === 0) return <span className="text-soft">{uiWords.nothing}</span>
      return (
        <ul className="grid gap-1 sm:gap-1.5">
          {points.map(({ text, mentions }) => (
            <li key={text}>
              {text}{' '}
              <span className="whitespace-nowrap text-xs text-soft tabular-nums max-sm:sr-only">
                {uiWords.ratingShare(mentions, tool.summary?.said_by ?? 0)}
              </span>
              <span aria-hidden className="text-soft tabular-nums sm:hidden">
                {compareWords.tableShare(mentions, tool.summary?.said_by ?? 0)}
              </span>
            </li>
          ))}
        </ul>
      )
    },
  }
}

/** @returns no row if no tool has a pro or con */
export const listPointRows = (tools: readonly ComparedTool[]): ComparedRow[] =>
  tools.some(({ summary }) => summary && summary.pros.length + summary.cons.length > 0)
    ? [toPointsRow(compareWords.tablePros, 'pros'), toPointsRow(compareWords.tableCons, 'cons')]
    : []

export const toFactRow = (name: string): ComparedRow => ({
  name,
  getValue: ({ facts }) => facts[name] ?? null,
  render: ({ facts }) => facts[name] ?? uiWords.notAvailable,
})

export const toCapabilityRow = ({ slug, name }: { slug: string; name: string }): ComparedRow => ({
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
  render: ({ uses: { [slug]: reviewers } }) => (
    <span className={reviewers === undefined ? 'text-soft' : ''}>
      <span aria-hidden>{compareWords.tableDot(reviewers)}</span>
      {hidden(
        reviewers === undefined ? compareWords.tableNotListed : compareWords.tableYes(reviewers),
      )}
    </span>
  ),
})

/** Whether several tools have the same value. */
export const isEqualRow = (row: ComparedRow, tools: readonly ComparedTool[]) =>
  tools.length > 1 && new Set(tools.map(row.getValue)).size === 1
