import { ChevronUp } from 'lucide-react'
import type { Vote } from '../data/votes.ts'
import { whole } from '../ui/numbers.ts'
import { toastError } from '../ui/toast.ts'
import type { Launch } from './launch.ts'
import * as launchesWords from './words/launches.ts'

export const askToLogIn = () => void toastError(launchesWords.upvoteSignedOut)

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
      aria-label={launchesWords.upvoteLabel(launch.tools?.name ?? launch.tagline, vote.count)}
      aria-disabled={!onToggle}
      onClick={onToggle}
      className={`grid h-fit min-h-14 min-w-13 shrink-0 place-items-center content-center rounded-control border px-2 text-sm font-semibold tabular-nums transition-colors ${
        vote.isMine
          ? 'border-ink bg-ink text-on-ink'
          : 'border-edge bg-card text-ink hover:bg-sunken'
      }`}
    >
      <ChevronUp aria-hidden size={18} />
      {whole(vote.count)}
    </button>
  )
}
