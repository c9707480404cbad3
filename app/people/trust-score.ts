import { percent } from '../ui/format/numbers.ts'
import * as uiWords from '../ui/words.ts'
import type { Stats } from './profile.ts'
import * as profileWords from './words/profile.ts'

/** Spec 1 §9. */
const ACTIVE_REVIEWER = 5
const EXPERT_REVIEWER = 20
const RESPONSE_RATE = 0.85

type Counted = Pick<Stats, 'total_reviews' | 'helpful_votes'>

/** min(85 + 2 x total_reviews, 100) */
export const trustScore = ({ total_reviews }: Counted) => Math.min(85 + 2 * total_reviews, 100)

/** min(4 + helpful_votes / max(total_reviews, 1), 5) */
export const helpfulness = ({ helpful_votes, total_reviews }: Counted) =>
  Math.min(4 + helpful_votes / Math.max(total_reviews, 1), 5)

/** A fixed value, so it is shown only with demo content; the site does not measure response rates. */
export const responseRate = (isSample: boolean) =>
  isSample ? percent(RESPONSE_RATE) : uiWords.nothing

/** Spec 1 §4. */
export function trustLabel(score: number): string {
  if (score >= 90) return profileWords.trustHigh
  return score >= 70 ? profileWords.trustMiddle : profileWords.trustLow
}

/** Spec 1 §4; it gives no rule for contributor and trusted, so no profile has them. */
export function badgesOf({ total_reviews }: Counted): string[] {
  return [
    ...(total_reviews >= ACTIVE_REVIEWER ? [profileWords.badgesActive] : []),
    ...(total_reviews >= EXPERT_REVIEWER ? [profileWords.badgesExpert] : []),
  ]
}
