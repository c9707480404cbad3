// The server describes the tool: the page gets texts and needs no script for them.

import type { Reader } from '../data/cache-tags.ts'
import type { Insight, MakerStats, ReviewStats, ReviewSummary } from '../data/rpc-results.ts'
import * as reviewWords from '../reviews/words/review.ts'
import { isAreaOn } from '../shared/areas.ts'
import type { FactRow } from '../tools/describe-facts.ts'
import type { ToolDetail, ToolMaker, ToolSummary } from '../tools/tool.ts'
import * as detailWords from '../tools/words/detail.ts'
import { formatDay, formatMonth } from '../ui/format/day.ts'
import { formatPercent } from '../ui/format/numbers.ts'
import * as uiWords from '../ui/words.ts'
import { countMonths } from './insight.ts'
import type { Dot } from './rating-plot.tsx'

/** What the rest of the page does not show. @param insight undefined if it could not be read */
export function describeListing(tool: ToolDetail, insight: Insight | undefined): FactRow[] {
  const lastReviewed = insight?.months.at(-1)?.month
  return [
    ...[
      { term: detailWords.alsoIn, names: tool.more_categories },
      { term: detailWords.alsoCalled, names: tool.aliases },
      { term: detailWords.formerly, names: tool.former_names },
    ].flatMap(({ term, names }) => (names.length > 0 ? { term, text: names.join(', ') } : [])),
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

/** @param dots undefined if they could not be read, and null if there are too many */
export const describeRating = (
  { review_count, counted_reviews }: ToolSummary,
  { months }: Insight,
  summary: ReviewSummary | undefined,
  dots: readonly Dot[] | null | undefined,
) => ({
  basedOn: detailWords.basedOn(review_count, countMonths(months)),
  agreement: describeAgreement(summary?.distribution ?? {}),
  /** Undefined if all reviews are counted. */
  uncounted: describeUncounted(
    review_count - counted_reviews,
    dots?.find(({ reason }) => reason !== null)?.reason,
  ),
})

const describeUncounted = (count: number, reason: string | null | undefined) =>
  count === 1 && reason
    ? detailWords.keyUncountedOne(reason)
    : count > 0
      ? detailWords.keyUncounted(count)
      : undefined

/** @param stats of the reviews that match; null without filters */
export const describeMatching = (stats: ReviewStats | null | undefined, total: number) =>
  stats?.mean
    ? [
        reviewWords.filterMatching(stats.reviews, total, stats.mean),
        stats.low !== null &&
          stats.high !== null &&
          reviewWords.filterLikely(stats.low, stats.high),
      ]
        .filter(Boolean)
        .join(' ')
    : null

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

/** Who makes the tool, as the page says it. */
export interface Maker {
  companyId: string
  company: string
  /** With the parts `company` and `proof`. */
  text: string
  proof: string
  isSample: boolean
  /** What the maker does with reviews; none if it could not be read. */
  rows: FactRow[]
}

/** @returns null for a tool that no company manages */
export async function describeMaker(
  { supabase, tag }: Reader,
  { id, tool_makers: maker }: ToolDetail,
): Promise<Maker | null> {
  if (!maker || !isAreaOn('makers')) return null
  tag(`reviews:${id}`, `tool:${id}`)
  const { data } = await supabase.rpc('maker_stats', { tool: id }).throwOnError()
  return { ...toMaker(maker), rows: describeMakerStats(data) }
}

const toMaker = (maker: ToolMaker) => ({
  companyId: maker.company_id,
  company: maker.companies.name,
  text: maker.is_paused
    ? detailWords.managedByPaused
    : detailWords.managedBy(
        detailWords.METHODS[maker.method] ?? maker.method,
        formatDay(maker.verified_on),
        maker.proof !== null,
      ),
  proof: maker.proof ?? '',
  isSample: maker.is_sample,
})

/** Parts of which there are none are left out, except replies. */
export function describeMakerStats(stats: MakerStats): FactRow[] {
  const { answered, median_days, reports, invited, others } = stats
  if (invited.reviews + others.reviews === 0) return []
  const made = reports.reduce((sum, report) => sum + report.made, 0)
  const upheld = reports.reduce((sum, report) => sum + report.upheld, 0)
  return [
    {
      term: detailWords.makerReplies,
      text: detailWords.makerShare(formatPercent(answered)),
      ...(median_days === null ? {} : { more: detailWords.makerDays(median_days) }),
    },
    ...(made > 0
      ? [
          {
            term: detailWords.makerReports,
            text: detailWords.makerReported(made, upheld),
            more: reports
              .map((report) => detailWords.makerReportedStars(report.rating, report.made))
              .join(', '),
          },
        ]
      : []),
    ...[
      { term: detailWords.makerInvited, ...invited },
      { term: detailWords.makerOthers, ...others },
    ].flatMap(({ term, reviews, mean }) =>
      mean === null || invited.reviews === 0
        ? []
        : [{ term, text: detailWords.makerMean(reviews, mean) }],
    ),
  ]
}
