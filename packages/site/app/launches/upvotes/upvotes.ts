import { sendCommand } from '../../data/command.ts'
import { CommandError, ignoreConflict, logFailure } from '../../data/command-error.ts'
import { openChannel } from '../../session/open-channel.ts'
import { getSupabase } from '../../session/session.ts'
import type { LiveOptions } from '../../session/use-live-updates.ts'
import { toastError } from '../../ui/feedback/toast.ts'
import { toVotes, type VoteSource } from '../../votes/use-votes.ts'
import * as launchWords from '../words.ts'
import { liveUpvotes } from './upvote-button.tsx'

export const upvotes: VoteSource = {
  async readVotes(ids, userId) {
    const supabase = await getSupabase()
    const [counts, own] = await Promise.all([
      supabase.from('product_launches').select('id, upvotes_count').in('id', ids).throwOnError(),
      supabase
        .from('launch_upvotes')
        .select('launch_id')
        .in('launch_id', ids)
        .eq('user_id', userId)
        .throwOnError(),
    ])
    return toVotes(
      counts.data.map(({ id, upvotes_count }) => [id, upvotes_count]),
      own.data.map(({ launch_id }) => launch_id),
    )
  },

  async addVote(launch_id, user_id) {
    const votes = (await getSupabase()).from('launch_upvotes')
    await sendCommand(votes.insert({ launch_id, user_id }))
  },

  async removeVote(id, userId) {
    const votes = (await getSupabase()).from('launch_upvotes')
    await sendCommand(votes.delete().eq('launch_id', id).eq('user_id', userId))
  },

  // Spec 2 §8.
  signedOut: launchWords.upvoteSignedOut,
  onAddFailed(error) {
    const reason = error instanceof CommandError ? error.reason : 'unexpected'
    if (reason === 'conflict') void toastError(launchWords.upvoteAlready)
    else void toastError(launchWords.upvoteFailed)
  },
}

/** The member's reminders of launches, as votes; only the member reads them. */
export const reminders: VoteSource = {
  async readVotes(ids, userId) {
    const table = (await getSupabase()).from('launch_reminders')
    const own = table.select('launch_id').eq('user_id', userId).in('launch_id', ids)
    const { data } = await own.throwOnError()
    return toVotes(
      ids.map((id) => [id, 0]),
      data.map(({ launch_id }) => launch_id),
    )
  },
  async addVote(launch_id, user_id) {
    const table = (await getSupabase()).from('launch_reminders')
    await sendCommand(table.insert({ launch_id, user_id })).catch(ignoreConflict)
  },
  async removeVote(id, userId) {
    const table = (await getSupabase()).from('launch_reminders')
    await sendCommand(table.delete().eq('user_id', userId).eq('launch_id', id))
  },
  onAddFailed: (error) =>
    void toastError(
      launchWords.reminderFailed,
      error instanceof CommandError ? error.publicMessage : undefined,
    ),
  onRemoveFailed: () => void toastError(launchWords.reminderNotRemoved),
}

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
