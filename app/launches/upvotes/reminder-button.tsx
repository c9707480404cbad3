import { ToggleButton } from '../../votes/toggle-button.tsx'
import { type Launch, toToolName } from '../launch.ts'
import * as launchWords from '../words.ts'

interface ReminderButtonProps {
  launch: Launch
  /** All launches of the page: one request reads their reminders. */
  launchIds: readonly string[]
}

/** "Tell me" on a launch whose day is still to come. */
export function ReminderButton({ launch, launchIds }: ReminderButtonProps) {
  if (launch.status !== 'scheduled' || launch.is_draft) return null
  return (
    <ToggleButton
      kind="reminders"
      loadSource={() => import('./reminders.ts').then(({ reminders }) => reminders)}
      id={launch.id}
      ids={launchIds}
      name={toToolName(launch)}
      labels={launchWords.reminder}
    />
  )
}
