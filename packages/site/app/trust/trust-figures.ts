import type { Reader } from '../data/cache-tags.ts'
import type { FactFreshness, RatingPrior, SiteCounts } from '../data/rpc-results.ts'
import { formatMeasured, formatMeasuredPercent } from '../ui/format/measured.ts'
import { formatChange, formatCount, formatOneDecimal } from '../ui/format/numbers.ts'
import * as trustWords from './words.ts'

/** Spec 2 §9. */
const USERS_PER_REVIEWER = 20
const USERS_MAX = 10_000
const VERIFIED_SHARE = 0.8

export type TrustFigures = ReturnType<typeof computeTrustFigures>

/**
 * @param prior what all estimates assume before a tool has reviews
 * @param isSample with demo content the result has the fixed and derived figures of the specification;
 *   without it the figures are measured, because fixed ones would be false
 */
export function computeTrustFigures(
  counts: SiteCounts,
  prior: Pick<RatingPrior, 'mean' | 'reviews'>,
  isSample: boolean,
) {
  const { reviews, distribution, distribution_percent } = counts
  const fixed = {
    professionals: formatCount(Math.min(counts.reviewers * USERS_PER_REVIEWER, USERS_MAX)),
    verified: formatCount(Math.floor(reviews * VERIFIED_SHARE)),
    ...trustWords.FIXED,
  }
  const measured = {
    professionals: formatCount(counts.reviewers),
    // Every member has confirmed an email address. Reviews of deleted accounts are not counted.
    verified: formatCount(counts.signed_reviews),
    transparency: formatMeasuredPercent(counts.signed_percent),
    trend: describeTrend(counts),
    // A grade would need an independent assessment.
    security: trustWords.measuredNotAssessed,
    growth: formatMeasured(counts.growth_percent, (percent) => formatChange(percent / 100)),
  }
  return {
    /** Whether the figures that the specification fixes or derives are shown in place of measured ones. */
    isSample,
    hasReviews: reviews > 0,
    ...(isSample ? fixed : measured),
    average: formatMeasured(counts.average, formatOneDecimal),
    reviews: formatCount(reviews),
    /** The share of reviews with 4 or 5 stars. */
    trustScore: formatMeasuredPercent(counts.positive_percent),
    /** 0 to 100. */
    quality: formatMeasured(counts.quality, formatCount),
    /** The stars of a usual review, which estimates begin with. */
    usual: formatOneDecimal(prior.mean),
    /** Whether they are measured on this site. */
    hasPrior: prior.reviews > 0,
    /** `share` is 0 to 100, and `percent` its text. */
    distribution: [5, 4, 3, 2, 1].map((stars) => {
      const share = distribution_percent[stars] ?? null
      return {
        stars,
        count: formatCount(distribution[stars] ?? 0),
        share: share ?? 0,
        percent: formatMeasuredPercent(share, 1),
      }
    }),
  }
}

/** Compares the last 90 days with the time before; differences below a tenth of a star are noise. */
function describeTrend({ average_lately: lately, average_before: before }: SiteCounts): string {
  if (lately === null || before === null) return trustWords.measuredTooEarly
  if (Math.abs(lately - before) < 0.1) return trustWords.measuredSteady
  return lately > before ? trustWords.measuredImproving : trustWords.measuredDeclining
}

export async function readSiteCounts({ supabase, tag }: Reader): Promise<SiteCounts> {
  tag('throttled:reviews', 'profiles', 'tools')
  const { data } = await supabase.rpc('trust_figures').throwOnError()
  return data
}

/** By field; without one of which no tool has a value. */
export async function readFreshness({ supabase, tag }: Reader): Promise<FactFreshness> {
  tag('throttled:facts', 'tools', 'changes')
  const { data } = await supabase.rpc('fact_freshness').throwOnError()
  return data
}

export async function readRatingPrior({ supabase }: Reader): Promise<RatingPrior> {
  const { data } = await supabase.rpc('rating_prior').throwOnError()
  return data
}
