import { AlarmClock, ChevronUp } from 'lucide-react'
import { lazy, Suspense, useEffect } from 'react'
import { createStore } from '../../data/create-store.ts'
import { SignedIn } from '../../session/signed-in.tsx'
import { type Subscribe, useLiveUpdates } from '../../session/use-live-updates.ts'
import { toastSignIn } from '../../ui/feedback/toast.ts'
import { formatCount } from '../../ui/format/numbers.ts'
import { hidden, Rich } from '../../ui/format/rich-text.tsx'
import { PressLink } from '../../votes/press-link.tsx'
import { VoteButton } from '../../votes/vote-button.tsx'
import { type Launch, toToolName } from '../launch.ts'
import * as launchWords from '../words.ts'

/** Upvotes by launch that arrived after the page's loader data. */
export const liveUpvotes = createStore<Readonly<Record<string, number>>>({})

interface LaunchButtonProps {
  launch: Launch
  /** All launches of the page: one request reads their votes or reminders. */
  launchIds: readonly string[]
}

export function UpvoteButton({ launch, launchIds }: LaunchButtonProps) {
  return (
    <VoteButton
      kind="upvotes"
      loadSource={() => import('./upvotes.ts').then(({ upvotes }) => upvotes)}
      id={launch.id}
      ids={launchIds}
      count={liveUpvotes.use()[launch.id] ?? launch.upvotes_count}
      onSignedOutPress={() => void toastSignIn(launchWords.upvoteSignedOut, `launch-${launch.id}`)}
    >
      {({ count, isMine }, press) => (
        <button
          id={`upvote-${launch.id}`}
          type="button"
          aria-pressed={isMine}
          aria-label={launchWords.upvoteLabel(launch.tools?.name ?? launch.tagline, count)}
          {...press}
          className={`grid h-12 min-w-12 shrink-0 place-items-center content-center rounded-control border px-1 text-sm leading-tight font-semibold tabular-nums transition-colors ${
            isMine
              ? 'border-ink bg-ink text-on-ink'
              : 'border-edge bg-card text-ink hover:bg-sunken'
          }`}
        >
          <ChevronUp aria-hidden size={18} />
          {/* A new element: a translation replaces the text of the old one. */}
          <span key={count}>{formatCount(count)}</span>
        </button>
      )}
    </VoteButton>
  )
}

// Loaded only for members.
const MemberToggle = lazy(() => import('../../votes/member-toggle.tsx'))

/** "Tell me" on a launch whose day is still to come. */
export function ReminderButton({ launch, launchIds }: LaunchButtonProps) {
  if (launch.status !== 'scheduled' || launch.is_draft) return null
  const name = toToolName(launch)
  const link = (
    <PressLink press={['reminders', launch.id]} next={`/launch/${launch.id}`}>
      <AlarmClock aria-hidden size={18} />
      <span>
        <Rich text={launchWords.reminderOff} parts={{ name, hidden }} />
      </span>
    </PressLink>
  )
  return (
    <SignedIn otherwise={link}>
      <Suspense fallback={link}>
        <MemberToggle
          kind="reminders"
          loadSource={() => import('./upvotes.ts').then(({ reminders }) => reminders)}
          id={launch.id}
          ids={launchIds}
          name={name}
          labels={[launchWords.reminderOff, launchWords.reminderOn]}
          icons={[AlarmClock, AlarmClock]}
        />
      </Suspense>
    </SignedIn>
  )
}

const subscribe: Subscribe = (options) =>
  import('./upvotes.ts').then(({ watchUpvotes }) => watchUpvotes(options))

/** Updates the counts of a page while its launches can be upvoted. The order stays as it is. */
export function useLiveUpvotes(isLive: boolean): void {
  useLiveUpdates(isLive ? subscribe : undefined)
  useEffect(() => {
    // The loader data of the next page or tab is newer.
    if (isLive) return () => liveUpvotes.set({})
  }, [isLive])
}
