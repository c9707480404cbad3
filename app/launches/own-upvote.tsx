import { sendCommand } from '../data/command.ts'
import { CommandError } from '../data/command-error.ts'
import { getSupabase } from '../data/session.ts'
import { useVotes, type Votes } from '../data/votes.ts'
import { toastError } from '../ui/toast.ts'
import type { Launch } from './launch.ts'
import { askToLogIn, UpvoteToggle } from './upvote-toggle.tsx'
import * as launchesWords from './words/launches.ts'

interface OwnUpvoteProps {
  launch: Launch
  among: readonly string[]
  userId: string
}

/** The upvote of somebody signed in. */
export default function OwnUpvote({ launch, among, userId }: OwnUpvoteProps) {
  const { votes, toggle } = useVotes({
    key: ['upvotes', userId, ...among],
    read: () => readUpvotes(among, userId),
    add: (id) => addUpvote(id, userId),
    remove: (id) => removeUpvote(id, userId),
    onAddFailed: tellFailure,
  })
  const vote = votes?.[launch.id] ?? { count: launch.upvotes_count, isMine: false }
  return <UpvoteToggle launch={launch} vote={vote} onToggle={() => void toggle(launch.id)} />
}

async function readUpvotes(ids: readonly string[], userId: string): Promise<Votes> {
  const supabase = await getSupabase()
  const [counts, own] = await Promise.all([
    supabase.from('product_launches').select('id, upvotes_count').in('id', ids),
    supabase.from('launch_upvotes').select('launch_id').in('launch_id', ids).eq('user_id', userId),
  ])
  if (counts.error) throw counts.error
  if (own.error) throw own.error
  const mine = new Set(own.data.map(({ launch_id }) => launch_id))
  return Object.fromEntries(
    counts.data.map(({ id, upvotes_count }) => [
      id ?? '',
      { count: upvotes_count ?? 0, isMine: mine.has(id ?? '') },
    ]),
  )
}

async function addUpvote(launch_id: string, user_id: string): Promise<void> {
  const supabase = await getSupabase()
  await sendCommand(supabase.from('launch_upvotes').insert({ launch_id, user_id }))
}

async function removeUpvote(launchId: string, userId: string): Promise<void> {
  const supabase = await getSupabase()
  await sendCommand(
    supabase.from('launch_upvotes').delete().eq('launch_id', launchId).eq('user_id', userId),
  )
}

/** Spec 2 §8. */
function tellFailure(error: Error): void {
  const reason = error instanceof CommandError ? error.reason : 'unexpected'
  if (reason === 'signed-out') askToLogIn()
  else if (reason === 'conflict') void toastError(launchesWords.upvoteAlready)
  else void toastError(launchesWords.upvoteFailed)
}
