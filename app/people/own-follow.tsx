import { useRevalidator } from 'react-router'
import { plainMessage } from '../data/plain-message.ts'
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
    onAddFailed: (error) => void toastError(profileWords.followFailed[target.kind], error.message),
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
  const { error } =
    target.kind === 'user'
      ? await supabase.from('user_follows').insert({ follower_id: userId, following_id: target.id })
      : await supabase.from('company_follows').insert({ user_id: userId, company_id: target.id })
  // To follow already is what was wished for.
  if (error && error.code !== '23505') throw new Error(plainMessage(error))
}

async function unfollow(target: FollowTarget, userId: string): Promise<void> {
  const supabase = await getSupabase()
  const { error } =
    target.kind === 'user'
      ? await supabase
          .from('user_follows')
          .delete()
          .eq('follower_id', userId)
          .eq('following_id', target.id)
      : await supabase
          .from('company_follows')
          .delete()
          .eq('user_id', userId)
          .eq('company_id', target.id)
  if (error) throw new Error(error.message)
}
