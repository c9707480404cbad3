import { useRevalidator } from 'react-router'
import { sendCommand } from '../data/command.ts'
import { CommandError, ignoreConflict } from '../data/command-error.ts'
import { getSupabase } from '../data/session.ts'
import { useVotes, type Votes } from '../data/votes.ts'
import { toastError } from '../ui/toast.ts'
import { type FollowTarget, FollowToggle } from './follow-toggle.tsx'
import * as profileWords from './words/profile.ts'

/** Following by somebody signed in. */
export default function OwnFollow({ target, userId }: { target: FollowTarget; userId: string }) {
  const { revalidate } = useRevalidator()
  const { votes, toggle } = useVotes({
    key: ['follow', target.kind, target.id, userId],
    read: () => readFollow(target, userId),
    add: async () => {
      await follow(target, userId)
      await revalidate()
    },
    remove: async () => {
      await unfollow(target, userId)
      await revalidate()
    },
    onAddFailed: (error) =>
      void toastError(
        profileWords.followFailed[target.kind],
        error instanceof CommandError ? error.publicMessage : undefined,
      ),
    onRemoveFailed: () => void toastError(profileWords.followNotEnded),
  })
  return (
    <FollowToggle
      target={target}
      isFollowing={votes?.[target.id]?.isMine ?? false}
      onToggle={() => void toggle(target.id)}
    />
  )
}

async function readFollow(target: FollowTarget, userId: string): Promise<Votes> {
  const supabase = await getSupabase()
  const { data, error } =
    target.kind === 'user'
      ? await supabase
          .from('user_follows')
          .select('created_at')
          .eq('follower_id', userId)
          .eq('following_id', target.id)
      : await supabase
          .from('company_follows')
          .select('created_at')
          .eq('user_id', userId)
          .eq('company_id', target.id)
  if (error) throw error
  return { [target.id]: { count: data.length, isMine: data.length > 0 } }
}

async function follow(target: FollowTarget, userId: string): Promise<void> {
  const supabase = await getSupabase()
  await sendCommand(
    target.kind === 'user'
      ? supabase.from('user_follows').insert({ follower_id: userId, following_id: target.id })
      : supabase.from('company_follows').insert({ user_id: userId, company_id: target.id }),
  ).catch(ignoreConflict)
}

async function unfollow(target: FollowTarget, userId: string): Promise<void> {
  const supabase = await getSupabase()
  await sendCommand(
    target.kind === 'user'
      ? supabase
          .from('user_follows')
          .delete()
          .eq('follower_id', userId)
          .eq('following_id', target.id)
      : supabase.from('company_follows').delete().eq('user_id', userId).eq('company_id', target.id),
  )
}
