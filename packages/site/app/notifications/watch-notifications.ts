import { openChannel } from '../session/open-channel.ts'
import { getSupabase } from '../session/session.ts'
import type { LiveOptions } from '../session/use-live-updates.ts'
import { refreshNotifications } from './unread.tsx'

/** In milliseconds: "Mark all as read" changes many rows at once. */
const DELAY_MS = 500

/** Reads the notifications again when one is added or read. @returns ends the subscription */
export function watchNotifications(userId: string, { onJoined, onLost }: LiveOptions): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const readAgain = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void refreshNotifications(userId), DELAY_MS)
  }
  const own = { schema: 'public', table: 'notifications', filter: `user_id=eq.${userId}` }
  const close = openChannel({
    topic: `notifications:${userId}`,
    readToken: async () =>
      (await (await getSupabase()).auth.getSession()).data.session?.access_token ?? null,
    listen: (channel) =>
      channel
        .on('postgres_changes', { ...own, event: 'INSERT' }, readAgain)
        .on('postgres_changes', { ...own, event: 'UPDATE' }, readAgain),
    onJoined() {
      onJoined()
      // Also after the first join: the count is older than the subscription.
      readAgain()
    },
    onLost,
  })
  return () => {
    clearTimeout(timer)
    close()
  }
}
