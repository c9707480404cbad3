import { lazy, Suspense } from 'react'
import { useSession } from '../session/session.ts'
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
  /** Renders the button; `onPress` is undefined until the session is known. */
  children: (vote: Vote, onPress?: () => void) => React.ReactNode
}

/** A button that a member presses to vote, and again to take the vote back. */
export function VoteButton({
  onSignedOutPress,
  ...props
}: VoteButtonProps & { onSignedOutPress: () => void }) {
  const { loading, user } = useSession()
  const { count, children } = props
  const vote = { count, isMine: false }
  if (loading) return children(vote)
  if (!user) return children(vote, onSignedOutPress)
  return (
    <Suspense fallback={children(vote)}>
      <MemberVote userId={user.id} {...props} />
    </Suspense>
  )
}
