import { formatPercent } from '../../ui/format/numbers.ts'
import * as uiWords from '../../ui/words.ts'
import type { Stats } from '../profile.ts'
import * as profileWords from './words.ts'

/** The minimum number of reviews (spec 1 §9). */
const ACTIVE_REVIEWER_MIN = 5
const EXPERT_REVIEWER_MIN = 20

/** A share (spec 1 §9). */
const SAMPLE_RESPONSE_RATE = 0.85

type ReviewCounts = Pick<Stats, 'total_reviews' | 'helpful_votes'>

/** min(85 + 2 x total_reviews, 100) */
export const computeTrustScore = ({ total_reviews }: ReviewCounts) =>
  Math.min(85 + 2 * total_reviews, 100)

/** min(4 + helpful_votes / max(total_reviews, 1), 5) */
export const computeHelpfulness = ({ helpful_votes, total_reviews }: ReviewCounts) =>
  Math.min(4 + helpful_votes / Math.max(total_reviews, 1), 5)

/** A fixed value, shown only with demo content: the site does not measure response rates. */
export const formatResponseRate = (isSample: boolean) =>
  isSample ? formatPercent(SAMPLE_RESPONSE_RATE) : uiWords.nothing

/** Spec 1 §4. */
export function toTrustLabel(score: number): string {
  if (score >= 90) return profileWords.trustHigh
  return score >= 70 ? profileWords.trustMiddle : profileWords.trustLow
}

/** Spec 1 §4. It has no rule for the badges contributor and trusted, so no profile has them. */
export function listBadges({ total_reviews }: ReviewCounts): string[] {
  return [
    ...(total_reviews >= ACTIVE_REVIEWER_MIN ? [profileWords.badgesActive] : []),
    ...(total_reviews >= EXPERT_REVIEWER_MIN ? [profileWords.badgesExpert] : []),
  ]
}
