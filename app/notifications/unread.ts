import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queries } from '../data/query.ts'
import { getSupabase } from '../session/session.ts'
import { type Subscribe, useLiveUpdates } from '../session/use-live-updates.ts'

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
  const { data = 0 } = useQuery(
    {
      queryKey: toNotificationsKey(userId, 'count'),
      queryFn: async () => {
        const table = (await getSupabase()).from('notifications')
        const unread = table.select('id', { count: 'exact', head: true }).is('read_at', null)
        return (await unread.throwOnError()).count ?? 0
      },
    },
    queries,
  )
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
