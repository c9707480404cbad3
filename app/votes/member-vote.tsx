import { useEffect } from 'react'
import { useVotes } from './use-votes.ts'
import type { VoteButtonProps } from './vote-button.tsx'

interface MemberVoteProps extends VoteButtonProps {
  userId: string
  /** Whether the button was pressed before this code was loaded. */
  isPressed: boolean
  onPressed: () => void
}

/** A vote button of a member; loaded only for members. */
export default function MemberVote({
  id,
  ids,
  count,
  userId,
  children,
  isPressed,
  onPressed,
  ...options
}: MemberVoteProps) {
  const { votes, toggleVote } = useVotes({ ...options, ids, userId })
  // Runs once for a press: `onPressed` resets it.
  useEffect(() => {
    if (!isPressed) return
    onPressed()
    void toggleVote(id)
  })
  return children(votes?.[id] ?? { count, isMine: false }, () => void toggleVote(id))
}
