import type { Counted } from './counted.ts'

/** Spec 2 §9. */
const USERS_A_REVIEWER = 20
const USERS_MAX = 10_000
const VERIFIED_SHARE = 0.8

export interface TrustFigures {
  professionals: string
  average: string
  reviews: string
  /** Percent of reviews rated 4 or higher. */
  trustScore: number
  verified: string
  transparency: string
  trend: string
  /** Out of 100. */
  quality: number
  security: string
  growth: string
  distribution: { stars: number; count: number; percent: string }[]
}

/**
 * @param isSample while demo content is loaded the specification's fixed and derived figures show;
 *   without it the same tiles are measured, since invented ones may not be published
 */
export function trustFigures(counted: Counted, isSample: boolean): TrustFigures {
  const { reviews, distribution } = counted
  const number = (value: number) => new Intl.NumberFormat('en').format(value)
  const share = (part: number) => (reviews === 0 ? 0 : (100 * part) / reviews)
  const trustScore = Math.round(share((distribution[4] ?? 0) + (distribution[5] ?? 0)))
  const fixed = {
    professionals: number(Math.min(counted.reviewers * USERS_A_REVIEWER, USERS_MAX)),
    verified: number(Math.floor(reviews * VERIFIED_SHARE)),
    transparency: '95%',
    trend: 'Improving',
    security: 'A+',
    growth: '+24%',
  }
  const measured = {
    professionals: number(counted.reviewers),
    // Nobody reviews without having confirmed an address; who left can no longer be asked.
    verified: number(counted.signed_reviews),
    transparency: `${Math.round(share(counted.signed_reviews))}%`,
    trend: trendOf(counted),
    // Nobody has assessed this site, and a grade that one gives oneself is none.
    security: 'Not assessed',
    growth: growthOf(counted),
  }
  return {
    ...(isSample ? fixed : measured),
    average: counted.average.toFixed(1),
    reviews: number(reviews),
    trustScore,
    quality: Math.round(counted.average * 20),
    distribution: [5, 4, 3, 2, 1].map((stars) => {
      const count = distribution[stars] ?? 0
      return { stars, count, percent: share(count).toFixed(1) }
    }),
  }
}

/** The last 90 days beside all before; a tenth of a star is noise. */
function trendOf({ average_lately: lately, average_before: before }: Counted): string {
  if (lately === null || before === null) return 'Too early to tell'
  if (Math.abs(lately - before) < 0.1) return 'Steady'
  return lately > before ? 'Improving' : 'Declining'
}

/** Reviews of the last 30 days against the 30 before. */
function growthOf({ last_30_days: now, days_30_to_60: before }: Counted): string {
  if (before === 0) return '–'
  const percent = Math.round((100 * (now - before)) / before)
  return `${percent > 0 ? '+' : ''}${percent}%`
}
