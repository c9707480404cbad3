/** Said in a form that holds what was typed on an earlier visit, instead of what is saved. */
export function DraftNote({ onDiscard }: { onDiscard: () => void }) {
  return (
    <p role="status" className="rounded-control bg-marker px-3 py-2 text-sm text-on-marker">
      What you typed before is here, and not saved yet.{' '}
      <button type="button" className="min-h-6 underline" onClick={onDiscard}>
        Discard it
      </button>
    </p>
  )
}
