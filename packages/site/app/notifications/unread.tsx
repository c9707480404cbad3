import { Bell } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { queries, useRead } from '../data/query.ts'
import { getSupabase } from '../session/session.ts'
import { type Subscribe, useLiveUpdates } from '../session/use-live-updates.ts'
import * as notificationWords from './words.ts'

/** The key of what is read about a member's notifications. */
export const toNotificationsKey = (userId: string, part: 'count' | 'list') => [
  'notifications',
  userId,
  part,
]

/** After a change, here or in another tab. */
export const refreshNotifications = (userId: string) =>
  queries.invalidateQueries({ queryKey: ['notifications', userId] })

/** How many notifications the member has not read. It is read again when the page comes back into view. */
export function useUnreadCount(userId: string): number {
  const { data = 0 } = useRead(toNotificationsKey(userId, 'count'), async () => {
    const table = (await getSupabase()).from('notifications')
    const unread = table.select('id', { count: 'exact', head: true }).is('read_at', null)
    return (await unread.throwOnError()).count ?? 0
  })
  const subscribe = useMemo<Subscribe>(
    () => (options) =>
      import('./watch-notifications.ts').then(({ watchNotifications }) =>
        watchNotifications(userId, options),
      ),
    [userId],
  )
  useLiveUpdates(subscribe)
  return data
}

/** More are shown as `99+`. */
const SHOWN_MAX = 99

/** The bell of the header, with the number of unread notifications. */
export function NotificationBell({ userId }: { userId: string }) {
  const count = useUnreadCount(userId)
  const shown = count > SHOWN_MAX ? `${SHOWN_MAX}+` : `${count}`
  return (
    <Link
      to="/notifications"
      aria-label={notificationWords.bell(count)}
      className="relative inline-grid size-11 shrink-0 place-items-center rounded-control hover:bg-sunken"
    >
      <Bell aria-hidden size={20} />
      {count > 0 ? (
        <span
          aria-hidden
          className="absolute top-0.5 right-0.5 min-w-5 rounded-full border border-paper bg-ink px-1 text-center text-xs leading-4.5 font-semibold text-on-ink tabular-nums"
        >
          {shown}
        </span>
      ) : null}
    </Link>
  )
}
