import { CommandError, logFailure } from '../../data/command-error.ts'
import { openChannel } from '../../session/open-channel.ts'
import { getSupabase } from '../../session/session.ts'
import type { LiveOptions } from '../../session/use-live-updates.ts'
import { toastError } from '../../ui/feedback/toast.ts'
import { toVotes, type VoteSource } from '../../votes/use-votes.ts'
import { createVoteRows } from '../../votes/vote-rows.ts'
import * as launchWords from '../words.ts'
import { liveUpvotes } from './upvote-button.tsx'

const upvoteRows = createVoteRows('launch_upvotes', 'launch_id')

export const upvotes: VoteSource = {
  ...upvoteRows,
  addVote: upvoteRows.insertVote,

  async readVotes(ids, userId) {
    const launches = (await getSupabase()).from('product_launches').select('id, upvotes_count')
    const [counts, own] = await Promise.all([
      launches.in('id', ids).throwOnError(),
      upvoteRows.readOwn(ids, userId),
    ])
    return toVotes(
      counts.data.map(({ id, upvotes_count }) => [id, upvotes_count]),
      own,
    )
  },

  // Spec 2 §8.
  signedOut: launchWords.upvoteSignedOut,
  onAddFailed(error) {
    const reason = error instanceof CommandError ? error.reason : 'unexpected'
    if (reason === 'conflict') void toastError(launchWords.upvoteAlready)
    else void toastError(launchWords.upvoteFailed)
  },
}

const reminderRows = createVoteRows('launch_reminders', 'launch_id')

/** The member's reminders of launches, as votes; only the member reads them. */
export const reminders: VoteSource = {
  ...reminderRows,
  readVotes: async (ids, userId) =>
    toVotes(
      ids.map((id) => [id, 0]),
      await reminderRows.readOwn(ids, userId),
    ),
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
