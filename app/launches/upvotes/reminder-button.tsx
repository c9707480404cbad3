import { AlarmClock } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { SignedIn } from '../../session/signed-in.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { hidden, Rich } from '../../ui/format/rich-text.tsx'
import { type Launch, toToolName } from '../launch.ts'
import * as launchWords from '../words.ts'

// Loaded only for members.
const MemberToggle = lazy(() => import('../../votes/member-toggle.tsx'))

interface ReminderButtonProps {
  launch: Launch
  /** All launches of the page: one request reads their reminders. */
  launchIds: readonly string[]
}

/** "Tell me" on a launch whose day is still to come. */
export function ReminderButton({ launch, launchIds }: ReminderButtonProps) {
  if (launch.status !== 'scheduled' || launch.is_draft) return null
  const name = toToolName(launch)
  const link = (
    <LinkButton to={`/auth?next=/launch/${launch.id}`} look="secondary" rel="nofollow">
      <AlarmClock aria-hidden size={18} />
      <span>
        <Rich text={launchWords.reminderOff} parts={{ name, hidden }} />
      </span>
    </LinkButton>
  )
  return (
    <SignedIn otherwise={link}>
      <Suspense fallback={link}>
        <MemberToggle
          kind="reminders"
          loadSource={() => import('./reminders.ts').then(({ reminders }) => reminders)}
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
