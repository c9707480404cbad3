import * as staffWords from '../words/staff.ts'

interface ImportProgressProps {
  step: 'checking' | 'saving'
  done: number
  total: number
}

/** How many rows of a file or a list are checked or saved. */
export function ImportProgress({ step, done, total }: ImportProgressProps) {
  const words = step === 'checking' ? staffWords.checking : staffWords.saving
  return (
    <div className="grid gap-1">
      <progress
        aria-label={staffWords.progress}
        value={done}
        max={Math.max(total, 1)}
        className="w-full accent-ink"
      />
      <p className="text-sm text-soft tabular-nums">{words(done, total)}</p>
    </div>
  )
}
