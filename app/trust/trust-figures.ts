import { change, percent, toOneDecimal, whole } from '../ui/format/numbers.ts'
import * as uiWords from '../ui/words.ts'
import type { Counted } from './counted.ts'
import * as trustWords from './words.ts'

/** Spec 2 §9. */
const USERS_A_REVIEWER = 20
const USERS_MAX = 10_000
const VERIFIED_SHARE = 0.8

export interface TrustFigures {
  professionals: string
  average: string
  reviews: string
  /** How many of the reviews are rated 4 or higher. */
  trustScore: string
  verified: string
  transparency: string
  trend: string
  /** Out of 100. */
  quality: number
  security: string
  growth: string
  /** `share` is 0 to 1, `percent` the same as it is written. */
  distribution: { stars: number; count: number; share: number; percent: string }[]
}

/**
 * @param isSample while demo content is loaded the specification's fixed and derived figures show;
 *   without it the same tiles are measured, since invented ones may not be published
 */
export function trustFigures(counted: Counted, isSample: boolean): TrustFigures {
  const { reviews, distribution } = counted
  const share = (part: number) => (reviews === 0 ? 0 : part / reviews)

  const fixed = {
    professionals: whole(Math.min(counted.reviewers * USERS_A_REVIEWER, USERS_MAX)),
    verified: whole(Math.floor(reviews * VERIFIED_SHARE)),
    ...trustWords.FIXED,
  }
  const measured = {
    professionals: whole(counted.reviewers),
    // Every reviewer confirmed an email address; reviews of deleted accounts no longer count.
    verified: whole(counted.signed_reviews),
    transparency: percent(share(counted.signed_reviews)),
    trend: trendOf(counted),
    // Without an independent assessment the site has no grade.
    security: trustWords.measuredNotAssessed,
    growth: growthOf(counted),
  }
  return {
    ...(isSample ? fixed : measured),
    average: toOneDecimal(counted.average),
    reviews: whole(reviews),
    trustScore: percent(share((distribution[4] ?? 0) + (distribution[5] ?? 0))),
    quality: Math.round(counted.average * 20),
    distribution: [5, 4, 3, 2, 1].map((stars) => {
      const count = distribution[stars] ?? 0
      return { stars, count, share: share(count), percent: percent(share(count), 1) }
    }),
  }
}

/** The last 90 days beside all before; a tenth of a star is noise. */
function trendOf({ average_lately: lately, average_before: before }: Counted): string {
  if (lately === null || before === null) return trustWords.measuredTooEarly
  if (Math.abs(lately - before) < 0.1) return trustWords.measuredSteady
  return lately > before ? trustWords.measuredImproving : trustWords.measuredDeclining
}

/** Reviews of the last 30 days against the 30 before. */
function growthOf({ last_30_days: now, days_30_to_60: before }: Counted): string {
  if (before === 0) return uiWords.nothing
  return change((now - before) / before)
}
