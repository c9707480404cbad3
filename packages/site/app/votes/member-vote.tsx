import { useEffect, useRef } from 'react'
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
  const { votes, setCount, toggleVote } = useVotes({ ...options, ids, userId })
  // A count that changes while the page is open is newer than the votes that were read.
  const lastCount = useRef(count)
  useEffect(() => {
    if (lastCount.current !== count) setCount(id, count)
    lastCount.current = count
  })
  // Runs once for a press: `onPressed` resets it.
  useEffect(() => {
    if (!isPressed) return
    onPressed()
    void toggleVote(id)
  })
  return children(votes?.[id] ?? { count, isMine: false }, () => void toggleVote(id))
}
