import { Button } from '../ui/button.tsx'

export interface FollowTarget {
  kind: 'user' | 'company'
  id: string
  name: string
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
      aria-disabled={!onToggle}
      onClick={onToggle}
    >
      {isFollowing ? done : 'Follow'}
      <span className="sr-only"> {target.name}</span>
    </Button>
  )
}
