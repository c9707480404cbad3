import { useEffect, useRef } from 'react'
import { takePress } from '../session/pending-press.ts'
import { toastSuccess } from '../ui/feedback/toast.ts'
import { useVotes } from './use-votes.ts'
import type { VoteButtonProps } from './vote-button.tsx'
import { PRESS_DONE } from './words.ts'

interface MemberVoteProps extends VoteButtonProps {
  userId: string
}

/** A vote button of a member; loaded only for members. */
export default function MemberVote({
  id,
  ids,
  count,
  userId,
  children,
  ...options
}: MemberVoteProps) {
  const { kind } = options
  const { votes, setCount, toggleVote, addVote } = useVotes({ ...options, ids, userId })
  // A count that changes while the page is open is newer than the votes that were read.
  const lastCount = useRef(count)
  useEffect(() => {
    if (lastCount.current !== count) setCount(id, count)
    lastCount.current = count
  })
  // Runs once for a press, which it takes.
  useEffect(() => {
    const pressed = takePress([kind, id])
    if (!pressed) return
    const announce = () => void toastSuccess(PRESS_DONE[kind] ?? '')
    void addVote(id, pressed === 'remembered' ? announce : undefined)
  })
  const onClick = () => void toggleVote(id)
  return children(votes?.[id] ?? { count, isMine: false }, { onClick })
}
