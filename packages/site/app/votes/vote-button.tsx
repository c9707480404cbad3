import { lazy, Suspense } from 'react'
import { useSession } from '../session/session.ts'
import { type PressProps, usePress } from './use-press.ts'
import type { Vote, VoteSource } from './use-votes.ts'

// Pages are rendered signed out, and most visitors stay so.
const MemberVote = lazy(() => import('./member-vote.tsx'))

export interface VoteButtonProps {
  /** Names the kind of votes. */
  kind: string
  loadSource: () => Promise<VoteSource>
  id: string
  /** Everything of the kind that the page shows: its votes are read with one request. */
  ids: readonly string[]
  /** The count in the page's loader data. */
  count: number
  /** Ends before a change counts as done, as a page that is read again. */
  onChanged?: () => Promise<void>
  children: (vote: Vote, press: PressProps) => React.ReactNode
}

/**
 * A button that a member presses to vote, and again to take the vote back. A press before the session
 * or the code for members is known waits for it, and one of a visitor for the sign-in.
 */
export function VoteButton({
  onSignedOutPress,
  ...props
}: VoteButtonProps & { onSignedOutPress: () => void }) {
  const { user } = useSession()
  const { kind, id, count, children } = props
  const unknown = children({ count, isMine: false }, usePress([kind, id], onSignedOutPress))
  if (!user) return unknown
  return (
    <Suspense fallback={unknown}>
      <MemberVote userId={user.id} {...props} />
    </Suspense>
  )
}
