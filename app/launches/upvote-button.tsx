import { lazy, Suspense } from 'react'
import { useSession } from '../data/session.ts'
import type { Launch } from './launch.ts'
import { askToLogIn, UpvoteToggle } from './upvote-toggle.tsx'

// Only the signed-in vote, and pages are rendered signed out.
const OwnUpvote = lazy(() => import('./own-upvote.tsx'))

interface UpvoteProps {
  launch: Launch
  /** Ids of the launches shown together: their votes are read at once. */
  among: readonly string[]
}

export function UpvoteButton({ launch, among }: UpvoteProps) {
  const { loading, user } = useSession()
  const vote = { count: launch.upvotes_count, isMine: false }
  const waiting = <UpvoteToggle launch={launch} vote={vote} />
  if (loading) return waiting
  if (!user) return <UpvoteToggle launch={launch} vote={vote} onToggle={askToLogIn} />
  return (
    <Suspense fallback={waiting}>
      <OwnUpvote launch={launch} among={among} userId={user.id} />
    </Suspense>
  )
}
