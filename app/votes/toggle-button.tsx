import { Bell, BellRing } from 'lucide-react'
import * as dataWords from '../data/words.ts'
import { Button } from '../ui/button.tsx'
import { toastSignIn } from '../ui/feedback/toast.ts'
import { hidden, Rich } from '../ui/format/rich-text.tsx'
import { VoteButton, type VoteButtonProps } from './vote-button.tsx'

interface ToggleButtonProps extends Pick<VoteButtonProps, 'kind' | 'loadSource' | 'id'> {
  /** Everything of the kind that the page shows; by default this one. */
  ids?: readonly string[]
  /** Of what is followed; in the labels as `{name}`. */
  name: string
  labels: { off: string; on: string; signedOut: string }
  className?: string
  /** On phones the label is for screen readers only. */
  isSquareOnPhones?: boolean
}

/** A member asks to be told about something; nobody sees how many do. */
export function ToggleButton({
  kind,
  loadSource,
  id,
  ids = [id],
  name,
  labels,
  className = '',
  isSquareOnPhones = false,
}: ToggleButtonProps) {
  return (
    <VoteButton
      kind={kind}
      loadSource={loadSource}
      id={id}
      ids={ids}
      count={0}
      onSignedOutPress={() =>
        void toastSignIn(dataWords.failureSignedOut, undefined, labels.signedOut)
      }
    >
      {({ isMine }, onPress) => (
        <Button
          look="secondary"
          aria-pressed={isMine}
          onClick={onPress}
          className={`aria-pressed:border-edge aria-pressed:bg-sunken ${className}`}
        >
          {isMine ? <BellRing aria-hidden size={18} /> : <Bell aria-hidden size={18} />}
          <span className={isSquareOnPhones ? 'max-sm:sr-only' : ''}>
            <Rich text={isMine ? labels.on : labels.off} parts={{ name, hidden }} />
          </span>
        </Button>
      )}
    </VoteButton>
  )
}
