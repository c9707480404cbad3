import { ThumbsUp } from 'lucide-react'
import type { Vote } from '../data/votes.ts'
import * as readingWords from './words/reading.ts'

interface HelpfulToggleProps {
  vote: Vote
  title: string
  /** Absent until it is known who looks. */
  onToggle?: () => void
}

export function HelpfulToggle({ vote, title, onToggle }: HelpfulToggleProps) {
  return (
    <button
      type="button"
      aria-pressed={vote.isMine}
      aria-label={readingWords.helpfulLabel(title, vote.count)}
      aria-disabled={!onToggle}
      onClick={onToggle}
      className={`inline-flex min-h-9 items-center gap-1.5 rounded-control border px-3 text-sm tabular-nums ${
        vote.isMine ? 'border-ink bg-ink text-on-ink' : 'border-line text-soft hover:bg-sunken'
      }`}
    >
      <ThumbsUp aria-hidden size={14} /> {readingWords.helpfulButton(vote.count)}
    </button>
  )
}
