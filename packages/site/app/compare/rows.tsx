import { ExternalLink } from 'lucide-react'
import { Link } from 'react-router'
import type { ReviewPoint, ReviewSummary } from '../data/rpc-results.ts'
import type { RatedTool } from '../shared/rated.ts'
import { type ToolSummary, toCapabilityPath } from '../tools/tool.ts'
import { usedForReviewers } from '../tools/words/detail.ts'
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
  /** On a phone each tool has a line of the whole width. */
  isWide?: boolean
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
        <ul className="grid sm:gap-0.5">
          {points.map(({ text, mentions }) => (
            <li key={text}>
              {text}{' '}
              <span aria-hidden className="text-xs text-soft tabular-nums">
                {compareWords.tableTimes(mentions)}
              </span>
              {hidden(uiWords.ratingShare(mentions, tool.summary?.said_by ?? 0))}
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

const toCapabilityRow = ({ slug, name }: Use): ComparedRow => ({
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
    <span className={`sm:leading-7 ${reviewers === undefined ? 'text-soft' : ''}`}>
      <span aria-hidden>{compareWords.tableDot(reviewers)}</span>
      {hidden(
        reviewers === undefined ? compareWords.tableNotListed : compareWords.tableYes(reviewers),
      )}
    </span>
  ),
})

interface Use {
  slug: string
  name: string
}

/**
 * A row for each use of several tools, and one row with the uses that one tool alone has, which have nothing to compare.
 * @param uses of at least one tool
 */
export function listUseRows(uses: readonly Use[], tools: readonly ComparedTool[]): ComparedRow[] {
  const isShared = ({ slug }: Use) =>
    tools.filter((tool) => slug in tool.uses).length > 1 || tools.length === 1
  const single = uses.filter((use) => !isShared(use))
  return [
    ...uses.filter(isShared).map(toCapabilityRow),
    ...(single.length > 0 ? [toSingleUsesRow(single)] : []),
  ]
}

const toSingleUsesRow = (uses: readonly Use[]): ComparedRow => ({
  name: compareWords.tableUsedAlso,
  isWide: true,
  getValue: (tool) =>
    uses
      .filter(({ slug }) => slug in tool.uses)
      .map(({ slug }) => slug)
      .join(),
  render: (tool) => {
    const own = uses.filter(({ slug }) => slug in tool.uses)
    if (own.length === 0) return <span className="text-soft">{uiWords.nothing}</span>
    return (
      <ul className="max-sm:inline">
        {own.map(({ slug, name }, at) => (
          <li key={slug} className="inline">
            {at > 0 ? ', ' : ''}
            <Link to={toCapabilityPath(slug)} className="text-link underline">
              {name}
            </Link>
            {tool.uses[slug] ? (
              <span className="text-xs text-soft">
                {' '}
                <Rich text={usedForReviewers(tool.uses[slug])} parts={{ hidden }} />
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    )
  },
})

/** Whether several tools have the same value. */
export const isEqualRow = (row: ComparedRow, tools: readonly ComparedTool[]) =>
  tools.length > 1 && new Set(tools.map(row.getValue)).size === 1
