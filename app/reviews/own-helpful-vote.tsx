import { sendCommand } from '../data/command.ts'
import { ignoreConflict } from '../data/command-error.ts'
import { getSupabase } from '../data/session.ts'
import { useVotes, type Votes } from '../data/votes.ts'
import * as dataWords from '../data/words.ts'
import { toastError } from '../ui/toast.ts'
import { HelpfulToggle } from './helpful-toggle.tsx'
import type { Review } from './review.ts'
import * as readingWords from './words/reading.ts'

interface OwnHelpfulVoteProps {
  review: Review
  among: readonly string[]
  userId: string
}

/** The vote of somebody signed in on another's review. */
export default function OwnHelpfulVote({ review, among, userId }: OwnHelpfulVoteProps) {
  const { votes, toggle } = useVotes({
    key: ['helpful', userId, ...among],
    read: () => readVotes(among, userId),
    add: (id) => addVote(id, userId),
    remove: (id) => removeVote(id, userId),
    onAddFailed: () => void toastError(readingWords.helpfulFailed, dataWords.failureTryAgain),
  })
  const vote = votes?.[review.id] ?? { count: review.helpful_count, isMine: false }
  return <HelpfulToggle vote={vote} title={review.title} onToggle={() => void toggle(review.id)} />
}

async function readVotes(ids: readonly string[], userId: string): Promise<Votes> {
  const supabase = await getSupabase()
  const [counts, own] = await Promise.all([
    supabase.from('reviews').select('id, helpful_count').in('id', ids),
    supabase
      .from('review_helpful_votes')
      .select('review_id')
      .in('review_id', ids)
      .eq('user_id', userId),
  ])
  if (counts.error) throw counts.error
  if (own.error) throw own.error
  const mine = new Set(own.data.map(({ review_id }) => review_id))
  return Object.fromEntries(
    counts.data.map(({ id, helpful_count }) => [
      id,
      { count: helpful_count, isMine: mine.has(id) },
    ]),
  )
}

async function addVote(review_id: string, user_id: string): Promise<void> {
  const supabase = await getSupabase()
  const votes = supabase.from('review_helpful_votes')
  await sendCommand(votes.insert({ review_id, user_id })).catch(ignoreConflict)
}

async function removeVote(reviewId: string, userId: string): Promise<void> {
  const supabase = await getSupabase()
  const votes = supabase.from('review_helpful_votes')
  await sendCommand(votes.delete().eq('review_id', reviewId).eq('user_id', userId))
}
