// chunk: member
import { useRef } from 'react'
import { TextButton } from '../button.tsx'
import { Rich } from '../format/rich-text.tsx'
import * as uiWords from '../words.ts'

/** Says that data could not be read, where an empty list would be untrue. */
export function LoadFailure({ onRetry }: { onRetry: () => void }) {
  const message = useRef<HTMLParagraphElement>(null)
  const retry = () => {
    // The button disappears, and the focus stays at its place.
    const area = message.current?.parentElement
    if (area) {
      area.tabIndex = -1
      area.focus({ preventScroll: true })
    }
    onRetry()
  }
  return (
    <p ref={message} role="alert" className="text-soft">
      <Rich
        text={uiWords.loadFailed}
        parts={{ again: (words) => <TextButton onClick={retry}>{words}</TextButton> }}
      />
    </p>
  )
}
