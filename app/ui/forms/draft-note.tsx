import { Rich } from '../format/rich-text.tsx'
import * as uiWords from '../words.ts'

/** States that the form shows a draft and not the stored values. */
export function DraftNote({ onDiscard }: { onDiscard: () => void }) {
  return (
    <p role="status" className="rounded-control bg-marker px-3 py-2 text-sm text-on-marker">
      <Rich
        text={uiWords.draftNote}
        parts={{
          discard: (words) => (
            <button type="button" className="min-h-6 underline" onClick={onDiscard}>
              {words}
            </button>
          ),
        }}
      />
    </p>
  )
}
