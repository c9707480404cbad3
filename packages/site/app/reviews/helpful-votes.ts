import * as dataWords from '../data/words.ts'
import { getSupabase } from '../session/session.ts'
import { toastError } from '../ui/feedback/toast.ts'
import { toVotes, type VoteSource } from '../votes/use-votes.ts'
import { createVoteRows } from '../votes/vote-rows.ts'
import * as reviewWords from './words/review.ts'

const rows = createVoteRows('review_helpful_votes', 'review_id')

/** Votes for helpful reviews. */
export const helpfulVotes: VoteSource = {
  ...rows,
  async readVotes(ids, userId) {
    const reviews = (await getSupabase()).from('reviews').select('id, helpful_count')
    const [counts, own] = await Promise.all([
      reviews.in('id', ids).throwOnError(),
      rows.readOwn(ids, userId),
    ])
    return toVotes(
      counts.data.map(({ id, helpful_count }) => [id, helpful_count]),
      own,
    )
  },
  onAddFailed: () => void toastError(reviewWords.helpfulFailed, dataWords.failureTryAgain),
}
