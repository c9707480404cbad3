import { lazy, Suspense } from 'react'
import { useSession } from '../data/session.ts'
import { Button } from '../ui/button.tsx'
import { toastError } from '../ui/toast.ts'

// Only the signed-in follow.
const OwnFollow = lazy(() => import('./own-follow.tsx'))

export interface FollowTarget {
  kind: 'user' | 'company'
  id: string
  name: string
}

/** Follow and back; hidden when the target is the viewer (spec 1 §4). */
export function FollowButton({ target }: { target: FollowTarget }) {
  const { loading, user } = useSession()
  const waiting = <FollowToggle target={target} isFollowing={false} />
  if (loading) return waiting
  if (user?.id === target.id) return null
  const words = target.kind === 'user' ? 'users' : 'companies'
  if (!user) {
    return (
      <FollowToggle
        target={target}
        isFollowing={false}
        onToggle={() =>
          void toastError('Authentication required', `Please sign in to follow ${words}.`)
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

interface FollowToggleProps {
  target: FollowTarget
  isFollowing: boolean
  /** Absent until it is known who looks. */
  onToggle?: () => void
}

export function FollowToggle({ target, isFollowing, onToggle }: FollowToggleProps) {
  const done = target.kind === 'user' ? 'Unfollow' : 'Following'
  return (
    <Button
      look={isFollowing ? 'secondary' : 'primary'}
      aria-pressed={isFollowing}
      aria-disabled={!onToggle}
      onClick={onToggle}
    >
      {isFollowing ? done : 'Follow'}
      <span className="sr-only"> {target.name}</span>
    </Button>
  )
}
