import { TextButton } from '../button.tsx'
import { Rich } from '../format/rich-text.tsx'
import * as uiWords from '../words.ts'

/** Says that data could not be read, where an empty list would be untrue. */
export function LoadFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <p role="alert" className="text-soft">
      <Rich
        text={uiWords.loadFailed}
        parts={{ again: (words) => <TextButton onClick={onRetry}>{words}</TextButton> }}
      />
    </p>
  )
}
