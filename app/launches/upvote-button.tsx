import { ChevronUp } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useSession } from '../data/session.ts'
import type { Vote } from '../data/votes.ts'
import { toastError } from '../ui/toast.ts'
import type { Launch } from './launch.ts'

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

export const askToLogIn = () => void toastError('Please login to upvote')

interface UpvoteToggleProps {
  launch: Launch
  vote: Vote
  /** Absent until it is known who looks. */
  onToggle?: () => void
}

export function UpvoteToggle({ launch, vote, onToggle }: UpvoteToggleProps) {
  return (
    <button
      type="button"
      aria-pressed={vote.isMine}
      aria-label={`Upvote ${launch.tools?.name ?? launch.tagline}: ${vote.count}`}
      aria-disabled={!onToggle}
      onClick={onToggle}
      className={`grid h-fit min-h-14 min-w-13 shrink-0 place-items-center content-center rounded-control border px-2 text-sm font-semibold tabular-nums transition-colors ${
        vote.isMine
          ? 'border-ink bg-ink text-on-ink'
          : 'border-edge bg-card text-ink hover:bg-sunken'
      }`}
    >
      <ChevronUp aria-hidden size={18} />
      {vote.count}
    </button>
  )
}
