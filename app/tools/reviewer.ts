import type { Review } from './read-tool.ts'

/** First and last name, else username; without a profile "Anonymous User" (spec 1 §3). */
export function reviewerName({ profiles }: Pick<Review, 'profiles'>): string {
  const full = [profiles?.first_name, profiles?.last_name].filter(Boolean).join(' ')
  return full || profiles?.username || 'Anonymous User'
}
