// The server describes the tool: the page gets texts and needs no script for them.

import type { Insight, ReviewSummary } from '../data/rpc-results.ts'
import type { FactRow } from '../tools/facts/describe-facts.ts'
import type { ToolDetail, ToolSummary } from '../tools/tool.ts'
import * as detailWords from '../tools/words/detail.ts'
import { formatDay, formatMonth } from '../ui/format/day.ts'
import * as uiWords from '../ui/words.ts'
import { countMonths } from './insight.ts'

/** What the rest of the page does not show. @param insight undefined if it could not be read */
export function describeListing(tool: ToolDetail, insight: Insight | undefined): FactRow[] {
  const lastReviewed = insight?.months.at(-1)?.month
  return [
    ...(tool.aliases.length > 0
      ? [{ term: detailWords.alsoCalled, text: tool.aliases.join(', ') }]
      : []),
    {
      term: detailWords.website,
      text: tool.website_url ? formatHost(tool.website_url) : uiWords.notAvailable,
    },
    { term: detailWords.listed, text: formatDay(tool.created_at) },
    ...(insight
      ? [
          {
            term: detailWords.lastReview,
            text: lastReviewed ? formatMonth(lastReviewed) : uiWords.nothing,
          },
        ]
      : []),
  ]
}

/** Returns the host of a URL; a text that is not a URL is returned unchanged. */
const formatHost = (url: string) =>
  URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : url

export const describeRating = (
  { review_count }: ToolSummary,
  { months }: Insight,
  summary: ReviewSummary | undefined,
) => ({
  basedOn: detailWords.basedOn(review_count, countMonths(months)),
  agreement: describeAgreement(summary?.distribution ?? {}),
})

/** Describes the standard deviation of the ratings, which is in stars. */
export function describeAgreement(distribution: Readonly<Record<string, number>>): string {
  const ratings = [1, 2, 3, 4, 5].map((stars) => ({ stars, count: distribution[stars] ?? 0 }))
  const total = ratings.reduce((sum, { count }) => sum + count, 0)
  if (total < 2) return detailWords.agreementTooFew
  const mean = ratings.reduce((sum, { stars, count }) => sum + stars * count, 0) / total
  const variance =
    ratings.reduce((sum, { stars, count }) => sum + count * (stars - mean) ** 2, 0) / total
  const spread = Math.sqrt(variance)
  if (spread < 0.75) return detailWords.agreementClose
  return spread < 1.15 ? detailWords.agreementNear : detailWords.agreementFar
}
