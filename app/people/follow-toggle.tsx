import { Button } from '../ui/button.tsx'
import { hidden, Rich } from '../ui/rich-text.tsx'
import * as profileWords from './words/profile.ts'

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
  return (
    <Button
      look={isFollowing ? 'secondary' : 'primary'}
      aria-disabled={!onToggle}
      onClick={onToggle}
    >
      <span>
        <Rich
          text={isFollowing ? profileWords.followUnfollow[target.kind] : profileWords.followFollow}
          parts={{ name: target.name, hidden }}
        />
      </span>
    </Button>
  )
}
