import { logFailure } from '../../data/command-error.ts'
import { openChannel } from '../../session/open-channel.ts'
import { getSupabase } from '../../session/session.ts'
import type { LiveOptions } from '../../session/use-live-updates.ts'
import { liveUpvotes } from './upvote-button.tsx'

/** As supabase/schemas/37_live_updates.sql sends it after each upvote. */
interface Upvotes {
  id: string
  upvotes_count: number
}

const addCounts = (counts: readonly Upvotes[]) =>
  liveUpvotes.set({
    ...liveUpvotes.get(),
    ...Object.fromEntries(counts.map(({ id, upvotes_count }) => [id, upvotes_count])),
  })

/** Subscribes to the counts of all launches. @returns ends the subscription */
export function watchUpvotes({ hasGap, onJoined, onLost }: LiveOptions): () => void {
  return openChannel({
    topic: 'launches',
    isPrivate: true,
    listen: (channel) =>
      channel.on<Upvotes>('broadcast', { event: 'upvotes' }, ({ payload }) => addCounts([payload])),
    onJoined() {
      onJoined()
      if (hasGap) readCounts().then(addCounts).catch(logFailure)
    },
    onLost,
  })
}

/** The counts alone: the page's data read again could have another order. */
async function readCounts(): Promise<Upvotes[]> {
  const { data } = await (await getSupabase())
    .from('product_launches')
    .select('id, upvotes_count')
    .eq('status', 'live')
    .throwOnError()
  return data.map(({ id, upvotes_count }) => ({ id: id ?? '', upvotes_count: upvotes_count ?? 0 }))
}
