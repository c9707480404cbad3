import { lazy, Suspense } from 'react'
import { useSession } from '../data/session.ts'
import * as dataWords from '../data/words.ts'
import { toastError } from '../ui/toast.ts'
import { type FollowTarget, FollowToggle } from './follow-toggle.tsx'
import * as profileWords from './words/profile.ts'

// Only the signed-in follow.
const OwnFollow = lazy(() => import('./own-follow.tsx'))

/** Follow and back; hidden when the target is the viewer (spec 1 §4). */
export function FollowButton({ target }: { target: FollowTarget }) {
  const { loading, user } = useSession()
  const waiting = <FollowToggle target={target} isFollowing={false} />
  if (loading) return waiting
  if (user?.id === target.id) return null

  if (!user) {
    return (
      <FollowToggle
        target={target}
        isFollowing={false}
        onToggle={() =>
          void toastError(dataWords.failureSignedOut, profileWords.followSignedOutMore[target.kind])
        }
      />
    )
  }
  return (
    <Suspense fallback={waiting}>
      <OwnFollow target={target} userId={user.id} />
    </Suspense>
  )
}
