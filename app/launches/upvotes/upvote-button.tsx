import { ChevronUp } from 'lucide-react'
import { toastSignIn } from '../../ui/feedback/toast.ts'
import { formatCount } from '../../ui/format/numbers.ts'
import { VoteButton } from '../../votes/vote-button.tsx'
import type { Launch } from '../launch.ts'
import * as launchWords from '../words.ts'
import { liveUpvotes } from './live-upvotes.ts'

interface UpvoteButtonProps {
  launch: Launch
  /** All launches of the page: one request reads their votes. */
  launchIds: readonly string[]
}

export function UpvoteButton({ launch, launchIds }: UpvoteButtonProps) {
  return (
    <VoteButton
      kind="upvotes"
      loadSource={() => import('./upvotes.ts').then(({ upvotes }) => upvotes)}
      id={launch.id}
      ids={launchIds}
      count={liveUpvotes.use()[launch.id] ?? launch.upvotes_count}
      onSignedOutPress={() => void toastSignIn(launchWords.upvoteSignedOut, `launch-${launch.id}`)}
    >
      {({ count, isMine }, onPress) => (
        <button
          id={`upvote-${launch.id}`}
          type="button"
          aria-pressed={isMine}
          aria-label={launchWords.upvoteLabel(launch.tools?.name ?? launch.tagline, count)}
          onClick={onPress}
          className={`grid h-fit min-h-14 min-w-13 shrink-0 place-items-center content-center rounded-control border px-2 text-sm font-semibold tabular-nums transition-colors ${
            isMine
              ? 'border-ink bg-ink text-on-ink'
              : 'border-edge bg-card text-ink hover:bg-sunken'
          }`}
        >
          <ChevronUp aria-hidden size={18} />
          {formatCount(count)}
        </button>
      )}
    </VoteButton>
  )
}
