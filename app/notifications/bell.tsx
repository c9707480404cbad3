import { Bell } from 'lucide-react'
import { Link } from 'react-router'
import { useUnreadCount } from './unread.ts'
import * as notificationWords from './words.ts'

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
