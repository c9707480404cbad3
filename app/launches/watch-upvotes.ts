import { openChannel } from '../session/open-channel.ts'
import type { LiveOptions } from '../session/use-live-updates.ts'
import { liveUpvotes } from './live-upvotes.ts'

/** As supabase/schemas/36_live_updates.sql sends it after each upvote. */
interface Upvotes {
  id: string
  upvotes_count: number
}

/** Subscribes to the counts of all launches. @returns ends the subscription */
export function watchUpvotes({ hasGap, revalidate, onLost }: LiveOptions): () => void {
  if (hasGap) {
    const before = liveUpvotes.get()
    // Counts that arrive meanwhile stay.
    const dropOld = () => {
      const entries = Object.entries(liveUpvotes.get())
      liveUpvotes.set(Object.fromEntries(entries.filter(([id, count]) => before[id] !== count)))
    }
    void revalidate().then(dropOld)
  }
  return openChannel(
    'launches',
    (channel) =>
      channel.on<Upvotes>('broadcast', { event: 'upvotes' }, ({ payload }) => {
        liveUpvotes.set({ ...liveUpvotes.get(), [payload.id]: payload.upvotes_count })
      }),
    onLost,
  )
}
