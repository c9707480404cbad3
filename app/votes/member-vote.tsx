import { useVotes } from './use-votes.ts'
import type { VoteButtonProps } from './vote-button.tsx'

/** A vote button of a member; loaded only for members. */
export default function MemberVote({
  id,
  ids,
  count,
  userId,
  children,
  ...options
}: VoteButtonProps & { userId: string }) {
  const { votes, toggleVote } = useVotes({ ...options, ids, userId })
  return children(votes?.[id] ?? { count, isMine: false }, () => void toggleVote(id))
}
