import type { LucideIcon } from 'lucide-react'
import { useSession } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import { hidden, Rich } from '../ui/format/rich-text.tsx'
import MemberVote from './member-vote.tsx'
import type { VoteButtonProps } from './vote-button.tsx'

interface MemberToggleProps extends Pick<VoteButtonProps, 'kind' | 'loadSource' | 'id' | 'ids'> {
  /** The name of the tool or launch; the labels contain it as `{name}`. */
  name: string
  /** Before a press, and after it. */
  labels: readonly [off: string, on: string]
  icons: readonly [off: LucideIcon, on: LucideIcon]
  className?: string
  /** Of the label. */
  labelClass?: string
}

/** A button that subscribes the member to notifications. Loaded only for members. */
export default function MemberToggle({
  name,
  labels: [off, on],
  icons: [Off, On],
  className = '',
  labelClass = '',
  ...vote
}: MemberToggleProps) {
  const { user } = useSession()
  return (
    <MemberVote {...vote} count={0} userId={user?.id ?? ''}>
      {({ isMine }, press) => (
        <Button
          look="secondary"
          aria-pressed={isMine}
          {...press}
          className={`aria-pressed:border-edge aria-pressed:bg-sunken ${className}`}
        >
          {isMine ? <On aria-hidden size={18} /> : <Off aria-hidden size={18} />}
          <span className={labelClass}>
            <Rich text={isMine ? on : off} parts={{ name, hidden }} />
          </span>
        </Button>
      )}
    </MemberVote>
  )
}
