import { sendCommand } from '../data/command.ts'
import { ignoreConflict } from '../data/command-error.ts'
import * as dataWords from '../data/words.ts'
import { getSupabase } from '../session/session.ts'
import { toastError } from '../ui/feedback/toast.ts'
import { toVotes, type VoteSource } from '../votes/use-votes.ts'
import * as reviewWords from './words/review.ts'

/** Votes for helpful reviews. */
export const helpfulVotes: VoteSource = {
  async readVotes(ids, userId) {
    const supabase = await getSupabase()
    const [counts, own] = await Promise.all([
      supabase.from('reviews').select('id, helpful_count').in('id', ids).throwOnError(),
      supabase
        .from('review_helpful_votes')
        .select('review_id')
        .in('review_id', ids)
        .eq('user_id', userId)
        .throwOnError(),
    ])
    return toVotes(
      counts.data.map(({ id, helpful_count }) => [id, helpful_count]),
      own.data.map(({ review_id }) => review_id),
    )
  },

  async addVote(review_id, user_id) {
    const votes = (await getSupabase()).from('review_helpful_votes')
    await sendCommand(votes.insert({ review_id, user_id })).catch(ignoreConflict)
  },

  async removeVote(id, userId) {
    const votes = (await getSupabase()).from('review_helpful_votes')
    await sendCommand(votes.delete().eq('review_id', id).eq('user_id', userId))
  },

  onAddFailed: () => void toastError(reviewWords.helpfulFailed, dataWords.failureTryAgain),
}
